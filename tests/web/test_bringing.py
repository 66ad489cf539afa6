"""A pasted link at the desk: read through the one way out, stored, its passage offered and checked, nothing lost."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from research import actions
from research.models import Audit, Claim, Entry, Evidence, Reach, ResearchTask, Source, User, Workspace
from research.store.export import report_view
from tests.web import report_rows, rows
from tests.web.parsed import all_words, page, words
from tests.whole.fixtures import lexical

__all__ = ["lexical"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical")]

FIGURES = """<html><head><title>Quarterly figures</title></head><body><article><h1>Quarterly figures of the plant</h1>
<p>The board met in the old hall and thanked the staff for their patience during the winter works.</p>
<p>Output fell by a fifth, or 20 %, in the second quarter, the plant said in its quarterly figures.</p>
<p>The canteen will be painted in the autumn, and the parking ground gets new lamps before the year ends.</p>
</article></body></html>"""
PARK = """<html><head><title>Town park</title></head><body><article><p>The swans of the town park have returned, and
the gardeners plant tulips along the northern path this week.</p></article></body></html>"""


class Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = {"/figures": FIGURES, "/park": PARK}.get(self.path)
        raw = (body or "").encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:
        """Silent: the test says what matters."""


@pytest.fixture
def site(settings: Any, tmp_path: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    place = f"127.0.0.1:{server.server_address[1]}"
    settings.REACH_ALLOW_HOSTS, settings.DOCUMENTS_FOLDER = [place], tmp_path
    yield f"http://{place}"
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture
def written(room: Workspace) -> tuple[ResearchTask, list[Claim]]:
    return report_rows.reviewed_report(room, rows.person("ana", room, "reviewer"))


def paste(person: User, claim: Claim, pasted: str):
    client = Client()
    client.force_login(person)
    return client, client.post(f"/review/{claim.label}/bring", {"pasted": pasted})


def test_the_best_passage_of_a_pasted_page_is_stored_offered_and_checked(written, mei, site):
    task, claims = written
    client, answer = paste(mei, claims[1], f"{site}/figures")
    assert answer.status_code == 302
    claim = Claim.objects.get(pk=claims[1].pk)
    piece = Evidence.objects.get(task=task, number=claim.offered[0]["evidence"])
    assert claim.offered[0]["verdict"] == "supported" and claim.waits and claim.version == 1
    assert "Output fell by a fifth" in piece.quote
    assert piece.source.text[piece.start : piece.end] == piece.quote and piece.source.url == f"{site}/figures"
    reach = Reach.objects.get(task=task, target=f"{site}/figures")
    assert reach.outcome == "ok" and reach.confidence == piece.credibility
    assert piece.quote in all_words(page(client.get(answer["Location"])), ".card-offered .quote")
    assert Audit.objects.get(verb="bring_page").after["source"] == piece.source.label
    assert Entry.objects.filter(task=task, kind="PageBrought").count() == 1
    actions.cite(mei, claim, piece, seen_version=1)
    assert Claim.objects.get(pk=claim.pk).verdict == "supported"


def test_a_passage_with_its_link_is_the_quote_at_its_place(written, mei, site):
    task, claims = written
    said = "“Output fell by a fifth, or 20 %, in the second quarter”"
    _client, answer = paste(mei, claims[1], f"{said} ({site}/figures)")
    assert answer.status_code == 302
    assert Evidence.objects.filter(task=task).latest("number").quote == said.strip("“”")


def test_words_that_do_not_stand_in_the_page_are_refused_with_the_nearest(written, mei, site):
    _task, claims = written
    typed = f"Output rose by a fifth in the second quarter {site}/figures"
    _client, answer = paste(mei, claims[1], typed)
    told = page(answer)
    assert answer.status_code == 422 and "Output fell by a fifth, or 20 %" in words(told)
    assert words(told.get_element_by_id("pasted")) == typed, "what was pasted is not lost"
    assert Claim.objects.get(pk=claims[1].pk).offered == []


def test_a_page_that_cannot_be_read_says_why_and_leaves_its_row(written, mei, site):
    task, claims = written
    client, answer = paste(mei, claims[1], f"{site}/gone")
    told = page(answer)
    assert answer.status_code == 422 and "does not exist" in words(told)
    assert words(told.get_element_by_id("pasted")) == f"{site}/gone"
    assert Reach.objects.get(task=task, target=f"{site}/gone").outcome == "failed"
    assert Audit.objects.get(verb="bring_page").after["outcome"] == "failed"
    lost = [row.target for row in report_view(task).unread]
    assert f"{site}/gone" not in lost, "the search never looked for it, and a published version stays as it is"
    assert f"{site}/gone" in client.get(f"/tasks/T-{task.pk}/reached?show=pages").content.decode()
    assert Evidence.objects.filter(task=task).count() == 3


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        ("", "Paste a link"),
        ("see the annual report", "Paste a link"),
        ("https://a.example/x and https://b.example/y", "one link at a time"),
        ("http://169.254.169.254/latest", "could not be read"),
        ("http://10.0.0.8/secret", "not allowed by the rules"),
    ],
)
def test_what_is_no_page_of_the_web_is_refused(written, mei, pasted, sentence):
    _task, claims = written
    _client, answer = paste(mei, claims[1], pasted)
    assert answer.status_code == 422 and sentence in words(page(answer))
    assert not Source.objects.filter(url__contains="169.254").exists()


def test_the_tasks_sites_hold_for_pasted_links_too(written, mei, site):
    task, claims = written
    ResearchTask.objects.filter(pk=task.pk).update(only_sites=["fire.lanwan.example"])
    _client, answer = paste(mei, Claim.objects.get(pk=claims[1].pk), f"{site}/figures")
    assert answer.status_code == 422 and "outside the task" in words(page(answer))
    assert not Source.objects.filter(url__startswith=site).exists()


def test_a_page_on_another_matter_carries_nothing(written, mei, site):
    _task, claims = written
    paste(mei, claims[1], f"{site}/park")
    assert "supported" not in [offer["verdict"] for offer in Claim.objects.get(pk=claims[1].pk).offered]
    assert Source.objects.get(url=f"{site}/park"), "the page is stored all the same"


def test_a_stored_source_is_brought_by_its_number_without_a_fetch(written, mei, room):
    task, claims = written
    stored = rows.source(room, "Output fell by a fifth, or 20 %, in the second quarter.", "Minutes of the board")
    _client, answer = paste(mei, claims[1], stored.label)
    assert answer.status_code == 302 and Evidence.objects.filter(task=task).latest("number").source == stored
    assert not Reach.objects.filter(task=task, outcome="ok").exists()


@pytest.mark.parametrize("door", ["page", "api"])
def test_a_number_that_no_source_here_has_is_refused_and_stays_in_its_field(written, mei, door):
    _task, claims = written
    foreign = rows.source(rows.room("Elsewhere"), "Output fell by a fifth.", "Theirs")
    for label in (foreign.label, "S-99999", f"S-{'9' * 18}"):
        client, answer = paste(mei, claims[1], label)
        sentence = f"{label} is no source of this workspace."
        if door == "api":
            body, address = {"pasted": label}, f"/api/v1/claims/{claims[1].label}/bring"
            answer = client.post(address, body, content_type="application/json")
            assert answer.status_code == 422 and sentence in answer.content.decode()
            continue
        told = page(answer)
        assert answer.status_code == 422 and sentence in words(told)
        assert words(told.get_element_by_id("pasted")) == label


def test_the_same_passage_twice_is_one_piece_of_evidence(written, mei, room):
    task, claims = written
    stored = rows.source(room, "Output fell by a fifth, or 20 %, in the second quarter.", "Minutes of the board")
    paste(mei, claims[1], stored.label)
    paste(mei, claims[1], stored.label)
    assert Evidence.objects.filter(task=task, source=stored).count() == 1
    assert len(Claim.objects.get(pk=claims[1].pk).offered) == 1


def test_what_another_has_in_hand_gets_no_evidence_from_me(written, mei, room):
    _task, claims = written
    actions.take(rows.person("rui", room, "reviewer"), claims[1])
    _client, answer = paste(mei, claims[1], "S-1")
    assert answer.status_code == 422 and "rui has this sentence in hand" in words(page(answer))
