"""Whether a page was seen to read differently after its copy was stored. Only from what was read for some task anyway:
nothing is fetched to find out (RP5)."""

from dataclasses import dataclass

from django.db.models import Q

from research.models import Source
from research.roles.verbatim import stands_in


@dataclass(frozen=True, slots=True)
class Differs:
    newer: Source
    """The latest copy with other words that the same workspace has of this address."""
    stands: bool
    """Whether the quoted words stand in it, too."""


def differs_since(source: Source, quote: str = "") -> Differs | None:
    """A page read again with the same words makes no copy, so one that changed back counts as changed, at that time."""
    same = Q(url=source.url) | Q(url__in=source.other_urls) | Q(other_urls__contains=[source.url])
    rows = Source.objects.filter(same, workspace=source.workspace_id, fetched__gt=source.fetched)
    newer: Source | None = rows.exclude(text_sha256=source.text_sha256).order_by("-fetched").first()
    return Differs(newer, bool(quote) and stands_in(quote, newer.text)) if newer else None
