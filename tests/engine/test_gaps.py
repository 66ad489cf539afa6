"""What becomes of a gap: closed with the evidence that did it, narrowed to what is missing, or left open at the end."""

from dataclasses import replace

import pytest

from research.engine.events import RoundClosed
from research.engine.gaps import Settled, settled
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.terms import Evidence
from tests.builders import evidence, goal, in_hand, state, world

DATED = "The scheme was accepted on 16 June 2025."
UNDATED = "Lanwan has a lot of storage."


def piece(number: int, quote: str = DATED, relevance: float = 0.9) -> Evidence:
    made = evidence(number, quote=quote)
    return replace(made, score=replace(made.score, relevance=relevance))


@pytest.mark.parametrize(
    ("gap", "fresh", "held", "expected"),
    [
        ("capacity", [], [], Settled(("tariff", "capacity"), (), "capacity")),
        ("capacity", [piece(1, relevance=0.4)], [], Settled(("tariff", "capacity"), (), "capacity")),
        ("capacity", [piece(1, relevance=0.5), piece(2)], [], Settled(("tariff",), (2, 1))),
        ("date, cost", [piece(3)], [], Settled(("tariff", "cost"), (3,), "cost")),
        ("date, cost", [piece(3)], [piece(1, "It cost 5 million euros.")], Settled(("tariff",), (3,))),
        ("date, decision or status", [piece(3)], [], Settled(("tariff",), (3,))),
        ("date, cost", [piece(3, UNDATED)], [], Settled(("tariff",), (3,))),
        ("日期、数量", [piece(3, "2024年12月31日发布。")], [], Settled(("tariff",), (3,))),
        ("日期、比例", [piece(3, "该办法于2024年12月31日发布。")], [], Settled(("tariff", "比例"), (3,), "比例")),
    ],
)
def test_a_gap_is_closed_with_its_evidence_or_restated(
    gap: str, fresh: list[Evidence], held: list[Evidence], expected: Settled
) -> None:
    assert settled((gap, "tariff"), gap, fresh, held, Limits()) == expected


@pytest.mark.parametrize(
    ("gaps", "quote", "relevance", "left"),
    [
        (("files", "date, decision or status"), DATED, 0.9, ()),
        (("files", "date, decision or status"), DATED, 0.6, ("date, decision or status",)),
        (("files", "date, decision or status"), UNDATED, 0.9, ("date, decision or status",)),
        (("files", "date, figures"), DATED, 0.9, ("date, figures",)),
        (("files", "date of the tariff"), DATED, 0.9, ("date of the tariff",)),
        (("文件", "日期、结果或状态"), "该办法于2024年12月31日通过。", 0.9, ()),
    ],
)
def test_evidence_for_one_gap_closes_another_that_only_names_kinds_of_answer_it_holds(
    gaps: tuple[str, ...], quote: str, relevance: float, left: tuple[str, ...]
) -> None:
    assert settled(gaps, gaps[0], [piece(1, quote, relevance)], [], Limits()).gaps == left


def test_a_gap_that_the_goal_no_longer_has_is_not_put_back() -> None:
    assert settled(("tariff",), "capacity", [], [], Limits()).gaps == ("tariff",)
    assert settled(("tariff",), "date, cost", [piece(1)], [], Limits()).gaps == ("tariff",)
    assert settled(("date, cost", "cost"), "date, cost", [piece(1)], [], Limits()).gaps == ("cost",)


async def test_the_journal_says_which_evidence_closed_a_gap() -> None:
    begun = state(goal(gaps=("capacity", "tariff")), phase=Phase.MEMORY, active=1, round=in_hand(piece(7)))
    there = world(begun=begun)
    await there.step()
    (closed,) = there.saw(RoundClosed)
    assert (closed.gap, closed.closed_by, closed.left) == ("capacity", (7,), "")
    assert there.state.mind.goal(1).gaps == ("tariff",)
