"""What one step of arithmetic on a quote's own figures gives: it carries a figure, or explains why it isn't stated.

To carry one, the claim must name the step ("together", "more than", "times"). To explain one, any step will do: what a
sum, a rate or a rounding might account for is no contradiction.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import permutations

from memory.figures import Bound, Quantity, dates
from memory.figures.folding import plain
from memory.figures.units import COUNT, RATIO, compatible, in_base
from research.roles.builtin.claims.atoms import SOME_DAY
from research.roles.builtin.claims.clauses import Clause

HUNDRED = 100
TIMES = "倍"
"""How the parser writes "times" in either language."""
Same = Callable[[Quantity, Quantity], bool]
Held = Sequence[tuple[Clause, Quantity]]

_SUM = re.compile(
    r"\b(?:together|total\w*|altogether|combined|in all|overall|sum|both|between them|jointly)\b|合计|总共|一共"
    r"|共计|总计|总和|"
    r"加起来|两者|相加|共(?![同和产])|合共|总"
)
_GAP = re.compile(
    r"\b(?:more|less|fewer|higher|lower|longer|shorter|taller|deeper|wider|older|younger|larger|smaller|heavier"
    r"|lighter|faster|"
    r"slower|earlier|later|cheaper|dearer|above|below|ahead|behind|gap|difference|differ\w*|by|rose|grew|fell"
    r"|dropped|added|"
    r"lost|gain\w*|cut|short of|left|remain\w*|\w+er than)\b|多|少|高|低|长|短|大|小|快|慢|早|晚|差|增|减|降|升"
    r"|涨|跌|矮|贵|便宜|余|剩|距"
)
_RATIO = re.compile(
    r"\b(?:times|times as|twice|double\w*|tripl\w+|fold|half|third|quarter|average|each|per|share|percent)\b|倍"
    r"|翻|平均|人均|户均|占|%|成|每"
)
_EACH = re.compile(r"平均|人均|户均|均为|每|\b(?:average|mean|each|per|apiece)\b")
_REST = re.compile(r"其余|余下|剩下|剩余|另外的|\b(?:the (?:rest|others|remainder|remaining)|remaining)\b")
"""In the quote: what its figures leave over is spoken of."""
_PERIOD = re.compile(
    r"\b(?:per|an?|every|each) (?P<en>second|minute|hour|day|week|month|quarter|year)\b(?! (?:ago|earlier|later"
    r"|before|after|old))"
    r"|每(?:个|一)?(?P<zh>秒|分钟|小时|日|天|周|月|季度|年)|\b(?P<ly>hourly|daily|weekly|monthly|quarterly"
    r"|yearly|annual)"
    r"|/\s?(?P<stroke>秒|分钟|小时|日|天|周|月|年|hour|day|week|month|year)|(?P<of>[日月年周])(?=均|产|销|吞吐)"
)
SECONDS = {
    "second 秒": 1,
    "minute 分钟": 60,
    "hour 小时 hourly": 3600,
    "day 日 天 daily": 86_400,
    "week 周 weekly": 604_800,
    "month 月 monthly": 2_629_800,
    "quarter 季度 quarterly": 7_889_400,
    "year 年 yearly annual": 31_557_600,
}
"""Of each period that something is counted by; months and years on average."""
_LENGTH = {word: Decimal(seconds) for names, seconds in SECONDS.items() for word in names.split()}
_FACTORS = frozenset(one / other for one in _LENGTH.values() for other in _LENGTH.values() if one > other)
EXPLAINED = Decimal("0.02")
"""Of itself: as near as a rounded result comes to the step that gave it."""


def derives(text: str) -> bool:
    """Says of its figure that it is a sum, a difference or a ratio."""
    low = plain(text)
    return any(pattern.search(low) for pattern in (_SUM, _GAP, _RATIO))


def adds_up(text: str) -> bool:
    return bool(_SUM.search(plain(text)))


def periods(text: str) -> frozenset[Decimal]:
    """Per what the text counts: seconds of each period."""
    return frozenset(_LENGTH[str(match[match.lastgroup or 0])] for match in _PERIOD.finditer(plain(text)))


def per_period(item: Quantity, ours: frozenset[Decimal], theirs: frozenset[Decimal]) -> Quantity | None:
    """A rate by the hour as one by the minute; None where one can't be turned into the other."""
    if not ours or not theirs or ours & theirs:
        return item
    if len(ours) > 1 or len(theirs) > 1:
        return None
    factor = next(iter(ours)) / next(iter(theirs))
    return replace(item, value=item.value * factor, low=item.low * factor, high=item.high * factor)


def reckoned(wanted: Quantity, claim: str, held: Held, quote: Sequence[Clause], oriented: bool, same: Same) -> bool:
    """The claim names the step, and the step gives its figure. A difference or a multiple also needs to know which of
    the two is the larger one."""
    if wanted.is_range:
        return False
    if wanted.unit in ("year", "month", "day", "week") and _lapse(wanted, quote):
        return True
    exact = [item for _, item in held if not item.is_range and item.bound is Bound.NONE]
    rest = bool(_REST.search(plain(" ".join(clause.text for clause in quote))))
    return any(same(wanted, result) for result in _steps(wanted, plain(claim), exact, oriented, rest))


def _steps(wanted: Quantity, claim: str, held: Sequence[Quantity], oriented: bool, rest: bool) -> Iterator[Quantity]:
    gap = (oriented or rest) and bool(_GAP.search(claim) or rest)
    each = bool(_EACH.search(claim))
    for one, other in permutations(held, 2):
        if each and other.unit in COUNT and one.unit not in RATIO and other.value and compatible(one.unit, wanted.unit):
            yield _result(one, one.value / other.value, one.unit)
        if other.unit == "%" != one.unit and wanted.unit != "%" and compatible(one.unit, wanted.unit):
            yield _result(one, one.value * other.value / HUNDRED, one.unit)
        if not compatible(one.unit, other.unit) or _value(one) < _value(other):
            continue
        if {one.unit, other.unit} & {"%", "pp"}:
            if wanted.unit == "pp":
                yield _result(one, one.value - other.value, "pp")
        else:
            yield from _of_amounts(wanted, one, other, gap, bool(_SUM.search(claim)))
        if wanted.unit == TIMES and oriented and other.value:
            yield _result(one, _value(one) / _value(other), TIMES)


def _of_amounts(wanted: Quantity, one: Quantity, other: Quantity, gap: bool, total: bool) -> Iterator[Quantity]:
    large, small, scale = _value(one), _value(other), in_base(one.unit)[1]
    if wanted.unit == "%" and large and small:
        yield _result(one, small / large * HUNDRED, "%")
        if gap:
            yield _result(one, (large - small) / small * HUNDRED, "%")
            yield _result(one, (large - small) / large * HUNDRED, "%")
    elif compatible(one.unit, wanted.unit):
        if total:
            yield _result(one, (large + small) / scale, one.unit)
        if gap:
            yield _result(one, (large - small) / scale, one.unit)


def explained(wanted: Quantity, held: Sequence[Quantity]) -> bool:
    """Some step gives about this value, whatever the units: then the quote needn't say otherwise. What is a third of
    another is two thirds less."""
    target, values = _value(wanted), [_value(item) for item in held]
    if not target:
        return False
    results = [one * factor for one in values for factor in _FACTORS]
    results += [one / factor for one in values for factor in _FACTORS]
    results += [_value(_result(item, HUNDRED - item.value, item.unit)) for item in held if item.unit == "%"]
    for one, other in permutations(values, 2):
        results += [one + other, one - other, one * other, one * other / HUNDRED]
        if other:
            results += [one / other, one / other * HUNDRED, (one - other) / other * HUNDRED]
    return any(abs(result - target) <= abs(target) * EXPLAINED for result in results)


def _result(item: Quantity, value: Decimal, unit: str) -> Quantity:
    return replace(item, value=value, low=value, high=value, unit=unit)


def _value(item: Quantity) -> Decimal:
    return item.value * in_base(item.unit)[1]


def _lapse(wanted: Quantity, quote: Sequence[Clause]) -> bool:
    text = " ".join(clause.text for clause in quote)
    days = sorted(mention.start_date for mention in dates(text, SOME_DAY) if mention.start_date)
    return any(_apart(wanted, first, last) for at, first in enumerate(days) for last in days[at + 1 :])


def _apart(wanted: Quantity, first: date, last: date) -> bool:
    if wanted.unit == "year":
        return last.year - first.year == wanted.value and (last.month, last.day) == (first.month, first.day)
    return wanted.unit == "day" and wanted.value in ((last - first).days, (last - first).days + 1)
