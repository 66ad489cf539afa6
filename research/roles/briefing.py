"""Briefs as the lines of a prompt, and the places of it that may hold less than there is."""

from collections.abc import Iterable, Sequence

from memory.compact import Packable
from memory.working import Entry
from research.roles.assembling import NONE, Part, Several, in_rank, newest_last, report_lines
from research.roles.briefs import Ask, Card, GrowBrief, QueryBrief, ReflectBrief
from research.terms import Find, Goal, Language, Period

LONGEST_LINE = 300
"""Characters of one line of a list: a fact or an outcome, not a page."""
LANGUAGES = {Language.ENGLISH: "English", Language.CHINESE: "Simplified Chinese (简体中文)"}


def asked(ask: Ask) -> dict[str, object]:
    """What most prompts begin with."""
    return {"today": ask.as_of.isoformat(), "language": LANGUAGES[ask.language], "question": ask.question}


def period(limits: Period) -> str:
    if limits.start and limits.end:
        return f"{limits.start} to {limits.end}"
    if limits.start:
        return f"since {limits.start}"
    return f"until {limits.end}" if limits.end else "not limited"


def line(text: str) -> str:
    """One line, of bounded length."""
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_LINE else plain[:LONGEST_LINE].rstrip() + "…"


def bullets(texts: Iterable[str]) -> str:
    return "\n".join(f"- {line(text)}" for text in texts) or NONE


def listed(part: Part, texts: Sequence[str], fenced: bool = False) -> Several:
    """A list whose first item matters most."""
    return Several(part, in_rank([f"- {line(text)}" for text in texts]), fenced)


def latest(part: Part, texts: Sequence[str], fenced: bool = False) -> Several:
    """A list whose last item matters most."""
    return Several(part, newest_last([f"- {line(text)}" for text in texts]), fenced)


def notes(report: str) -> Several:
    return Several(Part.REPORT, report_lines(report), fenced=True)


def recalled(brief: QueryBrief | GrowBrief | ReflectBrief) -> dict[str, object]:
    """What a planner is told of the newest reach and of goals that are finished (R102, R148). They share one room, in
    this order: the newest reach, the branch nearest first, a line for each other goal."""
    index = [f"- {line(text)}" for text in brief.others]
    ranked = in_rank([*brief.digest, *brief.branch, *index])
    first, then = len(brief.digest), len(brief.digest) + len(brief.branch)
    parts = {"digest": ranked[:first], "branch": ranked[first:then], "others": ranked[then:]}
    return {name: Several(Part.SUMMARY, pieces, fenced=True) for name, pieces in parts.items()}


def goals(tree: Sequence[Goal], closed: int) -> Several:
    """Open ones outlast closed ones, of which the latest so many are told: the prompt stays as long as it was when a
    few goals were done. None is pursued twice all the same: the engine looks at all of them."""
    past = [each for each in tree if each.state.closed]
    told = [each for each in tree if not each.state.closed or each in past[max(0, len(past) - closed) :]]
    pieces = [Packable(f"- {line(g.question)} ({g.state})", 0.0 if g.state.closed else 1.0, 1.0, 1.0) for g in told]
    if left := len(tree) - len(told):
        pieces.append(Packable(f"- {left} more are closed", 0.0, 1.0, 1.0))
    return Several(Part.TASK, tuple(pieces))


def entries(held: Sequence[Entry]) -> Several:
    """Quotations by evidence number, in their old order."""
    return Several(Part.SEGMENTS, tuple(_graded(_entry(each), each) for each in held), fenced=True)


def cards(held: Sequence[Card]) -> Several:
    return Several(Part.SEGMENTS, tuple(_graded(_card(each), each) for each in held), fenced=True)


def finds(hits: Sequence[Find]) -> Several:
    """In the order of the search, which is all that is known of them."""
    return Several(Part.SEGMENTS, in_rank([f"{at}. {_find(hit)}" for at, hit in enumerate(hits, start=1)]), fenced=True)


def _graded(text: str, told: Entry | Card) -> Packable:
    """By what the score was made of; where that isn't kept, the score stands for each."""
    parts = (told.relevance, told.credibility, told.timeliness)
    relevance, credibility, freshness = (told.score if part is None else part for part in parts)
    return Packable(text, relevance, credibility, freshness, told.quote)


def _entry(entry: Entry) -> str:
    return _quotation(entry.evidence, entry.quote, (entry.place, entry.source, entry.published))


def _card(card: Card) -> str:
    published = card.published.isoformat() if card.published else ""
    also = f"{card.witnesses} others say the same" if card.witnesses else ""
    return _quotation(card.number, card.quote, (card.place, card.title, card.publisher, published, also))


def _quotation(number: int, quote: str, origin: tuple[str, ...]) -> str:
    """The words whole: a quotation cut for room would say something else."""
    return f"[{number}] {' '.join(quote.split())} ({line(', '.join(part for part in origin if part))})"


def _find(hit: Find) -> str:
    """Title, date, the snippet's 200 characters, address: all that is seen of a hit before it is read (R054)."""
    published = f" | {hit.published.isoformat()}" if hit.published else ""
    return f"{line(hit.title)}{published} | {line(hit.snippet)} | {line(hit.url)}"
