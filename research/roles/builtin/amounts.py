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
from research.roles.builtin.atoms import SOME_DAY, Finding, found, missed, otherwise
from research.roles.builtin.claim_words import LABEL, Word
from research.roles.builtin.clauses import Clause, clauses_of, normal
from research.roles.builtin.scope import hedged, partial

CLOSE = Decimal("0.8")
""" "More than 600" for 613 rounds; for 6,000 it misleads: the share of the larger that the smaller must reach."""
JUST_OVER = Decimal("1.05")
"""Of a round figure: 近 and "almost" are said of what lies a little beyond it, too."""
NEAR_A_TENTH = Decimal("0.05")
"""Of itself: how far "about a tenth" may lie from the share."""
HUNDRED = 100


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


def _as_share(item: Quantity) -> Quantity:
    if item.unit or item.is_range or not 0 < item.value < 1 or item.step:
        return item
    value = item.value * HUNDRED
    return replace(item, value=value, low=value, high=value, unit="%", step=Decimal("0.1"))


def amounts_in(claim: str, quote: Sequence[Clause]) -> Iterator[Finding]:
    """What is only planned or expected is no figure of a claim that neither plans nor expects."""
    plain_ones = [clause for clause in quote if hedged(claim) or not hedged(clause.text)] or quote
    held = [(clause, item) for clause in plain_ones for item in amounts_of(clause.text)]
    asked = [(clause, item) for clause in clauses_of(claim) for item in amounts_of(clause.text)]
    for at, (clause, wanted) in enumerate(asked):
        others = [item for n, (_, item) in enumerate(asked) if n != at]
        yield _judged(clause, wanted, others, held, quote)


def _judged(
    clause: Clause,
    wanted: Quantity,
    others: Sequence[Quantity],
    held: Sequence[tuple[Clause, Quantity]],
    quote: Sequence[Clause],
) -> Finding:
    best, told = (-1.0, False), ""
    whole = clause.held
    counted = _next_words(clause, wanted)
    for place, item in held:
        same = carries(wanted, item)
        if same and counted and (other := _next_words(place, item)) and not any(whole.says(word) for word in other):
            continue
        taken = not same and any(carries(other, item) for other in others)
        if not taken and (same or _against(wanted, item)):
            rank = (round(_near(clause, place), 1), same)
            if rank > best:
                best, told = rank, item.text
    if best[1] and _all_meet(wanted, clause, held):
        return found("number", wanted.text, told)
    if reckoned(wanted, held, quote):
        return found("number", wanted.text)
    if told:
        return otherwise("number", wanted.text, f"it has {told.strip()} where the claim has {wanted.text.strip()}")
    for _, item in held:
        if item.value == wanted.value and item.unit and wanted.unit and wanted.value != 1:
            note = f"it has {item.text.strip()} where the claim has {wanted.text.strip()}"
            return otherwise("unit", wanted.text, note)
    return missed("number", wanted.text)


def _next_words(place: Clause, item: Quantity) -> tuple[Word, ...]:
    """What is counted: the word or two that follow the figure at once."""
    behind = [word for word in place.words if word.start >= item.end][:COUNTED]
    gap = place.text[item.end : behind[0].start] if behind else ""
    return tuple(behind) if behind and not gap.strip() and item.bound is Bound.NONE else ()


COUNTED = 2
"""Words: "30 new schools"."""


def _near(clause: Clause, place: Clause) -> float:
    """Names weigh twice: two clauses of one page often share all their common words. So does a day they share."""
    days = {mention.start_date for mention in dates(clause.text)} & {
        mention.start_date for mention in dates(place.text)
    }
    return sum(place.held.says(word) * (2 if word.named else 1) for word in clause.words) + 2 * bool(days - {None})


def carries(wanted: Quantity, held: Quantity) -> bool:
    if wanted.bound is Bound.NONE and held.bound is Bound.LESS:
        return False
    if wanted.approximate and wanted.unit == "%" == held.unit and wanted.step % 1 != 0:
        return abs(wanted.value - held.value) <= wanted.value * NEAR_A_TENTH
    if _nearly(wanted):
        factor, other = in_base(wanted.unit)[1], in_base(held.unit)[1]
        top, seen = wanted.value * factor, held.high * other
        return compatible(wanted.unit, held.unit) and top * CLOSE <= seen <= top * JUST_OVER
    if wanted.bound is Bound.NONE or held.is_range or held.bound is not Bound.NONE:
        return same_quantity(wanted, held)
    return same_quantity(wanted, held) and _close(wanted, held)


_NEARLY = re.compile(r"\s*(?:近|逼近|接近|将近|nearly|almost|close to)", re.I)


def _nearly(item: Quantity) -> bool:
    return item.approximate and bool(_NEARLY.match(item.text))


def _close(wanted: Quantity, held: Quantity) -> bool:
    """A bound on what was counted is a limit and may be far; "over 600 people" tells a number."""
    ours, theirs = abs(wanted.value * in_base(wanted.unit)[1]), abs(held.value * in_base(held.unit)[1])
    return not ours or not theirs or min(ours, theirs) / max(ours, theirs) >= CLOSE / 2


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


def reckoned(wanted: Quantity, held: Sequence[tuple[Clause, Quantity]], quote: Sequence[Clause]) -> bool:
    """One step on numbers of one sentence: a share of two counts, a difference of two shares, a lapse of two dates."""
    if wanted.unit in ("year", "month", "day", "week"):
        return _lapse(wanted, quote)
    for (left, one), (right, other) in combinations(held, 2):
        if left.sentence != right.sentence or one.is_range or other.is_range:
            continue
        small, large = sorted((one, other), key=lambda item: item.value)
        shares = {one.unit, other.unit} & {"%", "pp"}
        counts = wanted.unit == "%" and not shares and bool(large.value) and compatible(one.unit, other.unit)
        if counts and carries(wanted, _percent(small, small.value / large.value * HUNDRED, "%")):
            return True
        points = wanted.unit == "pp" and one.unit == other.unit == "%"
        if points and carries(wanted, _percent(small, large.value - small.value, "pp")):
            return True
    return False


def _percent(item: Quantity, value: Decimal, unit: str) -> Quantity:
    return replace(item, value=value, low=value, high=value, unit=unit)


def _lapse(wanted: Quantity, quote: Sequence[Clause]) -> bool:
    text = " ".join(clause.text for clause in quote)
    days = [mention.start_date for mention in dates(text, SOME_DAY) if mention.start_date]
    for first, last in combinations(sorted(days), 2):
        if (
            wanted.unit == "year"
            and last.year - first.year == wanted.value
            and (last.month, last.day)
            == (
                first.month,
                first.day,
            )
        ):
            return True
        if wanted.unit == "day" and wanted.value in ((last - first).days, (last - first).days + 1):
            return True
    return False


_TIMES = (
    (re.compile(r"\b(?:double[sd]?|doubling|twice as)\b|翻了?一番|翻番|翻倍|增加一倍|增长一倍"), 2),
    (re.compile(r"\bhalve[sd]?\b|减半"), Decimal("0.5")),
)


def multiples_in(claim: str, quote: Sequence[Clause]) -> Iterator[Finding]:
    """ "Doubled", "halves": the quote says so, or two of its figures show it."""
    text = plain(" ".join(clause.text for clause in quote))
    for pattern, times in _TIMES:
        if not (match := pattern.search(plain(claim))):
            continue
        row = [item for clause in quote for item in amounts_of(clause.text)]
        shown = any(
            (compatible(one.unit, other.unit) or not other.unit) and _value(other) == _value(one) * times
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
