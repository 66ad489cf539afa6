"""A site that suddenly yields far less text has changed its pages' structure: that is no thin evidence, it failed."""

from collections.abc import Sequence
from statistics import median

from research.engine.limits import Limits


def far_too_short(length: int, earlier: Sequence[int], limits: Limits) -> bool:
    """Characters against those of the site's earlier pages. Where short pages are known, a short one is no failure."""
    if len(earlier) < limits.site_pages:
        return False
    return length < limits.thin_text * median(earlier) and length < min(earlier) / 2
