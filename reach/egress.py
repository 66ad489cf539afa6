"""The one way out of the machine: every hop is resolved once, judged, and connected to at the judged address.

Nothing is trusted from the environment (no proxies), nothing is kept between requests (no cookies, no connections), and
what a caller's headers may hold is shown to the first origin alone; the same host by http instead of https is another
origin. So a redirect from https to http is followed like any other, with nothing to lose on the way; one to another
scheme is refused. Nothing else in `reach` opens a connection.

Where the operator names a proxy, it takes every reach that leaves the network. It resolves names again, so what it may
reach inside is its own affair; a name that leads inside from here is refused before it is asked.
"""

import asyncio
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property

import anyio.to_thread
import httpx2
import psutil

from reach.address import place
from reach.authorities import trusting
from reach.errors import Kind, ReachError
from reach.guard import Address, Target, denied, examine, judge
from reach.handshake import Handshakes
from reach.inflate import ACCEPTED, Body
from reach.onward import next_address
from reach.settings import LONGEST_WAIT, ReachSettings

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
TransportFactory = Callable[[ssl.SSLContext], httpx2.AsyncBaseTransport]
Headers = Sequence[tuple[str, str]]
Admits = Callable[[str], str | None]  # an address to the reason why this task doesn't go there, or None
Before = Callable[[str], Awaitable[None]]  # told the address of each request that is about to go out; raises to stop it


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes  # decoded, below the cap
    final_url: str
    hops: tuple[str, ...]  # every address asked, in order; the last one is final_url
    seconds: float

    def retry_after(self, now: datetime) -> float | None:
        """Seconds the server asked us to wait, in either of the header's two forms."""
        return wait_asked(self.headers.get("retry-after", ""), now)


def wait_asked(value: str, now: datetime) -> float | None:
    """Never more than LONGEST_WAIT: what a stranger writes here may be any number, and it is stored."""
    if value.strip().isascii() and value.strip().isdigit():
        return min(float(value), LONGEST_WAIT)
    try:
        moment = parsedate_to_datetime(value)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return min(max(0.0, (moment - now).total_seconds()), LONGEST_WAIT)
    except (ValueError, TypeError, OverflowError):
        return None


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """In a thread that may be left behind: a dead name server must not hold the deadline."""
    found = await anyio.to_thread.run_sync(
        lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM), abandon_on_cancel=True
    )
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def _plain_transport(context: ssl.SSLContext, proxy: httpx2.Proxy | None = None) -> httpx2.AsyncBaseTransport:
    once = httpx2.Limits(max_connections=1, max_keepalive_connections=0)
    return httpx2.AsyncHTTPTransport(verify=context, trust_env=False, limits=once, proxy=proxy)


def own_addresses() -> frozenset[str]:
    """This machine's addresses, public ones included: a service that listens here is inside (B-056)."""
    nets = psutil.net_if_addrs().values()
    return frozenset(entry.address.split("%", 1)[0] for entries in nets for entry in entries)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a caller wants sent, and the hosts that this one request may go to beside the public ones."""

    headers: Headers
    allow: frozenset[str]
    body: bytes | None
    first_bytes: int | None
    before: Before | None

    def bare(self) -> "_Asked":
        """For another origin: what a caller's headers hold is none of its business."""
        return replace(self, headers=())


class Egress:
    def __init__(
        self,
        settings: ReachSettings,
        resolver: Resolver | None = None,
        clock: Callable[[], float] | None = None,
        transport: TransportFactory | None = None,
        admits: Admits | None = None,
        handshakes: Handshakes | None = None,
    ) -> None:
        """`admits` is asked for the address of every hop, in its one spelling. `handshakes` keeps times to connect."""
        self.settings = settings
        self._resolver = resolver or system_resolver
        self._clock = clock or time.monotonic
        self._transport = transport or _plain_transport
        self._admits = admits or (lambda _: None)
        self._handshakes = handshakes

    @property
    def _context(self) -> ssl.SSLContext:
        return trusting(self.settings.ca_file)

    @cached_property
    def _own(self) -> frozenset[str]:
        return own_addresses()

    async def get(
        self,
        url: str,
        *,
        headers: Headers = (),
        deadline_seconds: float | None = None,
        allow: Collection[str] | None = None,
        body: bytes | None = None,
        first_bytes: int | None = None,
        before: Before | None = None,
    ) -> Response:
        """`allow` adds hosts for this request only: a provider's own configured address. A body makes it a POST, whose
        redirect is handed back: what was meant for one address is not sent to another. `first_bytes` is all that is
        wanted of a longer answer. `before` is asked at every hop, once it is known to be allowed and where its name
        leads. Raises ReachError."""
        seconds = self.settings.target_seconds if deadline_seconds is None else deadline_seconds
        began = self._clock()
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                allowed = self.settings.allow_hosts | frozenset(allow or ())
                asked = _Asked(tuple(headers), allowed, body, first_bytes, before)
                return await self._follow(url, asked, began)
        except TimeoutError:
            raise ReachError(Kind.TOO_SLOW, f"no complete answer within {seconds:g} s") from None

    def route(self) -> str:
        """For people at start-up: by which way reaches leave (B-057)."""
        if self.settings.proxy:
            return f"Reaches leave through the proxy {place(self.settings.proxy)}, which must refuse what is internal."
        return "Reaches leave directly. Proxies named in the environment are ignored; REACH_PROXY would set one."

    async def _follow(self, url: str, asked: _Asked, began: float) -> Response:
        hops: list[str] = []
        target = first = self.examine(url, asked.allow)
        while True:
            hops.append(url)
            status, answer, body = await self._ask(target, asked if target.origin == first.origin else asked.bare())
            onward = next_address(url, status, answer, body, self.settings) if asked.body is None else None
            if onward is None:
                return Response(status, answer, body, url, tuple(hops), self._clock() - began)
            if len(hops) > self.settings.redirects:
                chain = " → ".join(place(hop) for hop in hops)
                raise ReachError(Kind.BLOCKED_BY_SITE, f"more than {self.settings.redirects} redirects: {chain}")
            url, target = onward, self.examine(onward, asked.allow)

    def unscoped(self) -> "Egress":
        """For what all tasks share: asked for one of them, it must not be told by that one's rules."""
        free = copy(self)
        free._admits = lambda _: None
        return free

    def examine(self, url: str, allow: frozenset[str] | None = None) -> Target:
        """What would be asked for, as far as the address alone tells. Raises ReachError(policy_denied)."""
        opened = self.settings.allow_hosts if allow is None else allow
        target = examine(url, ports=self.settings.ports, allow=opened, longest=self.settings.link_chars)
        if (why := self._admits(target.address)) is not None:
            raise ReachError(Kind.POLICY_DENIED, why)
        return target

    async def _ask(self, target: Target, asked: _Asked) -> tuple[int, dict[str, str], bytes]:
        """Tries the judged addresses in turn; only an address that can't be connected to leads to the next one."""
        places = await self._places(target)
        if asked.before is not None:
            await asked.before(target.address)
        for last, at in enumerate(places, start=1 - len(places)):
            try:
                return await self._exchange(target, at, asked)
            except httpx2.ConnectTimeout:
                raise ReachError(Kind.TOO_SLOW, f"{target.host} did not take the connection", passing=True) from None
            except httpx2.ConnectError as error:
                if last == 0:
                    raise _unreachable(target, error) from error
        raise AssertionError("there is at least one place to go to")

    async def _places(self, target: Target) -> tuple[Address | None, ...]:
        """Judged addresses; None stands for the proxy. What only the operator's list opens lies inside, before it."""
        if not self.settings.proxy:
            return judge(target, await self._addresses(target), self._own)
        try:
            async with asyncio.timeout(self.settings.connect_seconds):
                answers = await self._addresses(target)
        except (ReachError, TimeoutError):
            answers = ()  # a network whose names only the proxy knows
        addresses = judge(target, answers, self._own) if answers else ()
        return addresses if any(denied(address) for address in addresses) else (None,)

    async def _addresses(self, target: Target) -> Sequence[str]:
        if target.literal is not None:
            return [str(target.literal)]
        # The closing dot keeps the resolver from trying the machine's search domains.
        name = target.host if target.allowed else f"{target.host}."
        try:
            return await self._resolver(name, target.port)
        except (OSError, UnicodeError) as error:
            kind = Kind.NOT_FOUND if error.args[:1] == (socket.EAI_NONAME,) else Kind.PROVIDER_UNAVAILABLE
            raise ReachError(kind, f"{target.host} can't be resolved") from error

    async def _exchange(self, target: Target, at: Address | None, asked: _Asked) -> tuple[int, dict[str, str], bytes]:
        request = self._request(target, at, asked)
        async with self._transport_for(at) as transport:
            try:
                response = await transport.handle_async_request(request)
            except (httpx2.ConnectTimeout, httpx2.ConnectError):
                raise
            except httpx2.ProxyError as error:
                why = f"the proxy did not lead to {target.host}: {error}"
                raise ReachError(Kind.PROVIDER_UNAVAILABLE, why) from error
            except httpx2.HTTPError as error:
                why = f"{target.host} broke off: {type(error).__name__}"
                raise ReachError(Kind.PROVIDER_UNAVAILABLE, why) from error
            try:
                answer = {name.lower(): value for name, value in response.headers.items()}
                return response.status_code, answer, await self._read(response, asked.first_bytes)
            finally:
                await response.aclose()

    def _request(self, target: Target, at: Address | None, asked: _Asked) -> httpx2.Request:
        """The URL names the judged address, so nothing below can look the name up again; TLS and Host get the name."""
        dialled = target.host if at is None else str(at)
        netloc = f"[{dialled}]" if ":" in dialled else dialled
        fixed = [
            ("Host", target.authority),
            ("User-Agent", self.settings.agent),
            ("Accept-Language", self.settings.accept_language),
            ("Accept-Encoding", ACCEPTED),
            ("Connection", "close"),
        ]
        named = {name.lower() for name, _ in fixed}
        traced = {"trace": self._handshakes.of(target.host)} if self._handshakes else {}
        return httpx2.Request(
            "GET" if asked.body is None else "POST",
            f"{target.scheme}://{netloc}:{target.port}{target.path}",
            headers=fixed + [(name, value) for name, value in asked.headers if name.lower() not in named],
            content=asked.body,
            extensions={"sni_hostname": target.host, "timeout": {"connect": self.settings.connect_seconds}, **traced},
        )

    def _transport_for(self, at: Address | None) -> httpx2.AsyncBaseTransport:
        if at is not None:
            return self._transport(self._context)
        address = self.settings.proxy
        tls = self._context if address.lower().startswith("https:") else None
        return _plain_transport(self._context, httpx2.Proxy(address, ssl_context=tls))

    async def _read(self, response: httpx2.Response, first_bytes: int | None) -> bytes:
        cap = first_bytes or self.settings.body_bytes
        told = response.headers.get("content-length", "")
        if first_bytes is None and told.isascii() and told.isdigit() and int(told) > cap:
            raise ReachError(Kind.TOO_LARGE, f"the body is announced with {int(told):,} bytes")
        body = Body(response.headers.get("content-encoding", ""), cap, self.settings.chunk_bytes)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        try:
            async for piece in response.stream:
                body.feed(piece)
        except httpx2.HTTPError as error:
            raise ReachError(Kind.INCOMPLETE, "the connection ended before the body did", passing=True) from error
        except ReachError as error:
            if first_bytes is None or error.kind is not Kind.TOO_LARGE:
                raise
            return body.prefix(first_bytes)
        return body.finish()


def _unreachable(target: Target, error: httpx2.ConnectError) -> ReachError:
    why = "its certificate is not accepted" if isinstance(_root(error), ssl.SSLError) else "the connection was refused"
    return ReachError(Kind.PROVIDER_UNAVAILABLE, f"{target.host} can't be reached: {why}")


def _root(error: BaseException) -> BaseException:
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__ or error
    return error
