"""The SearXNG channel against a loopback instance (F-30, B-035, B-039, B-040, R084)."""

import json
from datetime import date, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.pages import Period
from reach.providers.searxng import Searxng, time_range
from reach.query import shorten
from reach.settings import ReachSettings

RESULT = {
    "url": "https://news.example/a?id=7",
    "title": "Reservoir <b>levels</b> &amp; rain",
    "content": "The <em>level</em> fell by 3.5&nbsp;% " + "and so on " * 60,
    "publishedDate": "2030-04-28T09:00:00",
    "score": 1.5,
}


def answer(*results: object, **more: object) -> str:
    return json.dumps({"query": "q", "results": list(results), "unresponsive_engines": [], **more})


@pytest.fixture
def searxng(site, noon: datetime) -> Searxng:
    """The operator's own address needs no entry on the allow-list."""
    return Searxng(site.url("/"), Egress(ReachSettings()), now=lambda: noon)


async def search(searxng: Searxng, query: str = "levels", **asked: object):
    return await searxng.search(query, **{"period": None, "language": None, "limit": 6, **asked})


def sent(site) -> dict[str, list[str]]:
    return parse_qs(urlsplit(site.seen[-1][0]).query)


async def test_a_hit_is_title_snippet_date_and_address_as_plain_text(site, searxng: Searxng) -> None:
    site.answer("/search", answer(RESULT), content_type="application/json")
    (hit,) = await search(searxng)
    assert hit.title == "Reservoir levels & rain"
    assert hit.snippet.startswith("The level fell by 3.5 % and so on")
    assert len(hit.snippet) == 200
    assert (hit.url, hit.published, hit.channel, hit.rank) == (RESULT["url"], date(2030, 4, 28), "searxng", 1)
    assert sent(site) == {"q": ["levels"], "format": ["json"]}


async def test_language_and_a_period_up_to_now_go_out_as_parameters(site, searxng: Searxng) -> None:
    site.answer("/search", answer(RESULT), content_type="application/json")
    await search(searxng, language="zh", period=Period(date(2030, 4, 20), None))
    assert sent(site)["language"] == ["zh"]
    assert sent(site)["time_range"] == ["month"]


@pytest.mark.parametrize(
    ("period", "expected"),
    [
        (None, None),
        (Period(None, None), None),
        (Period(date(2030, 5, 2)), "day"),
        (Period(date(2030, 4, 26)), "week"),
        (Period(date(2030, 4, 2), date(2030, 5, 2)), "month"),
        (Period(date(2029, 5, 3)), "year"),
        (Period(date(2020, 1, 1)), None),
        (Period(date(2030, 4, 26), date(2030, 5, 1)), None),
    ],
)
def test_a_time_range_is_sent_only_where_it_holds_the_whole_period(period: Period | None, expected: str | None) -> None:
    since, until = (period.start, period.end) if period else (None, None)
    assert time_range(since, until, date(2030, 5, 2)) == expected


async def test_hits_outside_the_period_go_and_undated_ones_stay(site, searxng: Searxng) -> None:
    old, undated, future = (
        RESULT | {"publishedDate": day, "url": f"https://n.example/{day}"} for day in ("2019-01-01", None, "2031-01-01")
    )
    site.answer("/search", answer(old, RESULT, undated, future), content_type="application/json")
    hits = await search(searxng, period=Period(date(2030, 1, 1), date(2030, 12, 31)))
    assert [(hit.url, hit.rank) for hit in hits] == [
        (RESULT["url"], 1),
        ("https://n.example/None", 2),
        ("https://n.example/2031-01-01", 3),
    ]
    assert hits[2].published is None


async def test_bad_lines_of_an_answer_are_left_out_and_the_limit_holds(site, searxng: Searxng) -> None:
    bad = [None, "x", {}, {"url": "javascript:alert(1)"}, {"url": "file:///etc/passwd"}, {"url": "http://"}, {"url": 5}]
    good = [RESULT | {"url": f"https://n.example/{n}"} for n in range(9)]
    site.answer("/search", answer(*bad, *good), content_type="application/json")
    assert [hit.url for hit in await search(searxng, limit=4)] == [f"https://n.example/{n}" for n in range(4)]


async def test_no_hits_from_engines_that_answered_is_an_empty_list(site, searxng: Searxng) -> None:
    site.answer("/search", answer(), content_type="application/json")
    assert await search(searxng) == []


@pytest.mark.parametrize(
    ("status", "body", "headers", "kind", "wait"),
    [
        (403, "<h1>Forbidden</h1>", {}, Kind.PROVIDER_REFUSED, None),
        (429, "", {"retry_after": "30"}, Kind.RATE_LIMITED, 30.0),
        (202, "<p>wait</p>", {}, Kind.RATE_LIMITED, None),
        (418, "", {}, Kind.RATE_LIMITED, None),
        (200, "<html><p>please wait</p></html>", {}, Kind.PROVIDER_REFUSED, None),
        (503, "", {"retry_after": "5"}, Kind.RATE_LIMITED, 5.0),
        (503, "", {}, Kind.PROVIDER_UNAVAILABLE, None),
        (500, "", {}, Kind.PROVIDER_UNAVAILABLE, None),
        (400, "", {}, Kind.PROVIDER_REFUSED, None),
        (404, "", {}, Kind.PROVIDER_REFUSED, None),
        (200, "{broken", {}, Kind.PARSE_FAILED, None),
        (200, "[]", {}, Kind.PARSE_FAILED, None),
        (200, '{"results": null}', {}, Kind.PARSE_FAILED, None),
        (200, "[" * 100_000, {}, Kind.PARSE_FAILED, None),
        (
            200,
            answer(unresponsive_engines=[["google", "CAPTCHA"], ["bing", "timeout"]]),
            {},
            Kind.PROVIDER_UNAVAILABLE,
            None,
        ),
    ],
)
async def test_each_way_of_not_answering_has_its_type(
    status: int, body: str, headers: dict[str, str], kind: Kind, wait: float | None, site, searxng: Searxng
) -> None:
    site.answer("/search", body, status, **headers)
    with pytest.raises(ReachError) as failure:
        await search(searxng)
    assert failure.value.kind is kind
    assert failure.value.retry_after == wait
    assert failure.value.passing is (status >= 500 and wait is None)


async def test_a_refused_format_tells_the_operator_what_to_change(site, searxng: Searxng) -> None:
    site.answer("/search", "", 403)
    with pytest.raises(ReachError, match=r"`json` to `search\.formats`"):
        await search(searxng)
    assert len(site.seen) == 1


async def test_silent_engines_are_named(site, searxng: Searxng) -> None:
    site.answer("/search", answer(unresponsive_engines=[["google", "CAPTCHA"]]), content_type="application/json")
    with pytest.raises(ReachError, match="google: CAPTCHA"):
        await search(searxng)


async def test_a_question_too_long_is_cut_at_a_word_and_keeps_its_operators(site, searxng: Searxng) -> None:
    site.answer("/search", answer(RESULT), content_type="application/json")
    question = "reservoir " * 60 + 'site:water.example "northern sluice" -rumour'
    assert len(question) > 620
    await search(searxng, question)
    (query,) = sent(site)["q"]
    assert len(query) <= 400
    assert query.startswith("reservoir reservoir")
    assert query.endswith('reservoir site:water.example "northern sluice" -rumour')


@pytest.mark.parametrize(
    "query", ["词" * 620, "词" * 300 + "，" + "语" * 300, "x" * 620, '"' + "long phrase " * 60 + '"', " a " * 500]
)
def test_any_query_fits_after_shortening(query: str) -> None:
    short = shorten(query, 400)
    assert 200 <= len(short) <= 400
    assert shorten(short, 400) == short


def test_a_query_that_fits_is_not_touched_but_for_spaces() -> None:
    assert shorten("  a   b ", 400) == "a b"


@pytest.mark.parametrize("address", ["", "searx.internal", "ftp://searx.internal", "http://"])
def test_an_instance_needs_a_full_address(address: str) -> None:
    with pytest.raises(ValueError, match="SEARXNG_URL"):
        Searxng(address, Egress(ReachSettings()))


async def test_the_instances_own_leave_does_not_extend_to_the_pages_it_finds(site, searxng: Searxng) -> None:
    site.answer("/search", answer(RESULT | {"url": site.url("/internal")}), content_type="application/json")
    (hit,) = await search(searxng)
    with pytest.raises(ReachError) as refusal:
        await Egress(ReachSettings()).get(hit.url)
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert not searxng.owns(hit.url)
