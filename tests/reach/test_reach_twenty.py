"""A reach of twenty targets that misbehave, its budget's figures at a tenth, and one of twenty that do not."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace

import psutil
import pytest

from reach.errors import Kind
from reach.pace import LocalPace
from reach.pages import Status
from reach.settings import MIB, ReachSettings
from tests.reach.hostile import BLOCK, GZIP_BOMB, HEAD, Act, packed, repeats, says, silence, to
from tests.reach.loopback import BODY, fetch

FAULTS: dict[str, Act] = {
    "slow": silence,
    "drip": repeats(HEAD + b"Content-Length: 9999\r\n\r\n", b".", 0.02),
    "status": says(b"HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n"),
    "redirect-loop": to(302, "/redirect-loop"),
    "gzip-bomb": packed("gzip", GZIP_BOMB),
    "big": repeats(HEAD + b"\r\n", BLOCK),
    "truncated": says(HEAD + b"Content-Length: 100000\r\n\r\n<p>The level fell.</p>"),
}
ENDS = {
    "slow": Kind.TOO_SLOW,
    "drip": Kind.TOO_SLOW,
    "status": Kind.PROVIDER_UNAVAILABLE,
    "redirect-loop": Kind.BLOCKED_BY_SITE,
    "gzip-bomb": Kind.TOO_LARGE,
    "big": Kind.TOO_LARGE,
    "truncated": Kind.INCOMPLETE,  # tried once more, as what doesn't answer and what answers 5xx is (R212, B-071)
}


@pytest.fixture
def tenth(settings: ReachSettings) -> ReachSettings:
    """A tenth of the usual times."""
    return replace(
        settings, connect_seconds=0.2, target_seconds=0.8, batch_seconds=1.5, retry_wait_seconds=0.1, body_bytes=4 * MIB
    )


@contextlib.contextmanager
def memory() -> Iterator[list[int]]:
    """Bytes of this process before and while the block runs."""
    process = psutil.Process()
    seen = [process.memory_info().rss]

    async def watch() -> None:
        while True:
            seen.append(process.memory_info().rss)
            await asyncio.sleep(0.01)

    watching = asyncio.create_task(watch())
    yield seen
    watching.cancel()


@pytest.mark.parametrize("known", [False, True], ids=["an unknown host", "a host known as quick"])
async def test_twenty_faults_end_in_time_with_every_target_accounted_for(
    known: bool, site, tenth: ReachSettings
) -> None:
    names = [list(FAULTS)[n % len(FAULTS)] for n in range(20)]
    for name, act in FAULTS.items():
        site.behave(f"/{name}", act)
    urls = [site.url(f"/{name}?{n}") for n, name in enumerate(names)]
    pace, numbers = LocalPace(), tenth
    if known:  # all are begun, and the reach's end alone, not a target's, ends the slow ones
        numbers = replace(tenth, target_seconds=20.0)
        for _ in range(5):
            await pace.answered("127.0.0.1", 0.05)
    began = time.monotonic()
    with memory() as seen:
        result = await fetch(numbers, *urls, pace=pace)
    assert time.monotonic() - began < 10
    assert max(seen) - seen[0] < 150 * MIB
    assert [one.target for one in result.outcomes] == urls
    tried = [(name, one) for name, one in zip(names, result.outcomes, strict=True) if one.status is Status.FAILED]
    assert len(tried) >= 6
    assert all(one.kind in (ENDS[name], Kind.TOO_SLOW) for name, one in tried)  # anything may be, where all is slow
    left = [one for one in result.outcomes if one.status is not Status.FAILED]
    assert all(one.status is Status.SKIPPED and one.detail.startswith("pace: ") for one in left)
    assert len(left) == 14 or known


async def test_twenty_pages_without_faults_need_a_fraction_of_the_budget(site) -> None:
    usual = ReachSettings(allow_hosts=frozenset({site.authority}))
    urls = [site.url(f"/docs/{n}") for n in range(20)]
    for n in range(len(urls)):
        site.answer(f"/docs/{n}", BODY.format(f"lake {n}"))
    pace, read, took = LocalPace(), set[str](), list[float]()
    while len(read) < len(urls):
        result = await fetch(usual, *[url for url in urls if url not in read], pace=pace)
        read |= {page.url for page in result.pages}
        took += [one.seconds for one in result.outcomes if one.status is Status.OK]
        assert {one.status for one in result.outcomes} <= {Status.OK, Status.SKIPPED}
    assert sorted(took)[-2] < usual.batch_seconds / 5
