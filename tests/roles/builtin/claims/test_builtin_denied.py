"""A word that one side states and the other only denies."""

import pytest

from research.roles.builtin.claims.denied import denied_by_one


@pytest.mark.parametrize(
    ("claim", "quote", "word"),
    [
        ("未办结的申请，适用本办法。", "未办结的申请，不适用本办法。", "适用"),
        ("Guests were excluded from the tour.", "Guests were not excluded from the tour.", "exclud"),
        ("The fund was never closed.", "The fund was closed in 2011.", "clos"),
    ],
)
def test_a_word_denied_on_one_side_alone_is_told(claim: str, quote: str, word: str) -> None:
    assert any(each.startswith(word) for each in denied_by_one(claim, quote))


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The fund was not closed.", "The fund was not closed, the board said."),
        ("The door is closed to all but members.", "The door is open only to members, not closed to them."),
        ("该省禁止在湖区新建项目。", "湖区范围内不得新建项目。"),
        ("洪水没有造成人员伤亡。", "洪水未造成人员伤亡。"),
        ("The hall was rebuilt.", "The hall was not rebuilt until 1950; it was rebuilt then in stone."),
    ],
)
def test_what_both_deny_or_say_by_other_means_is_no_turn(claim: str, quote: str) -> None:
    assert not list(denied_by_one(claim, quote))
