"""What rewordings had to keep and what was saved: a line of the journal, and a table on the task's page."""

import pytest
from django.test import Client

from research.models import Entry, ResearchTask, User, Workspace
from research.store.rewordings import totals
from research.web.sentences import told
from tests.web import rows

pytestmark = pytest.mark.django_db

SAVED = {"asserted": 1234, "lost": 9, "by_retry": 5, "by_raw": 4}
WHOLE = {"asserted": 20, "lost": 0, "by_retry": 0, "by_raw": 0}
SUMMARY = {"summary": {"goal": 1}, "retried": True, "kept_raw": 2, "retained": SAVED}


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def task(room: Workspace, ada: User) -> ResearchTask:
    return rows.task(room, ada)


@pytest.fixture
def page(ada: User, task: ResearchTask):
    client = Client()
    client.force_login(ada)
    return lambda: client.get(f"/tasks/T-{task.pk}").content.decode()


def details(kind: str, **payload: object) -> tuple[str, ...] | None:
    made = told(Entry(kind=kind, payload=payload), {1: "What burned?"})
    return made.details if made else None


def test_a_summary_says_what_it_lost_at_first_and_how_that_was_saved() -> None:
    assert details("Summarised", **SUMMARY) == (
        "Items held against the input, none of them lost: 1234",
        "Missing at first: 9. Saved by asking again: 5, by raw lines: 4",
        "Lines kept word for word: 2",
    )


def test_a_summary_of_an_older_program_says_what_it_knows() -> None:
    old = {key: value for key, value in SUMMARY.items() if key != "retained"}
    assert details("Summarised", **old) == (
        "The first wording lost something and was written again.",
        "Lines kept word for word: 2",
    )


def test_the_report_is_told_only_where_facts_were_merged_and_a_digest_only_where_there_is_one() -> None:
    assert details("ReportEvolved", report={}, retained=WHOLE | {"asserted": 0}) is None
    assert details("ReportEvolved", report={}) is None
    assert details("ReportEvolved", report={}, retained=WHOLE)
    assert details("Digested", goal=1, digests=[]) is None
    assert details("Digested", goal=1, digests=[{}], retained=WHOLE) == (
        "Items held against the input, none of them lost: 20",
    )


def test_the_task_page_counts_the_saves_newest_first(page, task: ResearchTask) -> None:
    assert "Nothing has been reworded yet." in page()
    rows.happened(task, "Summarised", **SUMMARY)
    rows.happened(task, "Digested", goal=1, digests=[{}], retained=WHOLE)
    rows.happened(task, "ReportEvolved", report={}, retained=WHOLE | {"asserted": 0})
    table = page().split('id="rewordings"')[1]
    assert "2 rewordings were held against their input: 1,254 items to keep, 9 saved." in table
    assert table.index("Digest of a reach") < table.index("Summary of a goal")
    assert "Facts merged" not in table, "a round in which nothing was reworded is no rewording"
    assert all(f'class="n">{count}</td>' in table for count in ("1,234", "9", "5", "4"))


def test_the_counts_of_many_tasks_are_added_up(room: Workspace, ada: User, task: ResearchTask) -> None:
    other = rows.task(room, ada)
    rows.happened(task, "Summarised", **SUMMARY)
    rows.happened(other, "Summarised", **SUMMARY)
    assert totals(Entry.objects.all()) == (2468, 18, 10, 8)
    assert totals(Entry.objects.filter(kind="Reached")) == (0, 0, 0, 0)
