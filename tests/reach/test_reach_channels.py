"""What is particular to one channel; what all keep to is in test_channels_contract."""

import asyncio
import json
import time
from dataclasses import replace
from datetime import UTC, date, datetime
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from reach.budget import NotAsked
from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.pace import LocalPace
from reach.pages import Period, Status
from reach.providers import Troubled
from reach.providers.answers import Entry, at, day_told, quota
from reach.providers.arxiv import Arxiv
from reach.providers.brave import Brave
from reach.providers.crossref import Crossref
from reach.providers.feeds import Feeds
from reach.providers.json_api import Description, JsonApi
from reach.providers.openalex import OpenAlex
from reach.providers.syndication import read_feed
from reach.providers.tavily import Tavily
from reach.providers.wikipedia import Wikipedia
from reach.settings import ReachSettings
from tests.reach.wire import Wire, recorded

NOON = datetime(2030, 5, 2, 12, 0, tzinfo=UTC)
FEED = "https://news.example/feed.xml"


def now() -> datetime:
    return NOON


@pytest.fixture
def wire() -> Wire:
    return Wire()


async def search(channel, query: str = "tidal barrage", period: Period | None = None, language: str | None = None):
    return await channel.search(query, period=period, language=language, limit=6)


def sent(wire: Wire) -> dict[str, list[str]]:
    return parse_qs(urlsplit(str(wire.last.url)).query)


class Kept:
    """A cache that all instances of a test share."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[bytes, float]] = {}

    async def get(self, key: str) -> bytes | None:
        return self.rows[key][0] if key in self.rows else None

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        self.rows[key] = (value, seconds)


# ---- paid services ---------------------------------------------------------------------------------------------------


async def test_tavily_is_asked_by_post_with_its_key_in_a_header_alone(wire: Wire) -> None:
    wire.gives(recorded("tavily.json"))
    await search(Tavily("tvly-secret", wire.egress(), now))
    assert wire.last.method == "POST"
    assert wire.last.headers["authorization"] == "Bearer tvly-secret"
    assert wire.last.headers["host"] == "api.tavily.com"
    assert wire.last.headers["content-type"] == "application/json"
    assert json.loads(wire.last.content) == {"query": "tidal barrage", "max_results": 6, "search_depth": "basic"}
    assert "secret" not in str(wire.last.url)


@pytest.mark.parametrize(
    ("account", "told"),
    [
        ({"key": {"usage": 150, "limit": 1000}, "account": {"plan_usage": 1, "plan_limit": 2}}, "850 of 1,000"),
        (
            {"key": {"usage": 150, "limit": None}, "account": {"plan_usage": 500, "plan_limit": 15000}},
            "14,500 of 15,000",
        ),
        ({}, ""),
    ],
)
async def test_tavilys_health_is_the_accounts_use_and_costs_no_search(
    account: dict[str, object], told: str, wire: Wire
) -> None:
    wire.gives(json.dumps(account))
    health = await Tavily("tvly-secret", wire.egress(), now).health()
    assert (wire.last.method, urlsplit(str(wire.last.url)).path) == ("GET", "/usage")
    assert health.ok
    assert health.quota == (f"{told} credits left" if told else "")


@pytest.mark.parametrize("status", [432, 433])
async def test_a_spent_tavily_quota_is_refused_with_what_to_do(status: int, wire: Wire) -> None:
    wire.gives('{"detail": {"error": "exceeds your plan"}}', status)
    with pytest.raises(ReachError, match="raise the plan's limit") as failure:
        await search(Tavily("k", wire.egress(), now))
    assert failure.value.kind is Kind.PROVIDER_REFUSED


async def test_brave_gets_fifty_words_at_most_and_its_key_in_a_header(wire: Wire) -> None:
    wire.gives(recorded("brave.json"), headers={"X-RateLimit-Limit": "1, 15000", "X-RateLimit-Remaining": "0, 14523"})
    channel = Brave("brave-secret", wire.egress(), now)
    await search(channel, "a b c " * 60)
    assert len(sent(wire)["q"][0].split()) == 50
    assert wire.last.headers["x-subscription-token"] == "brave-secret"
    assert "secret" not in str(wire.last.url)
    assert (await channel.health()).quota == "14523 of 15000 left"
    assert sent(wire)["count"] == ["1"]


async def test_a_period_that_begins_later_than_now_is_not_sent_to_brave(wire: Wire) -> None:
    wire.gives(recorded("brave.json"))
    await search(Brave("k", wire.egress(), now), period=Period(date(2031, 1, 1)))
    assert "freshness" not in sent(wire)


# ---- catalogues ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "language", "host"),
    [
        ("tidal power", None, "en.wikipedia.org"),
        ("潮汐发电", None, "zh.wikipedia.org"),
        ("tidal power", "zh", "zh.wikipedia.org"),
        ("潮汐发电", "en", "en.wikipedia.org"),
        ("tidal power", "evil.example/", "en.wikipedia.org"),
    ],
)
async def test_wikipedia_is_asked_in_the_variants_language(
    query: str, language: str | None, host: str, wire: Wire
) -> None:
    wire.gives('{"query": {"search": [{"title": "Tide mill (C#)? 50%", "snippet": "x"}]}}')
    (hit,) = await search(Wikipedia(wire.egress(), now), query, language=language)
    assert wire.last.headers["host"] == host
    assert hit.url == f"https://{host}/wiki/Tide_mill_(C%23)%3F_50%25"
    assert hit.title == "Tide mill (C#)? 50%"


async def test_wikipedia_takes_three_hundred_characters(wire: Wire) -> None:
    wire.gives(recorded("wikipedia.json"))
    await search(Wikipedia(wire.egress(), now), "reservoir " * 60)
    assert 250 < len(sent(wire)["srsearch"][0]) <= 300


async def test_an_error_entry_of_arxiv_is_a_failure(wire: Wire) -> None:
    entry = "<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>incorrect id</summary>"
    link = '<link href="http://arxiv.org/api/errors#x" rel="alternate"/></entry>'
    wire.gives(f'<feed xmlns="http://www.w3.org/2005/Atom">{entry}{link}</feed>')
    with pytest.raises(ReachError, match="incorrect id") as failure:
        await search(Arxiv(wire.egress(), now))
    assert failure.value.kind is Kind.PROVIDER_REFUSED


async def test_a_question_cant_add_operators_to_an_arxiv_search(wire: Wire) -> None:
    wire.gives(recorded("arxiv.xml"))
    channel = Arxiv(wire.egress(), now)
    await search(channel, 'what is "sediment" OR au:(nobody) ANDNOT cat:cs.AI')
    asked = sent(wire)["search_query"][0]
    assert asked.startswith("all:sediment OR all:au OR all:nobody")
    assert '"' not in asked
    await search(channel, 'of "the')
    assert sent(wire)["search_query"] == ['all:"of  the"']
    assert "one request in 3 seconds" in channel.ability.limits


async def test_arxiv_is_asked_in_turn_by_all_who_share_a_pace(wire: Wire) -> None:
    wire.gives(recorded("arxiv.xml"))
    settings = ReachSettings(arxiv_gap_seconds=0.02, arxiv_wait_seconds=0.03)
    pace = LocalPace(now)  # a clock that stands: the third comes too late, however slowly it asks
    one, other = (Arxiv(wire.egress(settings), now, pace) for _ in range(2))
    began = time.monotonic()
    answers = await asyncio.gather(*(search(each) for each in (one, other, one)), return_exceptions=True)
    assert time.monotonic() - began >= 0.02
    assert sorted(type(answer) for answer in answers if not isinstance(answer, list)) == [NotAsked]
    assert len(wire.seen) == 2
    health = await Arxiv(wire.egress(replace(settings, arxiv_wait_seconds=-1.0)), now, pace).health()
    assert not health.ok
    assert "its next turn comes too late" in health.detail


@pytest.mark.parametrize(
    ("told", "expected", "shown"),
    [
        ({"published": {"date-parts": [[2029, 3, 4]]}}, date(2029, 3, 4), "Tides, 2029"),
        (
            {"published": {"date-parts": [[2029]]}, "published-online": {"date-parts": [[2029, 2, 1]]}},
            date(2029, 2, 1),
            "",
        ),
        ({"issued": {"date-parts": [[2027]]}}, None, "Tides, 2027"),
        ({"issued": {"date-parts": [[2027, 6]]}}, None, "Tides, 2027"),
        ({"issued": {"date-parts": [[None]]}}, None, "Tides"),
        ({"published": {"date-parts": [[2029, 13, 40]]}}, None, ""),
        ({"published": {"date-parts": [["2029", "x", {}]]}}, None, ""),
        ({"published": None}, None, ""),
    ],
)
async def test_only_a_whole_date_of_crossref_is_a_date(
    told: dict[str, object], expected: date | None, shown: str, wire: Wire
) -> None:
    item = {"DOI": "10.5/a<b>(c)", "title": ["T"], "container-title": ["Tides"], **told}
    wire.gives(json.dumps({"message": {"items": [item]}}))
    (hit,) = await search(Crossref(wire.egress(), now))
    assert hit.published == expected
    assert hit.snippet.startswith(shown)
    assert hit.url == "https://doi.org/10.5/a%3Cb%3E(c)"


@pytest.mark.parametrize("make", [Crossref, OpenAlex])
async def test_catalogues_are_told_the_contact_where_it_is_a_mail_address(make: type, wire: Wire) -> None:
    wire.gives(json.dumps({"message": {"items": []}, "results": []}))
    await search(make(wire.egress(ReachSettings(contact="desk@redthread.example")), now))
    assert sent(wire)["mailto"] == ["desk@redthread.example"]
    await search(make(wire.egress(ReachSettings(contact="https://redthread.example/contact")), now))
    assert "mailto" not in sent(wire)


async def test_openalex_says_too_many_with_403_and_its_abstracts_are_put_in_order(wire: Wire) -> None:
    wire.gives(recorded("openalex.json"))
    channel = OpenAlex(wire.egress(), now)
    hits = await search(channel)
    assert hits[1].snippet == "The regulator set the tidal barrage's tariff at 74 pounds a megawatt hour."
    assert hits[1].url == "https://news.example/tariff"
    assert hits[3].published is None
    assert "api_key" not in sent(wire)
    wire.gives("{}", 403)
    with pytest.raises(ReachError) as failure:
        await search(channel)
    assert failure.value.kind is Kind.RATE_LIMITED


@pytest.mark.parametrize("index", [None, [], {"a": None, "b": 3, "c": ["x"]}, {"word": [1, "2"], "first": [0]}])
async def test_a_strange_abstract_is_no_reason_to_lose_a_work(index: object, wire: Wire) -> None:
    row = {"id": "https://openalex.org/W1", "display_name": "T", "abstract_inverted_index": index}
    wire.gives(json.dumps({"results": [row]}))
    assert [hit.title for hit in await search(OpenAlex(wire.egress(), now))] == ["T"]


# ---- a channel described in a file -----------------------------------------------------------------------------------

WIKI = Description(
    name="wiki",
    about="Searches. Use it. Not for.",
    url="http://127.0.0.1:1/find/{query}/{limit}",
    results="hits.0.list",
    fields={"title": "name", "url": "href", "snippet": "body.text", "published": "made"},
    since="from",
    until="to",
)


async def test_a_described_channel_asks_and_reads_as_its_description_says(wire: Wire) -> None:
    row = {"name": "Pump", "href": "../p/7?x=1", "body": {"text": "<i>3</i> m"}, "made": "2030-03-01T00:00:00Z"}
    wire.gives(json.dumps({"hits": [{"list": [row, "odd", None, {"name": "no address"}]}]}))
    channel = JsonApi(replace(WIKI, url="https://wiki.example/find/{query}/{limit}"), wire.egress(), now)
    (hit,) = await search(channel, "a/b & c?", Period(date(2030, 1, 1), date(2030, 4, 1)))
    assert wire.last.url.raw_path == b"/find/a%2Fb%20%26%20c%3F/6?from=2030-01-01&to=2030-04-01"
    assert (hit.title, hit.snippet, hit.published) == ("Pump", "3 m", date(2030, 3, 1))
    assert hit.url == "https://wiki.example/find/p/7?x=1"


async def test_an_internal_host_is_opened_for_the_channels_own_requests_only(site) -> None:
    row = {"name": "Pump", "href": "/p/7"}
    site.answer("/find/pump/6", json.dumps({"hits": [{"list": [row]}]}), content_type="application/json")
    site.answer("/p/7", "secret")
    url, egress = site.url("/find/{query}/{limit}"), Egress(ReachSettings())
    (hit,) = await search(JsonApi(replace(WIKI, url=url, internal=True), egress, now), "pump")
    assert hit.url == site.url("/p/7")
    with pytest.raises(ReachError) as refusal:
        await egress.get(hit.url)
    assert refusal.value.kind is Kind.POLICY_DENIED
    with pytest.raises(ReachError) as closed:
        await search(JsonApi(replace(WIKI, url=url), egress, now), "pump")
    assert closed.value.kind is Kind.POLICY_DENIED
    assert len(site.seen) == 1


async def test_an_answer_that_is_itself_the_list_needs_no_path(wire: Wire) -> None:
    wire.gives(json.dumps([{"name": "Pump", "href": "https://w.example/7"}]))
    told = replace(WIKI, url="https://wiki.example/?q={query}", results="")
    assert [hit.title for hit in await search(JsonApi(told, wire.egress(), now))] == ["Pump"]


# ---- feeds -----------------------------------------------------------------------------------------------------------

RSS_2 = """<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>N</title>
<item><title>Lock&nbsp;opens</title><guid>https://n.example/1</guid><description>short</description>
<content:encoded>&lt;p&gt;the whole text&lt;/p&gt;</content:encoded>
<pubDate>Thu, 28 Feb 2030 23:30:00 -0500</pubDate></item>
</channel></rss>"""
RSS_1 = """<?xml version="1.0" encoding="GB18030"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>站</title></channel>
<item><title>船闸开放</title><link>/1</link><description>8.2 万吨</description>
<dc:date>2030-02-28T09:00+08:00</dc:date></item>
</rdf:RDF>"""
RSS_091 = """<?xml version="1.0"?>
<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="0.91"><channel><item><title>Caf&eacute; &amp; lock</title><link>https://n.example/1</link></item></channel></rss>"""
RSS_090 = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://my.netscape.com/rdf/simple/0.9/"><item><title>Lock</title><link>https://n.example/1</link></item></rdf:RDF>"""
ATOM_1 = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="xhtml"><div
 xmlns="http://www.w3.org/1999/xhtml">Lock <b>opens</b></div></title><link rel="self" href="https://n.example/self"/>
<link href="1"/>
<updated>2030-04-01T00:00:00Z</updated><content type="html">&lt;b&gt;text&lt;/b&gt;</content></entry></feed>"""
ATOM_03 = """<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title>Lock</title>
<link rel="alternate" href="https://n.example/1"/><issued>2030-02-28T09:00:00Z</issued></entry></feed>"""


@pytest.mark.parametrize(
    ("feed", "entry"),
    [
        (
            RSS_2.encode(),
            Entry("https://n.example/1", "Lock\u00a0opens", "<p>the whole text</p>", "Thu, 28 Feb 2030 23:30:00 -0500"),
        ),
        (
            RSS_1.encode("gb18030"),
            Entry("https://n.example/1", "船闸开放", "8.2 万吨", "2030-02-28T09:00+08:00"),
        ),
        (RSS_091.encode(), Entry("https://n.example/1", "Café & lock")),
        (RSS_090.encode(), Entry("https://n.example/1", "Lock")),
        (ATOM_1.encode(), Entry("https://n.example/1", "Lock opens", "<b>text</b>")),
        (ATOM_1.replace("<feed", '<?xml version="1.0" encoding="UTF-16"?><feed', 1).encode("utf-16"), None),
        (ATOM_03.encode(), Entry("https://n.example/1", "Lock", "", "2030-02-28T09:00:00Z")),
    ],
)
def test_each_form_of_feed_is_read(feed: bytes, entry: Entry | None) -> None:
    (found,) = read_feed(feed, "https://n.example/feed", "n.example", 9)
    assert found == (entry or Entry("https://n.example/1", "Lock opens", "<b>text</b>"))


LAUGHS = "<!DOCTYPE rss [<!ENTITY a 'ha'>{more}]><rss><channel><item><title>{last}</title></item></channel></rss>"
BOMB = LAUGHS.format(
    more="".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12)).replace("&a0;", "&a;"), last="&a11;"
)
ATTRIBUTE_BOMB = BOMB.replace("<rss>", "<rss version='&a11;'>")
OUTSIDE = "<!DOCTYPE rss [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><rss><channel><item><title>&a;</title></item></channel></rss>"


@pytest.mark.parametrize("feed", [LAUGHS.format(more="", last="&a;"), BOMB, ATTRIBUTE_BOMB, OUTSIDE])
def test_a_feed_that_declares_entities_is_refused_at_once(feed: str) -> None:
    began = time.process_time()
    with pytest.raises(ReachError) as failure:
        read_feed(feed.encode(), "https://n.example/feed", "n.example", 9)
    assert failure.value.kind is Kind.PARSE_FAILED
    assert "root:" not in str(failure.value)
    assert time.process_time() - began < 1


def test_only_so_many_entries_of_a_feed_are_read() -> None:
    items = "<item><title>x</title><link>https://n.example/1</link></item>" * 30
    assert len(read_feed(f"<rss><channel>{items}</channel></rss>".encode(), FEED, "n", 12)) == 12


async def test_entries_are_ranked_by_the_words_of_the_question(wire: Wire) -> None:
    wire.gives(recorded("feeds.xml"))
    feeds = Feeds([FEED], wire.egress(), now)
    assert (await search(feeds, "who counted eels"))[0].url == "https://news.example/eels"
    assert (await search(feeds, "首台水轮机"))[0].url == "https://news.example/zh/marram"
    assert await search(feeds, "zeppelin") == []


async def test_a_dead_feed_is_told_and_the_others_are_searched(wire: Wire) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.headers["host"] == "dead.example":
            return httpx2.Response(404)
        return httpx2.Response(200, content=recorded("feeds.xml").encode())

    wire.answer = answer
    feeds = Feeds([FEED, "https://dead.example/rss?token=hush"], wire.egress(), now)
    assert isinstance(feeds, Troubled)
    assert feeds.troubles() == ()
    assert len(await search(feeds)) == 6
    (trouble,) = feeds.troubles()
    assert (trouble.target, trouble.status, trouble.kind) == (
        "https://dead.example/rss",
        Status.FAILED,
        Kind.PROVIDER_REFUSED,
    )
    health = await feeds.health()
    assert not health.ok
    assert "1 of 2 feeds answered" in health.detail
    assert "hush" not in health.detail
    assert len(wire.seen) == 2


async def test_variants_share_one_fetch_and_so_do_workers_by_the_cache(wire: Wire) -> None:
    wire.gives(recorded("feeds.xml"))
    kept, settings = Kept(), ReachSettings()
    first = Feeds([FEED, FEED], wire.egress(settings), now, kept)
    await search(first, "eels")
    await search(first, "silt")
    other = Feeds([FEED], wire.egress(settings), now, kept)
    assert (await search(other, "eels"))[0].url == "https://news.example/eels"
    assert await search(other, "first turbine")
    assert len(wire.seen) == 1
    ((_, seconds),) = kept.rows.values()
    assert seconds == settings.cache_notice


async def test_what_is_no_feed_is_never_kept(wire: Wire) -> None:
    wire.gives("<html>sign in</html>")
    kept = Kept()
    with pytest.raises(ReachError):
        await search(Feeds([FEED], wire.egress(), now, kept))
    assert kept.rows == {}


async def test_links_of_a_moved_feed_start_where_it_was_found(wire: Wire) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.headers["host"] == "news.example":
            return httpx2.Response(301, headers={"Location": "https://moved.example/rss"})
        return httpx2.Response(200, content=recorded("feeds.xml").encode())

    wire.answer = answer
    kept = Kept()
    for _ in range(2):
        hits = await search(Feeds([FEED], wire.egress(), now, kept), "first tidal turbine spring Marram Sound")
        assert "https://moved.example/marram/first-turbine" in [hit.url for hit in hits]


# ---- shared parts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, ""),
        ({"x-ratelimit-remaining": "12"}, "12 left"),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-limit": "100"}, "0 of 100 left"),
        ({"x-ratelimit-remaining": "1, 9", "x-ratelimit-limit": "1, 10"}, "9 of 10 left"),
        ({"x-rate-limit-limit": "50", "x-rate-limit-interval": "1s"}, "50 requests per 1s"),
        ({"x-rate-limit-limit": "50"}, ""),
    ],
)
def test_a_quota_is_told_as_far_as_the_headers_tell_it(headers: dict[str, str], expected: str) -> None:
    assert quota(headers) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Thu, 28 Feb 2030 23:30:00 -0500", date(2030, 2, 28)),
        ("28 Feb 2030", date(2030, 2, 28)),
        ("2030年2月28日", date(2030, 2, 28)),
        ("Thu, 28 Feb 2031 23:30:00 GMT", None),
        ("Thu, 01 Jan 1970 00:00:00 GMT", None),
        ("yesterday", None),
        ("", None),
        ("99 Foo 2030 25:61:00", None),
    ],
)
def test_a_day_is_read_as_letters_and_as_lists_write_it(text: str, expected: date | None) -> None:
    assert day_told(text, NOON.date(), ReachSettings()) == expected


def test_a_path_leads_through_objects_and_lists_and_never_raises() -> None:
    answer = {"a": [{"b": 1}, "x"]}
    assert at(answer, ["a", "0", "b"]) == 1
    assert at(answer, []) is answer
    for path in (["a", "7"], ["a", "-1"], ["a", "b"], ["a", "1", "c"], ["z", "z"]):
        assert at(answer, path) is None
