"""What comes from outside is clean once it is one of our values; a line that can't be is dropped alone (B-078)."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.address import host, link, linkable
from reach.clean import clean, sendable
from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.extract import language_of
from reach.guard import examine
from reach.library import Document
from reach.pages import Hit, Outcome, Page, Status
from reach.providers.documents import Documents
from reach.providers.searxng import Searxng
from reach.query import shorten
from reach.settings import ReachSettings
from tests.reach.wire import Wire

ANY = st.text(alphabet=st.characters(), max_size=30)
BROKEN = "a\x00b\ud83dc\u202ed"
NOON = datetime(2030, 5, 2, 12, tzinfo=UTC)


def stored(text: str) -> bool:
    return "\x00" not in text and bool(text.encode() or True) and clean(text) == text


@given(ANY, ANY, ANY)
def test_hits_and_outcomes_hold_only_what_a_database_and_a_reader_take(one: str, two: str, three: str) -> None:
    hit = Hit(one, two, three, None, one, 1, (two, three), three)
    told = Outcome(one, two, Status.FAILED, Kind.INTERNAL, three, 0.0, 0, computed=one, host=two)
    texts = (hit.title, hit.snippet, hit.url, hit.channel, hit.query, *hit.other_urls)
    assert all(map(stored, (*texts, told.target, told.channel, told.detail, told.computed, told.host)))


def test_what_a_page_says_of_itself_is_clean_and_its_address_can_stand_in_a_link() -> None:
    url = 'http://h.example/x?a="><script>\u202e'
    page = Page(url, url, BROKEN, "text", None, NOON, BROKEN, b"", BROKEN, publisher=BROKEN, kind=BROKEN, note=BROKEN)
    assert page.final_url == "http://h.example/x?a=%22%3E%3Cscript%3E%E2%80%AE"
    assert {page.title, page.content_type, page.language, page.publisher, page.kind, page.note} == {"ab\ufffdcd"}


@given(ANY)
def test_no_mark_of_an_address_ends_its_link(text: str) -> None:
    made = linkable(f"http://h.example/{text}")
    assert not set(made) & set(" \t\n\r<>\"'`\\^{|}\x00")
    assert stored(made) and linkable(made) == made
    assert unquote(made) == unquote(sendable(f"http://h.example/{text}"))


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JavaScript://h/%0aalert(1)",
        "data:text/html,x",
        "x",
        "httpx://h",
        "doc: what",
        "doc://upload-6",
        "DB://notes/5",
        "http://[::1",
    ],
)
def test_what_is_not_the_web_is_no_link(url: str) -> None:
    assert link(url) == ""


@pytest.mark.parametrize("url", ["http://h.example/价格", "HTTPS://h.example/a?b=c#d", "http://h.example/a%20b.pdf"])
def test_letters_of_an_address_stay(url: str) -> None:
    assert link(url) == url


async def test_a_line_whose_address_is_broken_is_dropped_alone() -> None:
    wire = Wire()
    good = {"url": "https://a.example/1\u200b", "title": f"T{BROKEN}", "content": BROKEN, "engine": BROKEN}
    bad = {"url": "https://b.example/\ud800x", "title": "T", "content": "S"}
    wire.gives(json.dumps({"results": [bad, good], "unresponsive_engines": []}))
    hits = await Searxng("https://search.example", wire.egress()).search("x", period=None, language=None, limit=6)
    assert [(hit.url, hit.rank) for hit in hits] == [("https://a.example/1", 1)]
    assert stored(hits[0].title) and stored(hits[0].snippet)


async def test_half_a_character_in_a_query_does_not_cost_the_channel() -> None:
    wire = Wire()
    wire.gives(json.dumps({"results": []}))
    await Searxng("https://search.example", wire.egress()).search("rain \ud83d", period=None, language=None, limit=6)
    assert "%EF%BF%BD" in wire.asked
    assert shorten("rain \ud83d\ude00", 100) == "rain 😀"


async def test_an_address_with_half_a_character_is_refused_by_the_guard_and_not_by_an_accident() -> None:
    with pytest.raises(ReachError) as refused:
        await Egress(ReachSettings()).get("https://docs.example/\ud800")
    assert refused.value.kind is Kind.POLICY_DENIED


@pytest.mark.parametrize("name", ["a" * 63 + ".b" * 100, "x" * 300, "é" * 80 + ".example"])
def test_a_name_longer_than_any_is_no_host(name: str) -> None:
    with pytest.raises(ReachError):
        examine(f"http://{name}/", ports={80}, allow=(), longest=2_000)
    assert len(host(f"http://{name}/")) <= 253


@pytest.mark.parametrize(("told", "said"), [("englishlanguage", "en"), ("de-CH", "de"), ("x" * 13, "en"), ("ß", "en")])
def test_a_language_is_a_languages_tag(told: str, said: str) -> None:
    assert language_of("Der Deich hielt.", told, ReachSettings()) == said


@given(ANY)
def test_any_text_is_examined_or_refused_never_broken(text: str) -> None:
    for url in (text, f"http://{text}", f"http://docs.example/{text}"):
        try:
            assert examine(url, ports={80, 443}, allow=(), longest=2_000).address.isascii()
        except ReachError as refusal:
            assert refusal.kind is Kind.POLICY_DENIED


async def test_a_file_whose_name_is_no_text_is_found_and_read(settings: ReachSettings) -> None:
    class Shelf:
        async def documents(self) -> list[Document]:
            return [Document("old\udce9.txt", "old\udce9.txt", b"The sluice was opened in May 2029.", "text/plain")]

    documents = Documents(Shelf(), settings)
    (hit,) = await documents.search("sluice", period=None, language=None, limit=6)
    assert stored(hit.url) and stored(hit.title)
    page = await documents.read(hit.url)
    assert "opened in May" in page.text and stored(page.title)
    assert replace(page, published=date(2029, 5, 1)).final_url == hit.url == "doc://old%E9.txt"
