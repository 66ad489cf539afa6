"""What code may call supported by itself, and what it leaves to a reader."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine.limits import Limits
from research.roles.briefs import CheckBrief
from research.roles.builtin.claims.checker import BuiltinChecker
from research.roles.builtin.claims.in_order import share_in_order
from research.terms import Language, SentenceKind, Verdict
from tests.roles.builtin.briefs_made import card

FERRY = "The ferry, built in 1962 at Halmar, carries 120 cars and sails daily from Ostby to Vik."


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The ferry carries 120 cars.", FERRY),
        ("渡轮可载120辆汽车。", "渡轮可载120辆汽车，每日往返于厦门。"),
        ("On 3 March the gate was shut.", "On 3 March the gate was shut, and traffic was sent round by Ostby."),
    ],
)
def test_a_claim_that_keeps_the_quotes_words_and_order_is_carried(claim: str, quote: str) -> None:
    assert share_in_order(claim, quote) >= 0.9


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        # a denial, a limit, a figure, a condition left out between
        ("Pregnant women were excluded from the survey.", "Pregnant women were not excluded from the survey."),
        ("The drug shortened the stay.", "In adults over 65 the drug shortened the stay."),
        ("Members may retire at 60.", "Members who joined before 2012 may retire at 60."),
        ("该树种萌发率不足10%。", "在高海拔样地中，该树种萌发率不足10%。"),
        ("外地车辆可以免费停放。", "外地车辆在上午九点以前入场的，可以免费停放。"),
        ("受理的申请，适用本办法。", "受理的申请，不适用本办法。"),
        # another one's year, the two exchanged, a part that isn't said
        ("该刊1985年改为月刊。", "该刊1985年改为双月刊，2002年改为月刊。"),
        ("Ostby took over Vik.", "Vik took over Ostby."),
        ("The lamp is bright, and it floats.", "The lamp is bright and light."),
        ("他任公司总经理。", "他任公司副总经理。"),
        # another sentence's
        ("The mill opened in 1874 with 640 hands.", "The mill opened in 1874. It had 640 hands."),
    ],
)
def test_what_turns_narrows_or_joins_is_left_to_a_reader(claim: str, quote: str) -> None:
    assert share_in_order(claim, quote) < 0.9


PEP = "This PEP specifies how projects declare their dependencies and their metadata in one file for all tools."


@pytest.mark.parametrize("word", ["forbids", "withdrawn", "illegal", "prevents", "certified"])
@pytest.mark.parametrize("before", ["PEP", "how", "their dependencies", "for all"])
async def test_one_word_put_into_a_long_sentence_is_a_readers_matter(word: str, before: str) -> None:
    claim = PEP.replace(before, f"{word} {before}", 1)
    brief = CheckBrief(Language.ENGLISH, claim, SentenceKind.FACT, (card(1, PEP),), 0.9, 0.6, Limits().words_in_order)
    assert (await BuiltinChecker().check(brief))[0] is not Verdict.SUPPORTED


async def test_a_chinese_word_put_into_a_long_sentence_is_a_readers_matter() -> None:
    quote = "用户可以从 v7.0.0 升级至 v7.1.0，升级后可查看各个节点的运行状态与配置。"
    for claim in (quote.replace("升级至", "被禁止升级至"), quote.replace("可查看", "可销毁查看")):
        brief = CheckBrief(
            Language.CHINESE, claim, SentenceKind.FACT, (card(1, quote),), 0.9, 0.6, Limits().words_in_order
        )
        assert (await BuiltinChecker().check(brief))[0] is not Verdict.SUPPORTED


@pytest.mark.parametrize("claim", ["?!", "This.", "是的。"])
def test_what_says_nothing_is_carried_by_nothing(claim: str) -> None:
    assert share_in_order(claim, PEP) == 0


@given(st.lists(st.sampled_from(FERRY.rstrip(".").split()), min_size=1, max_size=8))
def test_a_share_is_between_none_and_all(words: list[str]) -> None:
    assert 0 <= share_in_order(" ".join(words), FERRY) <= 1


def test_a_sentence_carries_itself() -> None:
    assert share_in_order(FERRY, f"Before it. {FERRY} After it.") == 1


async def test_code_alone_supports_only_what_is_told_in_the_quotes_order() -> None:
    claim, quote = "Daily the ferry sails to Vik from Ostby.", FERRY
    found = {}
    for order in (0, 0.9):
        brief = CheckBrief(Language.ENGLISH, claim, SentenceKind.FACT, (card(1, quote),), 0.9, 0.6, order)
        found[order] = await BuiltinChecker().check(brief)
    assert found[0][0] is Verdict.SUPPORTED
    verdict, reason, atoms = found[0.9]
    assert verdict is Verdict.PARTLY
    assert "a reader must decide" in reason
    assert [atom.kind for atom in atoms if not atom.found] == ["order"]
