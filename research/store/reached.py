"""What a task reached, and what it could not: the already-reached list and the report's "could not read" (R218, R267).

Every row is judged by the engine's own rule, so a page never calls lost what the search went on with.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from research.engine.degrading import End, Level, end_of
from research.models import Reach, ResearchTask
from research.models.reach import BY_HAND, OPENED
from research.roles.flaws import Flaw
from research.store import brought
from research.store.failures import cause
from research.store.looking import scope_words
from research.store.sayings import channel_word

SHOWS = {
    "pages": Q(purpose__in=OPENED),
    "searches": Q(purpose="search"),
    "failed": Q(outcome="failed"),
    "skipped": Q(outcome="skipped"),
}


@dataclass(frozen=True, slots=True)
class Looked:
    """Where was looked and how much of it could be had: the method of a report in figures."""

    scope: str
    channels: tuple[str, ...]
    queries: int
    results: int
    hits: int
    pages: int
    partly: int
    """Rounds that used what succeeded; so for the next two."""
    late: int
    nothing: int
    declined: int
    """Readings of a page that the model or its provider refused: what stands there was not assessed (B-015)."""
    reached: bool
    """False: everything that was asked failed, and that says nothing of the world (R260)."""

    @property
    def line(self) -> str:
        where = _(", ").join(map(channel_word, self.channels)) or _("nowhere yet")
        facts = {"where": where, "queries": self.queries, "results": self.results, "hits": self.hits}
        told = _(
            "Looked in: %(where)s. Queries: %(queries)s. Results: %(results)s, "
            "each page once: %(hits)s. Pages read: %(pages)s."
        ) % (facts | {"pages": self.pages})
        return f"{told} {_('Asked for: %(scope)s.') % {'scope': self.scope}}" if self.scope else told

    @property
    def degraded(self) -> tuple[str, ...]:
        """One sentence for each level that some round fell to, and one for what a model would not read."""
        words = (
            (self.partly, ngettext("In %(n)s round a part could not be had; the rest was used.",
                                   "In %(n)s rounds a part could not be had; the rest was used.", self.partly)),
            (self.late, ngettext("In %(n)s round not all came in time; the search went on with what had arrived.",
                                 "In %(n)s rounds not all came in time; the search went on with what had arrived.",
                                 self.late)),
            (self.nothing, ngettext("In %(n)s round nothing could be reached.",
                                    "In %(n)s rounds nothing could be reached.", self.nothing)),
            (self.declined, ngettext("The model or its provider declined to read %(n)s page: it was not assessed.",
                                     "The model or its provider declined %(n)s readings: these were not assessed.",
                                     self.declined)),
        )  # fmt: skip
        return tuple(sentence % {"n": count} for count, sentence in words if count)


def looked(task: ResearchTask) -> Looked:
    rows = list(
        task.reaches.exclude(purpose=BY_HAND).values_list("purpose", "outcome", "kind", "detail", "channel", "items")
    )
    ends = Counter(end_of(*each[1:]) for each in rows)
    fallen = task.entries.filter(kind="RoundDegraded").values_list("payload__level", flat=True)
    levels = Counter(fallen)
    searched = [each for each in rows if each[0] == "search"]
    return Looked(
        scope=scope_words(task),
        channels=tuple(dict.fromkeys(channel for *_rest, channel, _items in searched)),
        queries=task.queries.filter(dropped="").count(),
        results=brought.results(task),
        hits=brought.hits(task),
        pages=brought.pages_read(task),
        partly=levels[Level.PARTLY],
        late=levels[Level.LATE],
        nothing=levels[Level.NOTHING],
        declined=_declined(task),
        reached=bool(ends[End.GOT]) or task.evidence.exists() or not (ends[End.LATE] or ends[End.LOST]),
    )


def _declined(task: ResearchTask) -> int:
    told = task.entries.filter(kind="RoleFellBack", payload__prompt="quote", payload__kind=Flaw.REFUSED.value)
    return int(told.count())


def unread(task: ResearchTask) -> tuple[Reach, ...]:
    """Each target with each kind of reason once, as it was told last: a page by its address, a query by its channel. A
    page that was refused once and for which there was no time later was refused. What was had after all is not listed,
    nor what nobody wanted: the same page twice, or outside the task's sites; nor what a reviewer pasted later on: a
    version that is published stays as it is."""
    lost: dict[tuple[str, str], dict[str, Reach]] = {}
    for row in task.reaches.exclude(purpose=BY_HAND).order_by("id"):
        reasons = lost.setdefault((row.channel if row.purpose == "search" else "", row.target), {})
        if _end(row) in (End.LATE, End.LOST):
            reasons[cause(row.kind, row.detail)] = row
        else:
            reasons.clear()
    return tuple(row for reasons in lost.values() for row in reasons.values())


def _end(row: Reach) -> End:
    return end_of(row.outcome, row.kind, row.detail, row.channel, row.items)


def already_reached(task: ResearchTask, show: str = "") -> QuerySet[Reach]:
    """The newest first; `show` is one of SHOWS, anything else shows all."""
    rows: QuerySet[Reach] = task.reaches.filter(SHOWS.get(show, Q())).order_by("-id")
    return rows


def quotes_kept(task: ResearchTask) -> dict[int, int]:
    """By source."""
    counted = task.evidence.standing().order_by().values("source").annotate(n=Count("pk"))
    return dict(counted.values_list("source", "n"))


def kept_pages(task: ResearchTask, rows: Iterable[Reach]) -> dict[str, int]:
    """Stored copies of the addresses among these rows, by address; of several the newest."""
    wanted = [row.target for row in rows if row.purpose in OPENED and row.outcome in ("ok", "cached")]
    here = task.workspace.sources.filter(Q(url__in=wanted) | Q(other_urls__has_any_keys=wanted))
    known = here.order_by("id").values_list("pk", "url", "other_urls") if wanted else ()
    return {address: pk for pk, url, others in known for address in (*others, url)}
