"""What a copy leaves out is missing, whatever it is; a true rewording isn't held against that."""

import pytest

from memory.retention import lost
from memory.rewriting import Line, reworded_text

TEXT = "昨天下午晨光里把三楼的客房全部重新粉刷了一遍，客人要到月底才能住进去。"


def test_a_name_of_everyday_words_that_a_copy_leaves_out_is_missed() -> None:
    assert lost(TEXT, TEXT.replace("晨光里", "某些")).words == ("晨光里",)


def test_another_wording_is_held_against_the_extractors_alone() -> None:
    assert lost(TEXT, "三楼客房粉刷，月底前不开放。").words == ()


def test_the_whole_text_lacks_nothing() -> None:
    assert lost(TEXT, f"简而言之：{TEXT}").empty


@pytest.mark.parametrize(("said", "now"), [("宣布", "公布"), ("已经", "早已")])
def test_an_everyday_turn_may_be_exchanged(said: str, now: str) -> None:
    text = f"管理处{said}把三楼的客房全部重新粉刷一遍，客人要到月底才能住进去。"
    assert lost(text, text.replace(said, now)).words == ()


async def test_what_a_copy_left_out_twice_stands_beside_it_and_is_counted() -> None:
    async def write(told: tuple[str, ...]) -> str:
        return TEXT.replace("晨光里", "某些")

    done = await reworded_text([Line(TEXT)], write)
    assert TEXT in done.wording
    assert done.retained.lost <= done.retained.asserted
    assert done.retained.by_raw >= 1
