"""A proxy is used where the operator names one, and nowhere else; what is inside never goes to it (B-057)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest

from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.settings import ReachSettings

PUBLIC = "93.184.216.34"


class Proxy:
    """Notes what it is asked for; answers plain requests itself and refuses tunnels."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.heads: list[str] = []
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://ada:secret@127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.heads.append(head)
            self.asked.append(" ".join(head.split(" ")[:2]))
            tunnel = head.startswith("CONNECT")
            writer.write(b"HTTP/1.1 %b\r\nContent-Length: 3\r\n\r\nyes" % (b"403 No" if tunnel else b"200 OK"))
            await writer.drain()
        writer.close()


@pytest.fixture
async def proxy() -> AsyncIterator[Proxy]:
    proxy = Proxy()
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    yield proxy
    server.close()
    await server.wait_closed()


@pytest.fixture
def proxied(settings: ReachSettings, proxy: Proxy) -> ReachSettings:
    return replace(settings, proxy=proxy.address)


async def resolver(host: str, port: int) -> Sequence[str]:
    known = {"docs.example.": [PUBLIC], "inside.example.": ["10.0.0.1"], "mixed.example.": [PUBLIC, "127.0.0.1"]}
    if host not in known:
        raise OSError("no such name here")
    return known[host]


async def test_what_is_public_goes_through_it_by_name(proxy: Proxy, proxied: ReachSettings) -> None:
    response = await Egress(proxied, resolver).get("http://docs.example/a?b=c")
    assert (response.body, response.final_url) == (b"yes", "http://docs.example/a?b=c")
    assert proxy.asked == ["GET http://docs.example/a?b=c"]
    assert "Host: docs.example\r\n" in proxy.heads[0]


async def test_a_name_that_only_the_proxy_knows_is_left_to_it(proxy: Proxy, proxied: ReachSettings) -> None:
    assert (await Egress(proxied, resolver).get("http://far.example/")).body == b"yes"

    async def silent(host: str, port: int) -> Sequence[str]:
        await asyncio.sleep(30)
        return []

    quick = replace(proxied, connect_seconds=0.5)
    assert (await Egress(quick, silent).get("http://slow.example/")).body == b"yes"
    assert proxy.asked == ["GET http://far.example/", "GET http://slow.example/"]


@pytest.mark.parametrize(
    "host", ["inside.example", "mixed.example", "10.0.0.1", "169.254.169.254", "[::1]", "localhost"]
)
async def test_what_leads_inside_is_refused_before_the_proxy_is_asked(
    host: str, proxy: Proxy, proxied: ReachSettings
) -> None:
    with pytest.raises(ReachError) as refusal:
        await Egress(proxied, resolver).get(f"http://{host}/")
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert proxy.asked == []


async def test_a_host_inside_that_the_operator_opened_is_asked_directly(
    site, proxy: Proxy, proxied: ReachSettings
) -> None:
    site.answer("/", "direct")
    assert (await Egress(proxied, resolver).get(site.url("/"))).body == b"direct"
    assert proxy.asked == []


async def test_a_tunnel_that_it_refuses_is_a_typed_failure_without_its_password(
    proxy: Proxy, proxied: ReachSettings
) -> None:
    with pytest.raises(ReachError, match="403") as failure:
        await Egress(proxied, resolver).get("https://docs.example/")
    assert failure.value.kind is Kind.PROVIDER_UNAVAILABLE
    assert proxy.asked == ["CONNECT docs.example:443"]
    assert "secret" not in str(failure.value)


async def test_a_proxy_that_is_down_is_no_reason_to_go_directly(
    proxied: ReachSettings, connections: list[object]
) -> None:
    with pytest.raises(ReachError) as failure:
        await Egress(replace(proxied, proxy="http://127.0.0.1:1"), resolver).get("http://docs.example/")
    assert failure.value.kind is Kind.PROVIDER_UNAVAILABLE
    assert connections == [("127.0.0.1", 1)]


def test_start_up_can_say_which_way_reaches_leave(proxied: ReachSettings, proxy: Proxy) -> None:
    through = Egress(proxied).route()
    assert f"http://127.0.0.1:{proxy.port}" in through
    assert "secret" not in through
    assert "directly" in Egress(ReachSettings()).route()
