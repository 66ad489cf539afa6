"""When a claimed figure is the figure that was found. The rounding rules, stated once (B-093, B-095).

1. Units must measure the same thing; they are converted (1.2 GWh is 1,200 MWh). A bare number goes with a count only:
   never with money, a share or a measure. Percent is never percentage points.
2. A plain claim holds if the found value lies within half the place of the claim's last given digit: 1.2 million
   covers 1.15 to 1.25 million; 35,000 covers 34,500 to 35,500 (zeros in groups of three are rounding); 54 covers 54.
3. "About" gives up the zeros at the end too, down to two leading digits: about 300 covers 290 to 310.
4. "Over X" holds if everything found is at least X, "up to X" if it is at most X. What was found as "over X" supports
   a plain X, since that is the figure the source names; it never supports "up to".
5. A claimed range holds if what was found lies inside. A found range never supports one plain figure.
"""

from dataclasses import dataclass
from decimal import Decimal

from memory.figures.units import compatible, in_base
from memory.figures.values import Bound, Quantity


@dataclass(frozen=True, slots=True)
class _Span:
    low: Decimal
    high: Decimal


def same_quantity(claimed: Quantity, found: Quantity) -> bool:
    if not compatible(claimed.unit, found.unit):
        return False
    claim, seen = _in_base(claimed), _in_base(found)
    if claimed.bound is not Bound.NONE:
        return _beyond(claimed.bound, claim, found.bound, seen)
    if claimed.is_range:
        return claim.low <= seen.low and seen.high <= claim.high
    if found.is_range:
        return False
    return abs(seen.low - claim.low) <= tolerance(claimed) * in_base(claimed.unit)[1]


def identical(left: Quantity, right: Quantity) -> bool:
    """The same figure with nothing lost: no rounding, the same bound. What a rewrite has to keep (R041)."""
    return compatible(left.unit, right.unit) and left.bound is right.bound and _in_base(left) == _in_base(right)


def exclusive(left: Quantity, right: Quantity) -> bool:
    """Both can't be true of one thing: same kind of unit, and neither reading covers the other."""
    return (
        compatible(left.unit, right.unit)
        and not same_quantity(left, right)
        and not same_quantity(right, left)
        and not _overlap(left, right)
    )


def tolerance(claimed: Quantity) -> Decimal:
    """Half the last given place, in the claim's own unit; wider where "about" lets trailing zeros count as rounding."""
    half = claimed.step / 2
    if not claimed.approximate or not claimed.value:
        return half
    leading = claimed.value.adjusted()
    digits = claimed.value.normalize()
    last_given = Decimal(1).scaleb(max(int(digits.as_tuple().exponent), leading - len(digits.as_tuple().digits) + 1))
    return max(half, min(last_given / 2, Decimal(1).scaleb(leading - 1)))


def _in_base(quantity: Quantity) -> _Span:
    factor = in_base(quantity.unit)[1]
    return _Span(quantity.low * factor, quantity.high * factor)


def _beyond(bound: Bound, claim: _Span, found_bound: Bound, seen: _Span) -> bool:
    if bound is Bound.MORE:
        return found_bound is not Bound.LESS and seen.low >= claim.high
    return found_bound is not Bound.MORE and seen.high <= claim.low


def _overlap(left: Quantity, right: Quantity) -> bool:
    """Whether some value satisfies both, open ends included."""
    ours, theirs = _in_base(left), _in_base(right)
    if ours.low <= theirs.high and theirs.low <= ours.high:
        return True
    lower, upper = (left, right) if ours.high < theirs.low else (right, left)
    return lower.bound is Bound.MORE or upper.bound is Bound.LESS
