"""What came back gets its label: when it was fetched, how far it is believed, and by which rule (R199).

A page is believed as its publisher is. A list of hits is nobody's word yet: it is believed as the publishers it names
are on average, and that says nothing of whether the pages hold what the list promises.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from statistics import fmean

from reach.address import host
from reach.pages import Hit, Outcome, Page, Status
from reach.providers import Provider
from reach.settings import ReachSettings
from reach.trust import OWN_SCHEMES, Graded, graded
from research.engine.orders import talks_to_machines
from research.models import Source

NOTHING_KEPT = "a list of which no hit was kept, believed as an unknown host"
BY_DATE = "it takes no period: hits were filtered by their date"
GIVES_ORDERS = "it gives orders to machines"


def page_grade(page: Page, marks: Mapping[str, float], settings: ReachSettings) -> Graded:
    return _capped(graded(page.final_url, marks, page.kind, settings), talks_to_machines(page.text), settings)


def present_grade(row: Source, marks: Mapping[str, float], settings: ReachSettings) -> Graded:
    """A stored page is believed as its host is marked today, not as on the day it was first read. What the team put
    there has no host, and its own word on itself is in the row."""
    if row.url.startswith(OWN_SCHEMES):
        return Graded(row.credibility, row.credibility_from)
    return _capped(graded(row.url, marks, "", settings), GIVES_ORDERS in row.note, settings)


def _capped(made: Graded, gives_orders: bool, settings: ReachSettings) -> Graded:
    """A page that gives orders to machines is graded like one that anybody may write to."""
    if gives_orders and made.grade > settings.grade_anyone:
        return Graded(settings.grade_anyone, GIVES_ORDERS)
    return made


def labelled_search(
    outcomes: Sequence[Outcome],
    hits: Sequence[Hit],
    marks: Mapping[str, float],
    settings: ReachSettings,
    now: datetime,
) -> tuple[Outcome, ...]:
    """`now` is the time of answers that were fetched for this search; a cached one brings its own."""
    grades: dict[str, list[float]] = {}
    for hit in hits:
        grades.setdefault(hit.channel, []).append(graded(hit.url, marks, "", settings).grade)
    return tuple(_with(each, _mean(grades.get(each.channel), settings), now) for each in outcomes)


def dated_here(outcomes: Sequence[Outcome], providers: Sequence[Provider], bounded: bool) -> tuple[Outcome, ...]:
    """A channel that was asked without the period says so: what it found was filtered by its date (R084)."""
    timeless = {provider.name for provider in providers if bounded and not provider.ability.takes_period}
    return tuple(
        replace(each, detail="; ".join(filter(None, (BY_DATE, each.detail))))
        if each.channel in timeless and each.status in (Status.OK, Status.CACHED)
        else each
        for each in outcomes
    )


def _mean(grades: Sequence[float] | None, settings: ReachSettings) -> Graded:
    if not grades:
        return Graded(settings.grade_plain, NOTHING_KEPT)
    return Graded(fmean(grades), f"mean trust in the publishers of {len(grades)} hits")


def labelled_read(
    outcomes: Sequence[Outcome], pages: Sequence[Page], marks: Mapping[str, float], settings: ReachSettings
) -> tuple[Outcome, ...]:
    by_url = {page.url: page for page in pages}
    made = []
    for outcome in outcomes:
        outcome = replace(outcome, host=host(outcome.target))
        if page := by_url.get(outcome.target) if outcome.brought else None:
            outcome = _with(outcome, page_grade(page, marks, settings), page.fetched_at)
        made.append(outcome)
    return tuple(made)


def _with(outcome: Outcome, grade: Graded, fetched: datetime) -> Outcome:
    if not outcome.brought:
        return outcome
    known = outcome.fetched_at or (fetched if outcome.status is Status.OK else None)
    return replace(outcome, fetched_at=known, confidence=grade.grade, computed=grade.why)
