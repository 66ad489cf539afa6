"""Addresses that a task's question names, as far as the goal in work has not had them yet."""

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
    seen = set(had.values_list("target", flat=True))
    return tuple(address for address in named if address not in seen)
