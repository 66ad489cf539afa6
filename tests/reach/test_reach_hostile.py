"""Against a server that means harm nothing hangs, nothing leaks, nothing grows, and nothing inside is reached."""

import asyncio
import time
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial

import psutil
import pytest
from hostile import PUBLIC, TRAPS, Hostile, Rebinding, Rerouted, meta, refresh, serving, to

from reach.cache import NoCache
from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.fetch import read
from reach.pace import LocalPace
from reach.settings import MIB, ReachSettings

SECONDS = 0.4  # for those that only the clock ends
WIDE = 10.0  # for the others: longer than the longest pause of a busy machine

OUTCOMES: dict[str, Kind | bytes] = {
    "silent": Kind.TOO_SLOW,
    "closes at once": Kind.PROVIDER_UNAVAILABLE,
    "drips headers": Kind.TOO_SLOW,
    "drips one header": Kind.TOO_SLOW,
    "drips the status": Kind.TOO_SLOW,
    "drips the body": Kind.TOO_SLOW,
    "drips chunks": Kind.TOO_SLOW,
    "endless headers": Kind.PROVIDER_UNAVAILABLE,
    "endless header": Kind.PROVIDER_UNAVAILABLE,
    "endless status": Kind.PROVIDER_UNAVAILABLE,
    "endless hints": Kind.TOO_SLOW,
    "endless body": Kind.TOO_LARGE,
    "endless chunks": Kind.TOO_LARGE,
    "endless chunk extension": Kind.INCOMPLETE,
    "endless trailers": Kind.INCOMPLETE,
    "chunk of no number": Kind.INCOMPLETE,
    "chunk below nothing": Kind.INCOMPLETE,
    "chunk of all the world": Kind.INCOMPLETE,
    "chunk without an end": Kind.INCOMPLETE,
    "length below nothing": Kind.PROVIDER_UNAVAILABLE,
    "two lengths": Kind.PROVIDER_UNAVAILABLE,
    "length of all the world": Kind.TOO_LARGE,
    "longer than told": b"hello",
    "shorter than told": Kind.INCOMPLETE,
    "resets": Kind.INCOMPLETE,
    "nul in a header": Kind.PROVIDER_UNAVAILABLE,
    "line end in a header": Kind.PROVIDER_UNAVAILABLE,
    "space before a colon": Kind.PROVIDER_UNAVAILABLE,
    "status of a word": Kind.PROVIDER_UNAVAILABLE,
    "http 0.9": Kind.PROVIDER_UNAVAILABLE,
    "http 2": Kind.PROVIDER_UNAVAILABLE,
    "another protocol": Kind.PROVIDER_UNAVAILABLE,
    "switches protocols": Kind.PROVIDER_UNAVAILABLE,
    "gzip bomb": Kind.TOO_LARGE,
    "deflate bomb": Kind.TOO_LARGE,
    "bomb in a bomb": Kind.UNDECODABLE,
    "brotli unasked": Kind.UNDECODABLE,
    "gzip that is none": Kind.UNDECODABLE,
    "gzip cut short": Kind.INCOMPLETE,
    "packed nothings": Kind.TOO_LARGE,
    "rubbish behind the end": Kind.TOO_LARGE,
    "loop": Kind.BLOCKED_BY_SITE,
    "ping": Kind.BLOCKED_BY_SITE,
    "pong": Kind.BLOCKED_BY_SITE,
}


@pytest.fixture
async def hostile() -> AsyncIterator[Hostile]:
    async with serving() as hostile:
        yield hostile


@pytest.fixture
def short(hostile: Hostile) -> ReachSettings:
    return ReachSettings(
        allow_hosts=frozenset({hostile.authority}),
        connect_seconds=SECONDS,
        target_seconds=SECONDS,
        batch_seconds=3 * SECONDS,
        retry_wait_seconds=0.01,
        cancel_grace_seconds=0.1,
        body_bytes=MIB,
        page_pool=8,
        per_host=8,
    )


async def ends(egress: Egress, url: str) -> Kind | bytes:
    try:
        return (await egress.get(url)).body
    except ReachError as error:
        return error.kind


def patient(short: ReachSettings, name: str) -> ReachSettings:
    """Only what never ends by itself is cut short."""
    return short if OUTCOMES[name] is Kind.TOO_SLOW else replace(short, connect_seconds=WIDE, target_seconds=WIDE)


@asynccontextmanager
async def nothing_left_open(hostile: Hostile) -> AsyncIterator[None]:
    """In the end the server's own tasks are called off, and everything is given the time to close."""
    process = psutil.Process()

    def still() -> tuple[int, int]:
        return process.num_fds(), len(asyncio.all_tasks())

    before = still()
    yield
    for task in list(hostile.open):
        task.cancel()
    end = time.monotonic() + WIDE
    while still() != before and time.monotonic() < end:
        await asyncio.sleep(0.01)
    assert still() == before


def test_every_trap_has_an_outcome() -> None:
    assert TRAPS.keys() == OUTCOMES.keys()


@pytest.mark.parametrize("name", TRAPS)
async def test_a_trap_ends_in_time_as_what_it_is_and_is_let_go(
    name: str, hostile: Hostile, short: ReachSettings
) -> None:
    egress = Egress(patient(short, name))
    assert egress._context  # reading the certificate authorities is nobody's trap
    async with nothing_left_open(hostile):
        began = time.monotonic()
        assert await ends(egress, hostile.url(name)) == OUTCOMES[name]
        assert time.monotonic() - began < SECONDS + WIDE
        if name != "silent":  # a server that reads nothing can't notice
            await asyncio.wait_for(hostile.left_alone(), WIDE)


async def test_all_traps_at_once_end_in_time_and_leave_nothing_open(hostile: Hostile, short: ReachSettings) -> None:
    egress = Egress(short)
    assert egress._context
    async with nothing_left_open(hostile):
        began = time.monotonic()
        found = await asyncio.gather(*(ends(egress, hostile.url(name)) for name in TRAPS))
        assert time.monotonic() - began < SECONDS + WIDE
    assert all(end == b"hello" or isinstance(end, Kind) for end in found)


async def test_a_read_that_is_called_off_lets_every_trap_go(hostile: Hostile, short: ReachSettings) -> None:
    egress = Egress(short)
    assert egress._context
    slow = ["silent", "drips headers", "drips the body", "endless hints", "drips chunks"]
    async with nothing_left_open(hostile):
        tasks = [asyncio.create_task(egress.get(hostile.url(name))) for name in slow]
        while hostile.accepted < len(slow):
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        assert all(
            isinstance(end, asyncio.CancelledError) for end in await asyncio.gather(*tasks, return_exceptions=True)
        )


@pytest.mark.parametrize(
    "name",
    [
        "gzip bomb",
        "deflate bomb",
        "bomb in a bomb",
        "packed nothings",
        "rubbish behind the end",
        "endless body",
        "endless chunks",
        "endless headers",
        "endless header",
        "endless hints",
        "endless trailers",
        "endless chunk extension",
    ],
)
async def test_memory_stays_flat(name: str, hostile: Hostile, short: ReachSettings) -> None:
    egress = Egress(patient(short, name))
    assert egress._context
    tracemalloc.start()
    for _ in range(3):
        await ends(egress, hostile.url(name))
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5 * MIB  # the cap is 1 MiB; server and client live in this one process
    assert kept < MIB


async def test_a_reach_over_all_traps_accounts_for_each_within_its_time(hostile: Hostile, short: ReachSettings) -> None:
    urls = [hostile.url(name) for name in TRAPS]
    began = time.monotonic()
    found = await read(urls, (), Egress(short), settings=short, cache=NoCache(), pace=LocalPace())
    assert time.monotonic() - began < short.batch_seconds + WIDE
    assert [outcome.target for outcome in found.outcomes] == urls
    assert found.pages == () or {page.url for page in found.pages} <= {hostile.url("longer than told")}


INSIDE = {
    "301": partial(to, 301),
    "302": partial(to, 302),
    "303": partial(to, 303),
    "307": partial(to, 307),
    "308": partial(to, 308),
    "refresh": refresh,
    "meta": meta,
}
WAYS_IN = [
    "http://127.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://0:{port}/",
    "http://2130706433:{port}/",
    "http://[::1]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://①②⑦.⓪.⓪.①:{port}/",
    "http://localhost:{port}/",
    "http://inside.example:{port}/",
    "//inside.example:{port}/",
    "http://public.example@127.0.0.1:{port}/",
    "http://public.example:{port}\\@127.0.0.1/",
]


def public_web(hostile: Hostile, port: int, resolver: Rebinding) -> Egress:
    """`public.example` is the hostile server at a public address; the canary's port is open to reaches."""
    settings = ReachSettings(ports=frozenset({80, 443, port}), connect_seconds=WIDE, target_seconds=WIDE)
    return Egress(settings, resolver, transport=lambda context: Rerouted(context, hostile.port))


@pytest.mark.parametrize("way", WAYS_IN)
@pytest.mark.parametrize("how", INSIDE)
async def test_no_public_page_leads_inside(how: str, way: str, hostile: Hostile, canary) -> None:
    resolver = Rebinding(public_example=[[PUBLIC]], inside_example=[["127.0.0.1"]])
    hostile.acts["/start"] = to(302, "http://public.example/next")
    hostile.acts["/next"] = INSIDE[how](way.format(port=canary.port))
    with pytest.raises(ReachError) as refusal:
        await public_web(hostile, canary.port, resolver).get("http://public.example/start")
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert hostile.accepted == 2
    assert (canary.seen, canary.most_at_once) == ([], 0)


async def test_a_name_is_looked_up_once_for_each_connection_and_never_dialled_unjudged(
    hostile: Hostile, canary
) -> None:
    resolver = Rebinding(public_example=[[PUBLIC], ["127.0.0.1"]])
    egress = public_web(hostile, canary.port, resolver)
    hostile.acts["/"] = to(404, "")
    assert (await egress.get(f"http://public.example:{canary.port}/")).status == 404
    assert resolver.asked == ["public.example."]
    with pytest.raises(ReachError) as refusal:
        await egress.get(f"http://public.example:{canary.port}/")
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert canary.most_at_once == 0


async def test_a_name_that_turns_inward_between_two_hops_is_refused_at_the_second(hostile: Hostile, canary) -> None:
    resolver = Rebinding(public_example=[[PUBLIC], ["127.0.0.1"]])
    hostile.acts["/start"] = to(307, "/next")
    with pytest.raises(ReachError) as refusal:
        await public_web(hostile, canary.port, resolver).get(f"http://public.example:{canary.port}/start")
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert resolver.asked == ["public.example."] * 2
    assert canary.most_at_once == 0


async def test_the_canary_would_have_seen_it(hostile: Hostile, canary) -> None:
    """The same way with the guard's permission does arrive: the tests above can fail."""
    hostile.acts["/start"] = to(302, canary.url("/"))
    settings = ReachSettings(allow_hosts=frozenset({hostile.authority, canary.authority}))
    assert (await Egress(settings).get(hostile.url("start"))).body == b"secret"
    assert canary.most_at_once == 1


async def hello(reader: asyncio.StreamReader) -> bytes:
    """What a client says first in TLS: a record of type 22 with its length in bytes 3 and 4."""
    head = await reader.readexactly(5)
    assert head[0] == 22
    return await reader.readexactly(int.from_bytes(head[3:5], "big"))


@pytest.mark.parametrize(
    ("answer", "kind", "detail"),
    [
        (None, Kind.TOO_SLOW, "did not take the connection"),
        (b"", Kind.PROVIDER_UNAVAILABLE, "can't be reached"),
        (b"HTTP/1.1 400 This is no TLS\r\n\r\n", Kind.PROVIDER_UNAVAILABLE, "certificate is not accepted"),
    ],
)
async def test_tls_names_the_host_at_the_judged_address_and_a_bad_handshake_ends(
    answer: bytes | None, kind: Kind, detail: str
) -> None:
    heard, done = list[bytes](), asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await hello(reader))
        if answer is None:
            await reader.read()
        else:
            writer.write(answer)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        done.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    settings = ReachSettings(
        allow_hosts=frozenset({f"wiki.internal:{port}"}),
        connect_seconds=1.0 if kind is Kind.TOO_SLOW else WIDE,
        target_seconds=WIDE,
    )

    async def resolver(host: str, port: int) -> list[str]:
        assert host == "wiki.internal"
        return ["127.0.0.1"]

    with pytest.raises(ReachError, match=detail) as failure:
        await Egress(settings, resolver).get(f"https://wiki.internal:{port}/")
    assert failure.value.kind is kind
    assert b"wiki.internal" in heard[0]
    await asyncio.wait_for(done.wait(), WIDE)  # the connection was let go
    server.close()
    await server.wait_closed()
