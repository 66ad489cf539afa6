"""Fresh evidence into memory; at a goal's end one summary that loses nothing (R038, R077, R083, C1)."""

from dataclasses import replace

import pytest

from memory.evolving import GoalIsImmutable
from memory.summary import Summary, Support
from research.engine.events import (
    ConflictsFound,
    FactsNoted,
    GoalChanged,
    GoalsAdded,
    Remembered,
    ReportEvolved,
    RoundClosed,
    Summarised,
)
from research.engine.lifecycle import Phase
from research.engine.state import Counts
from research.roles.briefs import PlannedGoal, SummaryBrief
from research.roles.tokens import count_tokens
from research.terms import Evidence, Goal, GoalState
from tests.builders import (
    QUESTION,
    SaidExecutor,
    SaidPlanner,
    World,
    evidence,
    goal,
    in_hand,
    source,
    state,
    world,
)


def remembering(*fresh: Evidence, of: Goal | None = None, **parts: object) -> World:
    begun = state(of or goal(), phase=Phase.MEMORY, active=1, round=in_hand(*fresh), **parts.pop("state", {}))  # type: ignore[arg-type]
    there = world(begun=begun, **parts)
    there.box.pieces = {piece.number: piece for piece in fresh}
    return there


async def after(there: World) -> Goal:
    await there.step()
    return there.state.mind.goal(1)


FIRST = evidence(1, quote="Lanwan had 1,240 MWh of storage at the end of 2024.")
SECOND = evidence(2, quote="By December 2024 the grid counted 1,240 MWh in storage stations.")


async def test_a_gap_that_evidence_answers_is_closed_and_another_goes_to_the_end() -> None:
    there = remembering(FIRST, of=goal(wanted=("capacity", "tariff", "owner")))
    assert (await after(there)).gaps == ("tariff", "owner")
    there = remembering(evidence(total=0.7), of=goal(wanted=("capacity", "date")), answers_in_part=0.75)
    assert (await after(there)).gaps == ("date", "capacity")


async def test_two_independent_sources_finish_a_goal() -> None:
    assert (await after(remembering(FIRST, SECOND))).state is GoalState.DONE


async def test_one_source_leaves_it_open_and_so_does_its_reprint() -> None:
    assert not (await after(remembering(FIRST))).state.closed
    reprint = replace(SECOND, quote=FIRST.quote, reprint_of=1)
    left = await after(remembering(FIRST, reprint))
    assert not left.state.closed
    assert left.publishers == (FIRST.source.key,)


async def test_two_quotes_of_one_page_are_one_witness() -> None:
    left = await after(remembering(FIRST, replace(SECOND, source=FIRST.source)))
    assert not left.state.closed


async def test_a_source_that_decides_the_matter_itself_suffices() -> None:
    piece = evidence(1, quote="Status: Final", source=source("PEP 634 – Structural pattern matching"))
    done = await after(remembering(piece, of=goal(question="Which status has PEP 634?")))
    assert done.state is GoalState.DONE


async def test_a_conflict_keeps_a_goal_open_and_is_written_down() -> None:
    left = evidence(1, quote="Lanwan had 1,240 MWh of storage at the end of 2024.")
    right = evidence(2, quote="Lanwan had 1,420 MWh of storage at the end of 2024.")
    there = remembering(left, right)
    assert not (await after(there)).state.closed
    (found,) = there.saw(ConflictsFound)[0].conflicts
    assert ((found.left, found.right), "1,240 MWh" in found.reason) == ((1, 2), True)
    assert not [each for each in there.saw(GoalChanged) if each.goal.state.closed]


async def test_a_source_that_contradicts_itself_is_a_conflict_with_both_places() -> None:
    """B-100, in one goal and across two: each place is a quote of its own."""
    paper = source("Index report")
    summary = evidence(1, quote="The share of firms with a model was 31 % in 2024.", source=paper, paragraph=2, page=1)
    chart = evidence(
        2,
        quote="The share of firms with a model was 37 % in 2024.",
        source=paper,
        start=900,
        end=949,
        paragraph=40,
        page=9,
    )
    there = remembering(summary, chart)
    await there.step()
    assert [(c.left, c.right) for c in there.saw(ConflictsFound)[0].conflicts] == [(1, 2)]
    assert (summary.place, chart.place) == ("p. 1, ¶ 2", "p. 9, ¶ 40")
    across = remembering(replace(chart, number=7))
    across.box.pieces[1] = replace(summary, goal=2)
    across.state = replace(across.state, mind=replace(across.state.mind, goals=(*across.state.mind.goals, goal(2))))
    await across.step()
    assert [(c.left, c.right) for c in across.saw(ConflictsFound)[0].conflicts] == [(1, 7)]


async def test_a_corroboration_by_another_publisher_is_a_witness_and_no_second_fragment() -> None:
    witness = replace(SECOND, same_as=1, source=replace(SECOND.source, publisher="other.example"))
    there = remembering(FIRST, witness)
    assert (await after(there)).state is GoalState.DONE
    facts = [fact.evidence for event in there.saw(ReportEvolved) for fact in event.report.facts]
    assert facts == [(1,)]


async def test_a_publisher_who_says_a_thing_twice_is_one_witness() -> None:
    again = replace(SECOND, same_as=1, source=replace(SECOND.source, publisher=FIRST.source.publisher))
    left = await after(remembering(FIRST, again))
    assert not left.state.closed
    assert left.publishers == (FIRST.source.key,)


async def test_a_round_that_brings_only_reprints_is_a_dry_one() -> None:
    there = remembering(replace(SECOND, reprint_of=1), of=goal(dry=1))
    assert (await after(there)).state is GoalState.INSUFFICIENT
    assert there.saw(RoundClosed)[0].valuable == 0
    assert there.state.mind.dry == 1


async def test_a_round_without_evidence_is_dry_and_two_of_them_end_the_goal() -> None:
    there = remembering()
    assert (await after(there)).dry == 1
    assert (await after(remembering(of=goal(dry=1)))).state is GoalState.INSUFFICIENT
    assert (await after(remembering(FIRST, of=goal(dry=1)))).dry == 0


async def test_an_open_goal_gets_no_summary() -> None:
    """C1: a summary never spans part of a goal."""
    there = remembering(FIRST)
    await there.step()
    assert not there.saw(Summarised)
    assert there.saw(GoalChanged)[0].why == "goes on"


async def test_a_closed_goal_gets_one_summary_of_its_own_evidence() -> None:
    there = remembering(FIRST, SECOND)
    await there.step()
    (made,) = there.saw(Summarised)
    assert made.summary.goal == 1
    assert {1, 2} == {line.evidence for line in made.summary.support} | {_concluding(made.summary)}
    assert not made.retried


def _concluding(summary: Summary) -> int:
    return int(summary.conclusion.rpartition("[E-")[2].rstrip("]"))


class Forgetful(SaidExecutor):
    """Rewords, and leaves out what it is not told twice to keep; `learns`: does it keep it then?"""

    def __init__(self, learns: bool) -> None:
        super().__init__()
        self.learns = learns

    async def summarise(self, brief: SummaryBrief) -> Summary:
        self.summed.append(brief)
        aim = brief.goal
        kept = " ".join(brief.lost) if self.learns else ""
        words = f"The stations hold a lot. {kept}".strip()
        return Summary(aim.number, aim.question, brief.outcome, words, (Support(1, "a lot"), Support(2, "too")), ())


async def test_a_summary_that_lost_a_figure_is_asked_for_again_with_what_it_lost() -> None:
    executor = Forgetful(learns=True)
    there = remembering(FIRST, SECOND, executor=executor)
    await there.step()
    (made,) = there.saw(Summarised)
    assert (made.retried, made.kept_raw) == (True, 0)
    assert any("1,240" in item for item in executor.summed[1].lost)


async def test_a_summary_that_loses_twice_keeps_the_raw_lines() -> None:
    there = remembering(FIRST, SECOND, executor=Forgetful(learns=False))
    await there.step()
    made = there.saw(Summarised)
    assert made[0].retried
    assert made[0].kept_raw > 0
    assert "1,240 MWh" in " ".join(part.summary.text() for part in made)


@pytest.mark.parametrize(("summary_from", "asked"), [(2, 0), (1, 2)])
async def test_one_quotation_stands_as_it_is_and_nobody_is_asked_to_sum_it_up(summary_from: int, asked: int) -> None:
    executor = Forgetful(learns=False)
    there = remembering(FIRST, executor=executor, summary_from=summary_from, rounds_per_goal=1)
    await there.step()
    assert FIRST.quote in there.saw(Summarised)[0].summary.text()
    assert len(executor.summed) == asked


async def test_working_memory_is_emptied_at_a_switch_of_goals() -> None:
    there = world(begun=state(goal(1), goal(2), phase=Phase.MEMORY, active=2, round=in_hand(evidence(9, of=2))))
    there.state = replace(there.state, mind=replace(there.state.mind, working=_of_goal_one()))
    await there.step()
    working = there.saw(Remembered)[0].working
    assert (working.goal, [entry.evidence for entry in working.entries]) == (2, [9])


def _of_goal_one():  # type: ignore[no-untyped-def]
    from memory.working import Entry, WorkingMemory

    return WorkingMemory(1, (Entry(4, 1, "old", "Old", "", 0.9, 1),))


async def test_working_memory_holds_its_cap_and_counts_what_left() -> None:
    pieces = [evidence(number, quote=f"Station {number} holds storage.", total=number / 10) for number in range(3, 10)]
    there = remembering(*pieces, working_entries=5)
    await there.step()
    working = there.saw(Remembered)[0].working
    assert [entry.evidence for entry in working.entries] == [5, 6, 7, 8, 9]
    assert working.evicted == 2


async def test_facts_name_only_fresh_evidence() -> None:
    there = remembering(FIRST, SECOND)
    await there.step()
    assert {fact.evidence for fact in there.saw(FactsNoted)[0].facts} == {1, 2}


@pytest.mark.parametrize("cap", [500, 800])
async def test_the_evolving_report_stays_under_its_cap_and_its_goal_never_changes(cap: int) -> None:
    there = remembering(report_tokens=cap)
    for number in range(1, 40):
        piece = evidence(number, quote=f"Station {number} of Lanwan holds {number * 37} MWh since May {1990 + number}.")
        there.box.pieces[number] = piece
        there.state = replace(there.state, phase=Phase.MEMORY, round=in_hand(piece))
        there.state = replace(there.state, mind=there.state.mind.with_goal(goal()))
        there.state = replace(there.state, mind=replace(there.state.mind, active=1))
        await there.step()
        assert count_tokens(there.state.mind.evolving.text()) <= cap
        assert there.state.mind.evolving.goal == QUESTION
    assert there.state.mind.evolving.archived_count > 0
    with pytest.raises(GoalIsImmutable):
        there.state.mind.evolving.updated(replace(there.state.mind.evolving, goal="something else"))


async def test_the_report_lists_the_gaps_of_open_goals_only() -> None:
    there = remembering(FIRST, SECOND, of=goal(wanted=("capacity",)))
    await there.step()
    assert there.saw(ReportEvolved)[0].report.gaps == ()


async def test_evidence_may_bring_up_finer_goals_with_numbers_of_their_own() -> None:
    finer = SaidPlanner(grown={1: [PlannedGoal("Red Cape station", ("owner",)), PlannedGoal("Tidegate", ())]})
    there = remembering(FIRST, SECOND, planner=finer, state={"counts": {"goals": 5}})
    await there.step()
    (added,) = there.saw(GoalsAdded)
    assert [(each.number, each.parent, each.gaps) for each in added.goals] == [
        (6, 1, ("owner",)),
        (7, 1, ("Tidegate",)),
    ]
    assert there.state.counts.goals == 7


async def test_no_finer_goal_grows_below_the_deepest_level_or_without_room() -> None:
    for limits in ({"goal_depth": 1}, {"goals_in_all": 1}):
        planner = SaidPlanner(grown={1: [PlannedGoal("finer", ())]})
        there = remembering(FIRST, SECOND, planner=planner, **limits)
        await there.step()
        assert not there.saw(GoalsAdded)
        assert not planner.grew


@pytest.mark.parametrize(
    ("rounds", "phase"), [(0, Phase.QUERY), (1, Phase.QUERY), (2, Phase.REFLECT), (5, Phase.REFLECT)]
)
async def test_every_third_round_is_reflected_on(rounds: int, phase: Phase) -> None:
    there = remembering(FIRST, state={"counts": {"rounds": rounds}})
    await there.step()
    assert there.state.phase is phase
    assert there.state.counts.rounds == rounds + 1


async def test_a_closed_round_leaves_nothing_in_hand() -> None:
    there = remembering(FIRST)
    await there.step()
    assert there.state.round == type(there.state.round)()
    assert there.state.counts != Counts()
