"""How long an answer is served again, to whom, and with which time (R199, R232, R258, R259, C2)."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.db.models.functions import Now

from reach import fetch, search
from reach.egress import Egress
from reach.pages import Outcome, Status
from reach.providers.searxng import Searxng
from reach.settings import ReachSettings
from research import actions
from research.models import CacheEntry
from research.store.shared import RowCache, RowPace

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2030, 5, 2, 12, 0, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[2]
CHILD = """
import sys, json
sys.path.insert(0, sys.argv[1])
import django
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[2]
django.setup()
from asgiref.sync import async_to_sync
from reach import fetch
from reach.egress import Egress
from reach.settings import ReachSettings
from research.store.shared import RowCache, RowPace
numbers = ReachSettings(allow_hosts=frozenset({sys.argv[3]}))
got = async_to_sync(fetch.read)(
    [f"http://{sys.argv[3]}/docs/levels"], [], Egress(numbers), settings=numbers, cache=RowCache(), pace=RowPace()
)
print(json.dumps([got.outcomes[0].status, got.outcomes[0].fetched_at.isoformat()]))
"""


class Web(BaseHTTPRequestHandler):
    """Pages of each class, and a search service. `answers` may be changed by a test."""

    asked: list[str] = []
    status = 200
    hits: list[dict[str, str]] = []

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.asked.append(path)
        words = "The level fell by 3.5 % in March. " * 9
        page = f"<html><head><title>Levels</title></head><body><p>{words}</p></body></html>"
        body = json.dumps({"results": self.hits}) if path == "/search" else page
        self.send_response(self.status)
        self.send_header("Content-Type", "application/json" if path == "/search" else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *told: object) -> None:
        return None


@pytest.fixture
def web() -> Iterator[str]:
    Web.asked, Web.status, Web.hits = [], 200, []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Web)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def read(web: str, path: str, at: datetime, **numbers: Any) -> Outcome:
    settings = ReachSettings(allow_hosts=frozenset({web}), retry_wait_seconds=0.01, **numbers)
    tools = {"settings": settings, "cache": RowCache(), "pace": RowPace(), "now": lambda: at}
    result = async_to_sync(fetch.read)([f"http://{web}{path}"], [], Egress(settings), **tools)
    for page in result.pages:
        assert page.fetched_at == result.outcomes[0].fetched_at
    return result.outcomes[0]


def ask(web: str, query: str, at: datetime) -> Outcome:
    settings = ReachSettings(allow_hosts=frozenset({web}), retry_wait_seconds=0.01)
    tools = {"settings": settings, "cache": RowCache(), "pace": RowPace(), "now": lambda: at}
    channel = Searxng(f"http://{web}", Egress(settings), now=lambda: at)
    return async_to_sync(search.search)(search.Batch((search.Variant(query),)), [channel], **tools).outcomes[0]


@pytest.mark.parametrize(
    ("path", "life", "setting"),
    [
        ("/docs/levels", timedelta(hours=12), {}),
        ("/news/levels", timedelta(minutes=30), {}),
        ("/changelog", timedelta(minutes=30), {}),
        ("/of-no-known-class", timedelta(minutes=30), {}),
        ("/price/levels", timedelta(seconds=60), {"cache_volatile": 60.0}),
    ],
)
def test_a_page_lives_as_long_as_its_class_and_keeps_its_time(
    web: str, path: str, life: timedelta, setting: dict[str, float]
) -> None:
    assert read(web, path, NOON, **setting).status is Status.OK
    almost = read(web, path, NOON + life - timedelta(seconds=1), **setting)
    assert (almost.status, almost.fetched_at) == (Status.CACHED, NOON)
    later = NOON + life
    assert (again := read(web, path, later, **setting)).status is Status.OK
    assert again.fetched_at == later
    assert Web.asked.count(path) == 2


def test_what_readers_see_change_is_never_served_again(web: str) -> None:
    assert [read(web, "/price/levels", NOON).status for _ in range(2)] == [Status.OK, Status.OK]


@pytest.mark.parametrize(
    ("query", "life"),
    [
        ("python documentation reference", timedelta(hours=12)),
        ("dam levels", timedelta(minutes=30)),
        ("dam news", timedelta(minutes=30)),
    ],
)
def test_a_search_is_served_again_no_longer_than_its_class_and_says_when_it_was_asked(
    web: str, query: str, life: timedelta
) -> None:
    Web.hits = [{"title": "Levels", "url": "https://n.example/levels", "content": "The level fell by 3.5 %."}]
    assert (first := ask(web, query, NOON)).status is Status.OK
    assert first.fetched_at == NOON
    [kept] = CacheEntry.objects.annotate(now=Now())
    assert abs(kept.expires - kept.now - life) < timedelta(seconds=20)
    second = ask(web, query, NOON + timedelta(minutes=20))
    assert (second.status, second.fetched_at, second.items) == (Status.CACHED, NOON, 1)
    CacheEntry.objects.update(expires=Now() - timedelta(seconds=1))
    assert ask(web, query, NOON + life).status is Status.OK


def test_a_volatile_question_is_asked_each_time(web: str) -> None:
    Web.hits = [{"title": "Price", "url": "https://n.example/p", "content": "82,000 yuan."}]
    assert [ask(web, "lithium price live", NOON).status for _ in range(2)] == [Status.OK, Status.OK]
    assert not CacheEntry.objects.exists()


def test_empty_and_failed_answers_are_not_kept(web: str) -> None:
    assert (empty := ask(web, "dam levels", NOON)).status is Status.OK
    assert empty.items == 0
    Web.status = 500
    assert ask(web, "dam levels", NOON).status is Status.FAILED
    assert read(web, "/docs/levels", NOON).status is Status.FAILED
    assert not CacheEntry.objects.exists()
    Web.status, Web.hits = 200, [{"title": "Levels", "url": "https://n.example/levels", "content": "It fell."}]
    assert ask(web, "dam levels", NOON).items == 1
    assert read(web, "/docs/levels", NOON).status is Status.OK


def test_the_sweepers_round_clears_what_is_over(web: str) -> None:
    read(web, "/docs/levels", NOON)
    read(web, "/news/levels", NOON)
    actions.sweep()
    assert CacheEntry.objects.count() == 2
    news = CacheEntry.objects.order_by("expires").first()
    assert news is not None
    CacheEntry.objects.filter(pk=news.pk).update(expires=Now() - timedelta(seconds=1))
    actions.sweep()
    assert [row.pk for row in CacheEntry.objects.all()] != []
    assert not CacheEntry.objects.filter(pk=news.pk).exists()
    assert read(web, "/docs/levels", NOON).status is Status.CACHED
    assert read(web, "/news/levels", NOON).status is Status.OK


def test_what_one_process_fetched_another_one_is_served(web: str) -> None:
    """R232: a dictionary in each process would fetch it twice."""
    name = str(connection.settings_dict["NAME"])
    command = [sys.executable, "-c", CHILD, str(ROOT), name, web]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONWARNINGS": ""})
        for _ in range(2)
    ]
    (first, when), (second, same) = (json.loads(run.stdout or f'["{run.stderr[-300:]!r}", ""]') for run in runs)
    assert (first, second) == ("ok", "cached")
    assert when == same
    assert Web.asked == ["/docs/levels"]
