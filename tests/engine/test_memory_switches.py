"""Memory holds one goal at a time; a goal's end is the only moment at which anything is summed up (C1, R038, R148)."""

from dataclasses import replace

from memory.working import WorkingMemory
from research.engine.asks import entry_of
from research.engine.events import (
    Backtracked,
    Event,
    GoalChanged,
    GoalSplit,
    Remembered,
    ReportEvolved,
    SnapshotTaken,
    Summarised,
)
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.loop import apply
from research.engine.steering import steered
from research.engine.wishes import Steer, Wish
from research.roles.briefs import PlannedGoal
from research.terms import Evidence, Goal, GoalState
from tests.builders import (
    OFF_GOAL,
    ON_GOAL,
    SaidExecutor,
    SaidPlanner,
    World,
    evidence,
    goal,
    in_hand,
    leaf,
    source,
    state,
    world,
)

HOSTS = ("a.example", "b.example")
PLACES = ("Lanwan", "Tidegate", "Red Cape")
LEAVES = [
    leaf(f"{place} {at}", f"{place} had {figure + at} MWh of storage{' in all' * at} at the end of 2024.", host=host)
    for figure, place in zip((1240, 310, 77), PLACES, strict=True)
    for at, host in enumerate(HOSTS)
]


def three_goals(reflections: tuple[object, ...] = ()) -> World:
    plans = [PlannedGoal(f"storage of {place}", ("capacity", "owner")) for place in PLACES]
    planner = SaidPlanner(plans, lambda brief: [f"{brief.goal.question} {brief.gap}"], reflections)  # type: ignore[arg-type]
    return world(LEAVES, planner=planner, reads_in_all=40, answers_in_part=1.0)


async def steps_of(there: World) -> list[tuple[Event, ...]]:
    steps = []
    while there.state.phase is not Phase.REPORT:
        steps.append(await there.step())
    return steps


def _ends(event: Event) -> set[int]:
    """Goals that this event takes out of the search, one way or another."""
    match event:
        case GoalChanged(goal) if goal.state.closed:
            return {goal.number}
        case GoalSplit(goal) | Backtracked(goal=int() as goal):
            return {goal if isinstance(goal, int) else goal.number}
    return set()


async def test_a_goal_is_summed_up_in_the_step_that_ends_it_and_in_no_other() -> None:
    there = three_goals((ON_GOAL, OFF_GOAL))
    summed = 0
    for step in await steps_of(there):
        ended = set().union(*map(_ends, step))
        told = {event.summary.goal for event in step if isinstance(event, Summarised)}
        assert told <= ended
        summed += len(told)
    assert summed >= 3


async def test_no_snapshot_falls_inside_a_rewrite() -> None:
    there = three_goals((ON_GOAL, OFF_GOAL))
    for step in await steps_of(there):
        kinds = [type(event) for event in step]
        taken = [at for at, kind in enumerate(kinds) if kind is SnapshotTaken]
        rewriting = [at for at, kind in enumerate(kinds) if kind in (Summarised, ReportEvolved)]
        assert not [at for at in taken if rewriting and min(rewriting) < at < max(rewriting)]
        assert not (taken and kinds.count(ReportEvolved))


async def test_every_query_is_asked_with_the_memory_of_its_own_goal() -> None:
    there = three_goals()
    await steps_of(there)
    asked = there.tools.planner.asked  # type: ignore[attr-defined]
    assert len({brief.goal.number for brief in asked}) == 3
    assert all(entry.goal == brief.goal.number for brief in asked for entry in brief.entries)
    again = [brief for brief in asked if brief.entries]
    assert again, "a second round knows what the first found"


async def test_what_a_finished_goal_found_is_one_entry_in_the_report() -> None:
    there = three_goals()
    steps = await steps_of(there)
    closing = [step for step in steps if any(isinstance(event, Summarised) for event in step)]
    for step in closing:
        (closed,) = {event.summary.goal for event in step if isinstance(event, Summarised)}
        (report,) = [event.report for event in step if isinstance(event, ReportEvolved)]
        assert not [fact for fact in report.facts if fact.goal == closed]
    entries = [fact for fact in there.state.mind.evolving.facts if not fact.goal]
    assert len(entries) == len(closing)
    held = {number for number, piece in there.box.pieces.items() if piece.accepted and piece.same_as is None}
    told = {row for fact in there.state.mind.evolving.facts for row in fact.evidence}
    assert told | set(there.state.mind.evolving.archived) == held


def remembering(*fresh: Evidence, of: Goal | None = None, **parts: object) -> World:
    begun = state(of or goal(), goal(2, "cost of storage"), phase=Phase.MEMORY, active=1, round=in_hand(*fresh))
    there = world(begun=begun, **parts)  # type: ignore[arg-type]
    there.box.pieces = {piece.number: piece for piece in fresh}
    return there


def pieces(first: int, last: int) -> list[Evidence]:
    return [
        evidence(at, quote=f"Station {at} of Lanwan holds {at * 37} MWh.", source=source(f"Page {at}"), total=0.7)
        for at in range(first, last)
    ]


async def test_a_goal_whose_memory_is_full_in_two_rounds_is_split_and_in_one_is_not() -> None:
    there = remembering(
        *pieces(1, 8), of=goal(wanted=("capacity", "owner")), working_entries=5, enough_evidence=90,
        independent_sources=5, answers_in_part=1.0,
    )  # fmt: skip
    await there.step()
    assert not there.saw(GoalSplit)
    more = pieces(8, 15)
    there.box.pieces |= {piece.number: piece for piece in more}
    there.state = replace(there.state, phase=Phase.MEMORY, round=in_hand(*more))
    await there.step()
    (split,) = there.saw(GoalSplit)
    assert "full in 2 rounds" in split.reason
    assert there.state.mind.working.entries == ()


async def test_a_summary_names_the_rows_that_memory_had_no_room_for() -> None:
    """No summary spans part of a goal: what it doesn't tell is told by its row."""
    there = remembering(*pieces(1, 8), working_entries=5)
    await there.step()
    made = [event.summary for event in there.saw(Summarised)]
    shown = {line.evidence for part in made for line in part.support}
    named = {row for part in made for row in part.spilled} | shown
    assert named | {int(made[0].conclusion.rpartition("[E-")[2].rstrip("]"))} == set(range(1, 8))
    assert all(len(brief.entries) <= 5 for brief in there.tools.executor.summed)  # type: ignore[attr-defined]


async def test_a_goal_that_a_person_skips_is_summed_up_before_another_is_chosen() -> None:
    there = remembering(*pieces(1, 2), of=goal(wanted=("capacity", "owner")), answers_in_part=1.0)
    await there.step()
    skip = steered(there.state, Wish(Steer.SKIP, 1), "grace", Limits())
    there.state = apply(there.state, (skip,))
    events = await there.step()
    kinds = [type(event).__name__ for event in events]
    assert kinds.index("Summarised") < kinds.index("ReportEvolved") < kinds.index("GoalChosen")
    (made,) = there.saw(Summarised)
    assert (made.summary.goal, made.summary.outcome) == (1, "abandoned")
    assert there.state.mind.working == WorkingMemory(2)
    assert [fact.goal for fact in there.state.mind.evolving.facts] == [0]
    await there.step()
    assert len(there.saw(Summarised)) == 1


async def test_a_branch_that_is_left_keeps_its_summary_for_people_alone() -> None:
    drifting = SaidPlanner(reflections=[OFF_GOAL])
    there = remembering(planner=drifting)
    found = pieces(1, 3)
    there.box.pieces = {piece.number: piece for piece in found}
    there.box.minds = {1: there.state.mind}
    working = WorkingMemory(1, tuple(entry_of(piece, 1) for piece in found))
    mind = replace(there.state.mind, working=working)
    there.state = replace(there.state, phase=Phase.REFLECT, mind=mind)
    events = await there.step()
    kinds = [type(event).__name__ for event in events]
    assert kinds.index("SnapshotTaken") < kinds.index("Summarised") < kinds.index("Backtracked")
    assert await there.box.summaries() == ()
    assert there.state.mind.working.entries == ()


async def test_a_goal_that_is_opened_again_has_its_own_rows_in_mind() -> None:
    there = world(begun=state(goal(1), goal(2, state=GoalState.DONE)))
    there.box.pieces = {piece.number: piece for piece in (*pieces(1, 3), evidence(9, of=2))}
    await there.step()
    (remembered,) = there.saw(Remembered)
    assert [entry.evidence for entry in remembered.working.entries] == [1, 2]


async def test_only_the_summaries_of_the_branch_enter_a_prompt_and_of_the_others_an_index() -> None:
    tree = (goal(1, "storage"), goal(2, "storage on the coast", parent=1), goal(3, "cost", state=GoalState.DONE))
    there = world(begun=state(*tree, active=2))
    for number, words in ((1, "Storage is large."), (3, "Cost is high.")):
        made = replace(await _summary_of(there, number), conclusion=words, titles=(f"Title {number}",))
        there.box.summarised[number] = [made]
    await there.step()
    (brief,) = there.tools.planner.asked  # type: ignore[attr-defined]
    assert len(brief.branch) == 1
    assert "Storage is large." in brief.branch[0]
    assert brief.others == ("cost (done): Title 3",)


async def _summary_of(there: World, number: int):  # type: ignore[no-untyped-def]
    from memory.summary import Summary

    aim = there.state.mind.goal(number)
    return Summary(number, aim.question, "done", "", (), ())


async def test_a_branch_too_long_for_its_room_is_told_by_the_index() -> None:
    there = world(begun=state(goal(1, "storage"), goal(2, "coast", parent=1), active=2), summary_tokens=200)
    long = replace(await _summary_of(there, 1), conclusion="Storage is large. " * 200, titles=("Yearbook",))
    there.box.summarised[1] = [long]
    await there.step()
    (brief,) = there.tools.planner.asked  # type: ignore[attr-defined]
    assert (brief.branch, brief.others) == ((), ("storage (done): Yearbook",))


async def test_a_second_end_of_a_goal_replaces_its_summary() -> None:
    there = remembering(*pieces(1, 3))
    await there.step()
    first = await there.box.summaries()
    assert {each.goal for each in first} == {1}
    again = pieces(3, 5)
    there.box.pieces |= {piece.number: piece for piece in again}
    mind = there.state.mind.with_goal(goal(1))
    there.state = replace(there.state, phase=Phase.MEMORY, round=in_hand(*again), mind=replace(mind, active=1))
    await there.step()
    now = await there.box.summaries()
    assert len([each for each in now if each.conclusion]) == 1


class Silent(SaidExecutor):
    """Never asked to sum up while a goal is open."""


async def test_an_open_goal_is_never_summed_up_however_long_it_is_searched() -> None:
    there = remembering(of=goal(wanted=("capacity", "owner")), executor=Silent(), answers_in_part=1.0, dry_rounds=9)
    for at in range(1, 4):
        fresh = pieces(at, at + 1)
        there.box.pieces |= {piece.number: piece for piece in fresh}
        there.state = replace(there.state, phase=Phase.MEMORY, round=in_hand(*fresh), mind=_still_open(there))
        await there.step()
        assert not there.tools.executor.summed  # type: ignore[attr-defined]


def _still_open(there: World):  # type: ignore[no-untyped-def]
    return replace(there.state.mind.with_goal(goal(wanted=("capacity", "owner"))), active=1)
