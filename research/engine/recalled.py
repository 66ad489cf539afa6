"""What a task holds that speaks of a further question (R201), or of a goal or section it wasn't found for."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from memory.working import Entry
from reach.words import content_terms, is_chinese
from research.engine.limits import Limits
from research.roles.bearing import words
from research.roles.briefing import entries, holding
from research.terms import Evidence

HELD, KNOWN = 0.3, 0.15
"""Of what a prompt tells beside its goal: two pieces of other goals, and three facts. The rest is told by the report
and by finished goals."""


@dataclass(frozen=True, slots=True)
class Near:
    piece: Evidence
    similarity: float
    """Of its quote to the question, on the embedder's calibrated scale."""

    @property
    def text(self) -> str:
        return f"{self.piece.source.title}\n{self.piece.quote}"


def worth_offering(near: Iterable[Near], limits: Limits) -> tuple[Near, ...]:
    """What is near at all: the nearest of a task that holds nothing on the matter are noise."""
    return tuple(each for each in near if each.similarity >= limits.recall_near)


@dataclass(frozen=True, slots=True)
class Offered:
    """What a prompt shows beside the goal's own evidence. `held`: rows of the recalled pieces."""

    held: tuple[int, ...]
    known: tuple[str, ...]
    tokens: int


def offering(
    recalled: Sequence[Entry], facts: Sequence[str], own: Sequence[Entry], room: int, count: Callable[[str], int]
) -> Offered:
    """Pieces of other goals and known facts (R190, C22), the nearest of each. A fact whose words stand in a quotation
    that is shown is known from there."""
    pieces = [count(piece.text) for piece in entries(recalled).pieces]
    shown = holding(int(HELD * room), pieces)
    quoted = [words(f"{each.source} {each.quote}") for each in (*own, *(recalled[at] for at in shown))]
    unsaid = [fact for fact in facts if not any(words(fact) <= said for said in quoted)]
    lines = [count(f"- {fact}") for fact in unsaid]
    kept = holding(int(KNOWN * room), lines)
    tokens = sum(pieces[at] for at in shown) + sum(lines[at] for at in kept)
    return Offered(tuple(recalled[at].evidence for at in shown), tuple(unsaid[at] for at in kept), tokens)


def share(question: str, subject: str, text: str) -> float:
    """Of the question's content words, how many the text holds. Words of the report's own question stand everywhere in
    its evidence, so they count only where the question has no others."""
    asked = set(content_terms(question))
    telling = asked - set(content_terms(subject)) or asked
    return len(telling & set(content_terms(text))) / len(telling) if telling else 0.0


def bearing(question: str, subject: str, near: Iterable[Near], limits: Limits) -> tuple[Near, ...]:
    """Those that speak of it, the nearest first: from these it may be answered. What speaks of it half as much as the
    first only dilutes the answer."""
    ranked = [(_worth(question, subject, each, limits), each) for each in near]
    best = max((worth for worth, _ in ranked), default=0.0)
    kept = [(worth, each) for worth, each in ranked if worth > best / 2]
    return tuple(each for _, each in sorted(kept, key=lambda made: (-made[0], made[1].piece.number)))


def _worth(question: str, subject: str, each: Near, limits: Limits) -> float:
    """By its words or by its meaning; nothing below both bars. Words of one language aren't found in another."""
    if foreign(question, each):
        return each.similarity if each.similarity >= limits.follow_up_foreign else 0.0
    words = share(question, subject, each.text)
    speaks = words >= limits.follow_up_bears or each.similarity >= limits.follow_up_similar
    return words + each.similarity if speaks else 0.0


def foreign(question: str, each: Near) -> bool:
    return is_chinese(question) != is_chinese(each.piece.quote)


def held(question: str, subject: str, near: Sequence[Near], limits: Limits) -> bool:
    """Whether one piece holds so much of the question that nothing is gained by another look."""
    own = [share(question, subject, each.text) for each in near if not foreign(question, each)]
    return max(own, default=0.0) >= limits.follow_up_held
