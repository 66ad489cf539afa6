"""What sources disagree about, as people and programs meet it: live, in the report, its Markdown, its data (R139)."""

from datetime import date
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from memory.conflicts import Fact, Quoted, clash, conflicts
from research.engine.limits import Limits
from research.engine.settling import CIRCLE, Side, settlement
from research.models import Conflict, Entry, Evidence, ResearchTask, User, Workspace
from research.store.disagreements import disagreements
from research.store.markdown import markdown
from research.store.sayings import said as worded
from research.web.sentences import told
from tests.sayings import is_known
from tests.web import report_rows, rows
from tests.web.parsed import all_words, page, pick, words

pytestmark = pytest.mark.django_db
WHY = "more trusted (1.00 against 0.60)"


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def desk(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


@pytest.fixture
def quarrel(room: Workspace, ada: User) -> Conflict:
    """In the written report of `report_rows`: 38 minutes against 45, as the engine would word it."""
    report_rows.reviewed_report(room, ada)
    made: Conflict = Conflict.objects.get()
    made.reason = "values differ: 38 minutes / 约45分钟"
    made.save()
    return made


def look(desk: Client, path: str) -> Any:
    response: Any = desk.get(path)
    return page(response)


def settle(quarrel: Conflict, prevails: Evidence | None, because: str) -> None:
    quarrel.settled_for, quarrel.because = prevails, because
    quarrel.save()


@pytest.mark.parametrize("settled", [True, False])
def test_who_decides_on_a_sentence_is_told_how_the_search_settled_what_stands_against_it(
    desk: Client, quarrel: Conflict, settled: bool
) -> None:
    settle(quarrel, quarrel.left if settled else None, WHY if settled else CIRCLE)
    claim = quarrel.task.claims.filter(citations__evidence=quarrel.left).first()
    assert claim is not None
    sentence = disagreements(quarrel.task)[0].verdict
    assert sentence.startswith("“" if settled else "Open: ")
    for path in (f"/review/{claim.label}", f"/claims/{claim.label}/E-{quarrel.left.pk}"):
        shown = look(desk, path)
        assert sentence in words(shown) and "Against it" in words(shown), path


def test_a_quote_that_was_dropped_stands_against_nothing(desk: Client, quarrel: Conflict) -> None:
    claim = quarrel.task.claims.filter(citations__evidence=quarrel.left).first()
    assert claim is not None and "Against it" in words(look(desk, f"/review/{claim.label}"))
    Evidence.objects.filter(pk=quarrel.right_id).update(dropped=True)
    assert "Against it" not in words(look(desk, f"/review/{claim.label}"))


def test_a_settled_one_says_what_prevails_and_why_and_keeps_both_sides(desk: Client, quarrel: Conflict) -> None:
    settle(quarrel, quarrel.left, WHY)
    shown = pick(look(desk, f"/tasks/T-{quarrel.task_id}/report"), ".conflict")[0]
    verdict = f"“{quarrel.left.source.title}” prevails, being {WHY}."
    assert all_words(shown, ".verdict-line") == [verdict]
    sides = all_words(shown, ".side-quote")
    assert ["prevails" in side for side in sides] == [True, False]
    assert "38 minutes" in sides[0] and "约45分钟" in sides[1]
    (line,) = [line for line in markdown(quarrel.task).splitlines() if "↔" in line]
    assert verdict in line and "values differ: 38 minutes / 约45分钟" in line
    assert "澜湾日报, 2024-03-04" in line


def test_an_open_one_says_why_nothing_decides(desk: Client, quarrel: Conflict) -> None:
    because = f"one side is newer (2025-03-01 against 2024-03-04), the other is {WHY}"
    settle(quarrel, None, because)
    shown = pick(look(desk, f"/tasks/T-{quarrel.task_id}/report"), ".conflict")[0]
    assert all_words(shown, ".verdict-line") == [f"Open: {because}."]
    assert not pick(shown, ".prevails")
    assert f"Open: {because}." in markdown(quarrel.task)


def test_before_the_search_is_over_nothing_is_said_of_who_prevails(desk: Client, quarrel: Conflict) -> None:
    assert not pick(look(desk, f"/tasks/T-{quarrel.task_id}/report"), ".verdict-line")
    assert "prevails" not in markdown(quarrel.task).replace("where one prevails", "")


def test_the_data_names_the_evidence_that_prevails(desk: Client, quarrel: Conflict) -> None:
    path = f"/api/v1/tasks/{quarrel.task.label}/report"
    (given,) = desk.get(path).json()["conflicts"]
    assert (given["settled_for"], given["because"]) == (None, "")
    assert (given["right"]["publisher"], given["right"]["published"]) == ("澜湾日报", "2024-03-04")
    settle(quarrel, quarrel.right, WHY)
    (given,) = desk.get(path).json()["conflicts"]
    assert (given["settled_for"], given["because"]) == (quarrel.right.label, WHY)


def test_the_live_tree_shows_both_values_with_sources_and_dates(desk: Client, room: Workspace, ada: User) -> None:
    task: ResearchTask = rows.task(room, ada)
    goal, other = rows.goal(task, "How much storage?", state="active"), rows.goal(task, "Below 10 MW?")
    one = rows.evidence(
        goal, rows.source(room, "It was 1,240 MWh.", "Statistics", published=date(2024, 12, 31)), "1,240 MWh"
    )
    two = rows.evidence(goal, rows.source(room, "We count 1,420 MWh.", "Annual review", published=None), "1,420 MWh")
    rows.conflict(one, two, "values differ: 1,240 MWh / 1,420 MWh")
    shown = look(desk, f"/tasks/T-{task.pk}")
    (dispute,) = pick(shown.get_element_by_id("tree"), ".dispute")
    for part in (
        "values differ: 1,240 MWh / 1,420 MWh",
        "Statistics",
        "2024-12-31",
        "Annual review",
        one.source.publisher,
    ):
        assert part in words(dispute)
    assert other.question not in words(dispute)


def test_of_pieces_on_one_matter_only_the_head_quarrels(room: Workspace, ada: User) -> None:
    task = rows.task(room, ada)
    goal = rows.goal(task)
    texts = ("1,240 MWh stood there", "1.24 GWh in all", "1,420 MWh stood there")
    head, follower, rival = (rows.evidence(goal, rows.source(room, text), text) for text in texts)
    rows.conflict(follower, rival)
    assert [each.left for each in disagreements(task)] == [follower]
    rows.conflict(head, rival)
    Evidence.objects.filter(pk=follower.pk).update(same_as=head)
    assert [each.left for each in disagreements(task)] == [head]


def test_the_journal_tells_what_was_settled_and_what_stayed_open() -> None:
    quarrels: list[dict[str, Any]] = [
        {"left": 1, "right": 2, "reason": "values differ: 5 % / 8 %", "settled_for": 2, "because": WHY},
        {
            "left": 3,
            "right": 4,
            "reason": "dates differ: May / July",
            "goal": 1,
            "settled_for": None,
            "because": CIRCLE,
        },
    ]
    with translation.override("en"):
        line = told(Entry(kind="ConflictsSettled", payload={"conflicts": quarrels}), {})
    assert line and line.text == "Before writing: 1 of 2 disagreements settled"
    assert line.details == (f"values differ: 5 % / 8 %. Settled: {WHY}", f"dates differ: May / July. Open: {CIRCLE}")


QUOTES = [
    ("The plant of Lanwan holds 30 GWh.", "The plant of Lanwan holds 45 GWh."),
    ("罚款5亿元。", "罚款5亿美元。"),
    ("PEP 703 was accepted on 2023-10-24.", "PEP 703 was accepted on 28 July 2023."),
    ("TiDB v8.5.0 支持外键。", "TiDB v8.5.0 不支持外键。"),
    ("出口量同比增长12%。", "出口量同比下降12%。"),
]
OBJECTS = [("22%", "25%"), ("version 8.5.0", "version 8.1.0"), ("approved", "rejected")]


def engine_says() -> list[str]:
    """Every sentence about a conflict that the engine can make, by asking it."""
    said = [clash(Quoted(a), Quoted(b)) for a, b in QUOTES]
    for one, other in OBJECTS:
        sides = [Fact(n, "CATL", "share", text, f"{n}", date(2023 + n, 1, 1)) for n, text in enumerate((one, other))]
        said += [found.reason for found in conflicts(sides)]
    days, trusts, numbers = (date(2024, 1, 1), date(2025, 1, 1)), (0.4, 0.8), (1, 4)
    every = [Side(*each) for each in product(days, trusts, numbers)]
    said += [settlement(left, right, Limits()).because for left, right in product(every, repeat=2)]
    assert all(said)
    return [CIRCLE, *map(str, dict.fromkeys(said))]


def test_every_sentence_of_the_engine_about_a_conflict_has_its_words() -> None:
    """Whatever it says, a pattern knows it whole, so a Chinese report never carries an English reason."""
    for sentence in engine_says():
        assert is_known(sentence), sentence
        with translation.override("en"):
            assert worded(sentence) == sentence


def test_a_chinese_report_gives_the_reason_in_chinese(quarrel: Conflict) -> None:
    settle(quarrel, quarrel.left, WHY)
    ResearchTask.objects.filter(pk=quarrel.task_id).update(language="zh")
    quarrel.task.refresh_from_db()
    (line,) = [line for line in markdown(quarrel.task).splitlines() if "↔" in line]
    assert "数值不同：38 minutes / 约45分钟" in line and "更可信（1.00 对 0.60）" in line
