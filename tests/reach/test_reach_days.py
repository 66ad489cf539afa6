"""Days as they are written, and days told by their distance (B-084)."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.days import written_days
from reach.relative import resolve, tells_distance

FRIDAY = date(2030, 3, 1)
FIFTH = date(2026, 3, 5)


@pytest.mark.parametrize(
    "text",
    [
        "2026年3月5日",
        "2026 年 3 月 5 日",
        "２０２６年３月５日",
        "二〇二六年三月五日",
        "5 March 2026",
        "5th of March 2026",
        "5-Mar-2026",
        "March 5, 2026",
        "Mar. 5th, 2026",
        "2026-03-05",
        "2026/3/5",
        "2026.03.05",
        "05.03.2026",
        "来源：新华社 2026-03-05 10:30",
        "Thu, 05 Mar 2026 10:00:00 GMT",
    ],
)
def test_a_day_is_read_in_both_languages(text: str) -> None:
    assert [found.day for found in written_days(text)] == [FIFTH]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("二〇二五年十二月三十一日", date(2025, 12, 31)),
        ("二○二五年十月二十日", date(2025, 10, 20)),
        ("25/03/2026", date(2026, 3, 25)),
        ("3/25/2026", date(2026, 3, 25)),
        ("05/05/2026", date(2026, 5, 5)),
    ],
)
def test_numerals_and_slashes_are_read_where_they_mean_one_day(text: str, day: date) -> None:
    assert [found.day for found in written_days(text)] == [day]


@pytest.mark.parametrize(
    "text",
    ["03/05/2026", "2030-02-31", "March 2026", "2026年3月", "version 1.2.3.2024", "202603055"],
)
def test_what_means_two_days_or_none_is_no_day(text: str) -> None:
    assert list(written_days(text)) == []


def test_a_day_knows_its_place_and_with_an_offset_its_moment() -> None:
    text = "Posted 2026-03-05 23:30 +08:00 by A"
    [found] = written_days(text)
    assert text[found.start : found.end] == "2026-03-05 23:30 +08:00"
    assert found.moment == datetime(2026, 3, 5, 15, 30, tzinfo=UTC)
    [bare] = written_days("2026-03-05 23:30")
    assert bare.moment is None
    assert next(iter(written_days("2026-03-05T25:61:00Z"))).moment is None


@given(
    st.dates(date(1990, 1, 1), date(2099, 12, 31)),
    st.sampled_from(["%Y-%m-%d", "%Y年%m月%d日", "%d %B %Y", "%b %d, %Y"]),
)
def test_every_day_is_read_back_from_each_of_its_forms(day: date, form: str) -> None:
    assert [found.day for found in written_days(f"x {day.strftime(form)} y")] == [day]


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading_of_days(text: str) -> None:
    for found in written_days(text):
        assert 0 <= found.start < found.end <= len(text)
    resolve(text, FRIDAY)
    resolve(text, datetime.min.replace(tzinfo=UTC))


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("opened yesterday", date(2030, 2, 28)),
        ("昨日", date(2030, 2, 28)),
        ("昨天开幕", date(2030, 2, 28)),
        ("hier", date(2030, 2, 28)),
        ("the day before yesterday", date(2030, 2, 27)),
        ("一昨日", date(2030, 2, 27)),
        ("avant-hier", date(2030, 2, 27)),
        ("前天", date(2030, 2, 27)),
        ("today", FRIDAY),
        ("今天", FRIDAY),
        ("last Friday", date(2030, 2, 22)),
        ("last Monday", date(2030, 2, 25)),
        ("vendredi dernier", date(2030, 2, 22)),
        ("Friday 10:00", FRIDAY),
        ("上周五", date(2030, 2, 22)),
        ("上周日", date(2030, 2, 24)),
        ("上上周一", date(2030, 2, 11)),
        ("本周三", date(2030, 2, 27)),
        ("周四", date(2030, 2, 28)),
        ("3 days ago", date(2030, 2, 26)),
        ("3 天前", date(2030, 2, 26)),
        ("三天前", date(2030, 2, 26)),
        ("３天前", date(2030, 2, 26)),
        ("十二天前", date(2030, 2, 17)),
        ("il y a 3 jours", date(2030, 2, 26)),
        ("a week ago", date(2030, 2, 22)),
        ("两周前", date(2030, 2, 15)),
    ],
)
def test_a_relative_day_is_counted_from_the_day_of_its_page(phrase: str, day: date) -> None:
    assert resolve(phrase, FRIDAY) == day


@pytest.mark.parametrize(
    "phrase",
    [
        "3 months ago",
        "last week",
        "5月3日前",
        "目前天气",
        "今日头条",
        "一周五天",
        "a Friday in spring",
        "广州周日报",
        "words",
        "",
    ],
)
def test_what_names_no_day_stays_unresolved(phrase: str) -> None:
    assert resolve(phrase, FRIDAY) is None


def test_last_friday_told_on_a_saturday_was_the_day_before_and_in_chinese_a_week_earlier() -> None:
    saturday = date(2030, 3, 2)
    assert resolve("last Friday", saturday) == date(2030, 3, 1)
    assert resolve("上周五", saturday) == date(2030, 2, 22)


def test_hours_are_counted_from_a_moment_in_its_own_zone_and_not_from_a_bare_day() -> None:
    after_midnight = datetime(2030, 3, 1, 1, 0, tzinfo=timezone(timedelta(hours=8)))
    assert resolve("3 hours ago", after_midnight) == date(2030, 2, 28)
    assert resolve("半小时前", after_midnight) == FRIDAY
    assert resolve("yesterday", after_midnight) == date(2030, 2, 28)
    assert resolve("3 hours ago", after_midnight.astimezone(UTC)) == date(2030, 2, 28)
    assert resolve("3 hours ago", FRIDAY) is None


def test_hier_is_yesterday_in_french_and_here_in_german() -> None:
    assert resolve("Sie sind hier", FRIDAY, "de") is None
    assert resolve("publié hier", FRIDAY, "fr") == date(2030, 2, 28)
    assert not tells_distance("Sie sind hier", "de")
    assert tells_distance("Il a ouvert hier.", "fr")
    assert not tells_distance("Today's readers expect more.", "en")
