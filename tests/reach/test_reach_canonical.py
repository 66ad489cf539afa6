"""F-31: one article under many addresses is one; similar addresses of different pages stay apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.address import amp_twin, place, registrable
from reach.pages import canonical


@pytest.mark.parametrize(
    "url",
    [
        "https://news.example/a?id=7",
        "https://news.example/a?id=7&utm_source=x",
        "HTTPS://NEWS.example:443/a?id=7#top",
        "https://news.example/a?fbclid=z&id=7",
        "https://news.example/a?id=7&utm_medium=y&utm_campaign=z&gclid=1",
        "https://news.example/./b/../a?id=7",
        " https://news.example/a?id=7&spm=a2c4e.11153940&from=timeline&isappinstalled=0 ",
    ],
)
def test_one_article_has_one_canonical_address(url: str) -> None:
    assert canonical(url) == "https://news.example/a?id=7"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/p?id=7", "https://a.example/p?id=8"),
        ("https://a.example/p?from=2020", "https://a.example/p?from=2021"),
        ("https://a.example/p?ref=main", "https://a.example/p?ref=v2"),
        ("https://a.example/p?source=census", "https://a.example/p"),
        ("https://a.example/P", "https://a.example/p"),
        ("https://a.example/p", "http://a.example/p"),
        ("https://a.example/#!/one", "https://a.example/#!/two"),
        ("https://a.example/#/one", "https://a.example/"),
        ("https://a.example/x%2Fy", "https://a.example/x/y"),
        ("https://www.a.example/p", "https://a.example/p"),
        ("https://a.example:8443/p", "https://a.example/p"),
    ],
)
def test_different_pages_under_similar_addresses_stay_apart(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize("url", ["doc://a/b.md", "", "not an address", "http://[::1", "mailto:a@b.example", "http://"])
def test_what_is_no_web_address_comes_back_as_it_is(url: str) -> None:
    assert canonical(url) == url


@given(st.text(max_size=80))
def test_the_canonical_form_is_stable(tail: str) -> None:
    for url in (tail, f"https://a.example/{tail}", f"https://a.example/p?{tail}"):
        assert canonical(canonical(url)) == canonical(url)


def test_an_amp_twin_is_cited_by_its_own_publishers_address_only() -> None:
    amp = "https://n.example/amp/story-5"
    assert amp_twin(amp, "https://n.example/story-5") == "https://n.example/story-5"
    assert amp_twin("https://n.example/story-5.amp.html", "https://n.example/story-5") == "https://n.example/story-5"
    assert amp_twin(amp, "https://thief.example/story-5") == amp
    assert amp_twin(amp, "javascript:alert(1)") == amp
    assert amp_twin("https://amp.n.example/story-5", "https://www.n.example/story-5") == "https://www.n.example/story-5"
    assert amp_twin("https://a.github.io/amp/x", "https://b.github.io/x") == "https://a.github.io/amp/x"
    assert amp_twin("https://amp.n.example.evil.test/x", "https://n.example/x") == "https://amp.n.example.evil.test/x"
    assert amp_twin("https://n.example.co.uk/amp/x", "https://m.example2.co.uk/x") == "https://n.example.co.uk/amp/x"
    assert amp_twin("https://n.example/story-6", "https://n.example/") == "https://n.example/story-6"
    assert amp_twin("https://n.example/camp/story-6", "https://n.example/x") == "https://n.example/camp/story-6"


def test_a_publisher_is_the_name_that_someone_bought() -> None:
    assert registrable("https://docs.news.example.co.uk/a") == "example.co.uk"
    assert registrable("https://a.github.io/") != registrable("https://b.github.io/")
    assert registrable("http://127.0.0.1:8899/") == "127.0.0.1"


def test_a_place_shows_neither_query_nor_user() -> None:
    assert place("https://me:pass@a.example/p?token=x#y") == "https://a.example/p"
