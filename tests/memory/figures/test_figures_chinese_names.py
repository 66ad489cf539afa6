"""Chinese names that no ending and no dictionary tells: by surname, by place in the sentence, by their company."""

import pytest

from memory.figures.particulars import Kind, particulars


def found(text: str) -> str:
    return " ".join(each.text for each in particulars(text) if each.kind is Kind.NAME)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("值夜的单雄信说没有见过。", "单雄信"),
        ("工长邢建设签字放行。", "邢建设"),
        ("慕容白没有到场。", "慕容白"),
        ("邮差小贺当天送到。", "小贺"),
        ("联系人谌老师，电话另告。", "谌老师"),
        ("此事请裴立新说明。", "裴立新"),
    ],
)
def test_a_person_is_told_by_the_surname_and_by_what_stands_around(text: str, name: str) -> None:
    assert name in found(text)


@pytest.mark.parametrize("text", ["高温持续了五天。", "成本和方法都有变化。", "向用户说明原因。", "单位开会讨论方案。"])
def test_a_surname_alone_makes_no_person_of_an_everyday_word(text: str) -> None:
    assert found(text) == ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("店名一盏灯，开在桥头。", "一盏灯"),
        ("合作方是朗诗，工期两年。", "朗诗"),
        ("北京、粉笔都派了人。", "粉笔"),
        ("叮咚撤了站。", "叮咚"),
        ("启航奖学金发给三个人。", "启航奖学金"),
    ],
)
def test_a_name_of_everyday_words_is_told_by_where_it_stands(text: str, name: str) -> None:
    assert name in found(text)


@pytest.mark.parametrize(("text", "name"), [("the USD/JPY pair fell", "USD/JPY"), ("on LHR/JFK it pays", "LHR/JFK")])
def test_a_pair_of_codes_is_one_name(text: str, name: str) -> None:
    assert name in found(text)
