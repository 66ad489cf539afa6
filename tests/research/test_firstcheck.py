"""`manage.py firstcheck`: five facts in their order, each of which is seen to fail when its own thing is broken."""

import io
import json
import re
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from research import actions
from research.management.commands import firstcheck
from research.management.first_facts import Window, clock_is_right, database_time
from research.models import Audit, Blob, Reach, ResearchTask, Source, Workspace
from tests.web import rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post", "shelf")]
NAMES = [
    "A cut network is reported",
    "The clock is right",
    "A fetch is recorded",
    "The text is clean",
    "Every label resolves",
]
QUESTION = "What time does the harbour clock show?"
SENTENCE = "The harbour clock shows the time 2020-01-01 10:00:00 UTC."


@pytest.fixture(autouse=True)
def a_database_that_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test database was migrated by the test run; a second migration inside a test would only cost time."""
    monkeypatch.setattr(firstcheck, "bring_up_to_date", lambda: None)


class World(BaseHTTPRequestHandler):
    """A search service that finds one page, and that page as a test wants it."""

    status, page, port = 200, "", 0

    def do_GET(self) -> None:
        found = self.path.startswith("/search")
        hit = {"title": "The harbour clock", "url": f"http://127.0.0.1:{self.port}/clock", "content": SENTENCE}
        body = (json.dumps({"results": [hit]}) if found else self.page).encode()
        self.send_response(200 if found else self.status)
        self.send_header("Content-Type", "application/json" if found else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told: object) -> None:
        return None


@pytest.fixture
def world(settings: Any) -> Iterator[str]:
    """The operator's own web channel."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), World)
    World.status, World.page, World.port = 200, page(), server.server_port
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}"
    settings.SEARXNG_URL, settings.REACH_ALLOW_HOSTS = address, [f"127.0.0.1:{server.server_port}"]
    yield address
    server.shutdown()
    thread.join()
    server.server_close()


def page(matter: str = f"<p>{SENTENCE}</p>") -> str:
    """No robots.txt hides behind it: what is no rule is none."""
    return (
        "<html lang='en'><head><title>The harbour clock</title></head><body><nav><a>Start page</a> <a>Boats</a></nav>"
        f"<main><article><h1>The harbour clock</h1>{matter}</article></main></body></html>"
    )


def check(*question: str, **options: Any) -> tuple[dict[str, str], str]:
    """What each fact came out as, and the sentence that ended the command, if any did."""
    out, ended = io.StringIO(), ""
    try:
        call_command("firstcheck", *question, stdout=out, **options)
    except CommandError as error:
        ended = str(error)
    lines = [re.fullmatch(r"(\w+)\t(.+?): (.+)", line, re.DOTALL) for line in out.getvalue().splitlines()]
    assert [line[2] for line in lines if line] == NAMES
    return {line[2]: line[1] for line in lines if line}, ended


def failed(told: tuple[dict[str, str], str]) -> list[str]:
    words, ended = told
    names = [name for name, word in words.items() if word == "failed"]
    assert ended == (f"Not as it should be: {'; '.join(names)}." if names else "")
    return names


def test_all_five_hold_on_a_machine_without_a_network_time_after_time() -> None:
    assert failed(check()) == []
    assert failed(check()) == []  # nothing that the first one cached passes for a fetch


def test_what_it_asked_is_gone_afterwards_but_for_the_audit() -> None:
    check()
    assert not ResearchTask.objects.exists()
    assert not Source.objects.exists()
    assert not Blob.objects.exists()
    assert Audit.objects.filter(verb="delete").count() == 2


def test_the_tasks_can_be_kept() -> None:
    check(keep=True)
    cut, asked = ResearchTask.objects.order_by("id")
    assert set(Reach.objects.filter(task=cut).values_list("outcome", flat=True)) == {"failed"}
    assert Reach.objects.filter(task=asked, channel="web", outcome="ok").count() == 1


def test_a_question_of_ones_own_goes_through_the_channels_that_are_on(world: str) -> None:
    assert failed(check(QUESTION)) == []


def test_without_a_channel_to_the_world_a_question_is_refused() -> None:
    with pytest.raises(CommandError, match="No channel to the world is on"):
        call_command("firstcheck", QUESTION)


def test_a_network_that_is_not_cut_after_all_fails_the_first(world: str) -> None:
    assert failed(check(cut=world)) == NAMES[:1]


def test_an_address_that_is_none_ends_the_command() -> None:
    with pytest.raises(CommandError, match=r"nowhere is no web address\."):
        call_command("firstcheck", cut="nowhere")


@pytest.fixture
def wrong_clock() -> Iterator[None]:
    """The database's clock runs an hour ahead of the one that stamps what is fetched."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA wrong")
        cursor.execute(
            "CREATE FUNCTION wrong.clock_timestamp() RETURNS timestamptz LANGUAGE sql"
            " AS $$ SELECT pg_catalog.clock_timestamp() + interval '1 hour' $$"
        )
        cursor.execute("SET search_path = wrong, public, pg_catalog")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET search_path")
        cursor.execute("DROP SCHEMA wrong CASCADE")


def test_a_clock_that_is_an_hour_off_fails_the_second(wrong_clock: None) -> None:
    assert failed(check()) == NAMES[1:2]


def test_a_page_whose_own_clock_disagrees_is_seen(world: str) -> None:
    begin = database_time()
    check(QUESTION, keep=True)
    task = ResearchTask.objects.latest("id")
    window = Window(begin, database_time())
    assert clock_is_right(task, window, page_tells=False).ok
    fact = clock_is_right(task, window, page_tells=True)
    assert (fact.ok, "the page says 2020-01-01 10:00:00 UTC" in fact.seen) == (False, True)
    Source.objects.update(fetched=begin - timedelta(seconds=1))
    assert not clock_is_right(task, window, page_tells=False).ok


def test_a_page_that_does_not_come_is_told_once_with_its_address_and_what_to_try(world: str) -> None:
    World.status = 500
    out = io.StringIO()
    with pytest.raises(CommandError, match=r"Not as it should be: The clock is right\."):
        call_command("firstcheck", QUESTION, stdout=out)
    first, *others = out.getvalue().splitlines()[1:]
    assert first.startswith("failed\tThe clock is right: No page was fetched. ")
    assert f"{world}/clock: it did not answer (robots.txt can't be read now: the site answered 500)" in first
    assert "Run it again with --keep" in first
    assert others == [f"not looked at\t{name}: Not looked at: no page was fetched." for name in NAMES[2:]]


def test_pages_of_another_service_on_the_same_machine_say_nothing_of_its_clock() -> None:
    actions.first_admin()
    room = Workspace.objects.get()
    for number in range(8):
        rows.source(room, "word " * 900, url=f"http://127.0.0.1:8888/{number}", publisher="127.0.0.1")
    assert failed(check()) == []


def test_script_in_the_text_fails_the_fourth(world: str) -> None:
    World.page = page(
        f"<p>{SENTENCE}</p><p>function openMenu(event) {{ return menu.toggle(event) }} runs the clock.</p>"
    )
    assert failed(check(QUESTION)) == NAMES[3:4]


def test_a_page_that_does_not_answer_leaves_no_label_and_fails_the_fifth(world: str) -> None:
    World.page = page("<p>Herring is smoked over alder wood and eaten cold with rye bread and sour cream.</p>")
    assert failed(check(QUESTION)) == NAMES[4:]
