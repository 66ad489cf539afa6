"""Each figure of a claim: found beside the same words, held otherwise there, reckoned in one step, or missing.

The rules of rounding and bounds are memory's (`agreement`); on top of them: "over" and "nearly" are close to what they
round, "up to X" is never X, a share may be told by its two counts, a lapse of time by its two dates.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from memory.figures import Bound, Quantity, dates, exclusive, quantities, same_quantity
from memory.figures.folding import plain
from memory.figures.units import compatible, in_base
from reach.words import is_chinese
from research.roles.builtin.claims.atoms import Finding, found, missed, otherwise
from research.roles.builtin.claims.claim_words import LABEL, Word
from research.roles.builtin.claims.clauses import Clause, clauses_of
from research.roles.builtin.claims.matched import THERE
from research.roles.builtin.claims.reckoning import adds_up, derives, explained, per_period, periods, reckoned
from research.roles.builtin.claims.rounding import carries
from research.roles.builtin.claims.scope import hedged, partial
from research.roles.builtin.claims.slots import names_a_thing
from research.roles.builtin.claims.written import normal

HUNDRED = 100
Figures = Sequence[tuple[Clause, Quantity]]


def amounts_of(text: str) -> tuple[Quantity, ...]:
    """Fractions as percentages: a third is 33.3… %, exact, so that it goes with counts and shares alike. The number of
    a label ("release 5.0") is its name."""
    low = plain(text)
    labels = [match.span() for match in LABEL.finditer(low)]
    return tuple(
        _as_share(item)
        for item in quantities(text)
        if not any(start <= item.start and item.end <= end for start, end in labels)
    )


_BY_TIME = re.compile(r"(?<=\w)/(?:day|week|month|quarter|year)$")
"""Told apart by the clause's own words, since most texts put them away from the figure."""


def _as_share(item: Quantity) -> Quantity:
    if (match := _BY_TIME.search(item.unit)) is not None:
        return replace(item, unit=item.unit[: match.start()])
    if item.unit or item.is_range or not 0 < item.value < 1 or item.step:
        return item
    value = item.value * HUNDRED
    return replace(item, value=value, low=value, high=value, unit="%", step=Decimal("0.1"))


def amounts_in(claim: str, quote: Sequence[Clause], oriented: bool) -> Iterator[Finding]:
    """What is only planned or expected is no figure of a claim that neither plans nor expects. `oriented`: the quote's
    figures bear out which of two the claim calls more."""
    plain_ones = [clause for clause in quote if hedged(claim) or not hedged(clause.text)] or quote
    held = [(clause, item) for clause in plain_ones for item in amounts_of(clause.text)]
    asked = [(clause, item) for clause in clauses_of(claim) for item in amounts_of(clause.text)]
    for at, (clause, wanted) in enumerate(asked):
        if _is_one_of_them(clause, wanted):
            continue
        if _literally(clause, wanted, quote):
            yield found("number", wanted.text)
            continue
        others = [item for n, (_, item) in enumerate(asked) if n != at]
        if finding := _stated(clause, wanted, others, held):
            yield finding
        elif reckoned(wanted, claim, held, quote, oriented, carries):
            yield found("number", wanted.text)
        else:
            yield _unstated(clause, wanted, others, held)


def _stated(clause: Clause, wanted: Quantity, others: Sequence[Quantity], held: Figures) -> Finding | None:
    """By the clause that shares most with the claim's, where that has a figure of the kind."""
    best, told = (-1.0, False), ""
    counted = _next_words(clause, wanted)
    for place, item in held:
        turned = per_period(item, periods(clause.text), periods(place.text))
        same = turned is not None and carries(wanted, turned)
        if (counted or not same) and not _counts_the_same(clause, _next_words(place, item)):
            continue
        taken = not same and any(carries(other, item) for other in others)
        if not taken and (same or (_against(wanted, item) and _one_kind(wanted, item))):
            rank = (round(_near(clause, place), 1), same)
            if rank > best:
                best, told = rank, item.text
    return found("number", wanted.text, told) if best[1] and _all_meet(wanted, clause, held) else None


def _one_kind(wanted: Quantity, item: Quantity) -> bool:
    """800 pages and 120 sites are both counts, and no rivals."""
    return in_base(wanted.unit)[0] == in_base(item.unit)[0] or not (wanted.unit and item.unit)


def _unstated(clause: Clause, wanted: Quantity, others: Sequence[Quantity], held: Figures) -> Finding:
    """Contradicted only by a figure of the same thing, in the same unit, at the same time, that no rounding, bound or
    step of arithmetic explains."""
    items = [item for _, item in held]
    if derives(clause.text) and wanted.unit != "%":
        return missed("number", wanted.text)
    rivals = [
        (place, item)
        for place, item in held
        if not any(carries(other, item) for other in others) and _same_thing(clause, wanted, place, item, held)
    ]
    if any(item.value == wanted.value and not (item.unit and wanted.unit) for item in items):
        return missed("number", wanted.text)
    if not rivals or explained(wanted, [item for item in items if item.value != wanted.value]):
        return missed("number", wanted.text)
    place, item = max(rivals, key=lambda rival: _near(clause, rival[0]))
    if any(carries(wanted, other) and said(clause, there) >= said(clause, place) for there, other in held):
        return missed("number", wanted.text)
    note = f"it has {item.text.strip()} where the claim has {wanted.text.strip()}"
    return otherwise("number" if item.value != wanted.value else "unit", wanted.text, note)


def _same_thing(clause: Clause, wanted: Quantity, place: Clause, item: Quantity, held: Figures) -> bool:
    if _rounds(wanted, item) or periods(clause.text) != periods(place.text) or _other_days(clause, place):
        return False
    if item.value == wanted.value:
        return bool(item.unit and wanted.unit and wanted.value != 1 and not _counts(item, wanted))
    if not _against(wanted, item) or not _one_kind(wanted, item):
        return False
    alone = sum(_one_kind(wanted, other) and compatible(wanted.unit, other.unit) for _, other in held) == 1
    if is_chinese(clause.text) != is_chinese(place.text):
        return alone and bool(wanted.unit)
    return said(clause, place) >= (ALONE if alone and wanted.unit else SAME_THING)


def said(clause: Clause, place: Clause) -> float:
    """Share of the one's words that the other says."""
    return sum(map(place.held.says, clause.words)) / len(clause.words) if clause.words else 1.0


SAME_THING = 0.75
"""Share of a clause's words, from which another clause's figure is of the same thing: one word in four may differ."""
ALONE = 0.5
"""The same where the quote has one figure of this unit: there is no other that the claim could mean."""


def _counts(one: Quantity, other: Quantity) -> bool:
    return compatible(one.unit, "") or compatible(other.unit, "")


def _rounds(wanted: Quantity, item: Quantity) -> bool:
    """To the claim's last digit that isn't zero: 340 of 338.6, said plainly, is rounding or a slip."""
    ours, theirs = in_base(wanted.unit)[1], in_base(item.unit)[1]
    place = Decimal(1).scaleb(int(wanted.value.normalize().as_tuple().exponent)) * ours
    return compatible(wanted.unit, item.unit) and abs(wanted.value * ours - item.value * theirs) <= place / 2


def _other_days(clause: Clause, place: Clause) -> bool:
    ours, theirs = ({each.start_date for each in dates(one.text)} - {None} for one in (clause, place))
    return bool(ours and theirs and not ours & theirs)


def _literally(clause: Clause, wanted: Quantity, quote: Sequence[Clause]) -> bool:
    """A number that its name carries ("Quillparse 3.2"), or a small one with its noun (三个晚上 and 三晚)."""
    if not compatible(wanted.unit, "") or wanted.is_range:
        return False
    low, digits = plain(clause.text), plain(wanted.text)
    text = plain(" ".join(place.text for place in quote))
    named = re.search(rf"([a-z][\w-]*) {re.escape(digits)}(?![\d.]*\d|%)", low)
    if named and wanted.unit == "" and any(word.named and word.text == named[1] for word in clause.words):
        return bool(re.search(rf"\b{re.escape(named[0])}(?![\d.]*\d|%)", text))
    counted = low[low.find(digits) + len(digits) :][:1]
    return digits[-1:] == "个" and bool(counted.strip()) and digits[:-1] + counted in text


_MEMBERS = re.compile(r"(?:the|both|these|those) (?:two|three|both)\b|两者|二者", re.I)


def _is_one_of_them(clause: Clause, wanted: Quantity) -> bool:
    """ "The two sides" counts nothing that a quote would have to say."""
    members = wanted.value == 2 and adds_up(clause.text)
    return members or any(match.start() <= wanted.start < match.end() for match in _MEMBERS.finditer(clause.text))


def _next_words(place: Clause, item: Quantity) -> tuple[Word, ...]:
    """What is counted: the word or two that follow the figure at once."""
    row = _IN_A_ROW.search(place.text, item.end)
    ends = [other.start for other in amounts_of(place.text) if other.start >= item.end]
    ahead = min([*ends, row.start() if row else len(place.text)])
    behind = [word for word in place.words if item.end <= word.start < ahead][:COUNTED]
    gap = place.text[item.end : behind[0].start] if behind else ""
    counted = (
        behind
        and compatible(item.unit, "")
        and not gap.strip()
        and item.bound is Bound.NONE
        and names_a_thing(behind[0], place.text)
    )
    return tuple(behind) if counted else ()


def _counts_the_same(clause: Clause, words: Sequence[Word]) -> bool:
    return not words or any(clause.held.says(word) >= THERE for word in words)


_IN_A_ROW = re.compile(r"[和与及、，,;；]|\b(?:and|or)\b")
COUNTED = 2
"""Words: "30 new schools"."""


def _near(clause: Clause, place: Clause) -> float:
    """Names weigh twice: two clauses of one page often share all their common words. So does a day they share."""
    days = {mention.start_date for mention in dates(clause.text)} & {
        mention.start_date for mention in dates(place.text)
    }
    return sum(place.held.says(word) * (2 if word.named else 1) for word in clause.words) + 2 * bool(days - {None})


def _all_meet(wanted: Quantity, clause: Clause, held: Sequence[tuple[Clause, Quantity]]) -> bool:
    """A limit holds for every value that stands in one row with the one that meets it."""
    if wanted.bound is Bound.NONE:
        return True
    places = [place for place, item in held if carries(wanted, item) or same_quantity(wanted, item)]
    row = [item for place, item in held if place in places and item.unit == wanted.unit]
    return all(same_quantity(wanted, item) or not _against(wanted, item) for item in row) or len(row) < _A_ROW


_A_ROW = 3
"""Values of one unit in one clause: fewer are no series of measurements."""


def _against(wanted: Quantity, held: Quantity) -> bool:
    """Another figure for the same kind of thing. "Over 7 billion" doesn't exclude 70 billion, but it doesn't say it."""
    return exclusive(wanted, held) or (held.bound is not Bound.NONE and compatible(wanted.unit, held.unit))


_TIMES = (
    (re.compile(r"\b(?:double[sd]?|doubling|twice as)\b|翻了?一番|翻番|翻倍|增加一倍|增长一倍"), 2),
    (
        re.compile(
            r"\btripl(?:e[sd]?|ing)\b|\bthreefold\b|\bthree times as\b|(?:增|升|涨|扩大)[至到为]?(?:原来的)?(?:三|3)倍"
        ),
        3,
    ),
    (re.compile(r"\bquadrupl(?:e[sd]?|ing)\b|\bfourfold\b|\bfour times as\b|翻了?两番"), 4),
    (re.compile(r"\bhalve[sd]?\b|减半"), Decimal("0.5")),
)
"""How often the word says."""


def multiples_in(claim: str, quote: Sequence[Clause], oriented: bool) -> Iterator[Finding]:
    """ "Doubled", "halves": the quote says so, or two of its figures show it."""
    text = plain(" ".join(clause.text for clause in quote))
    for pattern, times in _TIMES:
        if not (match := pattern.search(plain(claim))):
            continue
        row = [item for clause in quote for item in amounts_of(clause.text)]
        shown = any(
            (compatible(one.unit, other.unit) or not other.unit)
            and (_value(other) == _value(one) * times or (oriented and _value(one) == _value(other) * times))
            for one, other in combinations(row, 2)
        )
        yield found("number", match[0]) if shown or pattern.search(text) else missed("number", match[0])


def _value(item: Quantity) -> Decimal:
    return item.value * in_base(item.unit)[1]


def narrowed(claim: str, near: Sequence[Clause]) -> Iterator[Finding]:
    """Whom the quote speaks of is bounded by a figure ("with more than 500 staff", "four in ten patients"), and the
    claim speaks of all."""
    asked = amounts_of(normal(claim))
    for clause in near:
        for item in amounts_of(clause.text):
            bounding = item.bound is not Bound.NONE or item.unit == "%"
            if bounding and not asked and not partial(claim) and not any(carries(wanted, item) for wanted in asked):
                yield missed("condition", item.text, "the quote has it, the claim doesn't")
