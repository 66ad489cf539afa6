"""Wishes of people as rows, and their place in the log: before the step that follows them (R013, DESIGN §4)."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from memory.models import Notebook
from research.engine.changes import after
from research.engine.events import VERSION
from research.engine.limits import Limits
from research.engine.state import TaskState
from research.engine.steering import steered
from research.engine.wishes import Wish as WishValue
from research.models import ResearchTask, User, Wish
from research.store.payloads import dumped, revived
from research.store.prepared import Prepared
from research.store.record import record


@Prepared
def _waiting(task: int) -> QuerySet[Any, Any]:
    return Wish.objects.filter(task=task).waiting().values_list("pk")[:1]


def any_waiting(task: int) -> bool:
    return bool(_waiting(task))


def keep_wish(task: ResearchTask, person: User, wish: WishValue) -> Wish:
    row: Wish = Wish.objects.create(task=task, person=person, body=dumped(wish), v=VERSION)
    return row


def waiting(task: ResearchTask) -> Iterator[tuple[Wish, WishValue]]:
    """In the order in which they were asked."""
    for row in Wish.objects.filter(task=task).waiting().select_related("person").order_by("id"):
        yield row, revived(WishValue, row.body, row.v)


def foreseen(task: ResearchTask, state: TaskState, limits: Limits) -> TaskState:
    """The state as the next step will find it, as far as is known now."""
    for row, wish in waiting(task):
        state = after(state, steered(state, wish, row.person.username, limits))
    return state


def take_up(task: ResearchTask, state: TaskState, limits: Limits) -> tuple[TaskState, int]:
    """All that wait, as events before the step that comes, and the number of the last entry. Needs a transaction that
    holds the task's row: a verb holds it, too."""
    last = 0
    for row, wish in waiting(task):
        event = steered(state, wish, row.person.username, limits)
        last = record(task, state.step, [event])
        state = after(state, event)
        Wish.objects.filter(pk=row.pk).update(step=state.step, refused=event.refused)
    Notebook.objects.filter(pk=task.notebook_id).update(body=dumped(state), v=VERSION)
    ResearchTask.objects.filter(pk=task.pk).update(phase=state.phase.value)
    return state, last
