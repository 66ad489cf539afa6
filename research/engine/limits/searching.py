"""How wide a round looks and how deep it digs (R082, R250, R255)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

SEARCH = "search"


@dataclass(frozen=True)
class SearchLimits:
    hits: int = number(6, "hits", 3, 12, SEARCH, "Beyond ten, noise grows and quality doesn't (R255, R256).")
    reads_per_round: int = number(2, "pages", 1, 10, SEARCH, "Fetch wide, use narrow (R250).")
    reads_per_goal: int = number(3, "pages", 1, 60, SEARCH, "Deep digging is how a bill jumps midway (R082).")
    reads_in_all: int = number(12, "pages", 1, 500, SEARCH, "The same for the whole task (R082).")
    site_pages: int = number(
        4, "pages", 2, 50, SEARCH, "Earlier pages of a site from which it is known how long its texts are (R275)."
    )
    thin_text: float = number(
        0.2, "share of the median", 0, 1, SEARCH, "Below it, and below half of the shortest, extraction failed (R275)."
    )
