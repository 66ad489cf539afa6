"""What a person does to a task on its way. It takes effect between two steps, and stands in the journal."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from memory.models import Notebook
from reach.clean import clean
from research.actions.asking import goal_line, goal_question
from research.actions.folding import fold_when_over
from research.actions.refusal import Refused, Stale
from research.actions.rights import need_task
from research.actions.tasks import GoalEdit, call_worker, locked, plan_hash, set_status
from research.actions.trail import audit
from research.broadcast import entry_written
from research.engine.events import VERSION, PlanApproved
from research.engine.lifecycle import SEARCHING, Phase, Status
from research.engine.limits import Limits
from research.engine.loop import apply
from research.engine.state import TaskState
from research.models import Lease, ResearchTask, User, Wish
from research.store.load import limits_of, load_state
from research.store.payloads import dumped
from research.store.record import record
from research.store.wishes import take_up
from research.terms import Goal, GoalState


def approve_plan(
    person: User,
    task: ResearchTask,
    goals: Sequence[GoalEdit] | None = None,
    *,
    seen_hash: str,
    door: str = "page",
) -> None:
    """Approve the plan that was seen, possibly edited. Nothing is searched before this."""
    need_task(person, task)
    with transaction.atomic():
        task = locked(task)
        if task.status != Status.AWAITING_APPROVAL.value:
            raise Stale(_("The plan was approved already, or the task was stopped."), task)
        if plan_hash(task) != seen_hash:
            raise Stale(_("The plan changed since you opened it. Look at it again."), task)
        state = load_state(task)
        wanted = state.mind.goals if goals is None else _edited(task, goals)
        _approve(task, state, PlanApproved(wanted, person.username))
        ResearchTask.objects.filter(pk=task.pk).update(approved_by=person, approved_at=Now(), plan_hash=plan_hash(task))
        set_status(task, Status.RUNNING, person.username)
        call_worker(task)
        audit(person, task.workspace, door, "approve_plan", task.label, after={"goals": [g.question for g in wanted]})


def _approve(task: ResearchTask, state: TaskState, event: PlanApproved) -> None:
    """The person's plan goes the way of every event: it moves the state, becomes rows, and reaches the page."""
    moved = apply(state, (event,))
    entry_written(task.pk, record(task, state.step, [event]))
    Notebook.objects.filter(pk=task.notebook_id).update(body=dumped(moved), v=VERSION)


def _edited(task: ResearchTask, goals: Sequence[GoalEdit]) -> tuple[Goal, ...]:
    limits = limits_of(task)
    kept = [goal for goal in goals if clean(goal.question).strip()]
    if not kept:
        raise Refused(_("A plan needs at least one goal."))
    if len(kept) > limits.goals_in_all:
        raise Refused(_("A plan has at most %(most)s goals.") % {"most": limits.goals_in_all})
    return tuple(_goal(number, goal, limits) for number, goal in enumerate(kept, start=1))


def _goal(number: int, edit: GoalEdit, limits: Limits) -> Goal:
    most = limits.question_characters
    question = goal_question(edit.question, most)
    wanted = tuple(filter(None, (goal_line(each, most) for each in edit.wanted)))[: limits.gaps_per_goal] or (question,)
    if not 0 < edit.priority <= 1:
        raise Refused(_("A priority lies above 0 and at most at 1."))
    return Goal(number, None, question, wanted, edit.priority, gaps=wanted)


def pause(person: User, task: ResearchTask, *, door: str = "page") -> None:
    """The step in work is finished and kept; no other begins."""
    _move(person, task, Status.PAUSED, "pause", door)


def resume(person: User, task: ResearchTask, *, door: str = "page") -> None:
    _move(person, task, Status.RUNNING, "resume", door, only_from=Status.PAUSED, one_step=False)


def step_once(person: User, task: ResearchTask, *, door: str = "page") -> None:
    """Exactly one step of a paused task; memory before and after is kept with it (R156)."""
    _move(person, task, Status.RUNNING, "step_once", door, only_from=Status.PAUSED, one_step=True)


def retry(person: User, task: ResearchTask, *, door: str = "page") -> None:
    """A failed task goes on from the step that failed."""
    _move(person, task, Status.RUNNING, "retry", door, only_from=Status.FAILED, failure="")


def _move(
    person: User,
    task: ResearchTask,
    then: Status,
    verb: str,
    door: str,
    only_from: Status | None = None,
    **fields: Any,
) -> None:
    need_task(person, task)
    with transaction.atomic():
        task = locked(task)
        was = task.status
        if only_from and was != only_from.value:
            raise Refused(_("The task is %(was)s now; this isn't possible any more.") % {"was": task.status_word})
        set_status(task, then, person.username, **fields)
        if then is Status.RUNNING:
            Lease.objects.filter(task=task).update(attempts=0, not_before=None)
            call_worker(task)
        audit(person, task.workspace, door, verb, task.label, before={"status": was}, after={"status": then.value})


def stop(person: User, task: ResearchTask, *, write_report: bool, door: str = "page") -> None:
    """End the search. With `write_report` the report is written from what is there; without, everything is kept."""
    need_task(person, task)
    with transaction.atomic():
        task = locked(task)
        was = task.status
        if write_report:
            _write_what_is_there(task, person)
        else:
            _leave_goals(task)
            set_status(task, Status.STOPPED, person.username, "stopped by a person")
            fold_when_over(task)
        audit(person, task.workspace, door, "stop", task.label, before={"status": was}, after={"report": write_report})


def _leave_goals(task: ResearchTask) -> None:
    """There is no next step to take up what was asked of the goals, and none of them is in work any more. A step that
    is under way is of no account: its outcome is refused, since the task is over."""
    if Wish.objects.filter(task=task).waiting().exists():
        _state, last = take_up(task, load_state(task), limits_of(task))
        entry_written(task.pk, last)
    task.goals.filter(state=GoalState.ACTIVE.value).update(state=GoalState.OPEN.value)


def _write_what_is_there(task: ResearchTask, person: User) -> None:
    status = Status(task.status)
    if Phase(task.phase) not in SEARCHING or status not in (Status.RUNNING, Status.PAUSED, Status.FAILED):
        raise Refused(_("There is no search to end: the task is %(was)s.") % {"was": task.status_word})
    ResearchTask.objects.filter(pk=task.pk).update(stop_asked=True, one_step=False, failure="")
    Lease.objects.filter(task=task).update(attempts=0, not_before=None)
    if status is not Status.RUNNING:
        set_status(task, Status.RUNNING, person.username, "report asked for")
    call_worker(task)
