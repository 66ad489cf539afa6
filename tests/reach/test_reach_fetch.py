"""Reading pages: within the budget, politely, each address ending as exactly one outcome (R209-R219, R253)."""

import asyncio
import time
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count

import pytest

from reach.cache import decode_page, page_key
from reach.egress import Egress
from reach.errors import Kind
from reach.fetch import Read
from reach.library import Document
from reach.pace import LocalPace
from reach.pages import Status
from reach.providers.documents import Documents
from reach.robots import Robots
from reach.settings import ReachSettings
from tests.reach.loopback import BODY, Stored, ends, fetch


async def hang(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(60)


async def test_a_page_is_read_with_its_times_hash_and_outcome(site, settings: ReachSettings, noon: datetime) -> None:
    site.answer("/a", BODY.format("A"))
    result = await fetch(settings, site.url("/a"), now=lambda: noon)
    (page,), (outcome,) = result.pages, result.outcomes
    assert page.text == "The level of A fell by 3.5 % in March."
    assert (page.title, page.language, page.content_type, page.fetched_at) == ("Levels", "en", "text/html", noon)
    assert page.raw == BODY.format("A").encode()
    assert (outcome.target, outcome.channel, outcome.status, outcome.items) == (site.url("/a"), "web", Status.OK, 1)
    assert outcome.received == len(page.raw)


@pytest.mark.parametrize(
    ("status", "headers", "kind", "asked"),
    [
        (404, {}, Kind.NOT_FOUND, 1),
        (410, {}, Kind.NOT_FOUND, 1),
        (401, {}, Kind.BLOCKED_BY_SITE, 1),
        (402, {}, Kind.BLOCKED_BY_SITE, 1),
        (403, {}, Kind.BLOCKED_BY_SITE, 1),
        (451, {}, Kind.BLOCKED_BY_SITE, 1),
        (400, {}, Kind.PROVIDER_REFUSED, 1),
        (429, {"retry_after": "7"}, Kind.RATE_LIMITED, 1),
        (503, {"retry_after": "7"}, Kind.RATE_LIMITED, 1),
        (503, {}, Kind.PROVIDER_UNAVAILABLE, 2),
        (500, {}, Kind.PROVIDER_UNAVAILABLE, 2),
        (206, {}, Kind.INCOMPLETE, 1),
        (304, {}, Kind.PROVIDER_REFUSED, 1),
        (302, {}, Kind.PROVIDER_REFUSED, 1),
    ],
)
async def test_each_status_has_its_kind_and_only_5xx_a_second_try(
    status: int, headers: dict[str, str], kind: Kind, asked: int, site, settings: ReachSettings
) -> None:
    site.answer("/", "<p>no</p>", status, **headers)
    result = await fetch(settings, site.url("/"))
    assert ends(result.outcomes) == [(Status.FAILED, kind)]
    assert result.outcomes[0].retry_after == (7.0 if headers else None)
    assert len(site.seen) == asked


async def test_a_limited_host_is_left_alone_until_its_time(site, settings: ReachSettings, noon: datetime) -> None:
    clock = [noon]
    pace = LocalPace(now=lambda: clock[0])
    site.answer("/limited", "", 429, retry_after="30")
    site.answer("/a", BODY.format("A"))
    await fetch(settings, site.url("/limited"), pace=pace, now=lambda: clock[0])
    blocked = await fetch(settings, site.url("/a"), pace=pace, now=lambda: clock[0])
    assert ends(blocked.outcomes) == [(Status.SKIPPED, Kind.RATE_LIMITED)]
    assert 30 <= blocked.outcomes[0].retry_after <= 31
    assert len(site.seen) == 1
    clock[0] += timedelta(seconds=32)
    assert ends((await fetch(settings, site.url("/a"), pace=pace, now=lambda: clock[0])).outcomes) == [
        (Status.OK, None)
    ]


async def test_hanging_servers_cost_their_share_and_the_others_are_read(site, settings: ReachSettings) -> None:
    quick = replace(settings, target_seconds=1.5)
    for path in ("/h1", "/h2"):
        site.behave(path, hang)
    site.answer("/a", BODY.format("A"))
    began = time.monotonic()
    result = await fetch(quick, site.url("/h1"), site.url("/a"), site.url("/h2"))
    assert time.monotonic() - began < quick.batch_seconds
    assert ends(result.outcomes) == [(Status.FAILED, Kind.TOO_SLOW), (Status.OK, None), (Status.FAILED, Kind.TOO_SLOW)]


async def test_a_reach_of_twenty_bad_targets_ends_in_time_with_all_accounted_for(site, settings: ReachSettings) -> None:
    quick = replace(settings, target_seconds=0.8, batch_seconds=1.5)
    site.behave("/hang", hang)
    urls = [site.url(f"/hang?{n}") for n in range(20)]
    began = time.monotonic()
    result = await fetch(quick, *urls)
    assert time.monotonic() - began < 15  # each of them would hang for a minute
    assert [one.target for one in result.outcomes] == urls
    assert sum(one.status is Status.SKIPPED for one in result.outcomes) >= 14
    assert all("pace" in one.detail for one in result.outcomes if one.status is Status.SKIPPED)
    assert {one.kind for one in result.outcomes if one.status is not Status.SKIPPED} == {Kind.TOO_SLOW}


async def test_six_pages_are_fetched_at_once_and_two_from_one_host(site, settings: ReachSettings) -> None:
    async def slow(writer: asyncio.StreamWriter) -> None:
        while site.most_at_once < least:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)  # for those that should not come
        body = BODY.format("A").encode()
        writer.write(b"HTTP/1.1 200 X\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    site.behave("/", slow)
    urls = [site.url(f"/?{n}") for n in range(6)]
    least = 2
    await fetch(replace(settings, per_own_host=2), *urls)
    assert site.most_at_once == 2
    least, site.most_at_once = 4, 0
    await fetch(replace(settings, per_own_host=9, page_pool=4), *urls)
    assert site.most_at_once == 4


async def test_addresses_of_one_page_are_asked_for_once(site, settings: ReachSettings) -> None:
    site.answer("/a", BODY.format("A"))
    site.answer("/moved", status=301, location="/a")
    result = await fetch(settings, site.url("/a"), site.url("/a?utm_source=x"), site.url("/moved"))
    assert len(result.pages) == 1
    assert [one.status for one in result.outcomes] == [Status.OK, Status.SKIPPED, Status.SKIPPED]
    assert [path for path, _ in site.seen].count("/a?utm_source=x") == 0


async def test_an_amp_twin_is_the_same_source_under_its_canonical_address(site, settings: ReachSettings) -> None:
    page = BODY.replace("<head>", f'<head><link rel="canonical" href="{site.url("/story-5")}">').format("A")
    site.answer("/amp/story-5", page)
    site.answer("/story-5", BODY.format("A"))
    result = await fetch(settings, site.url("/amp/story-5"), site.url("/story-5"))
    assert [one.final_url for one in result.pages] == [site.url("/story-5")]
    assert [one.status for one in result.outcomes] == [Status.OK, Status.SKIPPED]


async def test_a_cached_page_keeps_the_time_it_was_fetched(site, settings: ReachSettings, noon: datetime) -> None:
    site.answer("/docs/a", BODY.format("A"))
    cache, later = Stored(), noon + timedelta(hours=3)
    await fetch(settings, site.url("/docs/a"), cache=cache, now=lambda: noon)
    again = await fetch(settings, site.url("/docs/a?utm_source=x"), cache=cache, now=lambda: later)
    assert ends(again.outcomes) == [(Status.CACHED, None)]
    assert again.pages[0].fetched_at == noon
    assert again.pages[0].url == site.url("/docs/a?utm_source=x")
    assert len(site.seen) == 1


@pytest.mark.parametrize(
    ("path", "seconds"),
    [("/docs/a", 12 * 3600), ("/releases/v8", 30 * 60), ("/x", 30 * 60), ("/price/x", None), ("/status", None)],
)
async def test_a_page_is_kept_as_long_as_its_class_allows(
    path: str, seconds: int | None, site, settings: ReachSettings
) -> None:
    site.answer(path, BODY.format("A"))
    cache = Stored()
    await fetch(settings, site.url(path), cache=cache)
    kept = cache.kept.get(page_key(site.url(path)))
    assert (kept[1] if kept else None) == seconds
    assert all(decode_page(value) is not None for value, _ in cache.kept.values())


async def test_a_damaged_cache_entry_is_fetched_again(site, settings: ReachSettings) -> None:
    site.answer("/a", BODY.format("A"))
    cache = Stored()
    cache.kept[page_key(site.url("/a"))] = (b"rubbish", 1.0)
    assert ends((await fetch(settings, site.url("/a"), cache=cache)).outcomes) == [(Status.OK, None)]


async def test_a_failed_reading_is_an_outcome_with_its_bytes_and_is_not_cached(site, settings: ReachSettings) -> None:
    site.answer("/shell", "<html><body><div id=app></div><script>x()</script></body></html>")
    site.answer("/picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10)
    cache = Stored()
    result = await fetch(settings, site.url("/shell"), site.url("/picture"), cache=cache)
    assert ends(result.outcomes) == [(Status.FAILED, Kind.NOT_TEXT)] * 2
    assert all(one.received > 0 for one in result.outcomes)
    assert cache.kept == {}


async def test_documents_are_read_without_the_network_and_take_no_place(
    site, settings: ReachSettings, connections: list[object]
) -> None:
    class Uploads:
        async def documents(self) -> list[Document]:
            return [Document(str(n), f"{n}.txt", f"Upload number {n} about herons.".encode()) for n in range(9)]

    urls = [f"doc://{n}" for n in range(9)]
    result = await fetch(settings, *urls, "doc://missing", providers=[Documents(Uploads())])
    assert [page.url for page in result.pages] == urls
    assert result.outcomes[-1].kind is Kind.NOT_FOUND
    assert {one.channel for one in result.outcomes} == {"documents"}
    assert connections == []


async def test_refused_and_unreadable_addresses_are_outcomes_too(
    settings: ReachSettings, connections: list[object]
) -> None:
    urls = ["http://127.0.0.1:1/", "file:///etc/passwd", "", "doc://x", "http://[::1"]
    result = await fetch(settings, *urls)
    assert ends(result.outcomes) == [(Status.FAILED, Kind.POLICY_DENIED)] * 5
    assert connections == []


async def test_what_was_never_asked_for_took_no_time_and_not_less(settings: ReachSettings) -> None:
    ticks = count()
    robots = Robots(Egress(settings), Stored(), settings)
    read = await fetch(settings, "http://10.0.0.1/", robots=robots, clock=lambda: next(ticks) * 1e-6)
    assert read.outcomes[0].seconds == 0


async def test_no_addresses_are_no_outcomes(settings: ReachSettings) -> None:
    assert await fetch(settings) == Read((), ())


async def test_a_key_in_an_address_is_not_in_the_outcomes_detail(site, settings: ReachSettings) -> None:
    site.answer("/a", status=302, location="/a?api_key=canary-456")
    result = await fetch(settings, site.url("/a?token=canary-123"))
    assert "canary" not in result.outcomes[0].detail
