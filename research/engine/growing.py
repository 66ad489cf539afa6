"""New goals in a tree that stays bounded, and never a second time what is there or was given up (R031, R078)."""

from collections.abc import Sequence

from memory.working import Entry
from research.engine.asks import ask_of
from research.engine.branch_memory import recollected
from research.engine.limits import Limits
from research.engine.repeats import same_search
from research.engine.state import TaskState
from research.engine.stopping import depth, may_grow
from research.engine.tools import Tools
from research.engine.tree import children
from research.roles.briefs import GrowBrief, PlannedGoal
from research.terms import Goal


def room(state: TaskState, parent: int | None, limits: Limits) -> int:
    """How many goals may still be put under this one: by the tree's size, its depth, its width, and the budget."""
    if not may_grow(state, limits):
        return 0
    in_all = limits.goals_in_all - len(state.mind.goals)
    if parent is None:
        return in_all
    if depth(state.mind.goals, state.mind.goal(parent)) >= limits.goal_depth:
        return 0
    return max(0, min(in_all, limits.children_per_goal - len(children(state.mind.goals, parent))))


async def ask_for_goals(
    state: TaskState, about: Goal, parent: int | None, entries: tuple[Entry, ...], why: str, tools: Tools
) -> tuple[Goal, ...]:
    """What the planner would add under `parent`, now that the evidence on `about` is known (R012)."""
    most = room(state, parent, tools.limits)
    if most <= 0:
        return ()
    told = await recollected(state, about, entries, tools, tools.limits.nearest_tokens // 2)
    brief = GrowBrief(
        ask_of(state, tools),
        state.mind.goals,
        about,
        told.report,
        entries,
        most,
        why,
        state.tombstones,
        told.digest,
        told.branch,
        told.others,
        told.shown,
    )
    drafts = await tools.planner.grow(brief)
    return numbered(state, parent, (await _unknown(state, drafts, tools))[:most], tools.limits)


def numbered(state: TaskState, parent: int | None, drafts: Sequence[PlannedGoal], limits: Limits) -> tuple[Goal, ...]:
    return tuple(
        new_goal(number, parent, draft, limits) for number, draft in enumerate(drafts, start=state.counts.goals + 1)
    )


def new_goal(number: int, parent: int | None, draft: PlannedGoal, limits: Limits) -> Goal:
    wanted = draft.wanted[: limits.gaps_per_goal] or (draft.question,)
    return Goal(number, parent, draft.question, wanted, draft.priority, gaps=wanted)


async def _unknown(state: TaskState, drafts: Sequence[PlannedGoal], tools: Tools) -> list[PlannedGoal]:
    there = [*(goal.question for goal in state.mind.goals), *state.tombstones]
    kept: list[PlannedGoal] = []
    for draft in drafts:
        if await same_as(draft.question, [*there, *(each.question for each in kept)], tools) is None:
            kept.append(draft)
    return kept


async def same_as(text: str, others: Sequence[str], tools: Tools) -> str | None:
    """The first of the others that asks the same, by the measure of queries (R086)."""
    if not others:
        return None
    vector, *vectors = await tools.embedder.embed([text, *others])
    for other, near in zip(others, vectors, strict=True):
        if same_search(text, other, tools.embedder.similarity(vector, near), tools.limits):
            return other
    return None
