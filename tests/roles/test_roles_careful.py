"""A claim that says more than its quote is proposed as the quote has it, and only as the check would carry it."""

import asyncio

import pytest

from research.engine.limits import Limits
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.careful import careful_wording
from research.roles.builtin.claims.checker import BuiltinChecker
from research.terms import Language, SentenceKind, Verdict

LIMITS = Limits()
CHECKER = BuiltinChecker()


def brief(claim: str, quote: str, language: Language = Language.ENGLISH) -> CheckBrief:
    card = Card(1, quote, "A page", "A publisher", None, 0.9)
    return CheckBrief(language, claim, SentenceKind.FACT, (card,), LIMITS.near_quote, LIMITS.carried_words)


def proposed(made: CheckBrief) -> str:
    _verdict, _why, atoms = asyncio.run(CHECKER.check(made))
    return asyncio.run(careful_wording(made, atoms, CHECKER))


@pytest.mark.parametrize(
    ("claim", "quote", "text"),
    [
        ("Output fell by 20 %.", "The rack burned. Output fell by 15 % in spring.", "Output fell by 15 %."),
        ("A cable caused the fire.", "A cable probably caused the fire.", "A cable probably caused the fire."),
        ("Output fell by 20 %.", "Output fell by up to 20 %.", "Output fell by up to 20 %."),
        ("Costs fell by 20 %.", "Costs may have fallen by 20 %.", "The source says: “Costs may have fallen by 20 %.”"),
    ],
)  # fmt: skip
def test_the_figure_or_the_reserve_is_the_quotes_own(claim, quote, text):
    assert proposed(brief(claim, quote)) == text


@pytest.mark.parametrize(
    ("claim", "quote", "text"),
    [
        ("2024年电池成本下降20%。", "2024年电池成本下降15%。", "2024年电池成本下降15%。"),
        ("火灾由电缆引起。", "报告称，火灾可能由电缆引起。", "火灾可能由电缆引起。"),
        ("2024年成本下降20%。", "2024年成本预计将下降20%。", "2024年成本预计将下降20%。"),
    ],
)
def test_a_chinese_sentence_is_mended_by_characters(claim, quote, text):
    made = proposed(brief(claim, quote, Language.CHINESE))
    assert made in (text, f"来源称：“{quote}”")


def test_what_is_proposed_is_carried_by_the_quotes_when_it_is_checked():
    for claim, quote in (
        ("All stations were closed.", "Some stations were closed after the fire."),
        ("Subsidies are paid.", "Subsidies are paid if the station is larger than 10 MW."),
        ("Output fell by a fifth, or 20 %.", "Output fell by 15 %."),
    ):
        made = brief(claim, quote)
        text = proposed(made)
        if text:
            checked = brief(text, quote)
            assert asyncio.run(CHECKER.check(checked))[0] is Verdict.SUPPORTED and text != claim
    assert proposed(brief("Output fell by a fifth, or 20 %.", "Output fell by 15 %.")), "one of them has a proposal"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Output fell by 15 %.", "Output fell by 15 %."),
        ("The moon is made of cheese.", "Output may have fallen by 15 %."),
        ("Output fell by 20 %.", ""),
        ("Exports rose by 20 % in Ruritania.", "Output fell by 15 % in May and by 9 % in June."),
    ],
)
def test_nothing_is_proposed_where_nothing_is_to_be_put_right_or_nothing_is_near(claim, quote):
    assert proposed(brief(claim, quote)) == ""


def test_of_two_figures_it_is_not_known_which_so_the_sentence_itself_is_quoted():
    text = proposed(brief("Output fell by 20 %.", "Output fell by 15 % and prices by 9 %."))
    assert text in ("", "The source says: “Output fell by 15 % and prices by 9 %.”")


def test_marks_within_marks_are_the_inner_ones():
    text = proposed(brief("The plant is open.", "The plant may be open, “as planned”."))
    assert text in ("", "The source says: “The plant may be open, ‘as planned’.”") and text.count("“") <= 1
