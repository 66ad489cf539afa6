"""The quote in its stored copy, what else the task has found, and how much was looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine.checking import against_its_quotes, coverage, with_others_offered
from research.engine.events import ClaimsChecked, ClaimsDrawn, DeskOpened
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.roles.builtin.claims.checker import BuiltinChecker
from research.terms import Checked, Claim, Language, Place, Section, Sentence, SentenceKind, Verdict
from tests.builders import evidence, goal, state, world

FACT = SentenceKind.FACT
QUOTE = "Lanwan had 1,240 MWh of storage."
LIMITS, ANY_ORDER = Limits(), Limits(words_in_order=0)


def claim(text: str, *numbers: int, **parts: str) -> Claim:
    return Claim(1, 0, 0, text, FACT, numbers, **parts)


async def checked(made: Claim, *quotes: str, moved: tuple[int, ...] = (), limits: Limits = LIMITS) -> Checked:
    pieces = {number: evidence(number, quote=quote) for number, quote in enumerate(quotes, start=1)}
    return await against_its_quotes(made, pieces, Language.ENGLISH, BuiltinChecker(), limits, moved)


@pytest.mark.parametrize("text", [QUOTE, "Lanwan had a thousand times that on the moon."])
async def test_without_its_words_in_the_stored_copy_true_and_absurd_are_both_not_checked(text: str) -> None:
    """B-097, F-57."""
    made = await checked(claim(text, 1), QUOTE, moved=(1,))
    assert (made.verdict, made.reason) == (Verdict.NOT_CHECKED, "The stored copy doesn't hold the quoted words.")


async def test_a_quote_that_stands_carries_what_a_moved_one_does_not() -> None:
    assert (await checked(claim(QUOTE, 1, 2), QUOTE, QUOTE, moved=(1,))).verdict is Verdict.SUPPORTED


async def test_a_cell_is_checked_with_its_row_and_column() -> None:
    """B-098: the caption's citation covers a figure only if it is found beside those words. No quote says a cell in the
    order of its row and column, so code alone leaves both to a reader."""
    quote = "Sales in 2023 came to 47 million; costs in 2023 came to 41 million."
    cell = claim("47 million", 1, place=Place.CELL, context="2023, Sales")
    wrong = await checked(claim("41 million", 1, place=Place.CELL, context="2023, Sales"), quote, limits=ANY_ORDER)
    assert (await checked(cell, quote, limits=ANY_ORDER)).verdict is Verdict.SUPPORTED
    assert wrong.verdict is not Verdict.SUPPORTED
    assert (await checked(cell, quote)).verdict is Verdict.PARTLY


async def offered(made: Checked, text: str, *quotes: str) -> list[tuple[int, Verdict]]:
    others = [evidence(number, quote=quote) for number, quote in enumerate(quotes, start=2)]
    found = await with_others_offered(made, claim(text, 1), others, Language.ENGLISH, BuiltinChecker(), Limits())
    return [(each.evidence, each.verdict) for each in found.offered]


async def test_what_carries_the_claim_better_is_offered_and_what_contradicts_it() -> None:
    """B-088: the page next door has the figure, and the desk is told so."""
    weak = Checked(1, Verdict.CONTRADICTED, "", ())
    strong = Checked(1, Verdict.SUPPORTED, "", ())
    same, other = "The market share was 41 % in May.", "The market share was 47 % in May."
    assert await offered(weak, same, other, same) == [(3, Verdict.SUPPORTED), (2, Verdict.CONTRADICTED)]
    assert await offered(strong, same, other, same) == [(2, Verdict.CONTRADICTED)]
    assert await offered(weak, same, "Rain fell on the delta.") == []


async def test_the_quotes_place_is_verified_before_anything_is_supported() -> None:
    there = world(begun=state(goal(1), phase=Phase.CLAIMS))
    there.box.pieces = {1: evidence(1, quote=QUOTE), 2: evidence(2, quote="Lanwan is an island.")}
    there.box.texts[there.box.pieces[1].source.key] = "The page was changed since."
    sentences = (Sentence(QUOTE, FACT, (1,)), Sentence("Lanwan is an island.", FACT, (2,)), Sentence("Why?", FACT, ()))
    there.box.versions = [(Section("Storage", 1, sentences),)]
    await there.until(Phase.REVIEW)
    assert [made.verdict for made in there.saw(ClaimsChecked)[0].checked] == [Verdict.NOT_CHECKED, Verdict.SUPPORTED]
    assert [each.why for each in there.saw(ClaimsDrawn)[0].unclaimed] == ["heading", "question"]
    assert there.saw(DeskOpened)[0].waiting == 1


def test_coverage_stands_beside_the_rate() -> None:
    found = coverage([Verdict.SUPPORTED, Verdict.PARTLY, Verdict.NOT_CHECKED, Verdict.SUPPORTED])
    assert (found.claims, found.checked, found.supported) == (4, 3, 2)
    assert str(found) == "2 of 3 supported; 3 of 4 claims checked"


@given(st.lists(st.sampled_from(Verdict)))
def test_what_was_not_checked_never_counts_as_supported(verdicts: list[Verdict]) -> None:
    found = coverage(verdicts)
    assert found.supported <= found.checked <= found.claims
    assert 0 <= found.rate <= 1
    assert coverage([*verdicts, Verdict.NOT_CHECKED]).rate == found.rate
