"""Addresses that a question names: found in the text of either language, each a hit, read like any other page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.address import host
from reach.cache import NoCache
from reach.errors import ReachError
from reach.pace import LocalPace
from reach.providers.pages import Pages, addresses, without_addresses
from reach.search import Batch, Variant, search
from reach.settings import ReachSettings


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See https://example.org/a, and compare.", ["https://example.org/a"]),
        ("(https://c.example/z).", ["https://c.example/z"]),
        ("http://b.example/x_(y) says", ["http://b.example/x_(y)"]),
        ("[link](https://md.example/p)", ["https://md.example/p"]),
        ("“https://q.example/?a=1&b=2”?", ["https://q.example/?a=1&b=2"]),
        ("www.python.org/downloads; more", ["https://www.python.org/downloads"]),
        ("http://[2001:db8::1]:8080/x", ["http://[2001:db8::1]:8080/x"]),
        ("HTTPS://Example.org/A", ["HTTPS://Example.org/A"]),
        ("见https://a.example/的附录", ["https://a.example/"]),
        ("根据https://stats.gov.cn/sj/2024.html的数据", ["https://stats.gov.cn/sj/2024.html"]),
        ("看https://a.example。", ["https://a.example"]),
        ("https://zh.wikipedia.org/wiki/储能，和", ["https://zh.wikipedia.org/wiki/储能"]),
        ("https://例子.中国/页 怎么样", ["https://例子.中国/"]),
        ("（https://a.example/x）", ["https://a.example/x"]),
        ("https://a.example/x https://a.example/x?utm_source=y", ["https://a.example/x"]),
    ],
)
def test_an_address_is_found_without_the_sentence_around_it(text: str, found: list[str]) -> None:
    assert list(addresses(text)) == found


@pytest.mark.parametrize(
    "text",
    [
        "https://", "http://x", "ftp://a.example/", "javascript:alert(1)", "10.1038/s41586", "a@www.b.example",
        "hhttps://k.example/", "https://user:secret@h.example/", "file:///etc/passwd", "doc://5", "node.js",
        "https://a.example/" + "x" * 3000,
    ],
)  # fmt: skip
def test_what_is_no_web_address_or_carries_a_password_is_left_out(text: str) -> None:
    assert addresses(text) == ()


def test_at_most_so_many_are_taken() -> None:
    text = " ".join(f"https://h{n}.example/" for n in range(9))
    assert addresses(text, ReachSettings(given_pages=3)) == tuple(f"https://h{n}.example/" for n in range(3))


@given(st.text(max_size=200), st.text(max_size=20))
def test_whatever_is_found_has_a_host_and_no_white_space(text: str, more: str) -> None:
    for address in addresses(f"{text} https://a.example/{more} {text}"):
        assert host(address) and not any(sign.isspace() for sign in address) and "@" not in address.split("/")[2]


async def test_every_given_address_is_a_hit_before_those_of_other_channels() -> None:
    given_pages = Pages(["https://a.example/", "https://b.example/"])
    numbers = ReachSettings(results=6)
    found = await search(
        Batch((Variant("storage"), Variant("capacity"))),
        [given_pages],
        settings=numbers, cache=NoCache(), pace=LocalPace(),
    )  # fmt: skip
    assert [(hit.url, hit.title, hit.snippet) for hit in found.hits] == [
        ("https://a.example/", "https://a.example/", ""),
        ("https://b.example/", "https://b.example/", ""),
    ]
    assert {hit.rank for hit in await given_pages.search("x", period=None, language=None, limit=1)} == {1}


async def test_it_owns_no_page_so_that_scope_and_egress_decide() -> None:
    given_pages = Pages(["https://a.example/"])
    assert not given_pages.owns("https://a.example/")
    with pytest.raises(ReachError):
        await given_pages.read("https://a.example/")
    assert (await given_pages.health()).ok


def test_it_describes_itself_in_three_sentences() -> None:
    about = Pages([]).ability.about
    assert about.count(". ") == 2 and len(about.split()) <= 60


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("What do http://127.0.0.1:9544/q1 and http://[::1]/x say?", "What do and say?"),
        (
            "Compare (https://a.example/x) with 10.0.0.5/admin, wiki:8080/page and wiki.corp.internal.",
            "Compare with, and.",
        ),
        ("file:///etc/passwd, ssh://ada:pw@h/x or localhost:3000/y", ", or"),
        ("At db.acme.example:5432, 192.168.1.1 or [fd00::7]:80/a", "At, or"),
        ("“https://a.example/价格”怎么说？", "“ 价格”怎么说？"),
    ],
)
def test_a_question_without_its_addresses_says_the_rest(text: str, said: str) -> None:
    assert without_addresses(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Tomcat 9.0.1.2 and nginx 1.25.3:\nratio 16:10 at 10:30",
        "What is example.com's revenue in 2024?",
        "Is  local news of the corp better?",
        "PEP:484, RFC:7231, USB 3.0/3.1, http/2, ada@acme.local, python 3.11.7:latest",
    ],
)
def test_versions_times_names_and_figures_are_no_addresses(text: str) -> None:
    assert without_addresses(text) == text
