"""Two sites with different amounts: found, kept, settled once or disclosed, by the flow itself (R139, R120, B-100)."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine.disputes import disputes, divergences
from research.engine.events import ClaimsChecked, ConflictsFound, ConflictsSettled, GoalChanged, ReportWritten
from research.engine.lifecycle import Phase
from research.engine.settling import needs_replan
from research.roles.briefs import FactBrief
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.planner import BuiltinPlanner
from research.terms import Conflict, Evidence, Fact, GoalState, Verdict
from tests.builders import SaidExecutor, World, evidence, goal, in_hand, leaf, source, state, world

FIRST = evidence(1, quote="Lanwan had 1,240 MWh of storage at the end of 2024.")
OTHER = evidence(2, quote="Lanwan had 1,420 MWh of storage at the end of 2024.")


def found(*pieces: Evidence, facts: Sequence[Fact] = ()) -> list[tuple[int, int, str]]:
    return [(each.left, each.right, each.reason) for each in disputes(goal(), pieces, (), (), facts)]


def test_a_conflict_names_the_goal_in_whose_round_it_was_found() -> None:
    assert disputes(goal(3, "grid storage of Lanwan"), [OTHER], [FIRST], []) == (
        Conflict(1, 2, "values differ: 1,240 MWh / 1,420 MWh", 3),
    )


@given(st.permutations([FIRST, OTHER, evidence(3, quote="Lanwan had 1.24 GWh of storage at the end of 2024.")]))
def test_the_order_of_pieces_does_not_matter(pieces: list[Evidence]) -> None:
    assert [each[:2] for each in found(*pieces)] == [(1, 2), (2, 3)]


def test_a_quote_that_names_nothing_speaks_of_what_its_page_is_called() -> None:
    words = "The station holds 30 MWh.", "The station holds 45 MWh."

    def pair(*titles: str) -> list[Any]:
        return found(*(evidence(n, quote=words[n], source=source(title)) for n, title in enumerate(titles)))

    assert not pair("The Red Cape station at a glance", "The Tidegate station at a glance")
    assert pair("About the Red Cape", "Annual list: the Red Cape")
    assert pair("Annual list", "Another list")


def told(
    number: int, value: str, subject: str = "storage of Lanwan", relation: str = "capacity at end of 2024"
) -> Fact:
    return Fact(subject, relation, value, number, 0.9)


PROSE = [
    evidence(1, quote="By the turn of the year the islands' batteries held 1,240 MWh."),
    evidence(2, quote="Storage on the grid of Lanwan amounts to some 1.42 GWh, says the institute."),
]


def test_facts_of_a_model_disagree_where_no_words_of_the_quotes_meet() -> None:
    assert not found(*PROSE)
    assert found(*PROSE, facts=[told(1, "1,240 MWh"), told(2, "1.42 GWh")]) == [
        (1, 2, "values differ: 1,240 MWh / 1.42 GWh")
    ]
    assert not found(*PROSE, facts=[told(1, "1,240 MWh"), told(2, "1.24 GWh")])
    assert not found(*PROSE, facts=[told(1, "1,240 MWh"), told(2, "1.42 GWh", relation="capacity at end of 2025")])


def test_a_pair_that_quotes_and_facts_tell_is_one_conflict() -> None:
    assert len(found(FIRST, OTHER, facts=[told(1, "1,240 MWh"), told(2, "1,420 MWh")])) == 1


def test_trends_that_part_inside_one_goal_are_the_signal_to_split_it() -> None:
    """R030; a reprint or a second wording of one matter is no second trend."""
    rose = evidence(1, quote="Lithium carbonate prices rose 5% in May 2024.")
    fell = evidence(2, quote="Lithium hydroxide prices fell 3% in May 2024.")
    ((left, right, signal),) = divergences([rose, fell])
    assert (left, right, signal.left, signal.right) == (1, 2, "carbonate", "hydroxide")
    assert not found(rose, fell)
    assert not divergences([rose, evidence(3, quote="Lithium hydroxide prices rose 3% in May 2024.")])
    assert not divergences([rose, evidence(2, quote=fell.quote, same_as=9)])


class Triples(SaidExecutor):
    """An executor that draws the triples it was given, as a model would."""

    async def find_facts(self, brief: FactBrief) -> tuple[Fact, ...]:
        values = {1: "1,240 MWh", 2: "1.42 GWh"}
        return tuple(told(entry.evidence, values[entry.evidence]) for entry in brief.entries)


async def test_facts_of_this_round_meet_those_of_earlier_ones() -> None:
    there = world(begun=state(goal(), phase=Phase.MEMORY, active=1, round=in_hand(PROSE[1])), executor=Triples())
    there.box.pieces = {piece.number: piece for piece in PROSE}
    there.box.facts = [told(1, "1,240 MWh")]
    await there.step()
    assert [(each.left, each.right) for each in there.saw(ConflictsFound)[0].conflicts] == [(1, 2)]


async def reported(*pieces: Evidence, conflicts: Sequence[Conflict], **parts: Any) -> World:
    there = world(begun=state(goal(), goal(2), phase=Phase.REPORT), **parts)
    there.box.pieces = {piece.number: piece for piece in pieces}
    there.box.disputes = list(conflicts)
    await there.step()
    return there


def stated(there: World) -> list[tuple[int, ...]]:
    return [each.evidence for section in there.saw(ReportWritten)[0].sections for each in section.sentences]


QUARREL = Conflict(1, 2, "values differ: 1,240 MWh / 1,420 MWh", 1)
REGISTER = source("Register of stations", credibility=1.0, host="register.example")
SETTLED = evidence(2, quote=OTHER.quote, source=REGISTER)


async def test_a_settled_report_states_the_prevailing_value_alone() -> None:
    there = await reported(FIRST, SETTLED, conflicts=[QUARREL])
    (made,) = there.saw(ConflictsSettled)[0].conflicts
    assert (made.settled_for, made.because) == (2, "more trusted (1.00 against 0.80)")
    assert stated(there) == [(2,)]
    assert there.box.disputes == [made]


async def test_what_prevails_stands_in_for_what_lost_in_the_section_of_another_goal() -> None:
    """Two sections don't state two values (B-100), and no section is left without its answer."""
    there = await reported(evidence(1, of=2, quote=FIRST.quote), SETTLED, conflicts=[QUARREL])
    assert {number for evidence in stated(there) for number in evidence} == {2}


async def test_an_open_conflict_puts_both_values_into_the_report() -> None:
    there = await reported(FIRST, OTHER, conflicts=[QUARREL])
    assert there.saw(ConflictsSettled)[0].conflicts[0].settled_for is None
    assert sorted(stated(there)) == [(1,), (2,)]


async def test_without_conflicts_nothing_is_settled() -> None:
    assert not (await reported(FIRST, conflicts=[])).saw(ConflictsSettled)


@pytest.mark.parametrize(("page", "verdict"), [(REGISTER, Verdict.SUPPORTED), (OTHER.source, Verdict.CONTRADICTED)])
async def test_a_settled_claim_waits_for_nobody_and_an_open_one_for_a_person(page: Any, verdict: Verdict) -> None:
    there = await reported(FIRST, evidence(2, quote=OTHER.quote, source=page), conflicts=[QUARREL])
    await there.step()
    assert {made.verdict for made in there.saw(ClaimsChecked)[0].checked} == {verdict}


# --- whole tasks: builtin roles, two sites

STATISTICS = """At the end of 2024 the grid storage of Lanwan had a capacity of 1,240 MWh.
The register counts stations of 10 MW and above."""
REVIEW = """The institute looked back at the year.
At the end of 2024 the grid storage of Lanwan had a capacity of 1.42 GWh.
More stations were planned for the south."""


async def two_sites(**second: Any) -> World:
    leaves = [
        leaf("Storage statistics of Lanwan", STATISTICS, host="stats.example"),
        leaf("Annual review of Lanwan storage", REVIEW, **{"host": "institute.example", **second}),
    ]
    there = world(leaves, planner=BuiltinPlanner(), executor=BuiltinExecutor(HashingEmbedder()))
    return await there.until(Phase.REVIEW, Phase.RETROSPECT)


def values(there: World) -> str:
    return " ".join(each.text for section in there.saw(ReportWritten)[0].sections for each in section.sentences)


async def test_two_sites_with_different_amounts_are_disclosed_where_nothing_decides() -> None:
    there = await two_sites()
    ((conflict,),) = [event.conflicts for event in there.saw(ConflictsSettled)]
    assert conflict.reason == "values differ: 1,240 MWh / 1.42 GWh"
    assert (conflict.settled_for, bool(conflict.because)) == (None, True)
    assert "1,240 MWh" in values(there) and "1.42 GWh" in values(there)
    assert there.state.phase is Phase.REVIEW
    assert needs_replan(conflict, there.state.mind.goals)


@pytest.mark.parametrize(
    ("second", "stands", "why"),
    [
        ({"credibility": 0.4}, "1,240 MWh", "more trusted (0.80 against 0.40)"),
        ({"credibility": 1.0}, "1.42 GWh", "more trusted (1.00 against 0.80)"),
        ({"published": date(2025, 9, 1)}, "1.42 GWh", "newer (2025-09-01 against 2024-12-31)"),
    ],
)
async def test_two_sites_with_different_amounts_are_settled_with_the_reason(
    second: dict[str, Any], stands: str, why: str
) -> None:
    there = await two_sites(**second)
    (conflict,) = there.saw(ConflictsSettled)[0].conflicts
    assert conflict.because == why
    lost = {"1,240 MWh", "1.42 GWh"} - {stands}
    assert stands in values(there) and lost.pop() not in values(there)
    assert not needs_replan(conflict, there.state.mind.goals)
    assert [each.goal.state for each in there.saw(GoalChanged)][-1] is GoalState.INSUFFICIENT


async def test_two_sites_with_one_amount_in_two_notations_agree() -> None:
    leaves = [
        leaf("Storage statistics of Lanwan", STATISTICS, host="stats.example"),
        leaf("Annual review of Lanwan storage", REVIEW.replace("1.42", "1.24"), host="institute.example"),
    ]
    there = world(leaves, planner=BuiltinPlanner(), executor=BuiltinExecutor(HashingEmbedder()))
    await there.until(Phase.REVIEW, Phase.RETROSPECT)
    assert not there.saw(ConflictsFound) and not there.saw(ConflictsSettled)
