"""When a search ends, and when a goal does. The truth table of C4; a round just finished counts."""

from collections.abc import Sequence

from memory.figures import identifiers
from research.engine.events import Event, SearchEnded, StepEnded
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.state import TaskState, open_goals, share_closed
from research.terms import Evidence, Goal, GoalState, Stop


def search_budget(limits: Limits) -> int:
    """Tokens that may be spent before the report: the reporter's share is set aside (C30)."""
    return int(limits.tokens * (1 - limits.reporter_share))


def search_over(state: TaskState, limits: Limits) -> tuple[Stop, str] | None:
    """The first reason that holds, strongest first; None while the search goes on."""
    goals, closed = state.mind.goals, share_closed(state.mind.goals)
    if state.asked_to_stop:
        return Stop.ASKED, "A person asked for the report from what is there."
    if state.spent_tokens >= search_budget(limits):
        return Stop.BUDGET, f"{state.spent_tokens} tokens are spent or reserved; the rest is the reporter's."
    if goals and not open_goals(state):
        return Stop.PLAN_DONE, "Every goal is answered or marked insufficient."
    if state.counts.dry >= limits.dry_rounds and closed >= limits.plan_share:
        return Stop.DRY, f"{state.counts.dry} rounds without a new fact and {closed:.0%} of the plan done."
    if state.step >= limits.steps:
        return Stop.STEPS, f"{state.step} steps taken."
    return None


def to_report(stop: Stop, sentence: str) -> list[Event]:
    return [SearchEnded(stop, sentence), StepEnded(Phase.REPORT, sentence)]


def may_grow(state: TaskState, limits: Limits) -> bool:
    """New goals are opened only while there is room in the tree and in the budget."""
    room = len(state.mind.goals) < limits.goals_in_all
    return room and state.spent_tokens < limits.no_new_goals_after * search_budget(limits)


def depth(goals: Sequence[Goal], goal: Goal) -> int:
    """Levels from the root; a first goal has depth 1."""
    by_number = {each.number: each for each in goals}
    levels, above = 1, goal.parent
    while above is not None:
        levels, above = levels + 1, by_number[above].parent
    return levels


def decides_itself(goal: Goal, piece: Evidence) -> bool:
    """A source that is the thing asked about decides its own date, status and version: one such piece suffices."""
    asked = {mark.normal for mark in identifiers(goal.question)}
    return bool(asked & {mark.normal for mark in identifiers(piece.source.title)})


def goal_end(
    goal: Goal, decided: bool, disputed: bool, limits: Limits, read_in_all: int = 0
) -> tuple[GoalState, str] | None:
    """How a goal ends after this round, or None. `decided`: a source that decides the fact itself was accepted.

    At a cap of reading it ends with what it has: that is how a bill can't jump (C6, R082)."""
    independent = len(goal.publishers) >= limits.independent_sources
    answered = (independent or decided) and not disputed
    if answered and (not goal.gaps or goal.accepted >= limits.enough_evidence):
        return GoalState.DONE, "enough independent evidence"
    if goal.blind >= limits.dry_rounds:
        return _at_a_limit(answered, disputed, f"nothing could be reached in {goal.blind} rounds in a row")
    if goal.dry >= limits.dry_rounds:
        return _at_a_limit(answered, disputed, f"{goal.dry} rounds in a row brought nothing new")
    if goal.rounds >= limits.rounds_per_goal:
        return _at_a_limit(answered, disputed, f"{goal.rounds} rounds were spent on it")
    if goal.reads >= limits.reads_per_goal:
        return _at_a_limit(answered, disputed, f"{goal.reads} pages were read for it")
    if read_in_all >= limits.reads_in_all:
        return _at_a_limit(answered, disputed, f"{read_in_all} pages were read in all")
    return None


def _at_a_limit(answered: bool, disputed: bool, limit: str) -> tuple[GoalState, str]:
    if answered:
        return GoalState.DONE, f"answered as far as found: {limit}"
    return GoalState.INSUFFICIENT, f"{'sources disagree' if disputed else 'insufficient evidence'}: {limit}"
