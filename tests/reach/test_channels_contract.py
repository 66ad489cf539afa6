"""What every channel keeps to, whatever it asks: R054, R055, R084, R218, R233, B-033, B-039."""

import json
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from urllib.parse import unquote_plus

import httpx2
import pytest

from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.library import Document
from reach.pages import Hit, Period
from reach.providers import Provider
from reach.providers.arxiv import Arxiv
from reach.providers.brave import Brave
from reach.providers.crossref import Crossref
from reach.providers.documents import Documents
from reach.providers.feeds import Feeds
from reach.providers.json_api import Description, JsonApi
from reach.providers.openalex import OpenAlex
from reach.providers.searxng import Searxng
from reach.providers.tavily import Tavily
from reach.providers.wikipedia import Wikipedia
from reach.query import plain
from reach.segment import sentences
from reach.settings import ReachSettings
from tests.reach.wire import Wire, recorded

KEY = "tvly-5ecretKEYnobodyMayRead"
NOON = datetime(2030, 5, 2, 12, 0, tzinfo=UTC)
QUERY = "tidal barrage turbines"
FILINGS = Description(
    name="filings",
    about="Searches filings. Use it for what a company filed. Not for news.",
    url="https://filings.example/search?q={query}&n={limit}",
    results="data.items",
    fields={"title": "head", "url": "link", "snippet": "text.short", "published": "on"},
    headers=(("X-Key", KEY),),
    since="since",
    language="lang",
)


def now() -> datetime:
    return NOON


def shelf() -> "Shelf":
    told = json.loads(recorded("searxng.json"))["results"][1:]
    return Shelf(
        [
            Document(
                str(number),
                f"{number}.md",
                plain(row["content"], 1000).encode(),
                "text/markdown",
                title=plain(row["title"], 100),
                published=date.fromisoformat(row["publishedDate"][:10]) if row["publishedDate"] else None,
            )
            for number, row in enumerate(told)
        ]
    )


class Shelf:
    def __init__(self, held: list[Document]) -> None:
        self.held = held

    async def documents(self) -> list[Document]:
        return self.held


@dataclass(frozen=True)
class Case:
    name: str
    make: Callable[[Egress], Provider]
    answer: str = ""
    """File with an answer of eight results, one more of them without a usable address."""
    empty: str = ""
    """What the service says when it asked properly and found nothing."""
    period: str = ""
    """How a period from 15 January 2030 to 30 April 2030 goes out."""
    language: str = ""
    """How Chinese goes out."""
    dated: bool = True
    secret: bool = False


def feed(entries: str = "") -> str:
    return f"<rss version='2.0'><channel><title>Quiet</title>{entries}</channel></rss>"


CASES = [
    Case("documents", lambda _: Documents(shelf(), now=now)),
    Case(
        "searxng",
        lambda egress: Searxng("https://search.example", egress, now),
        "searxng.json",
        '{"results": [], "unresponsive_engines": []}',
        period="time_range=year",
        language="language=zh",
    ),
    Case(
        "tavily",
        lambda egress: Tavily(KEY, egress, now),
        "tavily.json",
        '{"query": "q", "results": [], "response_time": 0.3}',
        period='"start_date": "2030-01-15"',
        secret=True,
    ),
    Case(
        "brave",
        lambda egress: Brave(KEY, egress, now),
        "brave.json",
        '{"type": "search", "query": {"original": "q"}}',
        period="freshness=2030-01-15to2030-05-02",
        language="search_lang=zh-hans",
        secret=True,
    ),
    Case(
        "wikipedia",
        lambda egress: Wikipedia(egress, now),
        "wikipedia.json",
        '{"batchcomplete": true, "query": {"searchinfo": {"totalhits": 0}, "search": []}}',
        language="zh.wikipedia.org /w/api.php",
        dated=False,
    ),
    Case(
        "arxiv",
        lambda egress: Arxiv(egress, now),
        "arxiv.xml",
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>none</title></feed>',
        period="submittedDate:[203001150000 TO 203005022359]",
    ),
    Case(
        "crossref",
        lambda egress: Crossref(egress, now),
        "crossref.json",
        '{"status": "ok", "message": {"total-results": 0, "items": []}}',
        period="filter=from-pub-date:2030-01-15",
    ),
    Case(
        "openalex",
        lambda egress: OpenAlex(egress, now, KEY),
        "openalex.json",
        '{"meta": {"count": 0}, "results": []}',
        period="from_publication_date:2030-01-15",
        language="language:zh",
        secret=True,
    ),
    Case(
        "filings",
        lambda egress: JsonApi(FILINGS, egress, now),
        "json_api.json",
        '{"data": {"items": []}}',
        period="since=2030-01-15",
        language="lang=zh",
        secret=True,
    ),
    Case("feeds", lambda egress: Feeds(["https://news.example/feed.xml"], egress, now), "feeds.xml", feed()),
]
WIRED = [case for case in CASES if case.answer]
JSON = [case for case in WIRED if case.answer.endswith(".json")]
XML = [case for case in WIRED if case.answer.endswith(".xml")]


def named(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in cases])


@pytest.fixture
def wire() -> Wire:
    return Wire()


def provider(case: Case, wire: Wire, settings: ReachSettings | None = None) -> Provider:
    if case.answer:
        wire.gives(recorded(case.answer))
    return case.make(wire.egress(settings))


async def ask(
    channel: Provider, query: str = QUERY, period: Period | None = None, language: str | None = None, limit: int = 6
) -> list[Hit]:
    return await channel.search(query, period=period, language=language, limit=limit)


async def refused(channel: Provider) -> ReachError:
    with pytest.raises(ReachError) as failure:
        await ask(channel)
    return failure.value


def told(error: ReachError) -> str:
    return f"{error} {error!r} {error.detail} {error.args}"


@named(CASES)
async def test_hits_are_plain_short_text_ranked_from_one_with_an_address(case: Case, wire: Wire) -> None:
    hits = await ask(provider(case, wire), limit=12)
    assert 7 <= len(hits) <= 8
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    for hit in hits:
        assert hit.channel == case.name
        assert hit.title
        assert not hit.title.startswith(("Not an address", "Nowhere", "No address"))
        assert 0 < len(hit.snippet) <= 200
        assert not re.search(r"</?[a-z]|&[a-z]+;|&#\d+;|\n", hit.title + hit.snippet)
        assert hit.url.startswith(("https://", "http://", "doc://"))


@named(CASES)
async def test_a_hit_has_a_day_where_the_service_tells_one_and_none_otherwise(case: Case, wire: Wire) -> None:
    days = {hit.published for hit in await ask(provider(case, wire), limit=12)}
    expected = {date(2030, 4, 28), date(2030, 2, 11), date(2029, 11, 3), date(2028, 6, 30), None}
    assert (expected <= days) if case.dated else days == {None}


@named(CASES)
async def test_no_more_hits_than_were_asked_for(case: Case, wire: Wire) -> None:
    assert len(await ask(provider(case, wire), limit=3)) == 3


@named(CASES)
async def test_hits_from_before_the_period_are_left_out_and_undated_ones_stay(case: Case, wire: Wire) -> None:
    hits = await ask(provider(case, wire), period=Period(date(2030, 1, 15), date(2030, 4, 30)), limit=12)
    assert hits
    assert all(hit.published is None or hit.published >= date(2030, 1, 15) for hit in hits)
    assert any(hit.published is None for hit in hits)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


@named(CASES)
async def test_the_period_goes_out_where_the_ability_says_so_and_only_there(case: Case, wire: Wire) -> None:
    channel = provider(case, wire)
    await ask(channel)
    without = wire.asked if case.answer else ""
    channel = provider(case, wire)
    await ask(channel, period=Period(date(2030, 1, 15), None))
    with_period = wire.asked if case.answer else ""
    assert (without != with_period) is channel.ability.takes_period
    assert case.period in unquote_plus(with_period)
    assert not case.period or channel.ability.takes_period


@named(CASES)
async def test_the_language_goes_out_where_the_ability_says_so_and_only_there(case: Case, wire: Wire) -> None:
    channel = provider(case, wire)
    await ask(channel, language="en")
    english = wire.asked if case.answer else ""
    channel = provider(case, wire)
    await ask(channel, language="zh")
    chinese = wire.asked if case.answer else ""
    assert (english != chinese) is channel.ability.takes_language
    assert case.language in unquote_plus(chinese)
    assert bool(case.language) is channel.ability.takes_language


@named(CASES)
async def test_a_question_in_chinese_goes_out_whole(case: Case, wire: Wire) -> None:
    await ask(provider(case, wire), "潮汐电站水轮机")
    sent = (
        json.loads(wire.last.content)["query"]
        if case.name == "tavily"
        else unquote_plus(wire.asked)
        if wire.seen
        else ""
    )
    assert case.name in ("documents", "feeds") or all(word in sent for word in ("潮汐", "电站", "水轮机"))


@named(WIRED)
async def test_an_overlong_question_is_cut_to_what_a_service_takes(case: Case, wire: Wire) -> None:
    await ask(provider(case, wire), "tidal barrage " * 60)
    assert unquote_plus(wire.asked).count("barrage") <= 29


@named(WIRED)
async def test_nothing_found_is_an_empty_list(case: Case, wire: Wire) -> None:
    channel = provider(case, wire)
    wire.gives(case.empty)
    assert await ask(channel) == []


async def test_documents_without_a_match_are_an_empty_list() -> None:
    assert await ask(Documents(shelf(), now=now), "zeppelin") == []


STATUSES = [
    (400, {}, Kind.PROVIDER_REFUSED, None),
    (401, {}, Kind.PROVIDER_REFUSED, None),
    (402, {}, Kind.PROVIDER_REFUSED, None),
    (404, {}, Kind.PROVIDER_REFUSED, None),
    (422, {}, Kind.PROVIDER_REFUSED, None),
    (202, {}, Kind.RATE_LIMITED, None),
    (418, {}, Kind.RATE_LIMITED, None),
    (429, {"Retry-After": "7"}, Kind.RATE_LIMITED, 7.0),
    (503, {"Retry-After": "9"}, Kind.RATE_LIMITED, 9.0),
    (503, {}, Kind.PROVIDER_UNAVAILABLE, None),
    (500, {}, Kind.PROVIDER_UNAVAILABLE, None),
]


@named(WIRED)
@pytest.mark.parametrize(("status", "headers", "kind", "wait"), STATUSES)
async def test_a_status_that_is_no_answer_has_its_kind(
    status: int, headers: dict[str, str], kind: Kind, wait: float | None, case: Case, wire: Wire
) -> None:
    channel = provider(case, wire)
    wire.gives(f'<p>bad request with key {KEY}</p> {{"error": "{KEY}"}}', status, headers)
    error = await refused(channel)
    assert (error.kind, error.retry_after) == (kind, wait)
    assert error.passing is (status >= 500 and wait is None)
    assert KEY not in told(error)


@named(WIRED)
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("<!DOCTYPE html><html><body>Please sign in</body></html>", Kind.PROVIDER_REFUSED),
        ("\n <html><head><title>Just a moment</title></head></html>", Kind.PROVIDER_REFUSED),
        ("", Kind.PARSE_FAILED),
        ("{broken", Kind.PARSE_FAILED),
        ("[" * 100_000, Kind.PARSE_FAILED),
        ("{}", Kind.PARSE_FAILED),
        ("null", Kind.PARSE_FAILED),
        ("<answer>none</answer>", Kind.PARSE_FAILED),
    ],
)
async def test_what_is_no_answer_to_the_question_is_a_failure(body: str, kind: Kind, case: Case, wire: Wire) -> None:
    channel = provider(case, wire)
    wire.gives(body)
    assert (await refused(channel)).kind is kind


@named(JSON)
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"error": {"code": "bad", "info": f"the key {KEY} is not known"}}, Kind.PROVIDER_REFUSED),
        ({"errors": [f"{KEY}: no such field"]}, Kind.PROVIDER_REFUSED),
        ({"detail": f"invalid {KEY}"}, Kind.PROVIDER_REFUSED),
        ({"error": {"code": "ratelimited", "info": "You've exceeded your rate limit"}}, Kind.RATE_LIMITED),
        ({"message": f"quota of {KEY} exceeded"}, Kind.RATE_LIMITED),
    ],
)
async def test_an_error_told_with_status_200_is_a_failure(
    body: dict[str, object], kind: Kind, case: Case, wire: Wire
) -> None:
    channel = provider(case, wire)
    wire.gives(json.dumps(body))
    error = await refused(channel)
    assert error.kind is kind
    assert KEY not in told(error) or not case.secret


@named(JSON)
async def test_an_error_beside_an_empty_list_is_a_failure(case: Case, wire: Wire) -> None:
    channel = provider(case, wire)
    wire.gives(json.dumps(json.loads(case.empty) | {"error": "index offline"}))
    if case.name == "brave":  # an answer without its part `web` is whole only if it complains of nothing
        wire.gives(json.dumps({"type": "search", "error": "index offline", "web": {"results": []}}))
    error = await refused(channel)
    assert error.kind is Kind.PROVIDER_REFUSED
    assert "index offline" in error.detail


@named([case for case in WIRED if case.name not in ("wikipedia", "feeds")])  # the first makes addresses of titles
async def test_results_none_of_which_has_an_address_were_not_understood(case: Case, wire: Wire) -> None:
    channel = provider(case, wire)
    text = recorded(case.answer)
    for start in ("https://news.example", "https://papers.example/abs", "https://doi.org", "https://openalex.org"):
        text = text.replace(start, "urn:somewhere")
    text = text.replace('"/filings/1"', '""').replace("<link>/marram", "<link>urn:marram").replace('"DOI"', '"doi:"')
    wire.gives(text)
    assert (await refused(channel)).kind is Kind.PARSE_FAILED


@named(WIRED)
@pytest.mark.parametrize(
    ("error", "kind", "passing"),
    [
        (httpx2.ConnectTimeout("late"), Kind.TOO_SLOW, True),
        (httpx2.ConnectError("refused"), Kind.PROVIDER_UNAVAILABLE, False),
        (httpx2.ReadError("reset"), Kind.PROVIDER_UNAVAILABLE, False),
    ],
)
async def test_a_broken_connection_has_its_kind(
    error: Exception, kind: Kind, passing: bool, case: Case, wire: Wire
) -> None:
    channel = provider(case, wire)
    wire.breaks(error)
    failure = await refused(channel)
    assert (failure.kind, failure.passing) == (kind, passing)


@named(CASES)
async def test_health_says_that_it_answers(case: Case, wire: Wire) -> None:
    health = await provider(case, wire).health()
    assert health.ok
    assert health.detail


@named(WIRED)
@pytest.mark.parametrize("how", ["refused", "limited", "nonsense", "late", "broken inside"])
async def test_health_never_raises_and_tells_no_key(
    how: str, case: Case, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    channel = provider(case, wire)
    match how:
        case "refused":
            wire.gives(f"no such key: {KEY}", 401)
        case "limited":
            wire.gives("", 429)
        case "nonsense":
            wire.gives(f"{{{KEY}")
        case "late":
            wire.breaks(httpx2.ConnectTimeout("late"))
        case "broken inside":
            wire.breaks(ValueError("a fault of our own"))
    health = await channel.health()
    assert not health.ok
    assert health.detail
    assert KEY not in f"{health!r} {caplog.text}"


@named(CASES)
async def test_no_key_is_in_what_a_channel_shows_of_itself(
    case: Case, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    channel = provider(case, wire)
    hits = await ask(channel)
    assert KEY not in f"{channel!r} {channel.ability!r} {channel.lane} {hits!r} {caplog.text}"
    assert not case.secret or KEY in f"{wire.last.headers.raw} {wire.asked}"


@named(CASES)
def test_a_channel_tells_of_itself_in_three_sentences_and_sixty_words(case: Case, wire: Wire) -> None:
    about = provider(case, wire).ability.about
    assert len(sentences(about)) == 3
    assert len(about.split()) <= 60
    assert "Use it" in sentences(about)[1].text
    assert sentences(about)[2].text.startswith("Not for")


@named(WIRED)
async def test_a_service_owns_no_pages_and_has_a_lane_of_its_own(case: Case, wire: Wire) -> None:
    channel = provider(case, wire)
    assert channel.lane.startswith(case.name)
    assert not channel.local
    assert not channel.owns("https://news.example/tariff")
    with pytest.raises(ReachError) as refusal:
        await channel.read("https://news.example/tariff")
    assert refusal.value.kind is Kind.POLICY_DENIED


@named([case for case in WIRED if case.name != "searxng"])
async def test_a_public_service_opens_no_private_address(case: Case, wire: Wire) -> None:
    """Only what the operator named as internal may lead there: SearXNG, and a JSON channel that says so."""
    channel = provider(case, wire)
    wire.address = "10.0.0.7"
    assert (await refused(channel)).kind is Kind.POLICY_DENIED
    assert wire.seen == []


def test_each_channel_has_a_name_of_its_own(wire: Wire) -> None:
    names = [provider(case, wire).name for case in CASES]
    assert names == [case.name for case in CASES]
    assert len({provider(case, wire).ability.about for case in CASES}) == len(CASES)
