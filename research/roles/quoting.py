"""A page read for its best passages: in one turn, or in several where it doesn't fit into one prompt (R087).

Later turns are told what the earlier ones chose, as a history that is summed up before it outgrows its share (ReSum).
"""

from dataclasses import dataclass

from memory.resum import History, Known, Turn
from reach.segment import paragraph_at
from research.roles.answers import FULL_MARKS, QuoteAnswer, QuoteShape, narrowed, schema_of
from research.roles.asking import UnusableAnswer
from research.roles.assembling import Part, Several, Values, one_piece
from research.roles.bearing import bears_on, words
from research.roles.briefing import asked, line, period
from research.roles.briefs import DraftQuote, QuoteBrief
from research.roles.flaws import Flaw
from research.roles.shown_page import Shown, cut, show
from research.roles.standby import Model
from research.roles.tokens import count_tokens


@dataclass(frozen=True, slots=True)
class _Turn:
    shown: Shown
    drafts: list[DraftQuote]


async def quoted(model: Model, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
    """Of all turns the best. The page's share of tokens is that of all turns together."""
    wanted = words(brief.ask.question, brief.goal.question, brief.gap, *brief.goal.wanted)
    history, found, left = History(), list[DraftQuote](), brief.page_tokens
    told: frozenset[int] = frozenset()
    while left > 0:
        room = await model.room("quote", _values(brief, history), "page") - count_tokens(f"{_head(brief)}\n")
        shown = show(brief.page, wanted, min(left, room), told)
        if not shown.spans:
            break
        turn = await _turn(model, brief, history, shown, first=not told)
        if turn is None:
            break
        found += turn.drafts
        told |= frozenset(shown.places)
        without = _values(brief, History())
        history = await model.remembered("quote", without, "earlier", history, _remembered(turn, brief))
        left = left - count_tokens(shown.text()) if room < left else 0
    if not told and room < brief.page_tokens and brief.page.text:
        raise UnusableAnswer(Flaw.TOO_LONG, "the prompt 'quote' has no room for a sentence of the page", 0)
    return tuple(sorted(found, key=lambda draft: (-draft.relevance, draft.start))[: brief.most])


async def _turn(model: Model, brief: QuoteBrief, history: History, shown: Shown, first: bool) -> _Turn | None:
    """A later turn that fails leaves what the earlier ones found."""

    async def asked_model() -> _Turn | None:
        return _Turn(shown, await _asked(model, brief, history, shown))

    async def nothing() -> _Turn | None:
        return None

    return await (asked_model() if first else model.or_else("quote", asked_model, nothing))


async def _asked(model: Model, brief: QuoteBrief, history: History, shown: Shown) -> list[DraftQuote]:
    bound = {"minimum": 1, "maximum": len(shown.spans)}
    schema = narrowed(narrowed(schema_of(QuoteAnswer), "first", bound), "last", bound)
    schema = narrowed(schema, "quotes", {"maxItems": brief.most})

    def check(answer: QuoteAnswer) -> str | None:
        if not answer.quotes or _cuts(brief, shown, answer):
            return None
        numbers = f"first and last are sentence numbers from 1 to {len(shown.spans)}, first not after last"
        return f"{numbers}; reason speaks of that passage"

    values = {**_values(brief, history), "page": _page(brief, shown)}
    limit = model.sizes.answer_tokens
    answer = await model.ask("quote", values, QuoteAnswer, max_tokens=limit, check=check, schema=schema)
    drafts = _cuts(brief, shown, answer)
    model.told_dropped("quote", len(drafts), len(answer.quotes), "no such sentences, named twice, or no reason")
    return drafts


def _values(brief: QuoteBrief, history: History) -> Values:
    return asked(brief.ask) | {
        "period": period(brief.ask.period),
        "goal": brief.goal.question,
        "gap": brief.gap,
        "most": brief.most,
        "earlier": Several(Part.SUMMARY, one_piece(history.text()), fenced=True),
        "page": Several(Part.SEGMENTS, ()),
    }


def _page(brief: QuoteBrief, shown: Shown) -> Several:
    return Several(Part.SEGMENTS, one_piece(shown.text()), fenced=True, head=_head(brief))


def _head(brief: QuoteBrief) -> str:
    published = f", {brief.page.published.isoformat()}" if brief.page.published else ""
    return f"Title: {line(brief.page.title)}{published}"


def _remembered(turn: _Turn, brief: QuoteBrief) -> Turn:
    """What was read, and what of it was chosen, by paragraph. The page's other words are not carried along."""
    text, spans = brief.page.text, turn.shown.spans
    first, last = (paragraph_at(text, span.start) for span in (spans[0], spans[-1]))
    chosen = sorted(turn.drafts, key=lambda draft: -draft.relevance)
    facts = tuple(Known(draft.quote, (f"¶ {paragraph_at(text, draft.start)}",)) for draft in chosen)
    best = f"{chosen[0].reason} ({FULL_MARKS * chosen[0].relevance:.0f} of {FULL_MARKS})" if chosen else ""
    return Turn(f"Read ¶ {first} to ¶ {last}; passages chosen: {len(chosen)}", facts, best)


def _cuts(brief: QuoteBrief, shown: Shown, answer: QuoteAnswer) -> list[DraftQuote]:
    """Each passage once. A mark whose reason shares no word with passage or goal is no judgement but noise."""
    found: dict[int, DraftQuote] = {}
    for quote in answer.quotes:
        place = cut(brief.page, shown, quote.first, quote.last, brief.longest)
        if place and bears_on(quote.reason, words(brief.goal.question, brief.gap, brief.page.text[slice(*place)])):
            found.setdefault(place[0], _draft(brief, quote, *place))
    return list(found.values())


def _draft(brief: QuoteBrief, quote: QuoteShape, start: int, end: int) -> DraftQuote:
    return DraftQuote(brief.page.text[start:end], start, end, quote.relevance / FULL_MARKS, line(quote.reason))
