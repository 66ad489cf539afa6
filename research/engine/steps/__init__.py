"""The steps in the order of the flow: a state and tools go in, what happened comes out. Steps don't call each other."""

from collections.abc import Awaitable, Callable, Sequence

from research.engine.events import Event
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.steps.claims import check_claims
from research.engine.steps.evidence import weigh_evidence
from research.engine.steps.memory import remember
from research.engine.steps.plan import draft_plan
from research.engine.steps.query import write_queries
from research.engine.steps.reach import reach_out
from research.engine.steps.reflect import reflect
from research.engine.steps.report import write_report
from research.engine.steps.retrospect import look_back
from research.engine.steps.review import fold_decisions
from research.engine.tools import Tools

Step = Callable[[TaskState, Tools], Awaitable[Sequence[Event]]]

STEPS: dict[Phase, Step] = {
    Phase.PLAN: draft_plan,
    Phase.QUERY: write_queries,
    Phase.REACH: reach_out,
    Phase.EVIDENCE: weigh_evidence,
    Phase.MEMORY: remember,
    Phase.REFLECT: reflect,
    Phase.REPORT: write_report,
    Phase.CLAIMS: check_claims,
    Phase.REVIEW: fold_decisions,
    Phase.RETROSPECT: look_back,
}
