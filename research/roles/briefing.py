"""Briefs as the lines of a prompt, and the places of it that may hold less than there is."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from memory.compact import Packable
from memory.working import Entry
from research.prompts import NONE
from research.roles.assembling import Part, Several, in_rank, newest_last, report_lines
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


def notes(brief: QueryBrief | GrowBrief | ReflectBrief) -> Several:
    """All that a planner is told beside the goal in work, behind one fence: marks around each list would cost as much
    as a fact. It was bounded where the brief was made (R161)."""
    told = brief.report.split("\n") if brief.report.strip() else []
    if isinstance(brief, QueryBrief):
        told += _under("Known, not to be looked for:", brief.known)
        told += _under("Held already, found for other goals:", [piece.text for piece in entries(_held(brief)).pieces])
    told += _under("Finished goals that this one hangs on:", brief.branch)
    told += _under("Other finished goals:", brief.others)
    return Several(Part.REPORT, report_lines("\n".join(told)), fenced=True)


def _under(head: str, texts: Sequence[str]) -> list[str]:
    return [head, *(f"- {' '.join(text.split())}" for text in texts)] if texts else []


def _held(brief: QueryBrief) -> list[Entry]:
    return [entry for entry in brief.recalled if brief.held is None or entry.evidence in brief.held]


def digest(brief: QueryBrief | GrowBrief | ReflectBrief) -> Several:
    """The newest reach (R102)."""
    return Several(Part.SUMMARY, in_rank(brief.digest), fenced=True)


def goals(tree: Sequence[Goal], most: int) -> Several:
    """So many, open ones first and of the closed the latest: the prompt stays as long as it was when a few goals were
    done. None is pursued twice all the same: the engine looks at all of them."""
    told = _told(tree, most)
    pieces = [Packable(f"- {line(g.question)} ({g.state})", 0.0 if g.state.closed else 1.0, 1.0, 1.0) for g in told]
    return Several(Part.TASK, tuple(pieces), beyond=len(tree) - len(told))


def _told(tree: Sequence[Goal], most: int) -> list[Goal]:
    live = [each.number for each in tree if not each.state.closed][:most]
    past = [each.number for each in tree if each.state.closed]
    told = {*live, *past[max(0, len(past) - (most - len(live))) :]}
    return [each for each in tree if each.number in told]


def as_shown(brief: object, most: int) -> object:
    """Without what a brief carries for the builtin planner and for checks alone: what a prompt shows is left."""
    if isinstance(brief, QueryBrief):
        return replace(brief, entries=tuple(_shown(brief)), recalled=tuple(_held(brief)), titles=(), clues=())
    if isinstance(brief, GrowBrief | ReflectBrief):
        return replace(brief, entries=tuple(_shown(brief)), goals=tuple(_told(brief.goals, most)))
    return brief


def holding(room: int, tokens: Sequence[int]) -> list[int]:
    """Places of what the room holds, the first of all first; what is too long for it is passed over."""
    kept: list[int] = []
    for at, needed in enumerate(tokens):
        if needed <= room:
            kept.append(at)
            room -= needed
    return kept


def found(brief: QueryBrief | GrowBrief | ReflectBrief) -> Several:
    """The goal's quotations that have room and that no digest tells of; the others are counted."""
    shown = _shown(brief)
    return replace(entries(shown), beyond=len(brief.entries) - len(shown))


def _shown(brief: QueryBrief | GrowBrief | ReflectBrief) -> list[Entry]:
    return [entry for entry in brief.entries if brief.shown is None or entry.evidence in brief.shown]


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
    """Title, date, the snippet's 200 characters, whose page: all that is seen of a hit before it is read (R054)."""
    published = f" | {hit.published.isoformat()}" if hit.published else ""
    return f"{line(hit.title)}{published} | {line(hit.snippet)} | {line(urlsplit(hit.url).netloc or hit.url)}"
