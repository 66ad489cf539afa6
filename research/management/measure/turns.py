"""A finished task's turns, read off its journal."""

from collections.abc import Sequence

from research.engine.events import FindsRecalled, FindsSeen, GoalChosen, PagesRead, QueriesWritten
from research.management.measure.full_hits import full_hits
from research.management.measure.observed import Trail, Turn
from research.models import ResearchTask, Source
from research.store.entries import whole_payload
from research.store.payloads import revived_event


def turns_of(task: ResearchTask) -> tuple[Turn, ...]:
    def pages(keys: Sequence[str]) -> list[tuple[Source, str]]:
        rows = Source.objects.filter(workspace=task.workspace_id, key__in=keys).order_by("pk")
        return [(row, row.text) for row in rows]

    trail = Trail(pages, full_hits(task))
    kinds = [kind.__name__ for kind in (GoalChosen, QueriesWritten, FindsRecalled, FindsSeen, PagesRead)]
    for row in task.entries.filter(kind__in=kinds).select_related("task").order_by("seq"):
        trail.note(revived_event(row.kind, whole_payload(row), row.v))
    return trail.told()
