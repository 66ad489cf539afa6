"""Facts and quotes that can't both be true, kept to be settled or disclosed (R139, B-100).

Precision before recall: a false alarm costs a person's trust in all the others. Different periods are no conflict,
nor is rounding, nor one source saying a thing twice, nor amounts in two currencies that may be one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from memory.figures import DateMention, Quantity, Reading, exclusive, negated, read
from memory.figures.contrast import opposed
from memory.figures.folding import plain
from memory.figures.measuring import is_money
from memory.figures.values import Direction
from memory.sayings import Interval, denies, frames, intervals, marks, periods, told, way, words


@dataclass(frozen=True, slots=True)
class Fact:
    """`source` tells sources apart (a URL or row id); `published` serves to say which is newer."""

    evidence: int
    subject: str
    relation: str
    object: str
    source: str
    published: date | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    subject: str
    relation: str
    left: Fact
    right: Fact
    reason: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words with the day of their page, which alone fixes "last quarter" in them (B-084)."""

    words: str
    published: date | None = None


def conflicts(facts: Iterable[Fact]) -> tuple[Conflict, ...]:
    """Every pair of facts of one subject and relation, from different sources, whose objects exclude each other."""
    alike: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        alike[plain(fact.subject), plain(fact.relation)].append(fact)
    return tuple(
        Conflict(left.subject, left.relation, left, right, reason)
        for group in alike.values()
        for left, right in combinations(group, 2)
        if left.source != right.source and (reason := _disagree(left, right))
    )


def _disagree(left: Fact, right: Fact) -> str | None:
    ours, theirs = read(left.object, left.published), read(right.object, right.published)
    if _other_period(_periods(left), _periods(right)):
        return None
    reason = (
        _figures_differ(left, right, ours.quantities, theirs.quantities)
        or _dates_differ(ours, theirs)
        or _versions_differ(ours, theirs)
        or _words_differ(left.object, right.object)
    )
    return f"{reason}{_newer(left, right)}" if reason else None


def _newer(left: Fact, right: Fact) -> str:
    """A later page may report a change instead of denying the earlier: whoever settles it should see that first."""
    if not left.published or not right.published or left.published == right.published:
        return ""
    older, newer = sorted((left.published, right.published))
    return f" (published {older.isoformat()} and {newer.isoformat()}: it may have changed)"


def _periods(fact: Fact) -> frozenset[Interval]:
    """Dates in relation and subject, and in an object that also holds a figure: there a date says when."""
    found = list(read(f"{fact.subject} · {fact.relation}", fact.published).dates)
    inside = read(fact.object, fact.published)
    return intervals([*found, *inside.dates] if inside.quantities else found)


def _other_period(ours: frozenset[Interval], theirs: frozenset[Interval]) -> bool:
    """Not the same stretch of time. One side without a date leaves it open, except where the other names one."""
    if not told(ours) or not told(theirs):
        return True
    return bool(ours and theirs) and not ours & theirs


def _figures_differ(left: Fact, right: Fact, ours: Sequence[Quantity], theirs: Sequence[Quantity]) -> str | None:
    """One figure each, or nothing: of several nobody here knows which answers which. Words beside them say of what:
    five nodes aren't contradicted by ten regions."""
    said, other = words(left.object), words(right.object)
    if len(ours) != len(theirs) or len(ours) != 1 or (said and other and said != other):
        return None
    return _apart_in_value(ours[0], theirs[0])


def _apart_in_value(ours: Quantity, theirs: Quantity) -> str | None:
    if exclusive(ours, theirs):
        return f"values differ: {ours.text} / {theirs.text}"
    if _two_currencies(ours, theirs):
        return f"units differ: {ours.text} / {theirs.text}"
    return None


def _two_currencies(ours: Quantity, theirs: Quantity) -> bool:
    """One number in two currencies: one of them is wrong. Two numbers may be one amount, converted."""
    money, of = ours.unit.split("/", 1), theirs.unit.split("/", 1)
    exact = not (ours.approximate or theirs.approximate or ours.is_range or theirs.is_range)
    return (
        is_money(ours.unit)
        and is_money(theirs.unit)
        and money[0] != of[0]
        and money[1:] == of[1:]
        and exact
        and ours.value == theirs.value != 0
    )


def _dates_differ(ours: Reading, theirs: Reading) -> str | None:
    """Objects that are dates. A month and a day inside it agree: one is only less exact."""
    if ours.quantities or theirs.quantities or len(ours.dates) != 1 or len(theirs.dates) != 1:
        return None
    return _apart(ours.dates[0], theirs.dates[0])


def _apart(ours: DateMention, theirs: DateMention) -> str | None:
    """A fiscal year and a calendar date are not comparable: where the year begins isn't said."""
    if not (ours.start_date and ours.end_date and theirs.start_date and theirs.end_date):
        return None
    if ours.fiscal is not theirs.fiscal:
        return None
    if ours.start_date <= theirs.end_date and theirs.start_date <= ours.end_date:
        return None
    return f"dates differ: {ours.text} / {theirs.text}"


def _versions_differ(ours: Reading, theirs: Reading) -> str | None:
    if len(ours.identifiers) != 1 or len(theirs.identifiers) != 1:
        return None
    one, other = ours.identifiers[0], theirs.identifiers[0]
    if one.kind is other.kind and one.normal != other.normal:
        return f"identifiers differ: {one.text} / {other.text}"
    return None


def _words_differ(left: str, right: str) -> str | None:
    if negated(left) != negated(right) and words(left) == words(right):
        return "one denies what the other says"
    if opposite := opposed(plain(left), plain(right)):
        return f"opposites: {opposite}"
    return None


def clash(one: Quoted, other: Quoted, about: frozenset[str] = frozenset()) -> str | None:
    """Why two verbatim quotes can't both hold, or None. They must speak of the same things in the same words and
    name the same period, so that nothing but the figure, the date, the direction or a "not" sets them apart. Of longer
    quotes a sentence each may clash, if it names what it speaks of: by itself, or one of the names asked `about`."""
    if found := _clash(one, other):
        return found
    return next((found for left, right in _named_pairs(one, other, about) if (found := _clash(left, right))), None)


def _named_pairs(one: Quoted, other: Quoted, about: frozenset[str]) -> Iterator[tuple[Quoted, Quoted]]:
    """Sentences of one quote and of the other that may be about one thing. A sentence without a date speaks of the
    time that stands around it, so then the quotes must name the same periods, too."""
    ours, theirs = frames(one.words, one.published), frames(other.words, other.published)
    both = [said for said in ours if said in theirs]
    whole = bool(both) and periods(one.words, one.published) == periods(other.words, other.published)
    for said in both:
        mine, yours = ours[said], theirs[said]
        named = marks(mine) or any(name in plain(mine) and name in plain(yours) for name in about)
        if named and (whole or periods(mine, one.published)):
            yield Quoted(mine, one.published), Quoted(yours, other.published)


def _clash(one: Quoted, other: Quoted) -> str | None:
    said = words(one.words, one.published)
    if not said or said != words(other.words, other.published) or marks(one.words) != marks(other.words):
        return None
    left, right = read(one.words, one.published), read(other.words, other.published)
    same = _same_period(one, other)
    if left.quantities or right.quantities:
        return _quantities_clash(left, right, same) or (_ways_clash(one, other) if same else None)
    return _when_clash(left, right) or (_ways_clash(one, other) if same else None)


def _same_period(one: Quoted, other: Quoted) -> bool:
    ours = periods(one.words, one.published)
    return ours == periods(other.words, other.published) and told(ours)


def _quantities_clash(left: Reading, right: Reading, same_period: bool) -> str | None:
    """Figures in the order of the quotes, since their words are the same; every date the same."""
    if not same_period or len(left.quantities) != len(right.quantities):
        return None
    pairs = zip(left.quantities, right.quantities, strict=True)
    return next((found for ours, theirs in pairs if (found := _apart_in_value(ours, theirs))), None)


def _when_clash(left: Reading, right: Reading) -> str | None:
    """The date is the statement only where it is the one thing that differs and is exact to a month."""
    if len(left.dates) != 1 or len(right.dates) != 1:
        return None
    exact = _within_a_month(left.dates[0]) and _within_a_month(right.dates[0])
    return _apart(left.dates[0], right.dates[0]) if exact else None


def _within_a_month(mention: DateMention) -> bool:
    """ "In 2023" beside "in 2024" is two periods, not two answers."""
    first, last = mention.start_date, mention.end_date
    return bool(first and last and (first.year, first.month) == (last.year, last.month))


def _ways_clash(one: Quoted, other: Quoted) -> str | None:
    if denies(one.words) != denies(other.words):
        return "one denies what the other says"
    if {way(one.words), way(other.words)} == {Direction.UP, Direction.DOWN}:
        return f"directions differ: {way(one.words)} / {way(other.words)}"
    return None
