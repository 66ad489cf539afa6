"""Question, and what is known of it, into coarse goals (R028, R029)."""

from collections.abc import Sequence

from research.engine.asks import ask_of
from research.engine.events import Event, PlanDrafted, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import PlanBrief, PlannedGoal
from research.terms import Goal


async def draft_plan(state: TaskState, tools: Tools) -> Sequence[Event]:
    limits = tools.limits
    (vector,) = await tools.embedder.embed([state.question])
    brief = PlanBrief(
        ask=ask_of(state, tools),
        clues=await tools.archive.clues(state.question, vector, limits.known_facts),
        wasted=await tools.archive.wasted_queries(state.question, vector, limits.known_facts, limits.looked_back_tasks),
        most=limits.first_goals,
        unpaid=await tools.archive.unpaid_wordings(limits.unpaid_tries, limits.looked_back_tasks),
    )
    drafted = (await tools.planner.draft_plan(brief))[: limits.first_goals]
    goals = tuple(first_goal(number, plan, limits.gaps_per_goal) for number, plan in enumerate(drafted, start=1))
    return [PlanDrafted(goals), StepEnded(Phase.QUERY, f"{len(goals)} goals to begin with")]


def first_goal(number: int, plan: PlannedGoal, most_gaps: int) -> Goal:
    wanted = plan.wanted[:most_gaps] or (plan.question,)
    return Goal(number, None, plan.question, wanted, plan.priority, gaps=wanted)
