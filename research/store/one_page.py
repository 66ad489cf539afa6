"""One page that a person points at, read like any other: through the task's scope, the guard, robots and the pace, in
the time of one reach, kept as a source and told as a row."""

from django.utils import timezone

from reach import fetch, freshness
from reach.pages import Outcome
from research.engine.events import Reached
from research.engine.scoring import score
from research.engine.tense import about_the_present
from research.models import ResearchTask, Source
from research.models.reach import BY_HAND
from research.store.keeping import keep_source
from research.store.labelling import labelled_read, present_grade
from research.store.library import Outside
from research.store.load import limits_of
from research.store.looking import pages_inside
from research.store.search_rows import reached
from research.store.thin import without_failed_extractions
from research.terms import Period, Score


async def fetched(out: Outside, url: str) -> fetch.Read:
    return pages_inside(out.scope, await out.read([url]), [url])


def kept(task: ResearchTask, step: int, out: Outside, answer: fetch.Read, goal: int) -> tuple[Source | None, Outcome]:
    """Expects a transaction. A page whose text could not be got at is told as a failure, as in a search."""
    outcomes = labelled_read(answer.outcomes, answer.pages, out.marks, out.settings)
    pages = [(keep_source(task.workspace_id, page, out.marks, out.settings), page.url) for page in answer.pages]
    pages, outcomes = without_failed_extractions(task, pages, outcomes)
    reached(task, step, Reached(BY_HAND, goal, outcomes))
    return (pages[0][0] if pages else None), outcomes[0]


def scored(task: ResearchTask, out: Outside, source: Source, relevance: float, reason: str) -> Score:
    """Believed as its host is marked today, dated as any other page."""
    period = Period(task.period_start, task.period_end)
    present, kind = about_the_present(task.question), freshness.page_class(source.url, source.title, "", out.settings)
    timeliness = freshness.timeliness(source.published, period, present, timezone.now(), out.settings, kind)
    grade = present_grade(source, out.marks, out.settings).grade
    return score(relevance, grade, timeliness, reason, limits_of(task))
