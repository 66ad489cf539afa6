"""Evidence that a reviewer brings: a link, or a passage with its link, pasted beside a claim (CR6).

The page is read through the one way out and kept as a source; a passage of it becomes evidence of the task and is
offered with the verdict it gets by itself. Citing it, and deciding, stay the reviewer's next moves.
"""

import re
from dataclasses import dataclass

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from memory.figures import content_words
from reach.clean import clean
from reach.pages import Outcome
from reach.providers.pages import addresses, without_addresses
from reach.segment import page_at, paragraph_at, sentences
from research.actions.errands import next_number, offer
from research.actions.holding import need_free
from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.tasks import current_step, locked, tell
from research.actions.trail import audit
from research.engine.checking import brief_of
from research.engine.lifecycle import Status
from research.engine.limits import Limits
from research.engine.orders import talks_to_machines
from research.models import Claim, Evidence, Goal, Query, ResearchTask, Source, User
from research.roles.briefs import Ask, Card, DraftQuote, PageText, QuoteBrief
from research.roles.builtin.claims.checker import best_checker
from research.roles.builtin.embedder import best_embedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.verbatim import nearness, place_of
from research.store.archive import claims_of_report
from research.store.failures import failure
from research.store.library import Outside
from research.store.load import limits_of
from research.store.looking import scope_of
from research.store.one_page import fetched, kept, scored
from research.store.places import as_written, section_of
from research.terms import Claim as ClaimValue
from research.terms import Goal as GoalValue
from research.terms import Language, Period, Verdict
from research.wiring import outside_for, reach_settings

REASON = "a reviewer brought this page"
CHANNEL = "pasted"
RESTING = (Status.WAITING_FOR_REVIEW, Status.FINISHED, Status.STOPPED)
"""No step numbers evidence of its own."""
NEAR = 20
"""Sentences of a page compared letter by letter with a passage that isn't in it: the nearest in words."""
_SOURCE = re.compile(r"\s*S-(\d{1,18})\b", re.IGNORECASE | re.ASCII)
_MARKS = " \t\r\n\"'“”‘’「」『』《》<>()（）,，;；:：—–-"


@dataclass(frozen=True, slots=True)
class Brought:
    evidence: Evidence
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Pasted:
    address: str
    """Empty for a stored source."""
    source: int
    passage: str
    """Empty: the best one is looked for."""


def bring(person: User, claim: Claim, pasted: str, *, door: str = "page") -> Brought:
    """Fetching comes first and outside of any transaction: a slow page holds up nobody else."""
    need(person, "decide", claim.task.workspace)
    need_free(person, claim)
    _need_rest(claim.task)
    given, limits = _read_off(pasted), limits_of(claim.task)
    out = outside_for(claim.task.workspace_id, limits, scope_of(claim.task))
    source = _had(person, claim, given, out, door) if given.address else _stored(person, claim, given.source)
    value = next(each for each in claims_of_report(claim.task) if each.number == claim.number)
    draft = _given(given.passage, source, limits) if given.passage else _best(value, source, claim.task, limits)
    if talks_to_machines(draft.quote):
        raise Refused(_("This passage gives orders to machines instead of telling something. It is no evidence."))
    with transaction.atomic():
        return _offered(person, claim, source, draft, out, door)


def _need_rest(task: ResearchTask) -> None:
    if Status(task.status) not in RESTING:
        raise Refused(_("The task works just now. Bring evidence once it rests."))


def _read_off(pasted: str) -> _Pasted:
    text = clean(pasted)
    if found := _SOURCE.match(text):
        return _Pasted("", int(found[1]), _passage(text[found.end() :]))
    links = addresses(text, reach_settings())
    if not links:
        raise Refused(_("Paste a link that begins with http:// or https://, alone or with a passage of its page."))
    if len(links) > 1:
        raise Refused(_("Paste one link at a time."))
    return _Pasted(links[0], 0, _passage(without_addresses(text)))


def _passage(text: str) -> str:
    """Without the marks in which people wrap what they copy."""
    words = text.strip(_MARKS)
    return words if any(sign.isalnum() for sign in words) else ""


def _had(person: User, claim: Claim, given: _Pasted, out: Outside, door: str) -> Source:
    """The page as a stored source. One that can't be read leaves its row, a line in the trail, and a sentence why."""
    answer = async_to_sync(fetched)(out, given.address)
    with transaction.atomic():
        task = locked(claim.task)
        source, outcome = kept(task, current_step(task), out, answer, _goal(claim).number)
        if source is None:
            after = {"address": given.address, "outcome": outcome.status.value, "kind": str(outcome.kind or "")}
            audit(person, task.workspace, door, "bring_page", claim.label, after=after)
    if source is None:
        raise Refused(_("The page could not be read: %(why)s.") % {"why": _why(outcome)})
    return source


def _why(outcome: Outcome) -> str:
    return failure(str(outcome.kind or ""), outcome.detail)


def _stored(person: User, claim: Claim, number: int) -> Source:
    rows = Source.objects.visible_to(person).filter(workspace=claim.task.workspace_id)
    source: Source | None = rows.filter(pk=number).first()
    if source is None:
        raise Refused(_("S-%(number)s is no source of this workspace.") % {"number": number})
    return source


def _given(passage: str, source: Source, limits: Limits) -> DraftQuote:
    """The page's own words at their place, or a refusal with the nearest there are."""
    if len(passage) > limits.quote_characters:
        raise Refused(_("A quote has at most %(most)s characters.") % {"most": limits.quote_characters})
    place = place_of(passage, source.text)
    if place is None:
        raise Refused(
            _("These words don't stand in the page. The nearest are: “%(near)s”") % {"near": _nearest(passage, source)}
        )
    start, end = place
    return DraftQuote(source.text[start:end], start, end, 1.0, REASON)


def _nearest(passage: str, source: Source) -> str:
    wanted = content_words(passage)
    texts = [span.text.strip() for span in sentences(source.text)]
    likely = sorted(texts, key=lambda text: -len(wanted & content_words(text)))[:NEAR]
    return max(likely, key=lambda text: nearness(passage, text), default="")


def _best(value: ClaimValue, source: Source, task: ResearchTask, limits: Limits) -> DraftQuote:
    """Of the passages nearest to the claim the one that carries it best; where none does, the nearest."""
    drafts = async_to_sync(_passages)(value, source, task, limits)
    if not drafts:
        raise Refused(_("The page was read, but nothing in it bears on the sentence. Paste the passage with the link."))
    order = list(Verdict)
    judged = [(_verdict(value, draft, source, task, limits), draft) for draft in drafts]
    return min(judged, key=lambda pair: (order.index(pair[0]), -pair[1].relevance))[1]


async def _passages(value: ClaimValue, source: Source, task: ResearchTask, limits: Limits) -> tuple[DraftQuote, ...]:
    language = Language(task.language)
    ask = Ask(value.said, language, Period(None, None), timezone.now().date())
    goal = GoalValue(0, None, value.said, (value.said,), gaps=(value.said,))
    page = PageText(source.title, source.text, source.published)
    sizes = limits.quotes_per_page, limits.quote_characters, limits.page_tokens
    return await BuiltinExecutor(best_embedder()).quote(QuoteBrief(ask, goal, value.said, page, *sizes))


def _verdict(value: ClaimValue, draft: DraftQuote, source: Source, task: ResearchTask, limits: Limits) -> Verdict:
    card = Card(0, draft.quote, source.title, source.publisher, source.published, 0.0)
    brief = brief_of(value, (card,), Language(task.language), limits)
    return async_to_sync(best_checker().check)(brief)[0]


def _offered(person: User, claim: Claim, source: Source, draft: DraftQuote, out: Outside, door: str) -> Brought:
    task = locked(claim.task)
    _need_rest(task)
    now = Claim.objects.select_related("task__thresholds").get(pk=claim.pk)
    piece = _held(task, source, draft) or _piece(now, source, draft, out)
    if now.citations.filter(evidence=piece).exists():
        raise Refused(_("The sentence cites this passage already."))
    offer(now, [piece])
    now.refresh_from_db()
    made = next(each for each in now.offered if each["evidence"] == piece.number)
    told = {"claim": now.number, "by": person.username, "source": source.label, "verdict": made["verdict"]}
    tell(task, [("PageBrought", told)])
    after = {"source": source.label, "address": source.url, "quote": piece.label, "verdict": made["verdict"]}
    audit(person, task.workspace, door, "bring_page", now.label, after=after)
    return Brought(piece, made["verdict"], made["reason"])


def _held(task: ResearchTask, source: Source, draft: DraftQuote) -> Evidence | None:
    rows = Evidence.objects.filter(task=task, source=source, start=draft.start, end=draft.end, dropped=False)
    found: Evidence | None = rows.first()
    return found


def _piece(claim: Claim, source: Source, draft: DraftQuote, out: Outside) -> Evidence:
    task, goal = claim.task, _goal(claim)
    made = scored(task, out, source, draft.relevance, REASON)
    query = Query.objects.create(
        task=task,
        goal=goal,
        number=next_number(task.queries),
        batch=1,
        gap=claim.text,
        text=source.url,
        channels=[CHANNEL],
        dropped=REASON,
    )
    return Evidence.objects.create(
        task=task,
        number=next_number(task.evidence),
        goal=goal,
        query=query,
        source=source,
        quote=draft.quote,
        start=draft.start,
        end=draft.end,
        relevance=made.relevance,
        credibility=made.credibility,
        timeliness=made.timeliness,
        score=made.total,
        reason=REASON,
        accepted=True,
        paragraph=paragraph_at(source.text, draft.start),
        page=page_at(source.page_starts, draft.start),
    )


def _goal(claim: Claim) -> Goal:
    """Of the claim's section; for a summary, which belongs to none, the one its first quote was found for."""
    section = section_of(as_written([claim.task_id]).get(claim.task_id), claim.section)
    cited = claim.citations.values_list("evidence__goal__number", flat=True).first()
    goals = claim.task.goals.order_by("number")
    found: Goal | None = goals.filter(number=section.get("goal") or cited or 0).first()
    return found or goals.earliest("number")
