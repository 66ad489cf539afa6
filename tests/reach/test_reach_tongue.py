"""What a sentence is in is told by its own letters: names, commands and figures are Latin in every language."""

import pytest

from reach.tongue import tongue


@pytest.mark.parametrize(
    "said",
    [
        "Lark 6.5.0 新增 `lark_enable_read_for_write_statement` 变量",
        "支持 ALTER TABLE ... COMPACT REPLICA PARTITION",
        "Lark Data Migration (LDM) 成为 GA",
        "用 docker compose up 启动",
        "参数 max execution time 的默认值改为 0",
        "可观测性（observability of the system as a whole）",
        "“Fire at the plant in the south of the town” 报道",
    ],
)
def test_chinese_with_little_han_in_it_is_chinese_on_a_page_in_either_language(said: str) -> None:
    assert (tongue(said), tongue(said, "zh"), tongue(said, "en")) == ("zh", "zh", "zh")


@pytest.mark.parametrize(
    "said",
    [
        "The city of Lanwan (澜湾市海滨区赤岬大街储能电站) is large.",
        "She met 王小明 in Lanwan",
        "中华人民共和国国务院 published the white paper on energy",
        "“赤岬储能电站” caught fire in 2024.",
    ],
)
def test_english_that_names_things_in_han_is_english(said: str) -> None:
    assert (tongue(said), tongue(said, "zh"), tongue(said, "en")) == ("en", "en", "en")


def test_where_the_letters_dont_tell_the_page_does() -> None:
    assert [tongue("Lark 6.5", page) for page in ("", "en", "zh", "fr")] == ["en", "en", "zh", "fr"]
    assert tongue("1,234.5", "zh") == "zh"


def test_a_page_in_another_language_is_believed() -> None:
    assert tongue("la centrale de Lanwan a brûlé", "fr") == "fr"
    assert tongue("東京の発電所", "ja") == "ja"
    assert tongue("发电站起火", "fr") == "zh"
