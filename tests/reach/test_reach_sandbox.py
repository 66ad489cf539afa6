"""Nothing that a stranger wrote can hold a worker: its reader is a process, and is killed (P8, F-36, F-37)."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from datetime import date
from typing import Any, TypeVar

import psutil
import pytest

from reach.attributes import thinned
from reach.errors import Kind, ReachError
from reach.extract import parse_body
from reach.sandbox import _POOL
from reach.segment import sentences
from reach.settings import MIB, ReachSettings
from tests.reach.conftest import Site
from tests.reach.loopback import fetch

TODAY = date(2030, 5, 2)
LONG = ReachSettings(parse_page_seconds=60.0)  # a reading that ends sooner was ended
SOON = 15.0  # seconds: at once, on a busy machine
Result = TypeVar("Result")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's word that a pipe has lost its owner")

# A quoted "<" hides the tag's length from the cheap look, so that this one takes the parser minutes.
ENDLESS = b"<p " + b" ".join(b'a%d="<"' % n for n in range(80_000)) + b">words"
HEAVY = {
    "attributes": b"<p " + b" ".join(b"a%d=1" % n for n in range(100_000)) + b">words",
    "attributes in disguise": ENDLESS,
    "nested tables": b"<table><tr><td>a" * (MIB // 16),
    "points without ends": b"<p>a.b. " * (MIB // 8),
    "a table of figures": b"<table>%s</table>" % b"".join(b"<tr><td>%d<td>%d" % (n, 7 * n) for n in range(50_000)),
    "brackets": b"<" * MIB,
    "one word": b"<p>" + b"x" * MIB,
}


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    _POOL.close()
    yield
    _POOL.close()
    assert readers() == []


def readers(owner: int | None = None) -> list[psutil.Process]:
    found = []
    for child in psutil.Process(owner).children():
        with contextlib.suppress(psutil.NoSuchProcess):
            if "parse_child" in " ".join(child.cmdline()):
                found.append(child)
    return found


async def text_of(body: bytes, settings: ReachSettings | None = None) -> str:
    return (await parse_body(body, "text/html", "", TODAY, settings or ReachSettings()))[0].text


async def begun(work: Coroutine[Any, Any, Result]) -> tuple[asyncio.Task[Result], psutil.Process]:
    """The work as a task, once the reader that it asked for is busy with it."""
    await text_of(b"<p>Before.")
    (reader,) = readers()
    before = reader.cpu_times().user
    task = asyncio.create_task(work)
    while reader.cpu_times().user < before + 0.1:
        await asyncio.sleep(0.01)
    return task, reader


@pytest.mark.parametrize("name", HEAVY)
async def test_a_heavy_page_ends_in_its_time_and_the_next_is_read(name: str) -> None:
    brief = ReachSettings(parse_page_seconds=2.0)
    await text_of(b"<p>Before.")
    began = time.monotonic()
    try:
        assert await text_of(HEAVY[name], brief)
    except ReachError as error:
        assert error.kind in (Kind.TOO_SLOW, Kind.NOT_TEXT), error
    assert time.monotonic() - began < brief.parse_page_seconds + SOON
    assert await text_of(b"<p>After.") == "After."


async def test_a_tag_of_a_hundred_thousand_attributes_costs_no_more_than_its_bytes() -> None:
    assert await text_of(HEAVY["attributes"]) == "words"
    kept = '<p class="a b" data-told="%s">words</p>' % ("many words / in = one value " * 400)
    assert thinned(kept, ReachSettings()) == kept
    assert thinned(f"<a/{'b/' * 600}>c", ReachSettings()) == "<a>c"


async def test_what_takes_too_long_is_called_so_and_its_reader_is_gone() -> None:
    brief = ReachSettings(parse_page_seconds=0.5)
    await text_of(b"<p>Before.")
    (first,) = readers()
    with pytest.raises(ReachError) as failure:
        await text_of(ENDLESS, brief)
    assert failure.value.kind is Kind.TOO_SLOW
    assert failure.value.detail == "reading it took more than 0.5 s"
    assert not first.is_running()


@pytest.mark.parametrize(
    ("number", "kind"), [(signal.SIGKILL, Kind.TOO_LARGE), (signal.SIGXCPU, Kind.TOO_SLOW)], ids=["memory", "time"]
)
async def test_a_reader_that_the_kernel_ends_costs_its_own_document_alone(number: int, kind: Kind) -> None:
    reading, reader = await begun(text_of(ENDLESS, LONG))
    reader.send_signal(number)
    with pytest.raises(ReachError) as failure:
        await reading
    assert failure.value.kind is kind
    assert await text_of(b"<p>After.") == "After."


async def test_a_reader_has_its_share_of_the_processor_and_no_more() -> None:
    with pytest.raises(ReachError) as failure:
        await text_of(ENDLESS, ReachSettings(parse_cpu_seconds=1))
    assert failure.value.kind is Kind.TOO_SLOW


async def test_who_waits_no_longer_takes_the_reader_with_it() -> None:
    reading, reader = await begun(text_of(ENDLESS, LONG))
    began = time.monotonic()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert time.monotonic() - began < SOON
    assert not reader.is_running()


def test_a_loop_closes_at_once_though_it_was_reading() -> None:
    """A step has its seconds and then its loop is closed, which waits for every thread that still works."""

    async def step() -> None:
        await text_of(b"<p>Before.")
        began.append(time.monotonic())
        await asyncio.wait_for(text_of(ENDLESS, LONG), 0.2)

    began = list[float]()
    with pytest.raises(TimeoutError):
        asyncio.run(step())
    assert time.monotonic() - began[0] < SOON


async def test_one_reader_reads_many_documents_and_is_replaced_after_its_share() -> None:
    settings = ReachSettings(parse_documents=3)
    seen = []
    for _ in range(5):
        await text_of(b"<p>Level fell.", settings)
        seen.append([child.pid for child in readers()])
    assert seen[0] == seen[1] and seen[2] == [] and seen[3] == seen[4] != seen[0]


async def test_a_reader_that_has_grown_reads_no_other_document() -> None:
    await text_of(b"<p>Level fell.", ReachSettings(parse_worn_bytes=MIB))
    assert readers() == []


async def test_no_more_documents_are_read_at_once_than_the_pool_has_places() -> None:
    most = 0

    async def watch() -> None:
        nonlocal most
        while True:
            most = max(most, len(readers()))
            await asyncio.sleep(0.01)

    watching = asyncio.create_task(watch())
    texts = await asyncio.gather(*(text_of(b"<p>Page %d." % n) for n in range(12)))
    watching.cancel()
    assert texts == [f"Page {n}." for n in range(12)]
    assert 1 <= most <= ReachSettings().parse_pool


def test_readers_outlive_the_loop_and_the_thread_that_started_them() -> None:
    """Each step of a task has a loop and a thread of its own."""

    def step() -> None:
        assert asyncio.run(text_of(b"<p>Level fell.")) == "Level fell."

    seen = []
    for _ in range(2):
        thread = threading.Thread(target=step)
        thread.start()
        thread.join()
        seen.append([child.pid for child in readers()])
    assert seen[0] == seen[1] and len(seen[0]) == 1


async def test_a_reader_that_nobody_asks_ends_by_itself() -> None:
    await text_of(b"<p>Level fell.", ReachSettings(parse_idle_seconds=0.5))
    (child,) = readers()
    while child.is_running() and child.status() != psutil.STATUS_ZOMBIE:
        await asyncio.sleep(0.02)
    assert await text_of(b"<p>Again.") == "Again."


async def test_a_reader_knows_none_of_our_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDTHREAD_SECRET", "hush")
    await text_of(b"<p>Level fell.", ReachSettings(proxy="http://user:hush@proxy:1", contact="hush@example.org"))
    (child,) = readers()
    assert "hush" not in json.dumps(child.environ()) + " ".join(child.cmdline())
    assert child.environ().keys() <= {"LANG", "LC_CTYPE", "__CF_USER_TEXT_ENCODING"}


async def test_memory_stays_flat_over_two_hundred_documents() -> None:
    settings, page = ReachSettings(parse_documents=1_000), b"<p>The level fell by 3.5 %%, says note %d.</p>" * 40
    sizes = []
    for number in range(200):
        await text_of(page.replace(b"%d", b"%d" % number), settings)
        sizes.append(readers()[0].memory_info().rss)
    assert sizes[-1] - sizes[40] < 8 * MIB


OWNER = """
import asyncio, sys, datetime
sys.path.insert(0, sys.argv[1])
from reach.extract import parse_body
from reach.settings import ReachSettings

async def work():
    long = ReachSettings(parse_page_seconds=60.0)
    body = lambda text: parse_body(text, "text/html", "", datetime.date(2030, 5, 2), long)
    await asyncio.gather(body(b"<p>a"), body(b"<p>b"))
    reading = asyncio.create_task(body(b"<p " + b" ".join(b'a%d="<"' % n for n in range(80_000)) + b">words"))
    await asyncio.sleep(0.5)
    print("reading", flush=True)
    await reading

asyncio.run(work())
"""


@LINUX
def test_no_reader_is_left_when_its_owner_is_killed() -> None:
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with subprocess.Popen([sys.executable, "-c", OWNER, root], stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None and owner.stdout.readline() == b"reading\n"
        left = readers(owner.pid)
        assert len(left) == 2  # one at work, one that waits
        owner.kill()
        owner.wait()
        gone, alive = psutil.wait_procs(left, timeout=SOON)
        assert not alive and len(gone) == 2


@pytest.fixture
def brief(settings: ReachSettings) -> ReachSettings:
    return replace(settings, parse_page_seconds=1.5, parse_batch_seconds=1.0)


async def test_the_reading_of_one_reach_is_bounded_however_many_pages_are_bad(site: Site, brief: ReachSettings) -> None:
    head = b"HTTP/1.1 200 X\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(ENDLESS)

    async def bad(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.5)  # the good one is read first, or it would wait behind them
        writer.write(head + ENDLESS)

    site.answer("/good", "<p>The level fell by 3.5 %.")
    for number in range(4):
        site.behave(f"/bad{number}", bad)
    await asyncio.gather(*(text_of(b"<p>Before.") for _ in range(2)))
    began = time.monotonic()
    result = await fetch(brief, site.url("/good"), *(site.url(f"/bad{number}") for number in range(4)))
    assert time.monotonic() - began < brief.parse_batch_seconds + SOON
    assert [page.text for page in result.pages] == ["The level fell by 3.5 %."]
    good, *bad = result.outcomes
    assert good.kind is None and {one.kind for one in bad} == {Kind.TOO_SLOW}
    assert "reading it did not fit the 1 s that one reach may go on reading" in {one.detail for one in bad}
    assert all(one.received == len(ENDLESS) for one in bad)


async def test_a_step_that_is_cut_while_pages_are_read_ends_at_once(site: Site, settings: ReachSettings) -> None:
    site.answer("/bad", ENDLESS)
    long = replace(settings, parse_page_seconds=60.0, parse_batch_seconds=60.0)
    step, _ = await begun(fetch(long, site.url("/bad")))
    began = time.monotonic()
    step.cancel()
    with pytest.raises(asyncio.CancelledError):
        await step
    while readers():
        await asyncio.sleep(0.01)
    assert time.monotonic() - began < SOON


@pytest.mark.parametrize("words", ["a. ", "Ab cd. ", "! ", "中。", "1. ", ".x", ", ", "x"])
def test_sentences_are_found_in_time_that_grows_with_the_text_alone(words: str) -> None:
    def seconds(text: str) -> float:
        began = time.process_time()
        assert sentences(text)
        return time.process_time() - began

    short, long = words * 5_000, words * 40_000
    assert min(seconds(long) for _ in range(2)) < 8 * 3 * max(seconds(short), 0.01)
