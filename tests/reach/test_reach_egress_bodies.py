"""Bodies that lie about their size, their coding or their end (F-34, F-35, B-046, B-048, B-050, B-071)."""

import asyncio
import gzip
import time
import tracemalloc
import zlib

import pytest

from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.inflate import Body
from reach.settings import MIB, ReachSettings


async def _kind(egress: Egress, url: str, **options: float) -> Kind:
    with pytest.raises(ReachError) as failure:
        await egress.get(url, **options)
    return failure.value.kind


async def test_a_dripping_server_is_left_at_the_total_deadline(site, egress: Egress, settings: ReachSettings) -> None:
    gone = asyncio.Event()

    async def drip(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 X\r\nContent-Type: text/html\r\n\r\n")
        try:
            while True:
                writer.write(b".")
                await writer.drain()
                await asyncio.sleep(0.02)
        finally:
            gone.set()

    site.behave("/", drip)
    began = time.monotonic()
    assert await _kind(egress, site.url("/"), deadline_seconds=0.5) is Kind.TOO_SLOW
    assert time.monotonic() - began < settings.target_seconds - 1
    await asyncio.wait_for(gone.wait(), 30)


async def test_a_server_that_says_nothing_is_left_too(site, egress: Egress) -> None:
    async def silence(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(30)

    site.behave("/", silence)
    assert await _kind(egress, site.url("/"), deadline_seconds=0.1) is Kind.TOO_SLOW


async def test_a_cancelled_read_closes_its_connection(site, egress: Egress) -> None:
    begun, gone = asyncio.Event(), asyncio.Event()

    async def stall(writer: asyncio.StreamWriter) -> None:
        begun.set()
        writer.write(b"HTTP/1.1 200 X\r\n\r\n")
        try:
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.01)
        finally:
            gone.set()

    site.behave("/", stall)
    task = asyncio.create_task(egress.get(site.url("/")))
    await asyncio.wait_for(begun.wait(), 30)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(gone.wait(), 30)


async def test_a_gzip_bomb_stops_at_the_cap(site, egress: Egress) -> None:
    site.answer("/", gzip.compress(b"\0" * 60 * MIB, mtime=0), content_encoding="gzip")
    assert await _kind(egress, site.url("/")) is Kind.TOO_LARGE


async def test_an_announced_or_endless_plain_body_stops_at_the_cap(site, settings: ReachSettings) -> None:
    small = ReachSettings(allow_hosts=settings.allow_hosts, body_bytes=1_000)
    site.answer("/told", b"x" * 2_000)
    site.answer("/untold", b"x" * 2_000, content_length="")
    for path in ("/told", "/untold"):
        assert await _kind(Egress(small), site.url(path)) is Kind.TOO_LARGE


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "deflate, gzip", "gzip, br", "rot13"])
async def test_encodings_that_were_not_asked_for_or_stack_are_failures(encoding: str, site, egress: Egress) -> None:
    site.answer("/", gzip.compress(b"hello", mtime=0), content_encoding=encoding)
    assert await _kind(egress, site.url("/")) is Kind.UNDECODABLE


async def test_only_what_can_be_decoded_is_asked_for(site, egress: Egress) -> None:
    site.answer("/", "x")
    await egress.get(site.url("/"))
    assert site.seen[0][1]["accept-encoding"] == "gzip, deflate"


@pytest.mark.parametrize(
    ("encoding", "wire"),
    [
        ("gzip", gzip.compress(b"hello", mtime=0)),
        ("x-gzip", gzip.compress(b"hello", mtime=0)),
        ("gzip", gzip.compress(b"hel", mtime=0) + gzip.compress(b"lo", mtime=0)),
        ("gzip", gzip.compress(b"hello", mtime=0) + b"trailing rubbish"),
        ("deflate", zlib.compress(b"hello")),
        ("deflate", zlib.compress(b"hello")[2:-4]),
        ("identity", b"hello"),
        ("", b"hello"),
    ],
)
async def test_what_was_asked_for_is_decoded(encoding: str, wire: bytes, site, egress: Egress) -> None:
    site.answer("/", wire, content_encoding=encoding)
    assert (await egress.get(site.url("/"))).body == b"hello"


@pytest.mark.parametrize("wire", [b"not gzip at all", gzip.compress(b"hello" * 1_000, mtime=0)[:40]])
async def test_a_damaged_or_cut_compressed_body_is_never_taken_as_whole(wire: bytes, site, egress: Egress) -> None:
    site.answer("/", wire, content_encoding="gzip")
    assert await _kind(egress, site.url("/")) in (Kind.UNDECODABLE, Kind.INCOMPLETE)


async def test_a_body_shorter_than_announced_is_incomplete(site, egress: Egress) -> None:
    site.answer("/length", b"half a page", content_length="100000")
    site.answer("/chunks", b"5\r\nhello\r\n", content_length="", transfer_encoding="chunked")
    for path in ("/length", "/chunks"):
        assert await _kind(egress, site.url(path)) is Kind.INCOMPLETE


async def test_a_server_that_hangs_up_or_speaks_no_http_is_unavailable(site, egress: Egress) -> None:
    async def hang_up(writer: asyncio.StreamWriter) -> None:
        return

    async def babble(writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH\r\n\r\n")

    site.behave("/gone", hang_up)
    site.behave("/ssh", babble)
    for path in ("/gone", "/ssh"):
        assert await _kind(egress, site.url(path)) is Kind.PROVIDER_UNAVAILABLE


@pytest.mark.parametrize("step", [1, 2, 3, 7, 1_000])
@pytest.mark.parametrize(
    ("encoding", "wire"),
    [
        ("gzip", gzip.compress(b"hel", mtime=0) + gzip.compress(b"lo", mtime=0)),
        ("gzip", gzip.compress(b"hello", mtime=0) + b"rubbish"),
        ("deflate", zlib.compress(b"hello")),
        ("deflate", zlib.compress(b"hello", 9)[2:-4]),
        ("deflate", zlib.compress(b"hello") + b"\x1f\x8brubbish"),
    ],
)
def test_a_body_reads_the_same_in_whatever_pieces_it_comes(step: int, encoding: str, wire: bytes) -> None:
    body = Body(encoding, cap=1_000, piece=100)
    for at in range(0, len(wire), step):
        body.feed(wire[at : at + step])
    assert body.finish() == b"hello"


def test_members_that_end_where_a_piece_ends_are_all_read() -> None:
    body = Body("gzip", cap=1_000, piece=100)
    for word in (b"one ", b"two ", b"three"):
        body.feed(gzip.compress(word, mtime=0))
    assert body.finish() == b"one two three"


def test_rubbish_behind_the_end_and_packed_nothings_are_counted_and_not_kept() -> None:
    ended, nothings = Body("gzip", 1_000_000, 1_000), Body("gzip", 1_000_000, 1_000)
    ended.feed(gzip.compress(b"hello", mtime=0))
    tracemalloc.start()
    with pytest.raises(ReachError, match="on the wire"):
        for _ in range(2_000):
            ended.feed(b"rubbish!" * 128)
    grown = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert grown < 100_000
    assert ended.finish() == b"hello"
    with pytest.raises(ReachError, match="on the wire"):
        for _ in range(1_000):
            nothings.feed(gzip.compress(b"", mtime=0) * 100)


def test_a_body_of_one_byte_is_no_compressed_body() -> None:
    body = Body("gzip", cap=1_000, piece=100)
    body.feed(b"\x1f")
    with pytest.raises(ReachError) as failure:
        body.finish()
    assert failure.value.kind is Kind.INCOMPLETE


def test_the_decoder_never_holds_much_more_than_the_cap() -> None:
    body = Body("gzip", cap=1_000, piece=100)
    with pytest.raises(ReachError) as failure:
        body.feed(gzip.compress(b"\0" * 10 * MIB, mtime=0))
    assert failure.value.kind is Kind.TOO_LARGE
    assert len(body._kept) <= 1_100
