"""Where a task may look: hosts with everything below them, in whatever spelling they come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.scope import DOCUMENTS_ONLY, OUTSIDE, BadScope, Scope, Wrong, shown, site, sites

LABEL = st.from_regex(r"[a-z][a-z0-9]{0,8}", fullmatch=True)
HOSTS = st.lists(LABEL, min_size=2, max_size=4).map(".".join)


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        ("Example.ORG", "example.org"),
        ("example.org.", "example.org"),
        ("https://example.org/", "example.org"),
        ("http://example.org", "example.org"),
        ("*.example.org", "example.org"),
        ("ｅｘａｍｐｌｅ．ｏｒｇ", "example.org"),
        ("例子。测试", "xn--fsqu00a.xn--0zwm56d"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("203.0.113.9", "203.0.113.9"),
        ("[2001:DB8::1]", "2001:db8::1"),
        ("gov.cn", "gov.cn"),
    ],
)
def test_a_site_has_one_spelling_however_it_is_typed(typed: str, host: str) -> None:
    assert site(typed) == host


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("not a site", Wrong.NO_SITE),
        ("ftp://example.org", Wrong.NO_SITE),
        ("user@example.org", Wrong.NO_SITE),
        ("https://", Wrong.NO_SITE),
        ("-x.example", Wrong.NO_SITE),
        ("0x7f.1", Wrong.NO_SITE),
        ("example.org:port", Wrong.NO_SITE),
        ("https://example.org/blog", Wrong.HAS_PATH),
        ("example.org/?q=1", Wrong.HAS_PATH),
        ("example.org:8080", Wrong.HAS_PORT),
    ],
)
def test_what_no_rule_could_keep_is_refused_with_the_words_that_were_typed(typed: str, why: Wrong) -> None:
    with pytest.raises(BadScope) as refused:
        Scope.of(only=[typed])
    assert (refused.value.why, refused.value.entry) == (why, typed)


def test_contradictory_wishes_are_refused() -> None:
    with pytest.raises(BadScope) as both:
        Scope.of(["a.example"], ["A.example."])
    assert (both.value.why, both.value.entry) == (Wrong.TWICE, "a.example")
    with pytest.raises(BadScope) as nowhere:
        Scope.of(["a.example"], documents_only=True)
    assert nowhere.value.why is Wrong.DOCUMENTS_AND_SITES
    with pytest.raises(BadScope) as many:
        Scope.of([f"s{n}.example" for n in range(60)], [f"t{n}.example" for n in range(60)])
    assert many.value.why is Wrong.TOO_MANY


def test_entries_of_one_field_stand_apart_by_commas_of_either_script_and_lines() -> None:
    assert sites(" a.example, b.example，c.example、d.example\n\ne.example；f.example ") == tuple(
        f"{letter}.example" for letter in "abcdef"
    )
    assert sites(" \n") == ()
    assert sites("a.example b.example, not a host!\nwiki") == ("a.example", "b.example", "not a host!", "wiki")


def test_only_these_means_a_host_and_what_is_below_it() -> None:
    scope = Scope.of(["gov.cn", "例子.测试"])
    inside = ["https://gov.cn/", "http://stats.gov.cn./x?y#z", "https://a.b.GOV.CN/", "https://www.例子。测试/页"]
    assert [scope.refusal(url) for url in inside] == [None] * len(inside)
    outside = ["https://notgov.cn/", "https://gov.cn.evil.example/", "https://gov.cn@evil.example/", "https://cn/"]
    assert [scope.refusal(url) for url in outside] == [OUTSIDE] * len(outside)


def test_never_these_wins_over_only_these() -> None:
    scope = Scope.of(["example.org"], ["forum.example.org"])
    assert scope.refusal("https://docs.example.org/") is None
    assert scope.refusal("https://forum.example.org/") == OUTSIDE
    assert scope.refusal("https://old.forum.example.org/t/1") == OUTSIDE
    assert Scope.of(never=["x.example"]).refusal("https://y.example/") is None


def test_documents_stay_open_whatever_the_scope_and_the_web_is_shut_for_documents_only() -> None:
    for scope in (Scope(), Scope.of(["a.example"]), Scope.of(documents_only=True)):
        assert scope.refusal("doc:library/年报.md") is None
    assert Scope.of(documents_only=True).refusal("https://a.example/") == DOCUMENTS_ONLY


def test_an_address_that_cant_be_read_is_inside_no_scope_and_costs_nothing_without_one() -> None:
    for url in ("http://[::bad/", "https://0x7f000001/", "http:///path"):
        assert Scope().refusal(url) is None
        assert Scope.of(["a.example"]).refusal(url) == OUTSIDE


def test_a_site_is_shown_in_its_readers_script() -> None:
    assert shown(site("例子。测试")) == "例子.测试"
    assert shown("xn--99999999999") == "xn--99999999999"
    assert shown("gov.cn") == "gov.cn"


@given(HOSTS, LABEL)
def test_below_is_inside_and_beside_is_outside(host: str, label: str) -> None:
    only, never = Scope.of([host]), Scope.of(never=[host])
    for inside in (host, f"{label}.{host}", f"{label}.{label}.{host}."):
        assert only.refusal(f"https://{inside}/") is None
        assert never.refusal(f"https://{inside}/") == OUTSIDE
    assert only.refusal(f"https://{label}{host}/") == OUTSIDE
