"""What a person does to the goals of a search on its way: add, edit, skip, prioritise, fund, or ask for a new plan.

A wish is a row; the next step takes it up before it does anything else. So it is neither lost in the step in work nor
overwritten by its outcome, and it stands in journal, log and audit.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from research.actions.asking import goal_line, goal_question
from research.actions.refusal import Refused, Stale
from research.actions.rights import need_task
from research.actions.tasks import locked, tell
from research.actions.trail import audit
from research.engine.lifecycle import Status
from research.engine.limits import Limits
from research.engine.steering import Refusal, refused
from research.engine.wishes import Steer
from research.engine.wishes import Wish as WishValue
from research.models import Goal, ResearchTask, User, Wish
from research.store.load import limits_of, load_state
from research.store.payloads import dumped
from research.store.wishes import foreseen, keep_wish

REFUSALS = {
    Refusal.OVER: gettext_lazy("The search is over: its goals can't be changed any more."),
    Refusal.FULL: gettext_lazy("The goal tree is full."),
    Refusal.OFTEN: gettext_lazy("The plan was made anew as often as it may be."),
    Refusal.UNKNOWN: gettext_lazy("There is no such goal."),
    Refusal.SPENT: gettext_lazy("The budget for searching is spent."),
}


def add_goal(
    person: User,
    task: ResearchTask,
    question: str,
    wanted: Sequence[str] = (),
    priority: float = 1.0,
    *,
    door: str = "page",
) -> Wish:
    most = limits_of(task).question_characters
    line = goal_question(question, most)
    wish = WishValue(Steer.ADD, question=line, wanted=_lines(wanted, most), priority=_priority(priority))
    return _ask(person, task, wish, door)


def edit_goal(
    person: User, task: ResearchTask, goal: int, question: str, wanted: Sequence[str] = (), *, door: str = "page"
) -> Wish:
    """Its words, and what would answer it. What it found stays."""
    most = limits_of(task).question_characters
    return _ask(person, task, WishValue(Steer.EDIT, goal, goal_question(question, most), _lines(wanted, most)), door)


def skip_goal(person: User, task: ResearchTask, goal: int, *, door: str = "page") -> Wish:
    """It is searched for no more, nor is anything under it. What it found stays and is reported."""
    return _ask(person, task, WishValue(Steer.SKIP, goal), door)


def prioritise_goal(person: User, task: ResearchTask, goal: int, priority: float, *, door: str = "page") -> Wish:
    return _ask(person, task, WishValue(Steer.PRIORITISE, goal, priority=_priority(priority)), door)


def fund_goal(person: User, task: ResearchTask, goal: int, rounds: int, *, door: str = "page") -> Wish:
    """Rounds beyond the limit of one goal, with the pages these may read. The task's budget binds all the same."""
    most = limits_of(task).funded_rounds
    if not 1 <= rounds <= most:
        raise Refused(_("Between 1 and %(most)s rounds can be granted.") % {"most": most})
    return _ask(person, task, WishValue(Steer.FUND, goal, rounds=rounds), door)


def plan_again(person: User, task: ResearchTask, *, door: str = "page") -> Wish:
    """The planner is asked for goals once more, given what is known by now."""
    return _ask(person, task, WishValue(Steer.PLAN_AGAIN), door)


def _lines(wanted: Sequence[str], most: int) -> tuple[str, ...]:
    return tuple(filter(None, (goal_line(each, most) for each in wanted)))


def _priority(value: float) -> float:
    if not 0 < value <= 1:
        raise Refused(_("A priority lies above 0 and at most at 1."))
    return value


def _ask(person: User, task: ResearchTask, wish: WishValue, door: str) -> Wish:
    need_task(person, task)
    limits = limits_of(task)
    with transaction.atomic():
        task = locked(task)
        _possible(task, wish, limits)
        row = keep_wish(task, person, wish)
        told = {name: value for name, value in dumped(wish).items() if value not in (None, "", [], 0)}
        tell(task, [("SteerAsked", {**told, "by": person.username})])
        before = _as_it_is(_row(task, wish))
        audit(person, task.workspace, door, f"goal_{wish.steer}", _named(task, wish), before, told)
    return row


def _named(task: ResearchTask, wish: WishValue) -> str:
    return f"{task.label} {wish.goal}" if wish.goal else task.label


def _row(task: ResearchTask, wish: WishValue) -> Goal | None:
    return Goal.objects.filter(task=task, number=wish.goal).first() if wish.goal else None


def _as_it_is(goal: Goal | None) -> dict[str, object] | None:
    return {"question": goal.question, "wanted": goal.wanted, "priority": goal.priority} if goal else None


def _possible(task: ResearchTask, wish: WishValue, limits: Limits) -> None:
    """Judged on the state that the next step will find: what others asked for meanwhile is in it."""
    if task.status not in (Status.RUNNING.value, Status.PAUSED.value):
        raise Refused(_("The task is %(was)s now; this isn't possible any more.") % {"was": task.status_word})
    why = refused(foreseen(task, load_state(task), limits), wish, limits)
    if why is Refusal.CLOSED:
        raise Stale(_("Goal %(goal)s is closed already.") % {"goal": wish.goal}, _row(task, wish))
    if why:
        raise Refused(str(REFUSALS[why]))
