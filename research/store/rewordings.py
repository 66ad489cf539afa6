"""What rewordings had to keep and what was saved, added up from the journal (R041, R077)."""

from typing import Any

from django.db.models import IntegerField, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce

from research.models import Entry

KINDS = ("Summarised", "Digested", "ReportEvolved")
COUNTS = ("asserted", "lost", "by_retry", "by_raw")


def reworded(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """An event that reworded nothing, the evolving report of most rounds, tells of nothing kept."""
    return entries.filter(kind__in=KINDS, payload__retained__asserted__gt=0)


def totals(entries: QuerySet[Entry]) -> tuple[int, ...]:
    """Of any number of tasks, in the order of COUNTS: the database adds them up."""
    sums = {name: Coalesce(Sum(Cast(KT(f"payload__retained__{name}"), IntegerField())), 0) for name in COUNTS}
    found: dict[str, Any] = reworded(entries).aggregate(**sums)
    return tuple(found[name] for name in COUNTS)
