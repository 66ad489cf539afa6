"""The five facts of a first check, each read off the rows that a task left (R241–R246), in the order in which they are
asked: the quiet faults first, since nobody notices them later (R246)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.utils.translation import gettext as _
from lxml import html

from reach.fetch import WEB
from reach.pages import Status
from reach.render import words_of
from reach.settings import ReachSettings
from research.management.first_web import SHOWN
from research.models import Reach, ResearchTask, Source
from research.store.export import report_view
from research.store.failures import failure
from research.store.report_views import ReportView
from research.store.sayings import said

_AROUND = "//script | //style | //nav | //footer[not(ancestor::article)] | //*[contains(@class, 'cookie')]"
_MACHINE_WORDS = re.compile(
    r"</?(?:div|span|script|nav|a|p|html|body)\b[^>]*>|\bfunction\s*\w*\s*\([^)]*\)\s*\{|\bvar \w+ ?=|\{\s*\"@context\""
)
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC")


@dataclass(frozen=True, slots=True)
class Fact:
    name: str
    ok: bool
    seen: str
    follows: bool = False
    """Not looked at, since there was no page to look at: the fact before it says why."""


@dataclass(frozen=True, slots=True)
class Window:
    """The database's clock before the task and after it: the one clock that all machines share."""

    begin: datetime
    end: datetime


def database_time() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment


def cut_is_reported(task: ResearchTask) -> Fact:
    name = _("A cut network is reported")
    rows = list(Reach.objects.filter(task=task))
    answered = [row for row in rows if row.outcome in (Status.OK, Status.CACHED)]
    failed = [row for row in rows if row.outcome == Status.FAILED]
    if answered:
        return Fact(name, False, _("%(target)s answered, though the network was to be cut.") % _place(answered[0]))
    told = [row for row in failed if row.kind and row.detail]
    listed = {row.pk for row in report_view(task).unread}
    if not told or len(told) < len(failed) or not any(row.pk in listed for row in told):
        words = _("Failed reaches: %(count)s; not each of them with a reason in the rows and the report.")
        return Fact(name, False, words % {"count": len(failed)})
    first = told[0]
    said = {"channel": first.channel, "why": failure(first.kind, first.detail)}
    return Fact(name, True, _("%(channel)s: %(why)s; in the rows and in the report.") % said)


def _nothing_fetched(task: ResearchTask) -> str:
    """Which page was to be had, why it was not, and what to try."""
    lost = Reach.objects.filter(task=task).exclude(outcome__in=[Status.OK, Status.CACHED]).order_by("id")
    told = dict.fromkeys(f"{row.target}: {failure(row.kind, row.detail)}" for row in lost)
    if told:
        why = _("No page was fetched. %(rows)s.") % {"rows": "; ".join(told)}
    else:
        why = _("No page was fetched: no search result led to one.")
    return f"{why} {_('Run it again with --keep, and see “All that was reached” on the page of the task.')}"


def _follows(name: str) -> Fact:
    return Fact(name, False, _("Not looked at: no page was fetched."), follows=True)


def _uncited(task: ResearchTask, view: ReportView) -> str:
    pages = ", ".join(dict.fromkeys(row.target for row, _source in _fetched(task)))
    why = said(task.failure) or next((said(each.why) for each in view.unanswered if each.why), task.status_word)
    return _("The report cites nothing of what was read (%(pages)s): %(why)s.") % {"pages": pages, "why": why}


def _place(row: Reach) -> dict[str, str]:
    return {"target": row.target}


def clock_is_right(task: ResearchTask, window: Window, page_tells: bool) -> Fact:
    """By the database's clock, in UTC, the same in both rows, and by the time that our own page tells."""
    name, bound = _("The clock is right"), timedelta(seconds=ReachSettings().first_check_seconds)
    pages = dict(_fetched(task))
    if not pages:
        return Fact(name, False, _nothing_fetched(task))
    for row, source in pages.items():
        if row.fetched_at is None or row.fetched_at.utcoffset() != timedelta(0) or source.fetched != row.fetched_at:
            return Fact(name, False, _("%(target)s has no single time of fetching in UTC.") % _place(row))
        times = {"fetched": _shown(row.fetched_at), "begin": _shown(window.begin), "end": _shown(window.end)}
        if not window.begin - bound <= row.fetched_at <= window.end + bound:
            return Fact(name, False, _("Fetched at %(fetched)s, but the database had %(begin)s to %(end)s.") % times)
        for told in _times_in(source.text) if page_tells else ():
            if abs(told - row.fetched_at) > bound:
                shown = times | {"told": _shown(told)}
                return Fact(name, False, _("Fetched at %(fetched)s, but the page says %(told)s.") % shown)
    first = next(iter(pages))
    seen = {"fetched": _shown(first.fetched_at), "end": _shown(window.end)}
    return Fact(name, True, _("Fetched at %(fetched)s; the database had %(end)s afterwards.") % seen)


def _shown(moment: datetime | None) -> str:
    return moment.astimezone(UTC).strftime(SHOWN) if moment else "–"


def _times_in(text: str) -> Iterator[datetime]:
    for found in _TIME.findall(text):
        yield datetime.strptime(found, SHOWN).replace(tzinfo=UTC)


def _fetched(task: ResearchTask) -> Iterator[tuple[Reach, Source]]:
    """Pages that came over the network for this very task, with the rows that keep them."""
    for row in Reach.objects.filter(task=task, channel=WEB, purpose="read", outcome=Status.OK):
        sources = Source.objects.filter(workspace=task.workspace_id)
        source = sources.filter(url=row.target).order_by("-id").first()
        source = source or sources.filter(other_urls__contains=[row.target]).order_by("-id").first()
        if source is not None:
            yield row, source


def fetch_is_recorded(task: ResearchTask) -> Fact:
    name = _("A fetch is recorded")
    pages = list(_fetched(task))
    if not pages:
        return _follows(name)
    whole = [row for row, _source in pages if row.seconds > 0 and row.received > 0 and row.confidence_from]
    if len(whole) < len(pages):
        lacking = next(row for row, _source in pages if row not in whole)
        words = _("%(target)s was fetched, but its row lacks time, size or confidence.")
        return Fact(name, False, words % _place(lacking))
    row = whole[0]
    seen = {"target": row.target, "bytes": row.received, "seconds": f"{row.seconds:.2f}", "count": len(whole)}
    return Fact(name, True, _("%(target)s: %(bytes)s bytes in %(seconds)s s; fetches in all: %(count)s.") % seen)


def text_is_clean(task: ResearchTask) -> Fact:
    name = _("The text is clean")
    sources = list(dict.fromkeys(source for _row, source in _fetched(task)))
    if not sources:
        return _follows(name)
    for source in sources:
        if left := next(residue(bytes(source.raw.body), source.text), None):
            seen = {"label": source.label, "words": left}
            return Fact(name, False, _("%(label)s holds what is no part of its matter: “%(words)s”.") % seen)
    length = sum(len(source.text) for source in sources)
    seen = {"count": str(len(sources)), "length": str(length)}
    return Fact(name, True, _("Pages: %(count)s; characters: %(length)s; no navigation, banner or script.") % seen)


def residue(raw: bytes, text: str) -> Iterator[str]:
    """What a page has around its matter and the text has too; code and tags, wherever they came from."""
    flat = " ".join(text.split())
    if found := _MACHINE_WORDS.search(flat):
        yield found[0]
    if not raw.lstrip().startswith(b"<"):
        return
    for node in html.fromstring(raw).xpath(_AROUND):
        words = words_of(node)
        if " " in words and words in flat:
            yield words


def labels_resolve(task: ResearchTask) -> Fact:
    """Each reference in the report leads to a stored page in which the quoted words stand where the row says (R243)."""
    name, view = _("Every label resolves"), report_view(task)
    listed = {each.number: each.source.pk for each in view.references}
    cited = [citation for section in view.sections for line in section.lines for citation in line.citations]
    for citation in cited:
        piece = citation.evidence
        if listed.get(citation.number) != piece.source_id or piece.source.text[piece.start : piece.end] != piece.quote:
            return Fact(name, False, _("[%(number)s] leads to no quote.") % {"number": citation.number})
    if not cited:
        return Fact(name, False, _uncited(task, view)) if any(_fetched(task)) else _follows(name)
    seen = {"count": len(cited), "label": cited[0].source.label, "quote": cited[0].evidence.quote}
    return Fact(name, True, _("Labels: %(count)s; the first leads to %(label)s: “%(quote)s”.") % seen)
