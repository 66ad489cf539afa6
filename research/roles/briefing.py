"""Briefs as the lines of a prompt. Words from outside are fenced here; lists are cut whole pieces at a time."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from memory.working import Entry
from research.prompts import fence
from research.roles.briefs import Ask, Card
from research.roles.tokens import count_tokens
from research.terms import Find, Goal, Language, Period

T = TypeVar("T")
NONE = "none"
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


def fenced_bullets(texts: Sequence[str]) -> str:
    return fence(bullets(texts)) if texts else NONE


def fenced(text: str) -> str:
    return fence(text) if text.strip() else NONE


def goals(tree: Iterable[Goal]) -> str:
    return bullets(f"{goal.question} ({goal.state})" for goal in tree)


def entries(held: Sequence[Entry], tokens: int) -> str:
    """Quotations by evidence number, the strongest first to be kept, in their old order."""
    return _list(held, _entry, lambda entry: entry.score, tokens)


def cards(held: Sequence[Card], tokens: int) -> str:
    return _list(held, _card, lambda card: card.score, tokens)


def shown_cards(held: Sequence[Card], tokens: int) -> tuple[Card, ...]:
    """Those that fit: only what was shown may be cited."""
    return _fitting(held, _card, lambda card: card.score, tokens)


def finds(hits: Sequence[Find]) -> str:
    return fence("\n".join(f"{place}. {_find(hit)}" for place, hit in enumerate(hits, start=1)))


def _list(held: Sequence[T], write: Callable[[T], str], worth: Callable[[T], float], tokens: int) -> str:
    kept = _fitting(held, write, worth, tokens)
    return fence("\n".join(write(each) for each in kept)) if kept else NONE


def _fitting(held: Sequence[T], write: Callable[[T], str], worth: Callable[[T], float], tokens: int) -> tuple[T, ...]:
    """Whole pieces only, and a lesser, shorter one may take the room that a long one couldn't."""
    room = tokens - count_tokens(fence(""))
    kept: set[int] = set()
    for at in sorted(range(len(held)), key=lambda at: (-worth(held[at]), at)):
        needed = count_tokens(write(held[at]) + "\n")
        if needed <= room:
            kept.add(at)
            room -= needed
    return tuple(each for at, each in enumerate(held) if at in kept)


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
