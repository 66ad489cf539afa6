"""Credibility by host and timeliness by the time asked about (R057, R258, DESIGN §2 sentence 7)."""

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.freshness import PageClass, lifetime, page_class, timeliness
from reach.pages import Period
from reach.settings import ReachSettings
from reach.trust import LISTED, Graded, Trust, graded, host_of

SETTINGS = ReachSettings()


@pytest.mark.parametrize(
    ("url", "grade"),
    [
        ("https://peps.python.org/pep-0703/", 1.0),
        ("https://www.stats.gov.cn/sj/", 1.0),
        ("https://www.epa.gov/x", 1.0),
        ("https://cs.stanford.edu/x", 1.0),
        ("https://www.ox.ac.uk/x", 1.0),
        ("https://en.wikipedia.org/wiki/X", 0.8),
        ("https://www.reuters.com/x", 0.8),
        ("https://unlisted.example/x", 0.6),
        ("http://127.0.0.1:8911/d/x", 0.6),
        ("https://www.prnewswire.com/x", 0.4),
        ("https://blog.acme.example/x", 0.4),
        ("https://mp.weixin.qq.com/s/x", 0.4),
        ("https://www.reddit.com/r/x", 0.2),
        ("https://forum.acme.example/t/1", 0.2),
        ("https://www.zhihu.com/question/1", 0.2),
        ("https://gov.acme.example/", 0.6),
        ("https://notreddit.com/", 0.6),
        ("doc://levels.md", 0.8),
    ],
)
def test_a_host_has_its_grade_and_an_unlisted_one_the_middle(url: str, grade: float) -> None:
    assert graded(url).grade == grade


def test_an_admins_mark_wins_over_the_table_for_the_host_and_those_below() -> None:
    marks = {"wikipedia.org": 0.2, "acme.example": 1.0}
    assert graded("https://en.wikipedia.org/wiki/X", marks) == Graded(0.2, "marked by an admin: wikipedia.org")
    assert graded("https://forum.acme.example/", marks).grade == 1.0
    assert graded("https://x.example/", {"x.example": 7.0}).grade == 1.0


def test_of_two_marks_the_nearer_one_counts() -> None:
    marks = {"acme.example": 0.2, "docs.acme.example": 1.0}
    assert graded("https://v2.docs.acme.example/", marks).grade == 1.0
    assert graded("https://www.acme.example/", marks).grade == 0.2
    assert graded("https://notacme.example/", marks).grade == 0.6


def test_a_mark_on_a_name_in_another_script_fits_either_spelling() -> None:
    marks = {host_of("例子.中国"): 0.2}
    assert (
        graded("https://www.例子.中国/a", marks).grade == graded("https://xn--fsqu00a.xn--fiqs8s/", marks).grade == 0.2
    )


def test_a_numeric_address_has_no_name_above_it() -> None:
    assert graded("http://192.0.2.7/", {"2.7": 1.0, "7": 1.0}).grade == 0.6
    assert graded("http://192.0.2.7/", {"192.0.2.7": 0.2}).grade == 0.2
    assert graded("http://[2001:db8::1]/", {"2001:db8::1": 0.2}).grade == 0.2


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://en.wikipedia.org/wiki/X", "in the product's table: wikipedia.org"),
        ("https://www.epa.gov/x", "a government, by its name"),
        ("https://cs.stanford.edu/x", "a university, by its name"),
        ("https://forum.acme.example/t/1", "a forum, by its name"),
        ("https://blog.acme.example/x", "a blog or newsroom, by its name"),
        ("https://unlisted.example/x", "in no table"),
        ("doc://levels.md", "the workspace's own: someone chose it"),
        ("db://stock/7", "the workspace's own: someone chose it"),
    ],
)
def test_a_grade_says_which_rule_set_it(url: str, why: str) -> None:
    assert graded(url).why == why


def test_a_document_is_believed_by_its_own_word_and_a_web_page_is_not() -> None:
    assert graded("doc://a", kind="Press release") == Graded(0.4, "says that it is: press release")
    assert graded("doc://a", kind="standard").grade == 1.0
    assert graded("doc://a", kind="poem").grade == 0.8
    assert graded("https://unlisted.example/", kind="standard").grade == 0.6


def test_no_mark_fits_what_has_no_host() -> None:
    assert graded("doc://levels.md", {"levels.md": 0.2}).grade == 0.8


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Wikipedia.org ", "wikipedia.org"),
        ("https://EN.wikipedia.org:443/wiki/X?a=b", "en.wikipedia.org"),
        ("wiki", "wiki"),
        ("ｅｘａｍｐｌｅ.com", "example.com"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("doc://a", ""),
        ("javascript:alert(1)", ""),
        ("*.example.com", ""),
        ("a b", ""),
        ("", ""),
    ],
)
def test_what_is_typed_as_a_host_has_one_spelling_or_is_none(typed: str, name: str) -> None:
    assert host_of(typed) == name


def test_the_table_has_five_classes_and_no_host_twice() -> None:
    assert [trust.grade() for trust in Trust] == [1.0, 0.8, 0.6, 0.4, 0.2]
    names = [name for listed in LISTED.values() for name in listed]
    assert len(names) == len(set(names))
    assert all(host_of(name) == name for name in names)


NOW = datetime(2030, 5, 2)


@pytest.mark.parametrize(
    ("published", "period", "present", "kind", "value"),
    [
        (date(2001, 1, 1), None, False, PageClass.NEWS, 1.0),
        (None, None, False, PageClass.NEWS, 1.0),
        (None, None, True, PageClass.NEWS, 0.3),
        (None, Period(date(2030, 1, 1)), True, PageClass.NEWS, 0.3),
        (date(2030, 5, 2), None, True, PageClass.NEWS, 1.0),
        (date(2030, 2, 1), None, True, PageClass.NEWS, 0.5),
        (date(2030, 4, 2), None, True, PageClass.NOTICE, 0.5),
        (date(2028, 5, 2), None, True, PageClass.STATIC, 0.5),
        (date(2030, 5, 1), None, True, PageClass.VOLATILE, 0.5),
        (date(2023, 6, 1), Period(date(2023, 1, 1), date(2023, 12, 31)), True, PageClass.NEWS, 1.0),
        (date(2030, 6, 1), None, True, PageClass.NEWS, 1.0),
    ],
)
def test_timeliness_is_judged_against_the_time_asked_about(
    published: date | None, period: Period | None, present: bool, kind: PageClass, value: float
) -> None:
    assert timeliness(published, period, present, NOW, SETTINGS, kind) == pytest.approx(value, abs=0.01)


@given(st.dates(), st.booleans(), st.sampled_from(PageClass))
def test_timeliness_is_a_share_and_never_grows_with_age(day: date, present: bool, kind: PageClass) -> None:
    value = timeliness(day, None, present, NOW, SETTINGS, kind)
    assert 0.0 <= value <= 1.0
    if day > date.min:
        assert timeliness(date.fromordinal(day.toordinal() - 1), None, present, NOW, SETTINGS, kind) <= value


@pytest.mark.parametrize(
    ("url", "title", "text", "kind", "seconds"),
    [
        ("https://a.example/docs/install", "Install", "", PageClass.STATIC, 12 * 3600),
        ("https://a.example/wiki/X", "X", "", PageClass.STATIC, 12 * 3600),
        ("https://a.example/x", "参考手册", "", PageClass.STATIC, 12 * 3600),
        ("doc://levels.md", "Levels", "", PageClass.STATIC, 12 * 3600),
        ("https://a.example/releases/v8", "v8", "", PageClass.NOTICE, 30 * 60),
        ("https://a.example/x", "系统升级公告", "", PageClass.NOTICE, 30 * 60),
        ("https://a.example/docs/release-notes", "Release notes", "", PageClass.NOTICE, 30 * 60),
        ("https://a.example/news/x", "X", "", PageClass.NEWS, 30 * 60),
        ("https://a.example/x", "X", "", PageClass.NOTICE, 30 * 60),
        ("https://a.example/status", "Status", "", PageClass.VOLATILE, 0),
        ("https://a.example/x", "碳酸锂 实时 报价", "", PageClass.VOLATILE, 0),
        ("https://a.example/x", "X", "Updated 3 minutes ago. 8.2", PageClass.VOLATILE, 0),
    ],
)
def test_a_page_has_a_class_and_the_class_a_lifetime(
    url: str, title: str, text: str, kind: PageClass, seconds: float
) -> None:
    assert page_class(url, title, text) is kind
    assert lifetime(kind, SETTINGS) == seconds
