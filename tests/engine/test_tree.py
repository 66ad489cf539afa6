"""The tree corrects itself: goals close with their parts, doubts lead to new goals, every step is checked by rule."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.working import WorkingMemory
from research.engine.after_step import followed_up, turned
from research.engine.asks import entry_of
from research.engine.changes import after
from research.engine.check import findings, nearness
from research.engine.events import (
    Backtracked,
    CheckFailed,
    ConflictsFound,
    EvidenceWeighed,
    GoalsAdded,
    GoalSplit,
    PlanInDoubt,
    PlannedAgain,
    QueriesWritten,
    Reflected,
    StepEnded,
    Summarised,
)
from research.engine.growing import room
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.loop import apply
from research.engine.splitting import divided_by
from research.engine.state import TaskState
from research.engine.steering import Refusal, refused, steered
from research.engine.stopping import goal_end
from research.engine.tree import workable
from research.engine.wishes import Steer, Wish
from research.roles.briefs import PlannedGoal
from research.terms import Conflict, Goal, GoalState, Reflection
from tests.builders import (
    OFF_GOAL,
    ON_GOAL,
    SaidPlanner,
    World,
    evidence,
    goal,
    in_hand,
    leaf,
    query,
    state,
    world,
)
from tests.engine.scenarios import lived

LIMITS = Limits()
DONE, OPEN, INSUFFICIENT, ABANDONED = GoalState.DONE, GoalState.OPEN, GoalState.INSUFFICIENT, GoalState.ABANDONED


def ended(then: Phase = Phase.QUERY) -> StepEnded:
    return StepEnded(then, "on")


# --- goals close with their parts


@pytest.mark.parametrize(
    ("parts", "becomes"),
    [
        ((DONE, DONE), DONE),
        ((DONE, INSUFFICIENT), INSUFFICIENT),
        ((INSUFFICIENT, INSUFFICIENT), INSUFFICIENT),
        ((DONE, ABANDONED), DONE),
        ((ABANDONED, ABANDONED), ABANDONED),
        ((DONE, OPEN), OPEN),
    ],
)
def test_a_goal_that_was_split_ends_as_its_parts_do(parts: tuple[GoalState, ...], becomes: GoalState) -> None:
    tree = (goal(1), *(goal(at, parent=1, state=part) for at, part in enumerate(parts, start=2)))
    now = apply(state(*tree), followed_up(state(*tree), (), LIMITS))
    assert now.mind.goal(1).state is becomes


def test_closing_goes_up_the_tree_level_by_level() -> None:
    tree = state(goal(1), goal(2, parent=1), goal(3, parent=2, state=DONE))
    now = apply(tree, followed_up(tree, (), LIMITS))
    assert [each.state for each in now.mind.goals] == [DONE, DONE, DONE]


def test_a_goal_with_parts_is_never_chosen_itself() -> None:
    assert [each.number for each in workable((goal(1), goal(2, parent=1), goal(3, state=DONE)))] == [2]


# --- splitting


def remembering(of: Goal, *goals: Goal, pieces: int = 1, **parts: object) -> World:
    fresh = [evidence(at, quote=f"Note {at} on the grid storage capacity of Lanwan.") for at in range(1, pieces + 1)]
    begun = state(of, *goals, phase=Phase.MEMORY, active=1, round=in_hand(*fresh))
    there = world(begun=begun, answers_in_part=1.0, **parts)  # type: ignore[arg-type]
    there.box.pieces = {piece.number: piece for piece in fresh}
    return there


async def test_a_goal_whose_memory_is_full_for_the_second_time_is_split_by_its_gaps() -> None:
    """C1: one sub-question never spans two summaries; at the second full memory it is two sub-questions."""
    of = goal(wanted=("capacity", "cost", "owner"), capped=1)
    there = remembering(of, pieces=9, working_entries=5, enough_evidence=40)
    await there.step()
    (split,) = there.saw(GoalSplit)
    assert [(part.parent, part.gaps) for part in split.children] == [(1, (gap,)) for gap in split.goal.gaps]
    assert {part.summary.goal for part in there.saw(Summarised)} == {1}
    assert there.state.mind.active is None
    assert not there.state.mind.goal(1).state.closed


async def test_one_full_memory_is_no_reason_to_split() -> None:
    there = remembering(goal(wanted=("capacity", "cost")), pieces=9, working_entries=5, enough_evidence=40)
    await there.step()
    assert not there.saw(GoalSplit)
    assert there.state.mind.goal(1).capped == 1


async def test_without_two_gaps_the_planner_says_into_what_a_full_goal_is_split() -> None:
    planner = SaidPlanner(grown={1: [PlannedGoal("stations on the coast", ()), PlannedGoal("stations inland", ())]})
    there = remembering(goal(capped=1), pieces=9, working_entries=5, planner=planner, enough_evidence=40)
    await there.step()
    assert [part.question for part in there.saw(GoalSplit)[0].children] == ["stations on the coast", "stations inland"]
    assert "memory was full" in planner.grew[0].why


@pytest.mark.parametrize("bound", [{"goals_in_all": 2}, {"goal_depth": 1}, {"children_per_goal": 1}])
async def test_a_tree_without_room_for_two_parts_is_not_split(bound: dict[str, int]) -> None:
    there = remembering(goal(wanted=("a", "b"), capped=1), pieces=9, working_entries=5, enough_evidence=40, **bound)
    await there.step()
    assert not there.saw(GoalSplit)
    assert len(there.state.mind.goals) == 1


def test_prices_that_fall_while_output_rises_are_no_reason_to_split() -> None:
    pieces = [
        evidence(1, quote="The price of lithium carbonate fell by 20 % in 2024."),
        evidence(2, quote="Mines of the north rose to a record output of ore in 2024."),
    ]
    assert divided_by(goal(), None, pieces, LIMITS) is None


def test_the_rooms_of_the_tree_are_bounded_by_size_depth_width_and_budget() -> None:
    tree = state(goal(1), goal(2, parent=1), goal(3, parent=2), goal(4, parent=3))
    assert room(tree, None, LIMITS) == LIMITS.goals_in_all - 4
    assert room(tree, 1, LIMITS) == LIMITS.children_per_goal - 1
    assert room(tree, 3, LIMITS) == 0, "as deep as allowed"
    assert room(replace(tree, spent_tokens=LIMITS.tokens), None, LIMITS) == 0


async def test_a_goal_like_one_that_is_there_or_was_given_up_does_not_grow() -> None:
    drafts = [PlannedGoal(text, ()) for text in ("Cost  of storage", "additives market", "fire safety of halls")]
    begun = state(
        goal(1), goal(2, "cost of storage"), phase=Phase.REFLECT, active=1, replan="x", tombstones=("additives market",)
    )
    there = world(begun=replace(begun, counts=replace(begun.counts, rounds=1)), planner=SaidPlanner(grown={1: drafts}))
    await there.step()
    assert [each.question for each in there.saw(GoalsAdded)[0].goals] == ["fire safety of halls"]
    assert there.tools.planner.grew[0].tombstones == ("additives market",)  # type: ignore[attr-defined]


# --- the check after every step


def test_a_step_that_is_as_it_must_be_says_nothing() -> None:
    now = state(goal(state=GoalState.ACTIVE), active=1)
    sent = QueriesWritten((query(),))
    weighed = EvidenceWeighed((evidence(quote="Lanwan has a grid storage capacity of 1,240 MWh."),))
    assert findings(now, [sent, weighed], now, LIMITS) == ()


WRONG = [
    ("closed", [QueriesWritten((query(),))], state(goal(state=DONE))),
    ("names no gap", [QueriesWritten((query(gap=" "),))], state(goal())),
    ("sent twice", [QueriesWritten((query(1), query(2, text="lanwan  GRID storage capacity")))], state(goal())),
    ("below the bar", [EvidenceWeighed((evidence(total=0.4),))], state(goal())),
    ("not as long", [EvidenceWeighed((evidence(end=3),))], state(goal())),
    ("hardly a word", [EvidenceWeighed((evidence(quote="Boats sailed.", source=leaf("Boats", "").source),))], None),
    ("one number", [], state(goal(1), goal(1))),
    ("not there", [], state(goal(1), goal(2, parent=9))),
    ("deeper", [], state(goal(1), *(goal(at, parent=at - 1) for at in range(2, 6)))),
    ("more finer goals", [], state(goal(1), *(goal(at, parent=1) for at in range(2, 10)))),
    ("marked as in work", [], state(goal(1, state=GoalState.ACTIVE), active=None)),
    ("another goal", [], state(goal(1), mind={"working": WorkingMemory(2, (entry_of(evidence(), 1),))})),
]


@pytest.mark.parametrize(("said", "events", "now"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_each_thing_that_is_not_as_it_must_be_has_its_sentence(
    said: str, events: list[object], now: TaskState | None
) -> None:
    now = now or state(goal())
    found = findings(now, events, now, LIMITS)  # type: ignore[arg-type]
    assert [sentence for sentence in found if said in sentence]


def test_nearness_compares_words_of_one_script_only() -> None:
    assert nearness(goal(), evidence(quote="澜湾电网储能容量为1240兆瓦时。", source=leaf("公报", "").source)) is None
    assert nearness(goal(), evidence(quote="The grid storage capacity of Lanwan grew.")) == 1.0


def test_what_the_check_finds_leads_to_an_early_reflection_once_the_round_is_over() -> None:
    astray = EvidenceWeighed((evidence(quote="Boats sailed.", source=leaf("Boats", "").source),))
    weighing = state(goal(), phase=Phase.EVIDENCE, active=1)
    happened = followed_up(weighing, [astray], LIMITS)
    assert isinstance(happened[-1], CheckFailed)
    assert turned(weighing, happened, ended(Phase.MEMORY)).then is Phase.MEMORY
    remembering = replace(apply(weighing, happened), phase=Phase.MEMORY)
    assert turned(remembering, (), ended()).then is Phase.REFLECT
    reflected = after(remembering, Reflected(ON_GOAL, 1))
    assert turned(reflected, (), ended()).then is Phase.QUERY


# --- reflection


async def reflected(there: World) -> World:
    await there.step()
    return there


def reflecting(reflection: Reflection, *goals: Goal, **parts: object) -> World:
    begun = state(*(goals or (goal(),)), phase=Phase.REFLECT, active=1)
    return world(begun=begun, planner=SaidPlanner(reflections=[reflection]), **parts)  # type: ignore[arg-type]


UNSUPPORTED = Reflection(supports=False, off_goal=False, overlooked="", reason="the figure is missing")


async def test_an_unsupported_goal_reopens_its_gaps_behind_those_that_are_open() -> None:
    there = await reflected(reflecting(UNSUPPORTED, goal(wanted=("a", "b", "c"), gaps=("b",))))
    assert there.state.mind.goal(1).gaps == ("b", "a", "c")


async def test_a_closed_goal_that_is_not_supported_stays_closed_and_puts_the_plan_in_doubt() -> None:
    begun = state(goal(state=DONE, accepted=2, gaps=()), goal(2), phase=Phase.REFLECT)
    grown = {1: [PlannedGoal("second count of the grid", ())]}
    begun = replace(begun, mind=replace(begun.mind, working=WorkingMemory(1)))
    planner = SaidPlanner(reflections=[UNSUPPORTED], grown=grown)
    there = await reflected(world(begun=begun, planner=planner))
    assert there.state.mind.goal(1).state is DONE
    assert there.saw(PlanInDoubt)[0].reason == "not supported: the figure is missing"
    assert there.state.mind.goals[-1].question == "second count of the grid"


def overlooking(what: str) -> Reflection:
    return Reflection(supports=True, off_goal=False, overlooked=what, reason="something was missed")


async def test_an_overlooked_goal_that_is_there_comes_before_the_others() -> None:
    there = await reflected(reflecting(overlooking("cost of storage"), goal(), goal(2, "cost of storage")))
    assert there.state.mind.goal(2).priority == LIMITS.overlooked_priority
    assert len(there.state.mind.goals) == 2


async def test_what_was_overlooked_and_is_no_goal_becomes_one() -> None:
    there = await reflected(reflecting(overlooking("fire safety of halls")))
    added = there.state.mind.goals[-1]
    assert (added.question, added.parent, added.gaps) == ("fire safety of halls", None, ("fire safety of halls",))


@pytest.mark.parametrize(
    "other", [goal(2, "cost of storage", state=DONE), goal(2, "cost of storage", priority=0.2, fixed=True)]
)
async def test_neither_a_closed_goal_nor_one_that_a_person_placed_is_raised(other: Goal) -> None:
    there = await reflected(reflecting(overlooking("cost of storage"), goal(), other))
    assert there.state.mind.goal(2) == other


async def test_no_goal_is_added_where_the_budget_is_nearly_spent() -> None:
    there = reflecting(overlooking("fire safety of halls"))
    there.state = replace(there.state, spent_tokens=50_000)
    assert len((await reflected(there)).state.mind.goals) == 1


# --- going back


async def gone_astray(*goals: Goal, active: int, **parts: object) -> World:
    """A goal in work that was chosen from this tree, and evidence that leads away."""
    begun = state(*goals, active=None)
    there = world(begun=begun, **parts)  # type: ignore[arg-type]
    there.box.minds[active] = begun.mind
    piece = evidence(7, of=active, quote="Additives sell well.", source=leaf("Additives", "").source)
    there.box.pieces = {7: piece}
    working = WorkingMemory(active).admit(entry_of(piece, 1), 30)
    mind = replace(begun.mind, active=active, working=working).with_goal(
        replace(begun.mind.goal(active), state=GoalState.ACTIVE, rounds=3)
    )
    there.state = replace(begun, phase=Phase.REFLECT, mind=mind)
    return there


async def test_if_the_parents_next_reflection_fails_too_the_parent_is_insufficient_and_the_search_moves_on() -> None:
    tree = (goal(1), goal(2, "part a", parent=1), goal(3, "part b", parent=1), goal(4, "other"))
    there = await gone_astray(*tree, active=2, planner=SaidPlanner(reflections=[OFF_GOAL]))
    await there.step()
    assert (there.state.mind.goal(2).state, there.state.doubted) == (OPEN, 1)
    again = await gone_astray(*tree, active=3, planner=SaidPlanner(reflections=[OFF_GOAL]))
    again.state = replace(again.state, doubted=1)
    await again.step()
    assert [each.state for each in again.state.mind.goals] == [INSUFFICIENT, INSUFFICIENT, INSUFFICIENT, OPEN]
    await again.step()
    assert again.state.mind.active == 4


async def test_a_reflection_of_the_branch_that_is_content_ends_the_doubt() -> None:
    tree = (goal(1), goal(2, "part a", parent=1), goal(4, "other"))
    for active, doubted in ((2, None), (4, 1)):
        there = await gone_astray(*tree, active=active, planner=SaidPlanner(reflections=[ON_GOAL]))
        there.state = replace(there.state, doubted=1)
        await there.step()
        assert there.state.doubted is doubted


async def test_going_back_keeps_what_people_did_to_the_tree_meanwhile() -> None:
    there = await gone_astray(goal(1), goal(2, "cost"), active=1, planner=SaidPlanner(reflections=[OFF_GOAL]))
    for wish in (
        Wish(Steer.ADD, question="fire safety"),
        Wish(Steer.PRIORITISE, 2, priority=0.25),
        Wish(Steer.EDIT, 1, "capacity at the end of 2024", ("MWh",)),
        Wish(Steer.FUND, 1, rounds=2),
    ):
        there.state = after(there.state, steered(there.state, wish, "ada", LIMITS))
    await there.step()
    first, second, third = there.state.mind.goals
    assert (first.question, first.gaps, first.extra_rounds) == ("capacity at the end of 2024", ("MWh",), 2)
    assert (first.rounds, first.backtracks, second.priority, third.question) == (0, 1, 0.25, "fire safety")
    assert there.saw(Backtracked)[0].dropped == (7,)


# --- planning again


async def test_a_failed_reflection_a_contradiction_and_a_person_each_put_the_plan_in_doubt() -> None:
    astray = await gone_astray(goal(1), active=1, planner=SaidPlanner(reflections=[OFF_GOAL]))
    await astray.step()
    assert [each.reason for each in astray.saw(PlannedAgain)] == [f"off goal: {OFF_GOAL.reason}"]
    clash = ConflictsFound((Conflict(1, 2, "values differ", goal=1),))
    remembering = state(goal(1), goal(2, parent=1), phase=Phase.MEMORY, active=1)
    happened = followed_up(remembering, [clash], LIMITS)
    assert isinstance(happened[-1], PlanInDoubt)
    assert turned(remembering, happened, ended()).then is Phase.REFLECT
    finer = ConflictsFound((Conflict(1, 2, "values differ", goal=2),))
    assert followed_up(remembering, [finer], LIMITS) == (finer,)
    asked = after(state(goal()), steered(state(goal()), Wish(Steer.PLAN_AGAIN), "ada", LIMITS))
    assert (asked.replan, asked.phase) == ("asked for by ada", Phase.REFLECT)


async def test_between_two_reflections_a_doubt_asks_for_goals_and_for_nothing_else() -> None:
    planner = SaidPlanner(grown={1: [PlannedGoal("fire safety of halls", ())]})
    begun = state(goal(), phase=Phase.REFLECT, active=1, replan="asked for by ada", counts={"rounds": 1})
    there = await reflected(world(begun=begun, planner=planner))
    assert not there.saw(Reflected)
    assert there.state.mind.goals[-1].question == "fire safety of halls"
    assert (there.state.replan, there.state.counts.replans, there.state.phase) == ("", 1, Phase.QUERY)


async def test_the_plan_is_made_anew_only_so_often() -> None:
    begun = state(goal(), phase=Phase.REFLECT, active=1, replan="x", counts={"rounds": 1, "replans": LIMITS.replans})
    there = await reflected(world(begun=begun))
    assert "times already" in there.saw(PlannedAgain)[0].refused
    assert not there.tools.planner.grew  # type: ignore[attr-defined]
    assert there.state.replan == ""


# --- steering, as a rule


REFUSED = [
    (Wish(Steer.SKIP, 9), state(goal()), Refusal.UNKNOWN),
    (Wish(Steer.SKIP, 1), state(goal(state=DONE)), Refusal.CLOSED),
    (Wish(Steer.EDIT, 1), state(goal(), phase=Phase.REPORT), Refusal.OVER),
    (Wish(Steer.ADD, question="x"), state(*(goal(n) for n in range(1, LIMITS.goals_in_all + 1))), Refusal.FULL),
    (Wish(Steer.PLAN_AGAIN), state(goal(), counts={"replans": LIMITS.replans}), Refusal.OFTEN),
    (Wish(Steer.FUND, 1, rounds=1), state(goal(), spent_tokens=LIMITS.tokens), Refusal.SPENT),
    (Wish(Steer.FUND, 1, rounds=1), state(goal()), None),
]


@pytest.mark.parametrize(("wish", "now", "why"), REFUSED)
def test_a_wish_is_refused_for_the_reason_that_holds_and_changes_nothing(
    wish: Wish, now: TaskState, why: Refusal | None
) -> None:
    assert refused(now, wish, LIMITS) is why
    if why:
        assert after(now, steered(now, wish, "ada", LIMITS)) == now


def test_skipping_takes_everything_open_under_a_goal() -> None:
    tree = state(goal(1), goal(2, parent=1), goal(3, parent=2), goal(4, parent=1, state=DONE), goal(5))
    now = after(tree, steered(tree, Wish(Steer.SKIP, 1), "ada", LIMITS))
    assert [each.state for each in now.mind.goals] == [ABANDONED, ABANDONED, ABANDONED, DONE, OPEN]


def test_granted_rounds_lift_the_caps_of_one_goal_and_no_further_than_people_may() -> None:
    now = state(goal(rounds=LIMITS.rounds_per_goal, reads=LIMITS.reads_per_goal))
    assert goal_end(now.mind.goal(1), False, False, LIMITS)
    for _ in range(9):
        now = after(now, steered(now, Wish(Steer.FUND, 1, rounds=3), "ada", LIMITS))
    funded = now.mind.goal(1)
    assert goal_end(funded, False, False, LIMITS) is None
    assert (funded.extra_rounds, funded.extra_reads) == (
        LIMITS.funded_rounds,
        LIMITS.funded_rounds * LIMITS.reads_per_round,
    )


# --- what done means, and that it lasts


@given(
    publishers=st.lists(st.sampled_from("abc"), max_size=4),
    disputed=st.booleans(),
    gaps=st.integers(0, 2),
    rounds=st.integers(0, 9),
    dry=st.integers(0, 4),
)
def test_done_takes_two_independent_sources_and_no_open_conflict_and_nothing_more(
    publishers: list[str], disputed: bool, gaps: int, rounds: int, dry: int
) -> None:
    sources = tuple(dict.fromkeys(publishers))
    parts = {"publishers": sources, "accepted": len(publishers), "gaps": tuple("xyz"[:gaps])}
    end = goal_end(goal(rounds=rounds, dry=dry, **parts), False, disputed, LIMITS)
    answered = len(sources) >= LIMITS.independent_sources and not disputed
    if end:
        assert (end[0] is DONE) == answered
    else:
        assert gaps or not answered


WORDS = ("capacity", "cost", "owner", "fire", "price")


@settings(max_examples=25, deadline=None)
@given(
    plans=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True), min_size=1, max_size=3),
    reflections=st.lists(st.sampled_from([ON_GOAL, OFF_GOAL, UNSUPPORTED, overlooking("price of halls")]), max_size=6),
    held=st.sets(st.sampled_from(WORDS)),
    grown=st.booleans(),
)
def test_whatever_planner_and_library_do_no_closed_goal_is_asked_again_and_the_tree_stays_bounded(
    plans: list[list[str]], reflections: list[Reflection], held: set[str], grown: bool
) -> None:
    pages = [
        leaf(f"{who} on {word}", f"The {word} of hall {at} in Lanwan, as {who} has it.", host=f"{who}.example")
        for word in sorted(held)
        for at, who in enumerate(("gazette", "yearbook"))
    ]
    goals = [PlannedGoal(f"hall {at} of Lanwan", tuple(wanted)) for at, wanted in enumerate(plans)]
    finer = {n: [PlannedGoal(f"annex {n} of hall {n}", WORDS[:1])] for n in range(1, 6)} if grown else {}
    planner = SaidPlanner(goals, reflections=reflections, grown=finer)
    lived(world(pages, planner=planner))
