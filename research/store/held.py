"""Pages that a task has read already: quoted again from the store, without a fetch and outside the caps (R267).

A search for a further question belongs to the session of the report it was asked on: what the report's task and its
other further searches have read counts as read.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Max

from reach import freshness
from reach.pages import Outcome, Status, canonical
from reach.settings import ReachSettings
from reach.trust import Graded
from research.engine.events import PagesRead
from research.engine.tools import Read, ReadPage
from research.models import Entry, Evidence, Reach, ResearchTask, Source
from research.models.reach import OPENED
from research.store.labelling import present_grade
from research.store.payloads import revived
from research.store.values import read_page
from research.terms import Find

CHANNEL = "held"
"""What the row of such a page names instead of a way out: nothing left the machine."""


def held(
    task: ResearchTask, finds: Sequence[Find], now: datetime, marks: Mapping[str, float], settings: ReachSettings
) -> Read:
    session = _session(task)
    lost = _given_up(session)
    keys = {url: key for url, key in _read_before(session).items() if key not in lost}
    wanted = {find.url: keys[canonical(find.url)] for find in finds if canonical(find.url) in keys}
    rows = {row.key: row for row in Source.objects.filter(workspace=task.workspace_id, key__in=wanted.values())}
    fetched = _fetched(session, wanted)
    pages: dict[str, ReadPage] = {}
    outcomes: list[Outcome] = []
    for url, key in wanted.items():
        at = fetched.get(url) or rows[key].fetched
        if key not in pages and _holds(rows[key], at, now, settings):
            grade = present_grade(rows[key], marks, settings)
            pages[key] = read_page(rows[key], url, grade.grade)
            outcomes.append(_outcome(url, grade, at))
    return Read(tuple(pages.values()), tuple(outcomes))


def _outcome(url: str, grade: Graded, fetched: datetime) -> Outcome:
    return Outcome(
        url,
        CHANNEL,
        Status.CACHED,
        None,
        "",
        0.0,
        1,
        fetched_at=fetched,
        confidence=grade.grade,
        computed=grade.why or "as when it was kept",
    )


def _session(task: ResearchTask) -> list[int]:
    """This task, those above it, and the other questions on the same report."""
    above: list[ResearchTask] = [task]
    while parent := above[-1].parent:
        above.append(parent)
    beside = ResearchTask.objects.filter(parent=task.parent_id).exclude(parent=None)
    return [*(each.pk for each in above), *beside.values_list("pk", flat=True)]


def _read_before(session: Sequence[int]) -> dict[str, str]:
    """Source keys by address, the one asked for and the one that answered; the last reading of an address counts."""
    keys: dict[str, str] = {}
    read = Entry.objects.filter(task__in=session, kind=PagesRead.__name__).order_by("at", "pk")
    for payload, v in read.values_list("payload", "v"):
        event = revived(PagesRead, payload, v)
        keys |= {canonical(source.url): source.key for source in event.sources}
        keys |= {canonical(seen.asked): seen.key for seen in event.seen}
    return keys


def _given_up(session: Sequence[int]) -> frozenset[str]:
    """Pages of a branch that was taken back: nothing leads there again by itself (R047)."""
    return frozenset(Evidence.objects.filter(task__in=session, dropped=True).values_list("source__key", flat=True))


def _fetched(session: Sequence[int], wanted: Mapping[str, str]) -> dict[str, datetime]:
    """When the reading was fetched: a source row keeps the time at which its words were first seen."""
    rows = Reach.objects.filter(
        task__in=session, purpose__in=OPENED, outcome__in=[Status.OK.value, Status.CACHED.value]
    )
    seen = rows.filter(target__in=list(wanted)).values_list("target").annotate(at=Max("fetched_at"))
    return {target: at for target, at in seen if at}


def _holds(row: Source, fetched: datetime, now: datetime, settings: ReachSettings) -> bool:
    """As long as a cache may serve it, and while nobody here has met other words at the address since."""
    kind = freshness.page_class(row.url, row.title, row.text, settings)
    fresh = now < fetched + timedelta(seconds=freshness.lifetime(kind, settings))
    return fresh and not Source.objects.filter(workspace=row.workspace_id, url=row.url, pk__gt=row.pk).exists()
