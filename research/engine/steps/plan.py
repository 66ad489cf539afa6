"""Question, and what is known of it, into coarse goals (R028, R029)."""

from collections.abc import Sequence

from memory.clues import Index, warnings
from memory.evolving import EvolvingReport, Hypothesis, fit
from research.engine.asks import ask_of
from research.engine.events import CluesOffered, Event, PlanDrafted, ReportEvolved, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import PlanBrief, PlannedGoal
from research.terms import Goal


async def draft_plan(state: TaskState, tools: Tools) -> Sequence[Event]:
    limits = tools.limits
    (vector,) = await tools.embedder.embed([state.question])
    clues = await tools.archive.clues(state.question, vector, limits)
    brief = PlanBrief(
        ask=ask_of(state, tools),
        clues=tuple(clue.line() for clue in clues.clues),
        distrust=warnings(clues),
        wasted=await tools.archive.wasted_queries(state.question, vector, limits.known_facts, limits.looked_back_tasks),
        most=limits.first_goals,
        unpaid=await tools.archive.unpaid_wordings(limits.unpaid_tries, limits.looked_back_tasks),
    )
    drafted = (await tools.planner.draft_plan(brief))[: limits.first_goals]
    goals = tuple(first_goal(number, plan, limits.gaps_per_goal) for number, plan in enumerate(drafted, start=1))
    drafted_plan = [PlanDrafted(goals), *_supposed(state, clues, tools)]
    return [*drafted_plan, StepEnded(Phase.QUERY, f"{len(goals)} goals to begin with")]


def _supposed(state: TaskState, index: Index, tools: Tools) -> list[Event]:
    """Clues enter as hypotheses, each under the task that learned it: from there fresh evidence alone leads further."""
    if not index.clues:
        return []
    ideas = [Hypothesis(clue.text, state.counts.rounds, clue.task) for clue in index.clues]
    report = state.mind.evolving.supposing(ideas, len(ideas))
    return [CluesOffered(index.clues, index.left_out), ReportEvolved(_fitted(report, tools))]


def _fitted(report: EvolvingReport, tools: Tools) -> EvolvingReport:
    """A question may be as long as a page: clues give way before it does."""
    limits = tools.limits
    return fit(
        report,
        cap_tokens=limits.report_tokens,
        count=tools.count,
        round=0,
        stale_rounds=limits.stale_rounds,
        alike=limits.same_matter,
        archive_ids=limits.archived_ids,
    )


def first_goal(number: int, plan: PlannedGoal, most_gaps: int) -> Goal:
    wanted = plan.wanted[:most_gaps] or (plan.question,)
    return Goal(number, None, plan.question, wanted, plan.priority, gaps=wanted)
