"""Steering by the API: a wish is taken up by the next step, so each of these answers 202 with the wish as it waits.

On the tasks' own router: an address serves all of its verbs, and GET of the goals is there.
"""

from typing import Any

from django.http import HttpRequest
from ninja import Status

from research import actions
from research.models import Goal
from research.web.api.given import Funding, GoalWish, GoalWords, Placing
from research.web.api.problems import problem
from research.web.api.session import person_of
from research.web.api.shapes import GoalOut, WishOut
from research.web.api.tasks import find, router

__all__ = ["router"]


def steered(act: Any, *args: Any) -> Any:
    """409 carries the goal as it is now: it was closed meanwhile, by a step or by somebody else."""
    try:
        return Status(202, act(*args, door="api"))
    except actions.Stale as stale:
        current = GoalOut.from_orm(stale.current).model_dump(mode="json") if isinstance(stale.current, Goal) else None
        return problem("stale", stale.sentence, current=current)


@router.post(
    "/{task}/goals", response={202: WishOut}, operation_id="add_goal", summary="Add a goal to a running search"
)
def add(request: HttpRequest, task: str, given: GoalWish) -> Any:
    wish = (given.question, given.wanted, given.priority)
    return steered(actions.add_goal, person_of(request), find(request, task), *wish)


@router.post("/{task}/goals/{goal}/edit", response={202: WishOut}, operation_id="edit_goal", summary="Reword a goal")
def edit(request: HttpRequest, task: str, goal: int, given: GoalWords) -> Any:
    """Without `wanted` its gaps stay; with it they are replaced."""
    return steered(actions.edit_goal, person_of(request), find(request, task), goal, given.question, given.wanted)


@router.post("/{task}/goals/{goal}/skip", response={202: WishOut}, operation_id="skip_goal", summary="Skip a goal")
def skip(request: HttpRequest, task: str, goal: int) -> Any:
    """With all that is open under it. What it found stays."""
    return steered(actions.skip_goal, person_of(request), find(request, task), goal)


@router.post(
    "/{task}/goals/{goal}/priority", response={202: WishOut}, operation_id="prioritise_goal", summary="Place it"
)
def prioritise(request: HttpRequest, task: str, goal: int, given: Placing) -> Any:
    return steered(actions.prioritise_goal, person_of(request), find(request, task), goal, given.priority)


@router.post("/{task}/goals/{goal}/fund", response={202: WishOut}, operation_id="fund_goal", summary="Grant it rounds")
def fund(request: HttpRequest, task: str, goal: int, given: Funding) -> Any:
    """Beyond the limit of one goal, and inside the task's budget."""
    return steered(actions.fund_goal, person_of(request), find(request, task), goal, given.rounds)


@router.post("/{task}/plan-again", response={202: WishOut}, operation_id="plan_again", summary="Have it planned again")
def plan_again(request: HttpRequest, task: str) -> Any:
    return steered(actions.plan_again, person_of(request), find(request, task))
