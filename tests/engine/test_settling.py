"""Which side of a conflict prevails: every row of the table, whatever the order (R139)."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine.limits import Limits
from research.engine.settling import (
    CIRCLE,
    UNDECIDED,
    Side,
    instead,
    loser,
    needs_replan,
    settle,
    settlement,
)
from research.terms import Conflict, Evidence
from tests.builders import evidence, goal, source

LIMITS = Limits()
DAY = date(2025, 6, 1)
EVEN = Side(DAY, 0.6, 1)
LEADS = (1, 0, -1)


def led(recency: int, trust: int, publishers: int) -> tuple[Side, Side]:
    """Two sides of which each ground says what it is told to, by just enough."""
    days, by = timedelta(days=LIMITS.settle_days), LIMITS.settle_publishers
    sides = []
    for sign in (1, -1):
        newer, trusted, more = (lead == sign for lead in (recency, trust, publishers))
        trust_of = round(EVEN.trust + LIMITS.settle_trust * trusted, 2)
        sides.append(Side(DAY + days * newer, trust_of, EVEN.publishers + by * more))
    return sides[0], sides[1]


@pytest.mark.parametrize("row", list(product(LEADS, repeat=3)))
def test_what_speaks_for_one_side_alone_decides_and_nothing_else_does(row: tuple[int, int, int]) -> None:
    spoken = {lead for lead in row if lead}
    expected = spoken.pop() if len(spoken) == 1 else 0
    left, right = led(*row)
    made, turned = settlement(left, right, LIMITS), settlement(right, left, LIMITS)
    assert (made.lead, turned.lead) == (expected, -expected)
    assert made.because and (made.because == UNDECIDED) == (not any(row))


@pytest.mark.parametrize(
    ("left", "right", "lead", "words"),
    [
        (replace(EVEN, published=DAY + timedelta(days=90)), EVEN, 1, "newer (2025-08-30 against 2025-06-01)"),
        (replace(EVEN, published=DAY + timedelta(days=89)), EVEN, 0, UNDECIDED),
        (replace(EVEN, published=None), EVEN, 0, UNDECIDED),
        (replace(EVEN, trust=0.8), EVEN, 1, "more trusted (0.80 against 0.60)"),
        (replace(EVEN, trust=0.79), EVEN, 0, UNDECIDED),
        (EVEN, replace(EVEN, publishers=3), -1, "said by more publishers (3 against 1)"),
        (EVEN, replace(EVEN, publishers=2), 0, UNDECIDED),
        (
            replace(EVEN, trust=1.0, publishers=4),
            EVEN,
            1,
            "more trusted (1.00 against 0.60) and said by more publishers (4 against 1)",
        ),
        (
            replace(EVEN, trust=0.2, published=DAY + timedelta(days=400)),
            EVEN,
            0,
            "one side is newer (2026-07-06 against 2025-06-01), the other is more trusted (0.60 against 0.20)",
        ),
    ],
)
def test_how_much_decides_is_a_limit_and_the_reason_is_one_sentence(
    left: Side, right: Side, lead: int, words: str
) -> None:
    made = settlement(left, right, LIMITS)
    assert (made.lead, made.because) == (lead, words)


def piece(number: int, trust: float = 0.6, published: date | None = DAY, host: str = "", **parts: Any) -> Evidence:
    page = source(f"Page {number}", str(number), host=host or f"{number}.example", credibility=trust)
    return evidence(number, source=replace(page, published=published), **parts)


def settled(conflicts: list[Conflict], *pieces: Evidence) -> tuple[Conflict, ...]:
    return settle(conflicts, {each.number: each for each in pieces}, LIMITS)


def quarrel(left: int, right: int) -> Conflict:
    return Conflict(left, right, "values differ: 5 % / 8 %", 1)


def test_a_settled_conflict_names_the_piece_that_prevails_and_keeps_the_rest() -> None:
    (made,) = settled([quarrel(1, 2)], piece(1), piece(2, trust=1.0))
    assert made == replace(quarrel(1, 2), settled_for=2, because="more trusted (1.00 against 0.60)")
    assert loser(made) == 1


def test_publishers_count_once_and_reprints_never() -> None:
    three = [piece(n, same_as=2) for n in (3, 4)]
    assert settled([quarrel(1, 2)], piece(1), piece(2), *three)[0].settled_for == 2
    reprints = [replace(each, reprint_of=2) for each in three]
    assert settled([quarrel(1, 2)], piece(1), piece(2), *reprints)[0].settled_for is None
    one_house = [piece(n, same_as=2, host="2.example") for n in (3, 4)]
    assert settled([quarrel(1, 2)], piece(1), piece(2), *one_house)[0].settled_for is None


def test_who_contradicts_the_same_pieces_stands_on_one_side() -> None:
    found = [quarrel(1, 2), quarrel(1, 3), quarrel(1, 4)]
    made = settled(found, *(piece(n) for n in (1, 2, 3, 4)))
    assert [each.settled_for for each in made] == [2, 3, 4]
    assert made[0].because == "said by more publishers (3 against 1)"


def test_a_source_that_contradicts_itself_stays_open() -> None:
    """B-100: one page is neither newer nor more trusted than itself."""
    page = piece(1).source
    (made,) = settled([quarrel(1, 2)], piece(1), evidence(2, source=page))
    assert (made.settled_for, made.because) == (None, UNDECIDED)


def test_a_circle_stays_open() -> None:
    """The second is newer than the first, the third more trusted than the second, the first said by more than the
    third: whichever was stated, another one would outdo it."""
    first = [piece(1, trust=0.7), piece(4, same_as=1), piece(5, same_as=1)]
    second = [piece(2, published=DAY + timedelta(days=100)), piece(6, same_as=2)]
    third = piece(3, trust=0.8, published=None)
    pairs = [quarrel(1, 2), quarrel(2, 3), quarrel(1, 3)]
    assert [settled([each], *first, *second, third)[0].settled_for for each in pairs] == [2, 3, 1]
    made = settled(pairs, *first, *second, third)
    assert [(each.settled_for, each.because) for each in made] == [(None, CIRCLE)] * 3


@given(st.permutations([quarrel(1, 2), quarrel(2, 3), quarrel(1, 3), quarrel(3, 4)]), st.permutations(range(1, 5)))
def test_the_order_of_conflicts_and_of_pieces_changes_nothing(found: list[Conflict], order: list[int]) -> None:
    pieces = {1: piece(1), 2: piece(2, trust=1.0), 3: piece(3, published=DAY + timedelta(days=365)), 4: piece(4)}
    made = settled(found, *(pieces[number] for number in order))
    assert {(each.left, each.right): each.settled_for for each in made} == {
        (1, 2): 2,
        (2, 3): None,
        (1, 3): 3,
        (3, 4): 3,
    }


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6), st.booleans()), max_size=12, unique_by=lambda p: p[:2]))
def test_whoever_lost_gives_way_to_one_that_did_not(rows: list[tuple[int, int, bool]]) -> None:
    """Whatever the sides are: after settling, nobody gives way to somebody who gives way himself."""
    pieces = {n: piece(n, trust=n / 10, published=DAY + timedelta(days=100 * (n % 3))) for n in range(1, 7)}
    found = [quarrel(min(a, b), max(a, b)) for a, b, _ in rows if a != b]
    made = settle(tuple(dict.fromkeys(found)), pieces, LIMITS)
    given_way = instead(made, pieces)
    assert not set(given_way) & set(given_way.values())
    assert {loser(each) for each in made if each.settled_for} == set(given_way)


def test_a_follower_that_lost_takes_its_head_with_it() -> None:
    head, follower, winner = piece(1), piece(2, same_as=1), piece(3, trust=1.0)
    made = settled([quarrel(2, 3)], head, follower, winner)
    assert instead(made, {each.number: each for each in (head, follower, winner)}) == {1: 3}


@pytest.mark.parametrize(
    ("of", "settled_for", "doubt"),
    [(1, None, True), (2, None, False), (0, None, False), (1, 2, False), (9, None, False)],
)
def test_an_open_conflict_on_a_root_goal_puts_the_plan_in_doubt(of: int, settled_for: int | None, doubt: bool) -> None:
    conflict = Conflict(1, 2, "values differ", of, settled_for)
    assert needs_replan(conflict, [goal(1), goal(2, parent=1)]) is doubt
