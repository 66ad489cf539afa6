"""A year and its event, a release and what it brought, a figure and what it counts, a name and what is said of it:
where the quote has another of the same sort beside the claim's words, they may be that one's.

A last safeguard, over smaller pieces than clauses. None of it proves the opposite, so what it doubts is partly
carried."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from memory.figures import Quantity, quantities
from memory.figures.units import compatible
from research.roles.builtin.claims.claim_words import Held, Word, words_of
from research.roles.builtin.claims.matched import THERE
from research.roles.builtin.claims.rounding import carries
from research.roles.builtin.claims.ties import SENTENCE, deed, untied
from research.roles.builtin.claims.written import normal

PIECE = re.compile(
    r"[，、；;：]|,(?!\d)|\s(?=(?:and|but|while|whereas|after|before|until|which|who|whose|when|although|though)\s)"
    r"|(?<=[\u4e00-\u9fff])(?:但|而(?!且)|并(?!非)|且)"
)
_YEAR = re.compile(r"(?<![\d.])(?:1[5-9]|20)\d\d(?=年|\b)(?!\.\d)")
_MONTH = re.compile(
    r"\b(?:January|February|March|April|May(?= \d|[,.;])|June|July|August|September|October|November|December)\b"
    r"|(?:1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?!份?均)"
)
ABBREVIATED = 3
"""Letters that tell one month from another."""
_RELEASE = re.compile(
    r"(?<![\d.])v?\d+\.\d+(?:\.\d+)*(?![\d.]*\s*(?:[%％‰°万亿千百元米吨年岁倍度]|[a-z]*(?:illion|m\b|g\b|per\b)))"
)


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    sentence: int
    held: Held
    words: tuple[Word, ...]


def pieces_of(text: str) -> list[Piece]:
    """What names somebody or a time and says nothing of it ("In 2016, …", 甲、乙…) belongs to what follows."""
    found = []
    for number, sentence in enumerate(SENTENCE.split(normal(text))):
        begun = 0
        for end in [*(match.start() for match in PIECE.finditer(sentence)), len(sentence)]:
            part = sentence[begun:end]
            if any(not word.named for word in words_of(part)) or (part.strip() and end == len(sentence)):
                found.append(Piece(part, number, Held.of(part), words_of(part)))
                begun = end
    return found


def apart(claim: str, quote: str) -> Iterator[str]:
    """Notes, each a reason why what the claim ties together may not belong together."""
    ours, theirs = pieces_of(claim), pieces_of(quote)
    for sort in (_years, _months, _releases, *_figures(claim), *_named(claim)):
        yield from _beside_another(ours, theirs, sort)
    yield from _added(ours, theirs)
    for rule in (_in_order, _respectively, untied):
        yield from rule(normal(claim), normal(quote))


def _added(ours: Sequence[Piece], theirs: Sequence[Piece]) -> Iterator[str]:
    """Parts of the claim of whose words not one stands in the quote: an addition, however much of the rest does. A
    beginning may be a way into the matter, one word another name, and figures have rules of their own."""
    told = Held.of(" ".join(piece.text for piece in theirs))
    absent = [not any(told.says(word) for word in piece.words) and not _measured(piece.text) for piece in ours]
    added = [piece for piece, gone in zip(ours[1:], absent[1:], strict=True) if gone]
    if sum(len(piece.words) for piece in added) > 1:
        yield f"{''.join(piece.text for piece in added).strip(_EDGES)} is not said"


def _measured(text: str) -> bool:
    return bool(quantities(text) or _YEAR.search(text) or _MONTH.search(text))


Sort = Callable[[Piece], frozenset[str]]
"""Which ones of one sort a piece names."""
_EDGES = " ,，、.。"
OURS = "="
"""Stands for the claim's own one, in whatever way it is written."""


def _years(piece: Piece) -> frozenset[str]:
    return frozenset(_YEAR.findall(piece.text))


def _months(piece: Piece) -> frozenset[str]:
    """Told by their first three letters, or as Chinese writes them."""
    return frozenset(match[0][:ABBREVIATED] for match in _MONTH.finditer(piece.text))


def _releases(piece: Piece) -> frozenset[str]:
    found = _RELEASE.finditer(piece.text.lower())
    measured = [(item.start, item.end) for item in quantities(piece.text) if item.unit]
    return frozenset(match[0].lstrip("v") for match in found if not any(a <= match.start() < b for a, b in measured))


def _figures(claim: str) -> Iterator[Sort]:
    for wanted in quantities(normal(claim)):

        def sort(piece: Piece, wanted: Quantity = wanted) -> frozenset[str]:
            held = [item for item in quantities(piece.text) if compatible(item.unit, wanted.unit)]
            return frozenset(OURS if carries(wanted, item) else item.text for item in held)

        yield sort


def _named(claim: str) -> Iterator[Sort]:
    """Names that the claim has, too, are no rivals: it says itself what they have to do with each other."""
    whole = Held.of(claim)
    for name in words_of(normal(claim)):

        def sort(piece: Piece, name: Word = name) -> frozenset[str]:
            others = {word.text for word in piece.words if word.named and whole.says(word) < THERE}
            return frozenset({OURS} if piece.held.says(name) >= THERE else others)

        if name.named:
            yield sort


def _owned(pieces: Sequence[Piece], sort: Sort) -> list[frozenset[str]]:
    """Of each piece the ones of the sort that it speaks of: its own, else those of the piece before in its sentence."""
    found: list[frozenset[str]] = []
    for n, piece in enumerate(pieces):
        own = sort(piece)
        follows = n > 0 and pieces[n - 1].sentence == piece.sentence
        found.append(own or (found[-1] if follows else frozenset()))
    return found


def _beside_another(ours: Sequence[Piece], theirs: Sequence[Piece], sort: Sort) -> Iterator[str]:
    owners = _owned(theirs, sort)
    said = Held.of(" ".join(piece.text for piece in ours))
    for piece, mine in zip(ours, _owned(ours, sort), strict=True):
        at = [n for n, owner in enumerate(owners) if owner & mine]
        if not at:
            continue
        own_deeds = [word for n in at for word in theirs[n].words if deed(word) and said.says(word) < THERE]
        for word in piece.words:
            places = [n for n, other in enumerate(theirs) if other.held.says(word) >= THERE]
            foreign = places and all(owners[n] and not owners[n] & mine for n in places)
            if foreign and (min(places) > max(at) or (own_deeds and deed(word))):
                yield f"{word.text} stands beside {min(owners[places[0]])}"


def _in_order(claim: str, quote: str) -> Iterator[str]:
    """As many figures of one unit as years, told in one sentence: the first is that of the first year."""
    mine = set(_YEAR.findall(claim))
    for sentence in SENTENCE.split(quote):
        years = _YEAR.findall(sentence)
        for wanted in quantities(claim) if len(mine) == 1 < len(set(years)) else ():
            held = [item for item in quantities(sentence) if item.unit and item.unit == wanted.unit]
            at = [n for n, item in enumerate(held) if carries(wanted, item)]
            if len(held) == len(years) and len(at) == 1 and years[at[0]] not in mine and mine & set(years):
                yield f"{held[at[0]].text} is that of {years[at[0]]}"


_EACH = re.compile(r"分别|各自|\brespectively\b")
_LISTED = re.compile(r"[、和与及]|,(?!\d)|，|\band\b")


def _respectively(claim: str, quote: str) -> Iterator[str]:
    """The first of the ones goes with the first of the others."""
    for sentence in SENTENCE.split(quote):
        if not (match := _EACH.search(sentence)):
            continue
        if match[0] == "respectively":
            keys, values = _halves(sentence[: match.start()])
        else:
            keys = _LISTED.split(sentence[: match.start()])
            values = _LISTED.split(re.split(r"[；;。]", sentence[match.end() :])[0])
        values = [each for each in values if each.strip()]
        keys = [each for each in keys if each.strip()][-len(values) :]
        mine, held = _said_alone(keys, claim), _valued(values, claim)
        if len(keys) == len(values) and len(mine) == 1 and len(held) == 1 and mine != held:
            yield f"{values[held[0]].strip()} is that of {keys[held[0]].strip()}"


def _halves(text: str) -> tuple[list[str], list[str]]:
    """Before and behind the verb, which stands somewhere between the two lists."""
    parts = re.split(r"\b(?:were|was|are|is|of|to|at|by|had|reached|came)\b", text)
    split = [part for part in parts if len(_LISTED.split(part)) > 1]
    return (_LISTED.split(split[0]), _LISTED.split(split[-1])) if len(split) > 1 else ([], [])


def _said_alone(keys: Sequence[str], claim: str) -> list[int]:
    """Which of them the claim names, by what it has and the others haven't."""
    found, said = [], Held.of(claim)
    for n, key in enumerate(keys):
        others = " ".join(keys[:n]) + " ".join(keys[n + 1 :])
        if years := _YEAR.findall(key):
            hit = any(year in claim for year in years)
        else:
            own = [word for word in words_of(key) if Held.of(others).says(word) < THERE]
            hit = bool(own) and any(said.says(word) >= THERE for word in own)
        if hit:
            found.append(n)
    return found


def _valued(values: Sequence[str], claim: str) -> list[int]:
    asked = quantities(claim)
    return [
        n
        for n, value in enumerate(values)
        if any(carries(wanted, item) for item in quantities(value) for wanted in asked)
        or (not quantities(value) and len(value.strip()) > 1 and value.strip(" .。") in claim)
    ]
