"""Which side of a conflict prevails, decided once before the report, or that nothing decides (R139).

Three grounds, each with a limit of its own: later, from a more trusted publisher, said by more independent ones. A
conflict is settled when every ground that speaks speaks for one side; where two point apart, both sides are shown. So
a fresh forum post doesn't outdo a register, and an old register doesn't outdo this year's count.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from research.engine.limits import Limits
from research.engine.scoring import PLACES
from research.terms import Conflict, Evidence, Goal

UNDECIDED = "neither is newer, more trusted or said by more publishers, by enough to decide"
CIRCLE = "each side is outdone by another one, so none prevails"


@dataclass(frozen=True, slots=True)
class Side:
    published: date | None
    trust: float
    """0..1: how far its publisher is believed."""
    publishers: int
    """Independent ones that say the same."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One rule's word on a pair: `lead` is above 0 for the left side, below for the right, 0 for neither."""

    lead: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class Settlement:
    lead: int
    """As of a ground; 0: open."""
    because: str


def settlement(left: Side, right: Side, limits: Limits) -> Settlement:
    """The truth table: what speaks for one side alone decides."""
    spoken = grounds(left, right, limits)
    ours = " and ".join(ground.words for ground in spoken if ground.lead > 0)
    theirs = " and ".join(ground.words for ground in spoken if ground.lead < 0)
    if ours and theirs:
        return Settlement(0, f"one side is {ours}, the other is {theirs}")
    if not ours and not theirs:
        return Settlement(0, UNDECIDED)
    return Settlement(1 if ours else -1, ours or theirs)


def grounds(left: Side, right: Side, limits: Limits) -> tuple[Ground, Ground, Ground]:
    return (
        _recency(left.published, right.published, limits.settle_days),
        _trust(left.trust, right.trust, limits.settle_trust),
        _corroboration(left.publishers, right.publishers, limits.settle_publishers),
    )


def _recency(left: date | None, right: date | None, days: int) -> Ground:
    """A page without a date is neither old nor new."""
    if left is None or right is None or abs((left - right).days) < days:
        return Ground(0)
    newer, older = max(left, right), min(left, right)
    return Ground(1 if left > right else -1, f"newer ({newer.isoformat()} against {older.isoformat()})")


def _trust(left: float, right: float, lead: float) -> Ground:
    if round(abs(left - right), PLACES) < lead:
        return Ground(0)
    return Ground(1 if left > right else -1, f"more trusted ({max(left, right):.2f} against {min(left, right):.2f})")


def _corroboration(left: int, right: int, lead: int) -> Ground:
    if abs(left - right) < lead:
        return Ground(0)
    words = f"said by more publishers ({max(left, right)} against {min(left, right)})"
    return Ground(1 if left > right else -1, words)


def settle(conflicts: Collection[Conflict], pieces: Mapping[int, Evidence], limits: Limits) -> tuple[Conflict, ...]:
    """Each with what prevails and why. `pieces` are all that stand; the order of neither matters."""
    rivals = _rivals(conflicts)
    return _without_circles([_settled(each, rivals, pieces, limits) for each in conflicts])


def _settled(
    conflict: Conflict, rivals: Mapping[int, set[int]], pieces: Mapping[int, Evidence], limits: Limits
) -> Conflict:
    left, right = pieces[conflict.left], pieces[conflict.right]
    sides = _side(left, rivals, pieces.values()), _side(right, rivals, pieces.values())
    made = settlement(*sides, limits)
    prevails = {0: None, 1: left.number, -1: right.number}[made.lead]
    return replace(conflict, settled_for=prevails, because=made.because)


def _rivals(conflicts: Iterable[Conflict]) -> dict[int, set[int]]:
    rivals: dict[int, set[int]] = defaultdict(set)
    for each in conflicts:
        rivals[each.left].add(each.right)
        rivals[each.right].add(each.left)
    return rivals


def _side(piece: Evidence, rivals: Mapping[int, set[int]], pieces: Iterable[Evidence]) -> Side:
    """On it stands whoever says the same matter or contradicts the same pieces. A reprint adds nobody (R240)."""
    with_it = {
        each.source.witness
        for each in pieces
        if each.reprint_of is None and (_head(each) == _head(piece) or rivals.get(each.number) == rivals[piece.number])
    }
    return Side(piece.source.published, piece.source.credibility, len(with_it | {piece.source.witness}))


def _head(piece: Evidence) -> int:
    return piece.same_as or piece.number


def _without_circles(settled: Sequence[Conflict]) -> tuple[Conflict, ...]:
    """A beats B, B beats C, C beats A: then nothing would be left to state."""
    above = _winners((loser(each), each.settled_for) for each in settled)
    return tuple(
        replace(each, settled_for=None, because=CIRCLE)
        if each.settled_for is not None and loser(each) in _all_above(each.settled_for, above)
        else each
        for each in settled
    )


def loser(conflict: Conflict) -> int | None:
    if conflict.settled_for is None:
        return None
    return conflict.left if conflict.settled_for == conflict.right else conflict.right


def _winners(outdone: Iterable[tuple[int | None, int | None]]) -> dict[int, set[int]]:
    above: dict[int, set[int]] = defaultdict(set)
    for lost, won in outdone:
        if lost is not None and won is not None and lost != won:
            above[lost].add(won)
    return above


def _all_above(number: int, above: Mapping[int, set[int]]) -> set[int]:
    seen: set[int] = set()
    ahead = [number]
    while ahead:
        each = ahead.pop()
        if each not in seen:
            seen.add(each)
            ahead += above.get(each, ())
    return seen


def instead(conflicts: Iterable[Conflict], pieces: Mapping[int, Evidence]) -> dict[int, int]:
    """What a report states in place of each piece that lost: what prevails over it, and over that in turn. By the heads
    of matters, since only these are written from (R240)."""
    lost = ((loser(each), each.settled_for) for each in conflicts)
    above = _winners((_head(pieces[one]), _head(pieces[two])) for one, two in lost if one and two)
    return {number: min(_all_above(number, above) - set(above), default=number) for number in above}


def needs_replan(conflict: Conflict, goals: Iterable[Goal]) -> bool:
    """An open contradiction about one of the task's first goals puts the plan itself in doubt; about a finer one, it is
    that goal's own matter."""
    roots = {goal.number for goal in goals if goal.parent is None}
    return conflict.settled_for is None and conflict.goal in roots
