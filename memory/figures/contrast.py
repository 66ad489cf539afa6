"""Why two texts that look alike are different all the same: the second opinion beside a similarity (DESIGN §7)."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import TypeVar

from memory.figures.agreement import same_quantity
from memory.figures.folding import plain
from memory.figures.frame import exchanged
from memory.figures.initials import spelt_out
from memory.figures.lexicon import ASKING, FACETS, NOTIONS, OPPOSITES
from memory.figures.listing import finder
from memory.figures.names import names
from memory.figures.reading import KEPT, Reading, read
from memory.figures.values import DateMention, Direction, Identifier, Quantity
from memory.figures.wording import direction, negated
from memory.figures.words import latin_words, stem, uncovered

Item = TypeVar("Item", Quantity, DateMention, Identifier)

# Any day will do: it only gives "Q1" and 第一季度 one interval to be compared by.
_SOME_DAY = date(2000, 1, 1)


def _finder(words: Iterable[str]) -> "re.Pattern[str]":
    return finder((word.replace("_", " ") for word in words), "(?<![a-z0-9])", "(?![a-z0-9])")


Notions = frozenset[str]
# A word may stand for several: "time" for a day or for how long. One in common makes two words the same.
_NOTIONS: dict[str, Notions] = {}
for _line in NOTIONS:
    for _written in _line.split():
        _name = _written.replace("_", " ")
        _NOTIONS[_name] = _NOTIONS.get(_name, frozenset()) | {_line.split()[0]}
# Single Latin words are met by their stem ("producing" under "produce"); phrases and Chinese words as they stand.
_STEMS: dict[str, Notions] = {}
for _name, _heads in _NOTIONS.items():
    if _name.isascii() and " " not in _name:
        _STEMS[stem(_name)] = _STEMS.get(stem(_name), frozenset()) | _heads
_PHRASES = _finder(word for line in NOTIONS for word in line.split() if not word.isascii() or "_" in word)
_FACETS = {name: _finder(words.split()) for name, words in FACETS.items()}
_OPPOSITES = tuple(
    (_finder(left.split()), _finder(right.split())) for left, right in (line.split("|") for line in OPPOSITES)
)
_PER = frozenset(("year", "month", "week", "day", "hour"))
# Letters of a stem: shorter ones begin too many other words.
_SHORTENED = 6
_ROLE = re.compile(
    r"(?<![a-z])(from|to|into|by|against|over|than)\s+(?:the\s+)?([a-z0-9.+-]+)|([从向对自])([\u4e00-\u9fff]{2})"
)


def contrast(a: str, b: str) -> tuple[str, ...]:
    """The reasons, each a short clause for a log; empty where nothing speaks against their being the same."""
    left, right = plain(a), plain(b)
    if left == right:
        return ()
    a, b = spelt_out(a, b), spelt_out(b, a)
    ours, theirs = read(a, _SOME_DAY), read(b, _SOME_DAY)
    return (
        *_figures(ours, theirs),
        *_names(a, b),
        *_polarity(a, b),
        *_asked(left, right),
        *_opposite(left, right),
        *_roles(left, right),
        *_rest(unread(a, ours), unread(b, theirs)),
    )


def apart(a: str, b: str) -> tuple[str, ...]:
    """Why two statements that read alike aren't one matter (R252). Gentler than `contrast`, which is for questions: a
    statement that says more than another, a figure, a date or a name besides, still says the same."""
    left, right = plain(a), plain(b)
    if left == right:
        return ()
    ours, theirs = read(a, _SOME_DAY), read(b, _SOME_DAY)
    return (
        *_crossed("quantities", ours.quantities, theirs.quantities, _either_way),
        *_crossed("dates", ours.dates, theirs.dates, _meet),
        *_crossed("identifiers", ours.identifiers, theirs.identifiers, lambda one, two: one.normal == two.normal),
        *_names(a, b),
        *_polarity(a, b),
        *_opposite(left, right),
        *_roles(left, right),
        *_exchanged(unread(a, ours), unread(b, theirs)),
    )


def _exchanged(left: str, right: str) -> Iterable[str]:
    if words := exchanged(left, right):
        yield f"words: {words}"


def _either_way(left: Quantity, right: Quantity) -> bool:
    return same_quantity(left, right) or same_quantity(right, left)


def _meet(left: DateMention, right: DateMention) -> bool:
    """Whether both may mean the same day; one whose day can't be told speaks against nothing."""
    if not (left.start_date and left.end_date and right.start_date and right.end_date):
        return True
    return left.start_date <= right.end_date and right.start_date <= left.end_date


def _crossed(what: str, ours: Sequence[Item], theirs: Sequence[Item], same: Callable[[Item, Item], bool]) -> list[str]:
    """Each side holds one that the other lacks."""
    mine = [item for item in ours if not any(same(item, other) for other in theirs)]
    yours = [item for item in theirs if not any(same(item, other) for other in ours)]
    return [f"{what}: {_texts(mine)} / {_texts(yours)}"] if mine and yours else []


def _texts(items: Sequence[Item]) -> str:
    return _listed({item.text for item in items})


def _figures(left: Reading, right: Reading) -> Iterable[str]:
    """One side naming a year or a version that the other leaves open narrows the question: they differ, too."""
    for what, ours, theirs in (
        ("quantities", _values(left), _values(right)),
        ("identifiers", {item.normal for item in left.identifiers}, {item.normal for item in right.identifiers}),
        ("dates", _intervals(left), _intervals(right)),
    ):
        if ours != theirs:
            yield f"{what}: {_listed(ours - theirs)} / {_listed(theirs - ours)}"


def _values(reading: Reading) -> set[str]:
    """But for "a year" and 一天, which say per what."""
    return {
        f"{item.low.normalize()}–{item.high.normalize()} {item.unit}".strip()
        for item in reading.quantities
        if not (item.low == item.high == 1 and item.unit in _PER)
    }


def _intervals(reading: Reading) -> set[str]:
    return {f"{item.start_date}–{item.end_date}{' fiscal' * item.fiscal}" for item in reading.dates}


def _names(a: str, b: str) -> Iterable[str]:
    ours, theirs = _noted(a), _noted(b)
    only_ours = {name for name in ours if name not in plain(b)} - theirs
    only_theirs = {name for name in theirs if name not in plain(a)} - ours
    if only_ours and only_theirs:
        yield f"names: {_listed(only_ours)} / {_listed(only_theirs)}"


def _noted(text: str) -> set[str]:
    return {min(_NOTIONS.get(name.normal, {name.normal})) for name in names(text)}


def _polarity(a: str, b: str) -> Iterable[str]:
    if negated(a) != negated(b):
        yield "negation: only one denies"
    ours, theirs = direction(a), direction(b)
    moving = {Direction.UP, Direction.DOWN}
    if ours in moving and theirs in moving and ours is not theirs:
        yield f"direction: {ours} / {theirs}"


def _asked(left: str, right: str) -> Iterable[str]:
    ours = {name for name, words in _FACETS.items() if words.search(left)}
    theirs = {name for name, words in _FACETS.items() if words.search(right)}
    if ours and theirs and not ours & theirs:
        yield f"asked for: {_listed(ours)} / {_listed(theirs)}"


def _opposite(left: str, right: str) -> Iterable[str]:
    if pair := opposed(left, right):
        yield f"opposites: {pair}"


def opposed(left: str, right: str) -> str | None:
    """Two words of opposite meaning, one in each text (both as `plain` gives them), neither text holding both."""
    for (one, other), (same, opposite) in zip(_poles(left), _poles(right), strict=True):
        if one and opposite and not same and not other:
            return f"{one} / {opposite}"
        if same and other and not one and not opposite:
            return f"{same} / {other}"
    return None


@lru_cache(maxsize=KEPT)
def _poles(text: str) -> tuple[tuple[str, str], ...]:
    """Which word of each pair of opposites stands there. A piece is held against each of its goal's others."""
    return tuple((_first(one, text), _first(other, text)) for one, other in _OPPOSITES)


def _first(words: "re.Pattern[str]", text: str) -> str:
    found = words.search(text)
    return found[0] if found else ""


def _roles(left: str, right: str) -> Iterable[str]:
    """From Brazil to China is not from China to Brazil, though every word is the same."""
    ours, theirs = _parts_played(left), _parts_played(right)
    for role in sorted(ours.keys() & theirs.keys()):
        mine, yours = ours[role], theirs[role]
        if mine != yours and mine in right and yours in left:
            yield f"roles: {role} {mine} / {role} {yours}"


def _parts_played(text: str) -> dict[str, str]:
    return {match[1] or match[3]: match[2] or match[4] for match in _ROLE.finditer(text)}


def unread(text: str, reading: Reading) -> str:
    """The words without what the reading has judged already."""
    pieces = list(text)
    for start, end in reading.spans():
        pieces[start:end] = " " * (end - start)
    return plain("".join(pieces))


def _rest(left: str, right: str) -> Iterable[str]:
    """Content words without a partner, on both sides: on one side only they merely say more."""
    ours, theirs = _left_over(left, right), _left_over(right, left)
    if ours and theirs:
        yield f"words: {_listed(ours)} / {_listed(theirs)}"


def _left_over(text: str, other: str) -> set[str]:
    rest, there = _PHRASES.sub("\n", text), frozenset[str]().union(*_said(other).values())
    said = {word for word, notions in _said(text).items() if not notions & there and not notions & ASKING}
    own, others = latin_words(rest), set(latin_words(other))
    words = {word for word in own if word not in _STEMS and not _met(word, set(own), others)}
    return said | words | set(uncovered(rest, other))


def _met(word: str, own: set[str], others: set[str]) -> bool:
    """As it stands, with or without its hyphen, or shortened: "heat-pump" is a heat pump, "postgres" is PostgreSQL. A
    "semi-final" is no final."""
    joined = {part for each in others if "-" in each and set(each.split("-")) <= own for part in each.split("-")}
    if word in others | joined or ("-" in word and set(word.split("-")) <= others):
        return True
    return any(min(len(word), len(each)) >= _SHORTENED and _begins(word, each) for each in others)


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _said(text: str) -> dict[str, Notions]:
    """The words that stand for a notion, and what they stand for."""
    phrases = {word: _NOTIONS[word] for word in _PHRASES.findall(text)}
    return phrases | {word: _STEMS[word] for word in latin_words(_PHRASES.sub("\n", text)) if word in _STEMS}


def _listed(items: Iterable[str]) -> str:
    return ", ".join(sorted(items)) or "none"
