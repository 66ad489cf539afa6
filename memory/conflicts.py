"""Facts and quotes that can't both be true, kept to be settled or disclosed (R139, B-100).

Precision before recall: a false alarm costs a person's trust in all the others. Different periods are no conflict,
nor is rounding, nor one source saying a thing twice.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from memory.figures import DateMention, Quantity, Reading, direction, exclusive, names, negated, read
from memory.figures.contrast import opposed, unread
from memory.figures.folding import plain
from memory.figures.values import Direction
from memory.figures.wording import without_turns
from memory.figures.words import latin_words, pairs, without_empty


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
    ours, theirs = read(left.object), read(right.object)
    if _other_period(_periods(left), _periods(right)):
        return None
    reason = (
        _figures_differ(ours.quantities, theirs.quantities)
        or _dates_differ(left, right, ours, theirs)
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


def _periods(fact: Fact) -> list[DateMention]:
    """Dates in relation and subject, and in an object that also holds a figure: there a date says when."""
    where = f"{fact.subject} · {fact.relation}"
    found = list(read(where).dates)
    inside = read(fact.object)
    return found + list(inside.dates) if inside.quantities else found


def _other_period(left: Sequence[DateMention], right: Sequence[DateMention]) -> bool:
    """Not the same stretch of time. One side without a date leaves it open, except where the other names one."""
    ours, theirs = _intervals(left), _intervals(right)
    return bool(ours and theirs) and not ours & theirs


def _intervals(mentions: Iterable[DateMention]) -> set[tuple[date | None, date | None]]:
    return {(mention.start_date, mention.end_date) for mention in mentions}


def _figures_differ(ours: Sequence[Quantity], theirs: Sequence[Quantity]) -> str | None:
    """One figure each, or nothing: of several nobody here knows which answers which."""
    if len(ours) == len(theirs) == 1 and exclusive(ours[0], theirs[0]):
        return f"values differ: {ours[0].text} / {theirs[0].text}"
    return None


def _dates_differ(left: Fact, right: Fact, ours: Reading, theirs: Reading) -> str | None:
    """Objects that are dates. A month and a day inside it agree: one is only less exact."""
    if ours.quantities or theirs.quantities or len(ours.dates) != 1 or len(theirs.dates) != 1:
        return None
    return _apart(ours.dates[0], theirs.dates[0])


def _apart(ours: DateMention, theirs: DateMention) -> str | None:
    if not (ours.start_date and ours.end_date and theirs.start_date and theirs.end_date):
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
    if _turned(left, right) and _words(left) == _words(right):
        return "one denies what the other says"
    if opposite := opposed(plain(left), plain(right)):
        return f"opposites: {opposite}"
    return None


def _turned(left: str, right: str) -> bool:
    return negated(left) != negated(right)


def clash(quote_a: str, quote_b: str) -> str | None:
    """Why two verbatim quotes can't both hold, or None. They must speak of the same things in the same words and
    name the same period, so that nothing but the figure, the date, the direction or a "not" sets them apart."""
    left, right = read(quote_a), read(quote_b)
    if _words(quote_a) != _words(quote_b) or not _words(quote_a):
        return None
    if {name.normal for name in names(quote_a)} != {name.normal for name in names(quote_b)}:
        return None
    if {item.normal for item in left.identifiers} != {item.normal for item in right.identifiers}:
        return None
    if left.quantities or right.quantities:
        return _quantities_clash(left, right) or _ways_clash(quote_a, quote_b, left, right)
    return _when_clash(left, right) or _ways_clash(quote_a, quote_b, left, right)


def _quantities_clash(left: Reading, right: Reading) -> str | None:
    """Figures in the order of the quotes, since their words are the same; every date the same."""
    if _intervals(left.dates) != _intervals(right.dates) or len(left.quantities) != len(right.quantities):
        return None
    for ours, theirs in zip(left.quantities, right.quantities, strict=True):
        if exclusive(ours, theirs):
            return f"values differ: {ours.text} / {theirs.text}"
    return None


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


def _ways_clash(quote_a: str, quote_b: str, left: Reading, right: Reading) -> str | None:
    if _intervals(left.dates) != _intervals(right.dates):
        return None
    if _turned(quote_a, quote_b):
        return "one denies what the other says"
    ours, theirs = direction(quote_a), direction(quote_b)
    if {ours, theirs} == {Direction.UP, Direction.DOWN}:
        return f"directions differ: {ours} / {theirs}"
    return None


def _words(text: str) -> frozenset[str]:
    """What is being spoken of: content words without figures, reporting verbs, directions and negation."""
    rest = _REPORTING.sub(" ", without_turns(unread(text, read(text))))
    return frozenset(latin_words(rest)) | frozenset(pairs(without_empty(rest)))


# Who says it changes nothing about whether both can hold.
_REPORTING = re.compile(
    r"(?<![a-z])(?:according to|reported(?:ly)?|reports?|said|says|announced|announces|stated|states|about"
    r"|nearly|only|just|"
    r"approximately|roughly)(?![a-z])|据|报道|宣布|表示|公布|显示|称|达到|达|约|共|为"
)
