"""A redirect's second host that fails is named, and pays for it itself; half a page is asked for once more (B-071)."""

import asyncio
from dataclasses import replace

import pytest

from reach.errors import Kind
from reach.fetch import Read
from reach.pace import LocalPace
from reach.pages import Status
from reach.settings import ReachSettings
from tests.reach.conftest import serving
from tests.reach.loopback import BODY, ends, fetch

ELSEWHERE = "127.0.0.2"


async def _led_on(site, settings: ReachSettings, status: int, pace: LocalPace, **told: str) -> Read:
    async with serving(ELSEWHERE) as other:
        wide = replace(settings, allow_hosts=frozenset({site.authority, f"{ELSEWHERE}:{other.port}"}))
        other.answer("/b", "", status, **told)
        site.answer("/a", "", 302, location=f"http://{ELSEWHERE}:{other.port}/b")
        return await fetch(wide, site.url("/a"), pace=pace)


@pytest.mark.parametrize(
    ("status", "kind"), [(503, Kind.PROVIDER_UNAVAILABLE), (404, Kind.NOT_FOUND), (403, Kind.BLOCKED_BY_SITE)]
)
async def test_what_could_not_be_read_behind_a_redirect_names_the_host_that_failed(
    status: int, kind: Kind, site, settings: ReachSettings
) -> None:
    (outcome,) = (await _led_on(site, settings, status, LocalPace())).outcomes
    assert (outcome.target, outcome.kind) == (site.url("/a"), kind)
    assert outcome.detail == f"the site answered {status}; its redirect led to {ELSEWHERE}"


async def test_a_host_that_never_answers_behind_a_redirect_is_named_too(site, settings: ReachSettings) -> None:
    async with serving(ELSEWHERE) as other:
        wide = replace(
            settings, allow_hosts=frozenset({site.authority, f"{ELSEWHERE}:{other.port}"}), target_seconds=1.0
        )
        other.behave("/b", lambda _: asyncio.sleep(60))
        site.answer("/a", "", 302, location=f"http://{ELSEWHERE}:{other.port}/b")
        (outcome,) = (await fetch(wide, site.url("/a"))).outcomes
    assert outcome.kind is Kind.TOO_SLOW and outcome.detail.endswith(f"; its redirect led to {ELSEWHERE}")


async def test_the_host_that_asks_to_be_left_alone_is_the_one_that_is(site, settings: ReachSettings) -> None:
    pace = LocalPace()
    await _led_on(site, settings, 429, pace, retry_after="30")
    assert await pace.pause_left(ELSEWHERE) > 0 and await pace.pause_left("127.0.0.1") == 0


async def test_a_failure_of_the_host_that_was_asked_names_no_other(site, settings: ReachSettings) -> None:
    site.answer("/a", "", 302, location="/b")
    site.answer("/b", "", 404)
    (outcome,) = (await fetch(settings, site.url("/a"))).outcomes
    assert outcome.detail == "the site answered 404"


async def test_half_a_page_is_asked_for_once_more_and_the_whole_one_is_kept(site, settings: ReachSettings) -> None:
    whole, asked = BODY.format("A").encode(), 0

    async def cut_first(writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        head = f"HTTP/1.1 200 X\r\nContent-Type: text/html\r\nContent-Length: {len(whole)}\r\n\r\n".encode()
        writer.write(head + (whole[: len(whole) // 2] if asked == 1 else whole))
        await writer.drain()

    site.behave("/a", cut_first)
    result = await fetch(settings, site.url("/a"))
    assert asked == 2 and ends(result.outcomes) == [(Status.OK, None)] and result.pages[0].raw == whole


async def test_a_page_that_is_cut_twice_is_incomplete_and_not_kept(site, settings: ReachSettings) -> None:
    site.answer("/a", "<p>The level fell.</p>", content_length="100000")
    result = await fetch(settings, site.url("/a"))
    assert len(site.seen) == 2 and not result.pages
    assert ends(result.outcomes) == [(Status.FAILED, Kind.INCOMPLETE)]
