"""Words of one language found in the other, by a dictionary and by sound."""

import pytest

from research.roles.builtin.claims.claim_words import Held, words_of
from research.roles.builtin.claims.glosses import called, english_of, in_english


@pytest.mark.parametrize(
    ("word", "stem"), [("驳回", "reject"), ("雇员", "employe"), ("子公司", "subsidiar"), ("驳回申请", "reject")]
)
def test_a_chinese_word_is_known_by_its_glosses_or_those_of_its_parts(word: str, stem: str) -> None:
    assert any(stem.startswith(each) or each.startswith(stem) for each in in_english(word))


def test_counting_words_surnames_and_grammar_are_no_translation() -> None:
    assert not in_english("公司") & {"cl", "surnam", "variant", "the", "of"}


def test_words_are_found_in_a_run_of_characters_that_nothing_parts() -> None:
    assert {"ferr", "visibilit"} <= english_of("能见度不足时渡轮停航")


@pytest.mark.parametrize(
    ("latin", "chinese", "same"),
    [
        ("Linhe", "临河轮渡公司", True),
        ("Baishui", "白水镇下辖22个村", True),
        ("Perrin", "佩林夫人", True),
        ("Shandong", "大蒜产量居首的是河南", False),
        ("Bo", "博物馆", False),
    ],
)
def test_a_name_is_met_as_it_is_read_aloud(latin: str, chinese: str, same: bool) -> None:
    assert called(latin, chinese) is same


@pytest.mark.parametrize(
    ("claim", "quote", "said"),
    [
        ("The ferry stopped.", "渡轮停航。", "ferry"),
        ("法官驳回了申请。", "The judge rejected the application.", "法官"),
        ("安禾省增产。", "Anhe province grew more.", "安禾省"),
        ("The path is closed on Sundays.", "步道周日关闭。", "sundays"),
    ],
)
def test_a_text_says_a_word_of_the_other_language(claim: str, quote: str, said: str) -> None:
    word = next(word for word in words_of(claim) if word.text == said)
    assert Held.of(quote).says(word) == 1
    assert Held.of("天气很好。" if quote[0] > "一" else "The weather was fine.").says(word) < 1
