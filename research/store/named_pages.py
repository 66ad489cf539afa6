"""Addresses that are still worth a try: named by a question and not had for the goal in work, or found and not
refused by our own rules before."""

from collections.abc import Sequence

from reach.errors import Kind
from reach.pages import Hit, canonical
from reach.providers.pages import addresses
from reach.settings import ReachSettings
from research.models import Goal, Reach, ResearchTask


def still_to_read(task: ResearchTask, settings: ReachSettings) -> tuple[str, ...]:
    """Each once a goal, however it ended: read again and again, a few would crowd out all that is found."""
    named = addresses(task.question, settings)
    if not named:
        return ()
    in_work = Goal.objects.filter(task=task, state="active").values("number")
    had = Reach.objects.filter(task=task, purpose="read", target__in=named, goal_number__in=in_work)
    seen = {*had.values_list("target", flat=True), *_refused(task)}
    return tuple(address for address in named if address not in seen)


def not_refused(task: ResearchTask, hits: Sequence[Hit]) -> list[Hit]:
    """Without those that this installation's own rules kept the task from: they would do so again, for every goal."""
    refused = {canonical(target) for target in _refused(task)}
    return [hit for hit in hits if canonical(hit.url) not in refused]


def _refused(task: ResearchTask) -> frozenset[str]:
    rows = Reach.objects.filter(task=task, purpose="read", kind=Kind.POLICY_DENIED.value)
    return frozenset(rows.values_list("target", flat=True))
