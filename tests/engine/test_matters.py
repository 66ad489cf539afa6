"""One matter is told once: two passes, each held to a list of pairs in both languages (R240, R251, R252)."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.figures import apart
from reach.twins import is_reprint
from research.engine.limits import Limits
from research.engine.matters import is_same_matter, more_informative, sort_matters
from research.roles.builtin.embedder import best_embedder
from research.terms import Evidence
from tests.builders import evidence, source, world

DATA = Path(__file__).parent / "data"
LIMITS = Limits()
RECALL, FALSE_MERGES = 0.8, 0.1


def pairs(name: str) -> list[tuple[bool, str, str]]:
    rows = [line.split("\t") for line in (DATA / name).read_text(encoding="utf-8").splitlines()]
    return [(same == "1", left, right) for same, left, right in rows]


def figures(found: list[tuple[bool, bool]]) -> tuple[float, float]:
    """Recall among the same, false merges among the different."""
    same = [merged for labelled, merged in found if labelled]
    other = [merged for labelled, merged in found if not labelled]
    made = sum(same) / len(same), sum(other) / len(other)
    print(f"{len(found)} pairs: recall {made[0]:.2f}, false merges {made[1]:.2f}")
    return made


def test_the_labelled_pairs_are_enough_and_half_of_them_chinese() -> None:
    rows = pairs("matters.tsv")
    chinese = sum(any("\u4e00" <= letter <= "\u9fff" for letter in left) for _, left, _ in rows)
    assert len(rows) >= 60
    assert chinese == len(rows) / 2


async def test_the_second_pass_merges_what_is_one_matter_and_little_else() -> None:
    embedder = best_embedder()
    found = []
    for same, left, right in pairs("matters.tsv"):
        one, two = await embedder.embed([left, right])
        found.append((same, is_same_matter(left, right, embedder.similarity(one, two), LIMITS)))
    recall, wrong = figures(found)
    assert recall >= RECALL
    assert wrong <= FALSE_MERGES


def test_the_first_pass_knows_a_reprint_from_a_retelling() -> None:
    recall, wrong = figures([(same, is_reprint(a, b, LIMITS.same_text)) for same, a, b in pairs("reprints.tsv")])
    assert recall >= RECALL
    assert wrong <= FALSE_MERGES


@pytest.mark.parametrize(
    ("left", "right", "differ"),
    [
        ("Lanwan had 1,240 MWh.", "At the end of 2024 Lanwan had 1,240 MWh.", False),
        ("Lanwan had 1.24 GWh.", "Lanwan had 1,240 MWh.", False),
        ("Lanwan had 1,240 MWh.", "Lanwan had 1,420 MWh.", True),
        ("It opened on 4 May 2019.", "It opened in May 2019.", False),
        ("It opened on 4 May 2019.", "It opened on 5 May 2019.", True),
        ("The upper lock is closed.", "The lower lock is closed.", True),
        ("The lock is closed.", "The lock is not closed.", True),
        ("储能规模为1240兆瓦时。", "储能规模为860兆瓦时。", True),
        ("召回1.2万台。", "召回12000台。", False),
    ],
)
def test_statements_are_apart_by_what_each_alone_holds(left: str, right: str, differ: bool) -> None:
    assert bool(apart(left, right)) is differ
    assert bool(apart(right, left)) is differ


SHORT = evidence(1, quote="Lanwan had 1,240 MWh of grid storage.", source=source("Bureau", host="bureau.example"))
FULL = evidence(
    2,
    quote="Lanwan had 1,240 MWh of grid storage at the end of 2024.",
    source=source("Gazette", host="gazette.example"),
)
OTHER = evidence(3, quote="The ferry to Halmar leaves at nine.", source=source("Ferries", host="ferry.example"))


async def test_what_says_more_stays_and_the_other_corroborates_it() -> None:
    made = await sort_matters([FULL, OTHER], [SHORT], world().tools)
    assert [(piece.number, piece.same_as) for piece in made.fresh] == [(2, None), (3, None)]
    assert made.outdone == ((1, 2),)


async def test_what_says_less_corroborates_what_is_there() -> None:
    late = replace(SHORT, number=5)
    made = await sort_matters([late], [FULL], world().tools)
    assert [(piece.number, piece.same_as) for piece in made.fresh] == [(5, 2)]
    assert made.outdone == ()


async def test_followers_move_with_their_head() -> None:
    follower = replace(SHORT, number=4, same_as=1, source=source("Wire", host="wire.example"))
    made = await sort_matters([replace(FULL, number=9)], [SHORT, follower], world().tools)
    assert sorted(made.outdone) == [(1, 9), (4, 9)]


async def test_the_same_words_at_another_host_are_a_reprint() -> None:
    copied = replace(FULL, number=6, source=source("Wire", host="wire.example"))
    (piece,) = (await sort_matters([copied], [FULL], world().tools)).fresh
    assert (piece.same_as, piece.reprint_of) == (2, 2)


async def test_a_status_line_belongs_to_the_document_that_its_title_names() -> None:
    words = "Status: Final. Type: Standards Track. Created: 02-Feb-2021."
    one = evidence(1, quote=words, source=source("TEP 14 – Checksums"))
    other = evidence(2, quote=words, source=source("TEP 15 – Names"))
    (piece,) = (await sort_matters([other], [one], world().tools)).fresh
    assert piece.same_as is None


async def test_rejected_pieces_are_in_no_group() -> None:
    (piece,) = (await sort_matters([replace(SHORT, number=5, accepted=False)], [FULL], world().tools)).fresh
    assert piece.same_as is None


def test_figures_come_before_length_and_length_before_the_source() -> None:
    def piece(quote: str, credibility: float = 0.6) -> Evidence:
        return evidence(1, quote=quote, source=source(credibility=credibility))

    assert more_informative(piece("It cost 31 million."), piece("It cost a great deal of money, people say."))
    assert more_informative(piece("It cost 31 million in all."), piece("It cost 31 million."))
    assert more_informative(piece("It cost much.", 0.8), piece("It cost much.", 0.6))
    assert not more_informative(piece("It cost much."), piece("It cost much."))


QUOTES = (
    SHORT.quote,
    FULL.quote,
    OTHER.quote,
    "By the end of 2024 Lanwan had 1,240 MWh of grid storage in four stations.",
)


@given(st.lists(st.tuples(st.integers(0, len(QUOTES) - 1), st.integers(0, 3)), min_size=1, max_size=6))
async def test_every_group_has_one_head(rows: list[tuple[int, int]]) -> None:
    made = [
        evidence(n, quote=QUOTES[which], source=source(f"Page {host}", host=f"h{host}.example"))
        for n, (which, host) in enumerate(rows, start=1)
    ]
    half = len(made) // 2
    first = await sort_matters(made[:half], [], world().tools)
    second = await sort_matters(made[half:], first.fresh, world().tools)
    after = {piece.number: piece.same_as for piece in (*first.fresh, *second.fresh)} | dict(second.outdone)
    assert all(after[head] is None for head in after.values() if head)
