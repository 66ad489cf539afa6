"""`manage.py calibrate reach`: what was measured, what is proposed, and that nothing changes."""

import io
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from reach.settings import ReachSettings
from research.management.commands import calibrate
from research.models import Reach
from tests.whole.tasks import asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post", "shelf")]


@pytest.fixture(autouse=True)
def a_database_that_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test database was migrated by the test run; a second migration inside a test would only cost time."""
    monkeypatch.setattr(calibrate, "bring_up_to_date", lambda: None)


class Service(BaseHTTPRequestHandler):
    asked = 0

    def do_GET(self) -> None:
        type(self).asked += 1
        body = b'{"results": []}'
        self.send_response(500 if self.asked == 2 else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told: object) -> None:
        return None


@pytest.fixture
def service(settings: Any) -> Iterator[None]:
    Service.asked = 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    settings.SEARXNG_URL = f"http://127.0.0.1:{server.server_port}"
    yield
    server.shutdown()
    thread.join()
    server.server_close()


def calibrated(**options: Any) -> str:
    out = io.StringIO()
    call_command("calibrate", "reach", stdout=out, **options)
    return out.getvalue()


def told(**options: Any) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(calibrated(json=True, **options))
    return said


def test_every_channel_that_is_on_is_asked_and_its_failures_are_counted(service: None) -> None:
    channels = {each["channel"]: each for each in told(samples=3)["channels"]}
    assert set(channels) == {"documents", "searxng", "web"}
    assert channels["documents"]["n"] == 3
    assert (channels["searxng"]["n"], channels["searxng"]["failed"]) == (2, {"provider_unavailable": 1})
    assert channels["searxng"]["failed_share"] == pytest.approx(1 / 3)
    assert 0 < channels["searxng"]["connect_p95"] < channels["searxng"]["p95"] < 5
    assert Service.asked == 3


def test_few_answers_propose_nothing_and_enough_of_them_a_time_out_with_its_margin(service: None) -> None:
    assert told(samples=3, channel=["documents"])["channels"][0]["target_proposed"] is None
    enough = told(samples=25, channel=["documents"])
    [documents] = enough["channels"]
    assert documents["target_proposed"] >= documents["p95"] * (1 + ReachSettings().calibrate_margin)
    assert enough["proposed"] == {"connect_seconds": None, "target_seconds": None}  # it answers from this machine
    assert Service.asked == 0


def test_pages_that_earlier_tasks_read_are_measured_from_their_rows() -> None:
    task = asked(room())
    ends = [("ok", "", 2.0)] * 20 + [("failed", "too_slow", 8.0)] * 5 + [("skipped", "", 0.0), ("cached", "", 0.0)]
    Reach.objects.bulk_create(
        Reach(
            task=task,
            step=1,
            purpose="read",
            channel="web",
            target="https://n.example/",
            outcome=outcome,
            kind=kind,
            seconds=seconds,
        )
        for outcome, kind, seconds in ends
    )
    said = told(samples=200)
    [web] = [each for each in said["channels"] if each["channel"] == "web"]
    assert (web["n"], web["p95"], web["failed"], web["target_proposed"]) == (20, 2.0, {"too_slow": 5}, 3.0)
    assert said["proposed"]["target_seconds"] == 3.0
    assert said["now"] == {"connect_seconds": 3.0, "target_seconds": 8.0}
    assert said["margin"] == ReachSettings().calibrate_margin


def test_the_table_has_a_row_for_each_channel_and_says_that_nothing_was_changed(service: None) -> None:
    table = calibrated(samples=2)
    lines = table.splitlines()
    assert lines[0].split() == ["channel", "n", "median", "P95", "max", "failed", "connect", "P95", "connect", "target"]
    assert lines[2].startswith("searxng    1 ")
    assert "50%" in lines[2]
    assert "searxng: failed with provider_unavailable 1." in table
    assert "P95 with 50% on top" in table
    assert "Nothing was changed." in table


def test_a_channel_that_is_not_on_ends_the_command_with_those_that_are() -> None:
    with pytest.raises(CommandError, match=r"tavily is not on\. Channels that are: documents, pages"):
        calibrated(channel=["tavily"])
