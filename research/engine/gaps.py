"""What a round did to the gap it was about: closed by evidence, or restated as what is still missing (R188)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from research.engine.limits import Limits
from research.roles.builtin.ask_words import LABELS
from research.roles.builtin.question import facets_of
from research.roles.builtin.wanted import kinds_in
from research.terms import Evidence

_LISTED = re.compile(r"\s*(?:,|、|，|;|；)\s*")


@dataclass(frozen=True, slots=True)
class Settled:
    gaps: tuple[str, ...]
    closed_by: tuple[int, ...] = ()
    """Evidence that answers the gap, best first; none: it stays open."""
    left: str = ""
    """What of it is still missing, in its own words; empty when it is closed."""


def settled(
    gaps: Sequence[str], gap: str, fresh: Sequence[Evidence], held: Sequence[Evidence], limits: Limits
) -> Settled:
    """`held`: what the goal had before this round. A gap that stays open goes to the end of the line."""
    others = _open_still(tuple(each for each in gaps if each != gap), [*held, *fresh], limits)
    answering = sorted(
        (piece for piece in fresh if piece.score.relevance >= limits.answers_in_part),
        key=lambda piece: (-piece.score.relevance, piece.number),
    )
    if not answering:
        return Settled((*others, *((gap,) if gap in gaps else ())), left=gap)
    left = _missing(gap, [*held, *fresh])
    kept = (left,) if left and gap in gaps and left not in others else ()
    return Settled((*others, *kept), tuple(piece.number for piece in answering), left if kept else "")


def _open_still(gaps: tuple[str, ...], pieces: Sequence[Evidence], limits: Limits) -> tuple[str, ...]:
    """Gaps that no other gap's evidence has answered on the way: a gap that only names kinds of answer, each of which
    is held and to the point, would be searched for again to find the same (R189)."""
    telling = [piece for piece in pieces if piece.score.relevance >= limits.valuable_relevance]
    held = {kind for piece in telling for kind in kinds_in(piece.quote)} if gaps else set()
    return tuple(gap for gap in gaps if not _kinds_alone(gap) or not set(facets_of(gap)) <= held)


def _kinds_alone(gap: str) -> bool:
    return all(part in _LABELS for part in _LISTED.split(gap))


_LABELS = frozenset(label for pair in LABELS.values() for label in pair)


def _missing(gap: str, pieces: Sequence[Evidence]) -> str:
    """Of several kinds of answer that a gap lists, those for which no piece holds a value. Where none of them is held,
    the pieces answer in a way that can't be told by kinds, and the gap is closed as a whole."""
    parts = _LISTED.split(gap)
    kinds = {part: set(facets_of(part)) for part in parts}
    held = {kind for piece in pieces for kind in kinds_in(piece.quote)}
    missing = [part for part in parts if kinds[part] and not kinds[part] & held]
    joint = "、" if "、" in gap else ", "
    return joint.join(missing) if 0 < len(missing) < len(parts) else ""
