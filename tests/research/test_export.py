"""The report as Markdown: what it says of itself, of weak sentences and of what stayed open."""

import re

import pytest

from research.models import ModelCall, Report, ResearchTask, Source
from research.store.markdown import markdown
from tests.web import report_rows, rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> ResearchTask:
    room = rows.room()
    made, _claims = report_rows.reviewed_report(room, rows.person("ana", room))
    return made


def test_a_report_of_quotations_says_that_no_model_wrote_it(task):
    assert "no language model wrote this." in markdown(task)
    ModelCall.objects.create(
        workspace=task.workspace, task=task, role="reporter", endpoint="anthropic://strong", model="strong",
        prompt="section", prompt_hash="0", state="settled", reserved_tokens=10, input_tokens=7, output_tokens=5,
    )  # fmt: skip
    assert "no language model wrote this." not in markdown(task)


def test_each_weak_sentence_carries_the_words_of_its_verdict(task):
    text = markdown(task)
    for words in ("only partly carried by evidence", "not carried by evidence", "could not be checked"):
        assert text.count(f"*({words})*") == 1
    task.claims.filter(verdict="not_found").update(verdict="contradicted")
    assert "*(contradicted by another source)*" in markdown(task)


def test_failures_are_told_in_the_language_of_the_report(task):
    assert "too slow; given up" in markdown(task) and "the page does not exist (status 404)" in markdown(task)
    ResearchTask.objects.filter(pk=task.pk).update(language="zh")
    task.refresh_from_db()
    assert "too slow" not in markdown(task) and "too\\_slow" not in markdown(task)


def test_a_goal_that_has_evidence_is_answered_in_part_and_shows_three_queries(task):
    assert "## Not answered\n" in markdown(task)
    unpaid = task.goals.get(state="insufficient")
    page = rows.source(task.workspace, "- The insurer paid a part.")
    rows.evidence(unpaid, page, page.text)
    for number in range(2, 6):
        rows.query(unpaid, f"payer {number}")
    text = markdown(task)
    assert "## Not answered, or only in part\n" in text and "Answered only in part." in text
    assert "Tried: Red Cape damage insurer; payer 2; payer 3; and 2 more" in text


def test_what_was_tried_says_where_it_was_looked_for(task):
    unpaid = task.goals.get(state="insufficient")
    rows.query(unpaid, "payer", channels=["documents", "wikipedia"], channel_reason="asks for research papers")
    rows.query(unpaid, "insurer", channels=["documents"])
    assert "payer; insurer (in documents, wikipedia)" in markdown(task)


def test_a_quote_from_a_list_loses_its_mark_and_a_figure_keeps_its_sign():
    room = rows.room()
    task = rows.task(room, rows.person("ana", room))
    goal = rows.goal(task, state="done")
    page = rows.source(room, "- The rack burned.\n-5 °C outside.")
    first, second = rows.evidence(goal, page, "- The rack burned."), rows.evidence(goal, page, "-5 °C outside.")
    quotes = [report_rows.sentence(piece.quote, "quote", (piece,)) for piece in (first, second)]
    report_rows.report(task, ("What burned?", goal, quotes))
    assert "“The rack burned.”" in markdown(task) and "-5 °C outside." in markdown(task)


def test_an_empty_report_says_not_answered_and_counts_nothing(task):
    task.claims.all().delete()
    Report.objects.create(task=task, version=2, sections=[], v=1, cause="written")
    text = markdown(task)
    assert f"{task.label} · not answered · version 2" in text and "claims supported" not in text


TAG = "<img src=x onerror=alert(1)>"
CLOSING = f'http://h.example/x?a="><script>alert(1)</script>{TAG}'


def test_no_address_ends_its_link_and_no_word_opens_a_tag(task):
    Source.objects.update(url=CLOSING, title=f"A & B &lt; {CLOSING}", publisher=f"http://h.example/{TAG}")
    report_rows.unread(task, CLOSING, "not_found", CLOSING)
    text = markdown(task)
    link = "<http://h.example/x?a=%22%3E%3Cscript%3Ealert(1)%3C/script%3E%3Cimg%20src=x%20onerror=alert(1)%3E>"
    assert f"UTC. {link}" in text and f"- {link}: " in text
    assert set(re.findall("<[^>]*>", text)) <= {link, "<http://slow.test/annual-review>", "<http://gone.test/list>"}
    assert "A & B \\&lt; http://h.example" in text


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "vbscript:x"])
def test_only_the_web_becomes_links(task, url):
    Source.objects.update(url=url)
    report_rows.unread(task, url, "not_found", "gone")
    text = markdown(task)
    assert f"<{url}" not in text and f"- {url}: the page does not exist (gone)" in text
    Source.objects.update(url="doc://a%20b.pdf")
    text = markdown(task)
    assert [line for line in text.splitlines() if "doc://" in line] == []
    assert "document of the team's own" in text
