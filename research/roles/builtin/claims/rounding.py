"""When a figure that a quote holds is the one that its claim gives: memory's rules of rounding, and on top of them that
"over" and "nearly" are close to what they round, "up to X" is never X, and a range is the same at both ends."""

import re
from decimal import Decimal

from memory.figures import Bound, Quantity, same_quantity
from memory.figures.units import compatible, in_base

CLOSE = Decimal("0.8")
""" "More than 600" for 613 rounds; for 6,000 it misleads: the share of the larger that the smaller must reach."""
JUST_OVER = Decimal("1.05")
"""Of a round figure: 近 and "almost" are said of what lies a little beyond it, too."""
NEAR_A_TENTH = Decimal("0.05")
"""Of itself: how far "about a tenth" may lie from the share."""
_DIGITS = re.compile(r"\d\.\d")
"""A share with a decimal of its own is no fraction in words: it rounds like any figure."""


def carries(wanted: Quantity, held: Quantity) -> bool:
    if wanted.bound is Bound.NONE and held.bound is Bound.LESS:
        return False
    if (
        wanted.approximate
        and wanted.unit == "%" == held.unit
        and wanted.step % 1 != 0
        and not _DIGITS.search(wanted.text)
    ):
        return abs(wanted.value - held.value) <= wanted.value * NEAR_A_TENTH
    if _nearly(wanted):
        factor, other = in_base(wanted.unit)[1], in_base(held.unit)[1]
        top, seen = wanted.value * factor, held.high * other
        return compatible(wanted.unit, held.unit) and top * CLOSE <= seen <= top * JUST_OVER
    if wanted.is_range and held.is_range:
        return same_quantity(wanted, held) and same_quantity(held, wanted)
    if wanted.bound is Bound.NONE or held.is_range:
        return same_quantity(wanted, held)
    return same_quantity(wanted, held) and _close(wanted, held)


_NEARLY = re.compile(r"\s*(?:近|逼近|接近|将近|nearly|almost|close to)", re.I)


def _nearly(item: Quantity) -> bool:
    return item.approximate and bool(_NEARLY.match(item.text))


def _close(wanted: Quantity, held: Quantity) -> bool:
    """A bound on what was counted is a limit and may be far; "over 600 people" tells a number."""
    ours, theirs = abs(wanted.value * in_base(wanted.unit)[1]), abs(held.value * in_base(held.unit)[1])
    return not ours or not theirs or min(ours, theirs) / max(ours, theirs) >= CLOSE
