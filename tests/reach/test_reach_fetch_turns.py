"""Two readers of one page, old copies confirmed, and hosts asked no faster than they bear (B-044, F-31, C19)."""

import asyncio
import time
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from reach.cache import decode_page, page_key
from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.fetch import Read, read
from reach.pace import LocalPace
from reach.pages import Hit, Page, Period, Status
from reach.providers import Ability, Health
from reach.robots import Robots
from reach.settings import ReachSettings
from tests.reach.loopback import BODY, Stored, ends, fetch


async def test_two_readers_of_one_page_at_one_moment_are_one_fetch(site, settings: ReachSettings) -> None:
    async def slow(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.1)
        body = BODY.format("A").encode()
        writer.write(b"HTTP/1.1 200 X\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    for path in ("/docs/a", "/price/a"):
        site.behave(path, slow)
        site.seen.clear()
        shared = {"cache": Stored(), "pace": LocalPace()}
        both = await asyncio.gather(*(fetch(settings, site.url(path), **shared) for _ in range(2)))
        assert [path for path, _ in site.seen] == [path]
        assert sorted(one.outcomes[0].status for one in both) == [Status.CACHED, Status.OK]
        assert len({(one.pages[0].key, one.pages[0].fetched_at) for one in both}) == 1


async def test_who_waited_for_a_fetch_that_failed_fetches_itself(site, settings: ReachSettings) -> None:
    async def once(writer: asyncio.StreamWriter) -> None:
        site.answer("/a", BODY.format("A"))
        await asyncio.sleep(0.1)
        writer.write(b"HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n")

    site.behave("/a", once)
    shared = {"cache": Stored(), "pace": LocalPace()}
    both = await asyncio.gather(*(fetch(settings, site.url("/a"), **shared) for _ in range(2)))
    assert sorted(str(one.outcomes[0].kind) for one in both) == ["None", "not_found"]


async def test_a_page_that_another_worker_holds_beyond_the_budget_is_skipped(site, settings: ReachSettings) -> None:
    pace = LocalPace()
    await pace.claim(page_key(site.url("/a")), 60.0)
    began = time.monotonic()
    result = await fetch(replace(settings, batch_seconds=0.4), site.url("/a"), pace=pace)
    assert time.monotonic() - began < 30
    assert ends(result.outcomes) == [(Status.SKIPPED, None)]
    assert "pace" in result.outcomes[0].detail
    assert site.seen == []


async def test_claims_are_given_back_however_a_reach_ends(site, settings: ReachSettings) -> None:
    async def hang(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    pace = LocalPace()
    site.behave("/hang", hang)
    urls = [site.url("/hang"), site.url("/missing")]
    await fetch(replace(settings, target_seconds=0.2, batch_seconds=0.3), *urls, pace=pace)
    broken_off = asyncio.create_task(fetch(settings, *urls, pace=pace))
    await asyncio.sleep(0.1)
    broken_off.cancel()
    with pytest.raises(asyncio.CancelledError):
        await broken_off
    assert [await pace.claim(page_key(url), 1.0) for url in urls] == [True, True]


async def test_an_old_copy_is_confirmed_by_its_site_and_not_sent_again(
    site, settings: ReachSettings, noon: datetime
) -> None:
    day = "Wed, 01 May 2030 12:00:00 GMT"
    site.answer("/docs/a", BODY.format("A"), etag='"v1"', last_modified=day)
    cache, clock = Stored(), [noon]

    async def again(hours: float) -> Read:
        clock[0] = noon + timedelta(hours=hours)
        return await fetch(settings, site.url("/docs/a"), cache=cache, now=lambda: clock[0])

    (first,) = (await again(0)).pages
    assert (first.etag, first.last_modified) == ('"v1"', day)
    assert cache.kept[page_key(first.url)][1] == settings.cache_static + settings.cache_grace
    site.answer("/docs/a", status=304)
    confirmed = await again(13)
    assert site.seen[-1][1]["if-none-match"] == '"v1"'
    assert site.seen[-1][1]["if-modified-since"] == day
    assert confirmed.pages == (replace(first, fetched_at=clock[0]),)
    (outcome,) = confirmed.outcomes
    assert (outcome.status, outcome.received, outcome.fetched_at) == (Status.OK, 0, clock[0])
    assert "unchanged since 2030-05-02 12:00 UTC" in outcome.detail
    asked = len(site.seen)
    hit = await again(24)  # within the new life: nobody is asked, and the time is that of the confirmation
    assert (hit.outcomes[0].status, hit.outcomes[0].fetched_at) == (Status.CACHED, noon + timedelta(hours=13))
    assert len(site.seen) == asked


async def test_an_old_copy_that_changed_is_replaced(site, settings: ReachSettings, noon: datetime) -> None:
    site.answer("/docs/a", BODY.format("A"), etag='"v1"')
    cache = Stored()
    await fetch(settings, site.url("/docs/a"), cache=cache, now=lambda: noon)
    site.answer("/docs/a", BODY.format("B"), etag='"v2"')
    later = noon + timedelta(hours=13)
    changed = await fetch(settings, site.url("/docs/a"), cache=cache, now=lambda: later)
    assert "level of B" in changed.pages[0].text
    kept = decode_page(cache.kept[page_key(site.url("/docs/a"))][0])
    assert kept is not None
    assert (kept.etag, kept.fetched_at) == ('"v2"', later)


@pytest.mark.parametrize(
    ("told", "sent"),
    [({"etag": '"Ã©"'}, {}), ({"etag": '"v\x7f1"', "last_modified": "day"}, {"if-modified-since": "day"})],
)
async def test_a_tag_that_can_not_be_sent_back_is_left_out(
    told: dict[str, str], sent: dict[str, str], site, settings: ReachSettings, noon: datetime
) -> None:
    cache, url = Stored(), site.url("/docs/a")
    for moment in (noon, noon + timedelta(days=2)):
        site.answer("/docs/a", BODY.format("A"), **told)
        read = await fetch(settings, url, cache=cache, now=lambda moment=moment: moment)
        assert ends(read.outcomes) == [(Status.OK, None)]
    assert {name: value for name, value in site.seen[-1][1].items() if name.startswith("if-")} == sent


async def test_an_old_copy_is_not_served_where_its_site_fails(site, settings: ReachSettings, noon: datetime) -> None:
    site.answer("/docs/a", BODY.format("A"), etag='"v1"')
    cache = Stored()
    await fetch(settings, site.url("/docs/a"), cache=cache, now=lambda: noon)
    site.answer("/docs/a", "", 403)
    later = await fetch(settings, site.url("/docs/a"), cache=cache, now=lambda: noon + timedelta(hours=13))
    assert ends(later.outcomes) == [(Status.FAILED, Kind.BLOCKED_BY_SITE)]
    assert later.pages == ()


async def test_robots_rules_are_kept_and_cost_no_more_than_the_targets_time(site, settings: ReachSettings) -> None:
    site.answer("/robots.txt", "User-agent: *\nDisallow: /private\nCrawl-delay: 5", content_type="text/plain")
    for path in ("/a", "/b", "/private/c"):
        site.answer(path, BODY.format(path))
    cache = Stored()
    robots = Robots(Egress(settings), cache, settings)
    urls = [site.url(path) for path in ("/a", "/private/c", "/b")]
    result = await fetch(settings, *urls, cache=cache, robots=robots)
    assert ends(result.outcomes) == [(Status.OK, None), (Status.FAILED, Kind.BLOCKED_BY_SITE), (Status.OK, None)]
    assert sorted(path for path, _ in site.seen) == ["/a", "/b", "/robots.txt"]


class Service:
    """A provider that reads pages from afar, as an encyclopaedia's interface does."""

    name, local, lane = "far", False, "far:service"
    ability = Ability("Reads.", takes_period=False, takes_language=False, batches=False, limits="")

    def __init__(self, error: ReachError | None = None) -> None:
        self.error, self.asked, self.at_once, self.most_at_once = error, dict[str, float](), 0, 0

    async def health(self) -> Health:
        return Health(True, "")

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        return []

    def owns(self, url: str) -> bool:
        return url.startswith("far:")

    async def read(self, url: str) -> Page:
        self.asked[url] = time.monotonic()
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(0.05)
            if self.error:
                raise self.error
            return Page(url, url, url, url, None, datetime(2030, 1, 1), "text/plain", b"x", "en")
        finally:
            self.at_once -= 1


async def test_a_service_that_reads_pages_is_paced_like_a_host(settings: ReachSettings) -> None:
    far, gap = Service(), 0.1
    numbers = replace(settings, host_gap_seconds=gap, per_host=2, target_seconds=5.0)
    began = time.monotonic()
    result = await fetch(numbers, *(f"far:{n}" for n in range(4)), providers=[far])
    ended = time.monotonic()
    assert [one.channel for one in result.outcomes] == ["far"] * 4
    assert [one.status for one in result.outcomes] == [Status.OK] * 4
    assert far.most_at_once <= 2
    assert all(at - began > (gap - 0.005) * n for n, at in enumerate(sorted(far.asked.values())))
    assert all(one.seconds <= ended - far.asked[one.target] + gap / 2 for one in result.outcomes)  # without the wait


async def test_a_service_that_refuses_is_left_alone_by_all_its_pages(settings: ReachSettings) -> None:
    far, pace = Service(ReachError(Kind.RATE_LIMITED, "429", retry_after=30.0)), LocalPace()
    numbers = replace(settings, host_gap_seconds=0.0, per_host=1, target_seconds=5.0)
    result = await fetch(numbers, "far:1", "far:2", providers=[far], pace=pace)
    assert ends(result.outcomes) == [(Status.FAILED, Kind.RATE_LIMITED), (Status.SKIPPED, Kind.RATE_LIMITED)]
    assert len(far.asked) == 1
    assert await pace.pause_left(far.lane) > 15


async def test_a_turn_that_comes_after_the_end_is_skipped_and_never_waited_for(settings: ReachSettings) -> None:
    far, pace = Service(), LocalPace()
    await pace.turn(far.lane, 60.0, 0.0)  # another worker was there just now
    began = time.monotonic()
    result = await fetch(replace(settings, host_gap_seconds=60.0), "far:1", providers=[far], pace=pace)
    assert time.monotonic() - began < 30
    assert ends(result.outcomes) == [(Status.SKIPPED, None)]
    assert "pace" in result.outcomes[0].detail
    assert far.asked == {}


async def test_waiting_for_a_turn_counts_against_the_reach_and_not_against_the_target(settings: ReachSettings) -> None:
    far = Service()
    numbers = replace(settings, host_gap_seconds=0.4, target_seconds=0.7)  # the third waits for 0.8 s
    result = await fetch(numbers, *(f"far:{n}" for n in range(3)), providers=[far])
    assert [one.status for one in result.outcomes] == [Status.OK] * 3


async def test_strangers_get_two_requests_at_once_and_own_hosts_the_whole_pool() -> None:
    numbers = ReachSettings(allow_hosts=frozenset({"wiki.internal"}))
    result = await read(
        [f"https://n.example/{n}" for n in range(5)],
        [],
        Egress(numbers, resolver=_nowhere),
        settings=numbers,
        cache=Stored(),
        pace=LocalPace(),
    )
    assert [one.status for one in result.outcomes].count(Status.SKIPPED) == 3  # 8 s each, two at once: two fit
    own = await read(
        [f"https://wiki.internal/{n}" for n in range(5)],
        [],
        Egress(numbers, resolver=_nowhere),
        settings=numbers,
        cache=Stored(),
        pace=LocalPace(),
    )
    assert [one.kind for one in own.outcomes] == [Kind.PROVIDER_UNAVAILABLE] * 5


async def _nowhere(host: str, port: int) -> list[str]:
    raise OSError("no such name")


async def test_a_page_never_asked_for_sits_out_a_short_pause_and_the_refused_one_is_not_tried_again(
    settings: ReachSettings,
) -> None:
    class Once(Service):
        async def read(self, url: str) -> Page:
            self.error = ReachError(Kind.RATE_LIMITED, "503", retry_after=0.2) if not self.asked else None
            return await super().read(url)

    far = Once()
    numbers = replace(settings, host_gap_seconds=0.0, per_host=1, target_seconds=5.0, back_off_spread_seconds=0.0)
    result = await fetch(numbers, "far:1", "far:2", providers=[far])
    assert ends(result.outcomes) == [(Status.FAILED, Kind.RATE_LIMITED), (Status.OK, None)]
    assert far.asked["far:2"] - far.asked["far:1"] > 0.2
