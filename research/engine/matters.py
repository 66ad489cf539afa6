"""Which quotes say one thing: the most informative one stays, the others corroborate it (R240, R251, R252, C8).

Two passes with a threshold each. The same words in a row are a reprint, whoever carries it: no second witness. The same
matter in other words is one, if another publisher says it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.figures import apart, identifiers, names, read
from reach.twins import containment, is_reprint, shingles
from research.engine.limits import Limits
from research.engine.tools import Tools
from research.terms import Evidence


@dataclass(frozen=True, slots=True)
class Sorted:
    fresh: tuple[Evidence, ...]
    outdone: tuple[tuple[int, int], ...]
    """Earlier pieces with the new one that says more."""


async def reprinted(text: str, key: str, earlier: Sequence[Evidence], tools: Tools) -> int | None:
    """First pass, by page: the accepted evidence whose source this page repeats."""
    seen: set[str] = {key}
    for piece in earlier:
        if not piece.accepted or piece.source.key in seen or piece.reprint_of:
            continue
        seen.add(piece.source.key)
        if is_reprint(text, await tools.archive.source_text(piece.source.key), tools.limits.same_text):
            return piece.number
    return None


async def sort_matters(fresh: Sequence[Evidence], earlier: Sequence[Evidence], tools: Tools) -> Sorted:
    """Fresh pieces with what they corroborate. Groups have one head each: what says less points at it directly."""
    heads = [piece for piece in earlier if piece.accepted and piece.same_as is None]
    pieces = {piece.number: piece for piece in (*earlier, *fresh)}
    new = {piece.number for piece in fresh}
    for number in sorted(new):
        piece = pieces[number]
        if not piece.accepted:
            continue
        twin = await _twin(piece, heads, tools)
        if twin is None:
            heads.append(piece)
            continue
        pieces[number] = piece = _marked(piece, twin, tools.limits)
        if more_informative(piece, twin):
            heads[heads.index(twin)] = piece
            followers = [each.number for each in pieces.values() if each.same_as == twin.number]
            pieces |= {each: replace(pieces[each], same_as=number) for each in (twin.number, *followers)}
        else:
            pieces[number] = replace(piece, same_as=twin.number)
    before = {piece.number: piece.same_as for piece in earlier}
    moved = [(number, after) for number, was in before.items() if (after := pieces[number].same_as) and after != was]
    return Sorted(tuple(pieces[piece.number] for piece in fresh), tuple(moved))


def more_informative(piece: Evidence, other: Evidence) -> bool:
    """By figures and names, then by length, then by the source; of equals the earlier one stays."""
    return _worth(piece) > _worth(other)


def _worth(piece: Evidence) -> tuple[int, int, float]:
    figures = {piece.quote[start:end] for start, end in read(piece.quote).spans()}
    marks = figures | {name.normal for name in names(piece.quote)}
    return len(marks), len(piece.quote), piece.source.credibility


async def _twin(piece: Evidence, heads: Sequence[Evidence], tools: Tools) -> Evidence | None:
    others = [head for head in heads if head.source.key != piece.source.key and _one_subject(piece, head)]
    if not others:
        return None
    vector, *vectors = await tools.embedder.embed([piece.quote, *(other.quote for other in others)])
    near = [tools.embedder.similarity(vector, each) for each in vectors]
    for likeness, _, other in sorted(zip(near, (-each.number for each in others), others, strict=True), reverse=True):
        if same_words(piece.quote, other.quote, tools.limits) or is_same_matter(
            piece.quote, other.quote, likeness, tools.limits
        ):
            return other
    return None


def _one_subject(piece: Evidence, other: Evidence) -> bool:
    """ "Status: final" on the pages of two documents is said of two things."""
    mine = {mark.normal for mark in identifiers(piece.source.title)}
    yours = {mark.normal for mark in identifiers(other.source.title)}
    return not mine or not yours or bool(mine & yours)


def same_words(left: str, right: str, limits: Limits) -> bool:
    """First pass, by quote: the shorter one's words stand in a row in the longer one."""
    one, two = shingles(left), shingles(right)
    return min(len(one), len(two)) > 1 and containment(one, two) >= limits.same_text and not apart(left, right)


def is_same_matter(left: str, right: str, likeness: float, limits: Limits) -> bool:
    """Second pass: near by meaning, and no figure, date, name or "not" sets them apart."""
    return likeness >= limits.same_matter and not apart(left, right)


def _marked(piece: Evidence, twin: Evidence, limits: Limits) -> Evidence:
    """Words that another host printed before are its words: they add no witness."""
    if piece.reprint_of is None and same_words(piece.quote, twin.quote, limits):
        return replace(piece, reprint_of=twin.number)
    return piece
