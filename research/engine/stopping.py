"""When a search ends, and when a goal does: the truth table of C4. A round just finished counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory.figures import identifiers
from research.engine.events import Event, SearchEnded, StepEnded
from research.engine.lifecycle import SEARCHING, Phase
from research.engine.limits import Limits
from research.engine.state import TaskState
from research.engine.tree import leaves
from research.terms import Evidence, Goal, GoalState, Stop


class Sign(StrEnum):
    """What the table looks at, and nothing else."""

    ASKED = "asked"
    BUDGET = "budget"
    DEADLINE = "deadline"
    PLAN_CLOSED = "plan closed"
    """Every leaf goal is done or insufficient."""
    DRY = "dry"
    """So many rounds in a row without a valuable fact, over all goals."""
    MOSTLY_DONE = "mostly done"
    """Of the leaf goals enough are *done*: insufficient ones are closed, and no success."""
    STEPS = "steps"


TABLE: tuple[tuple[Stop, frozenset[Sign]], ...] = (
    (Stop.ASKED, frozenset({Sign.ASKED})),
    (Stop.BUDGET, frozenset({Sign.BUDGET})),
    (Stop.DEADLINE, frozenset({Sign.DEADLINE})),
    (Stop.PLAN_DONE, frozenset({Sign.PLAN_CLOSED})),
    (Stop.DRY, frozenset({Sign.DRY, Sign.MOSTLY_DONE})),
    (Stop.STEPS, frozenset({Sign.STEPS})),
)
"""The first row whose signs are all there is the reason: a person's word, then ceilings, then what was reached, and the
backstop last. Dry alone ends the goal in hand instead (`goal_end`), and the plan goes on with the others."""

AT_ONCE = frozenset({Sign.ASKED, Sign.DEADLINE})
"""These don't wait for the round in hand, which may be the one that fails (B-118) or take minutes."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Of the plan, in leaf goals: with three or four first goals 80 % would be all of them (C37)."""

    leaves: int
    done: int
    closed: int

    @property
    def share_done(self) -> float:
        return self.done / self.leaves if self.leaves else 0.0


def completion(goals: Sequence[Goal]) -> Completion:
    counted = leaves(goals)
    done = sum(goal.state is GoalState.DONE for goal in counted)
    return Completion(len(counted), done, sum(goal.state.closed for goal in counted))


def search_budget(limits: Limits) -> int:
    """Tokens that may be spent before the report: what the report and its check need is set aside (C30)."""
    return limits.tokens - set_aside(limits)


def set_aside(limits: Limits) -> int:
    return min(limits.reporter_tokens + limits.checker_tokens, int(limits.tokens * limits.reporter_share))


def checker_share(limits: Limits) -> int:
    """Of what is set aside: the reporter leaves it alone, or its sentences would go unchecked."""
    both = limits.reporter_tokens + limits.checker_tokens
    return set_aside(limits) * limits.checker_tokens // both if both else 0


def signs(state: TaskState, limits: Limits, now: datetime) -> frozenset[Sign]:
    plan = completion(state.mind.goals)
    there = {
        Sign.ASKED: state.asked_to_stop,
        Sign.BUDGET: bool(state.over_budget) or state.spent_tokens >= search_budget(limits),
        Sign.DEADLINE: state.deadline is not None and now >= state.deadline,
        Sign.PLAN_CLOSED: 0 < plan.leaves == plan.closed,
        Sign.DRY: state.mind.dry >= limits.dry_rounds,
        Sign.MOSTLY_DONE: plan.share_done >= limits.plan_share,
        Sign.STEPS: state.step >= limits.steps,
    }
    return frozenset(sign for sign, holds in there.items() if holds)


def reason(seen: frozenset[Sign]) -> Stop | None:
    return next((stop for stop, needed in TABLE if needed <= seen), None)


SENTENCES: dict[Stop, Callable[[TaskState], str]] = {
    Stop.ASKED: lambda state: "A person asked for the report from what is there.",
    Stop.BUDGET: lambda state: (
        state.over_budget or f"{state.spent_tokens} tokens are spent or reserved; the rest is the reporter's."
    ),
    Stop.DEADLINE: lambda state: f"The search had until {state.deadline:%Y-%m-%d %H:%M} UTC.",
    Stop.PLAN_DONE: lambda state: "Every goal is answered or marked insufficient.",
    Stop.DRY: lambda state: (
        f"{state.mind.dry} rounds without a new fact and "
        f"{completion(state.mind.goals).share_done:.0%} of the plan done."
    ),
    Stop.STEPS: lambda state: f"{state.step} steps taken.",
    Stop.NOTHING_LEFT: lambda state: "No goal is open.",
}


def search_over(state: TaskState, limits: Limits, now: datetime) -> Stop | None:
    """Why the search ends here: between two rounds by the whole table, in the middle of one by what can't wait.

    A plan that is done is reflected on where a reflection is due: the last goal may be answered off the matter."""
    if state.phase not in SEARCHING:
        return None
    seen = signs(state, limits, now)
    stop = reason(seen if state.phase in (Phase.QUERY, Phase.REFLECT) else seen & AT_ONCE)
    return None if stop is Stop.PLAN_DONE and state.phase is Phase.REFLECT else stop


def to_report(state: TaskState, stop: Stop) -> list[Event]:
    plan, sentence = completion(state.mind.goals), SENTENCES[stop](state)
    return [SearchEnded(stop, sentence, plan.leaves, plan.done, plan.closed), StepEnded(Phase.REPORT, sentence)]


def may_grow(state: TaskState, limits: Limits) -> bool:
    """New goals are opened only while there is room in the tree and in the budget."""
    room = len(state.mind.goals) < limits.goals_in_all
    return room and not state.over_budget and state.spent_tokens < limits.no_new_goals_after * search_budget(limits)


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


def valuable(
    fresh: Sequence[Evidence], standing: Sequence[Evidence], elsewhere: Sequence[Evidence], limits: Limits
) -> tuple[Evidence, ...]:
    """The new facts of a round: accepted, to the point, and of a matter that the task didn't hold yet (R140, C4).

    A second witness is worth having and no news; nor is a fuller wording of an earlier piece, or words that were quoted
    for another goal before. A round of these is a dry one."""
    told_before = {piece.same_as for piece in standing}
    return tuple(
        piece
        for piece in fresh
        if piece.score.relevance >= limits.valuable_relevance
        and piece.reprint_of is None
        and piece.same_as is None
        and piece.number not in told_before
        and not any(_overlap(piece, other) for other in elsewhere)
    )


def _overlap(piece: Evidence, other: Evidence) -> bool:
    return piece.source.key == other.source.key and piece.start < other.end and other.start < piece.end


def ends_dry(state: TaskState, news: int, limits: Limits) -> bool:
    """Whether this round, with so many new facts, ends the whole search: then no goal is closed for being dry, and none
    grows any more."""
    rounds = 0 if news else state.mind.dry + 1
    return rounds >= limits.dry_rounds and completion(state.mind.goals).share_done >= limits.plan_share


BY_ONE_SOURCE = "answered by one source"
"""How a goal ends that lacks nothing but a second witness. It is not done, and readers are not told that it was not
answered: they are told by whom (decision 16)."""


def by_one_source(state: str, why: str) -> bool:
    return state == GoalState.INSUFFICIENT and why.startswith(BY_ONE_SOURCE)


ENOUGH = (GoalState.DONE, "enough independent evidence")
DECIDED = (GoalState.DONE, "a source that decides the matter itself says so")


def goal_end(
    goal: Goal, decided: bool, disputed: bool, limits: Limits, read_in_all: int = 0, last: bool = False
) -> tuple[GoalState, str] | None:
    """How a goal ends after this round, or None. `decided`: a source that decides the fact itself was accepted.
    `last`: the search ends with this round for being dry, so no goal is closed for it.

    At a cap of reading it ends with what it has: that is how a bill can't jump (C6, R082)."""
    independent = len(goal.publishers) >= limits.independent_sources
    answered = (independent or decided) and not disputed
    if answered and (not goal.gaps or goal.accepted >= limits.enough_evidence):
        return ENOUGH if independent else DECIDED
    if goal.blind >= limits.dry_rounds:
        return _at_a_limit(goal, answered, disputed, f"nothing could be reached in {goal.blind} rounds in a row")
    if goal.dry >= limits.dry_rounds and not last:
        return _at_a_limit(goal, answered, disputed, f"{goal.dry} rounds in a row brought nothing new")
    if goal.rounds >= limits.rounds_per_goal + goal.extra_rounds:
        return _at_a_limit(goal, answered, disputed, f"{goal.rounds} rounds were spent on it")
    if goal.reads >= limits.reads_per_goal + goal.extra_reads:
        return _at_a_limit(goal, answered, disputed, f"{goal.reads} pages were read for it")
    if read_in_all >= limits.reads_in_all:
        return _at_a_limit(goal, answered, disputed, f"{read_in_all} pages were read in all")
    return None


def _at_a_limit(goal: Goal, answered: bool, disputed: bool, limit: str) -> tuple[GoalState, str]:
    if answered:
        return GoalState.DONE, f"answered as far as found: {limit}"
    if not disputed and goal.accepted and not goal.gaps and len(goal.publishers) == 1:
        return GoalState.INSUFFICIENT, f"{BY_ONE_SOURCE}: {limit}"
    return GoalState.INSUFFICIENT, f"{'sources disagree' if disputed else 'insufficient evidence'}: {limit}"
