"""What has no value to compare by and must survive rewording all the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.figures import dates, identifiers
from memory.figures.particulars import Kind, particulars, stands
from memory.figures.vocabulary import ordinary
from memory.retention import Kept, lost, missing


def found(text: str, kind: Kind) -> set[str]:
    return {each.text for each in particulars(text) if each.kind is kind}


@pytest.mark.parametrize(
    ("text", "kind", "item"),
    [
        ("It fell for the fifth year.", Kind.NUMBER, "fifth"),
        ("The budget doubled.", Kind.NUMBER, "doubled"),
        ("A dozen came.", Kind.NUMBER, "dozen"),
        ("The ferry makes 17 knots.", Kind.NUMBER, "17 knots"),
        ("老款打八五折。", Kind.NUMBER, "八五折"),
        ("营收翻了一番。", Kind.NUMBER, "翻了一番"),
        ("月租陆仟捌佰元整。", Kind.NUMBER, "陆仟捌佰元整"),
        ("室外零下十度。", Kind.NUMBER, "零下十度"),
        ("They left at 7.45am on Monday.", Kind.DATE, "Monday"),
        ("By noon it was over.", Kind.DATE, "noon"),
        ("清明前每斤680元。", Kind.DATE, "清明"),
        ("光绪三十三年买下山林。", Kind.DATE, "光绪三十三年"),
        ("预计今晚八点恢复。", Kind.DATE, "今晚八点"),
        ("Kaohsiung handled 9.1 million boxes.", Kind.NAME, "Kaohsiung"),
        ("Ireland's watchdog fined it.", Kind.NAME, "Ireland"),
        ("会上，克里斯普·韦恩写了意见。", Kind.NAME, "克里斯普·韦恩"),
        ("地铁口的瑞幸卖咖啡。", Kind.NAME, "瑞幸"),
        ("主帅邵启明赛后没有握手。", Kind.NAME, "邵启明"),
        ("The median was 5.4 years [12].", Kind.SOURCE, "[12]"),
        ("《实施细则》（临政办发〔2024〕37号）", Kind.SOURCE, "临政办发〔2024〕37号"),
        ("See doi 10.5821/hyrev.2024.0093.", Kind.SOURCE, "10.5821/hyrev.2024.0093"),
    ],
)
def test_what_the_reading_leaves_aside_is_found(text: str, kind: Kind, item: str) -> None:
    assert item in found(text, kind)


@pytest.mark.parametrize(
    "text",
    [
        "Landings of fish fell.",
        "Deferred costs rose.",
        "The second-hand market grew.",
        "公司方面表示，成本平稳，质量提高。",
    ],
)
def test_everyday_words_are_no_names(text: str) -> None:
    assert found(text, Kind.NAME) == set()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("the third year", "第三年"),
        ("sales doubled", "sales rose twofold"),
        ("营收翻番", "营收翻了一番"),
        ("at 9 a.m.", "at 9am"),
        ("周五 开会", "会在周五"),
        ("one of five", "1 of 5"),
    ],
)
def test_another_spelling_keeps_it(before: str, after: str) -> None:
    assert lost(before, after).empty


@pytest.mark.parametrize(
    ("before", "after", "gone"),
    [
        ("the third year", "another year", "third"),
        ("one of its two engines, opened on 2 May", "one of its engines, opened on 2 May", "two"),
        ("legions XVII and XVIII", "legion XVIII", "XVII"),
        ("Kone quoted it", "a firm quoted it", "Kone"),
        ("卢萨卡的4.1倍", "当地的4.1倍", "卢萨卡"),
        ("seen before [12]", "seen before", "[12]"),
    ],
)
def test_what_is_gone_is_named(before: str, after: str, gone: str) -> None:
    assert gone in lost(before, after).items()


def test_only_the_whole_assertion_asks_for_what_has_no_value() -> None:
    assert missing("the third year", "another year").empty
    assert not lost("the third year", "another year").empty


def test_a_number_stands_whole_or_not_at_all() -> None:
    assert not stands("5", "15") and not stands("5", "5.2") and not stands("三", "十三")
    assert stands("5", "a 5, and") and stands("三", "第三条")


def test_a_figure_behind_a_month_is_no_day_of_it() -> None:
    assert dates("rain: June 2,689, July 3,011") == ()
    assert [each.text for each in dates("on June 2, 2024")] == ["June 2, 2024"]


def test_the_year_in_a_documents_number_dates_nothing() -> None:
    assert dates("依据〔2024〕95号文") == ()
    assert [each.text for each in identifiers("依据〔2024〕95号文")] == ["〔2024〕95号"]


def test_a_word_is_ordinary_by_how_it_is_mostly_spelt() -> None:
    assert ordinary("Target") and ordinary("Volunteers") and ordinary("The")
    assert not ordinary("Ireland") and not ordinary("Oslo") and not ordinary("Kaohsiung")


LINES = ["Kone quoted £18,350 for the third lift.", "卢萨卡的价格翻了一番[12]。", "By noon two came.", "v1.2.3"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=4), st.text(max_size=20))
def test_keeping_every_line_keeps_everything(lines: list[str], tail: str) -> None:
    kept = Kept("\n".join([*lines, tail]))
    assert all(kept.lost(line).empty for line in lines)
