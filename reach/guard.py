"""Which addresses may be reached. Decides only; `reach.egress` acts on it, once for every hop (F-32, P7)."""

import ipaddress
import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from urllib.parse import quote

import idna

from reach.address import WEB_SCHEMES, split, undotted
from reach.errors import Kind, ReachError
from reach.settings import HOST_CHARS

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

DEFAULT_PORTS = {"http": 80, "https": 443}  # as the standards say; an address may leave them out

# Python's own `is_global` is true for multicast, NAT64, 6to4 around 127/8, fec0::/10, ::127.0.0.1 and 168.63.129.16,
# and `is_private` is false for 100.64/10. So the table is explicit; `is_global` is asked on top of it.
_DENIED_RANGES = """
0.0.0.0/8 this network
10.0.0.0/8 private
100.64.0.0/10 carrier NAT
127.0.0.0/8 loopback
168.63.129.16/32 cloud platform
169.254.0.0/16 link-local and metadata
172.16.0.0/12 private
192.0.0.0/24 protocol assignments
192.0.2.0/24 documentation
192.31.196.0/24 AS112
192.52.193.0/24 AMT relay
192.88.99.0/24 6to4 relay
192.168.0.0/16 private
192.175.48.0/24 AS112
198.18.0.0/15 benchmarking
198.51.100.0/24 documentation
203.0.113.0/24 documentation
224.0.0.0/4 multicast
240.0.0.0/4 reserved and broadcast
::/96 loopback and IPv4-compatible
::ffff:0:0/96 IPv4-mapped
::ffff:0:0:0/96 IPv4-translated
64:ff9b::/96 NAT64
64:ff9b:1::/48 local NAT64
100::/64 discard
100:0:0:1::/64 dummy
2001::/23 Teredo and protocol assignments
2001:db8::/32 documentation
2002::/16 6to4
2620:4f:8000::/48 AS112
3fff::/20 documentation
5f00::/16 segment routing
fc00::/7 private
fe80::/10 link-local
fec0::/10 site-local
ff00::/8 multicast
"""
_Range = ipaddress.IPv4Network | ipaddress.IPv6Network
DENIED: tuple[tuple[_Range, str], ...] = tuple(
    (ipaddress.ip_network(line.split(" ", 1)[0]), line.split(" ", 1)[1]) for line in _DENIED_RANGES.strip().splitlines()
)
# Never reached through a name, listed or not: what answers there hands out the machine's own credentials.
_METADATA_RANGES = """
169.254.0.0/16
168.63.129.16/32
100.100.100.200/32
192.0.0.192/32
fe80::/10
fd00:ec2::254/128
fd20:ce::254/128
"""
_METADATA = tuple(ipaddress.ip_network(line) for line in _METADATA_RANGES.split())
# IPv6 addresses whose last 32 bits are an IPv4 address that a router or the kernel may take them for.
_CARRIERS = tuple(ipaddress.IPv6Network(net) for net in ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96"))
_LAST_32_BITS = 2**32 - 1  # a mask
_UNICAST_V6 = ipaddress.IPv6Network("2000::/3")

_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
_NUMBER_LAST = re.compile(r"(^|\.)(\d+|0x[0-9a-f]*)$")
# Parsers disagree on them, and half a character has no bytes to send. What else is odd in a path is escaped.
_BAD_MARKS = re.compile("[\x00-\x20\x7f\\\\\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Target:
    """An address that passed every check that needs no look-up."""

    scheme: str
    host: str  # ASCII, lower case, no trailing dot, no brackets
    port: int
    path: str  # path and query, escaped, as the server is asked for it
    literal: Address | None
    allowed: bool  # named by the operator: private addresses may answer

    @property
    def authority(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == DEFAULT_PORTS[self.scheme] else f"{name}:{self.port}"

    @property
    def address(self) -> str:
        """The one spelling of it, for rules that compare: what the resolver and the server will be told."""
        return f"{self.scheme}://{self.authority}{self.path}"

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port


def examine(url: str, *, ports: Collection[int], allow: Collection[str], longest: int) -> Target:
    """Everything that can be refused by looking at the address alone. Raises ReachError(policy_denied)."""
    parts = split(url)
    if parts is None or len(url) > longest or _BAD_MARKS.search(url.strip()):
        raise _refused("the address is malformed or too long")
    if parts.scheme.lower() not in WEB_SCHEMES:
        raise _refused(f"only http and https are reached, not {parts.scheme or 'an address without scheme'}")
    if "@" in parts.netloc:
        raise _refused("the address carries user information")
    scheme, host = parts.scheme.lower(), plain_host(parts.hostname or "")
    port = DEFAULT_PORTS[scheme] if parts.port is None else parts.port
    literal, allowed = _literal(host), is_allowed(host, port, allow)
    if port not in ports and not allowed:
        raise _refused(f"port {port} is not open to reaches")
    if not allowed and literal is None and ("." not in host or host.endswith(".localhost")):
        raise _refused(f"{host} is a local name")
    path = undotted(quote(parts.path or "/", safe="/%:@!$&'()*+,;=~"))
    path += f"?{_query(parts.query)}" if parts.query else ""
    return Target(scheme, host, port, path, literal, allowed)


def _query(query: str) -> str:
    return quote(query, safe="/%:@!$&'()*+,;=~?")


def plain_host(host: str) -> str:
    """The one spelling of a host, or a refusal: compatibility digits are folded before anything is compared."""
    folded = unicodedata.normalize("NFKC", host).lower().replace("。", ".").rstrip(".")
    if ":" in folded:
        return _plain_v6(folded)
    if _NUMBER_LAST.search(folded):
        return _plain_v4(folded)
    try:
        name = folded if folded.isascii() else idna.encode(folded, uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        raise _refused("the host is not a valid name") from None
    if not _NAME.fullmatch(name) or len(name) > HOST_CHARS:
        raise _refused("the host is not a valid name")
    if _NUMBER_LAST.search(name):
        raise _refused("the host is an oddly spelt number")
    return name


def _plain_v4(host: str) -> str:
    """Only four plain decimal parts: 127.1, 0x7f000001, 017700000001 and 2130706433 all mean loopback to a resolver."""
    try:
        return str(ipaddress.IPv4Address(host))
    except ValueError:
        raise _refused("the host is an oddly spelt number") from None


def _plain_v6(host: str) -> str:
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        raise _refused("the host is not a valid address") from None
    if address.scope_id:
        raise _refused("the address names a network interface")
    return str(address)


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_allowed(host: str, port: int, allow: Collection[str]) -> bool:
    """An entry "host" opens that host's usual ports, "host:port" that port alone."""
    bracketed = f"[{host}]" if ":" in host else host
    usual = port in DEFAULT_PORTS.values()
    return f"{bracketed}:{port}" in allow or (usual and (host in allow or bracketed in allow))


def denied(address: Address) -> str | None:
    """Why this address must not be connected to, or None."""
    for network, reason in DENIED:
        if address.version == network.version and address in network:
            return reason
    if not address.is_global or (isinstance(address, ipaddress.IPv6Address) and address not in _UNICAST_V6):
        return "not a public address"
    return None


def judge(target: Target, answers: Sequence[str], own: Collection[str]) -> tuple[Address, ...]:
    """All addresses of a name, if every one may be reached; a mixed answer refuses the name as a whole (B-056)."""
    addresses = tuple(ipaddress.ip_address(answer) for answer in answers)
    if not addresses:
        raise ReachError(Kind.NOT_FOUND, f"{target.host} has no address")
    for address in addresses:
        reason = _reason(target, address, own)
        if reason:
            raise _refused(f"{target.host} leads to an address that is not reached ({reason})")
    return tuple(sorted(addresses, key=lambda address: address.version))


def _reason(target: Target, address: Address, own: Collection[str]) -> str | None:
    if target.allowed:
        return "metadata" if target.literal != address and _is_metadata(address) else None
    return "this machine" if str(address) in own else denied(address)


def _is_metadata(address: Address) -> bool:
    return any(form.version == net.version and form in net for form in _forms(address) for net in _METADATA)


def _forms(address: Address) -> tuple[Address, ...]:
    """The address, and the IPv4 address that it carries."""
    if isinstance(address, ipaddress.IPv4Address):
        return (address,)
    carried = address.sixtofour
    if any(address in net for net in _CARRIERS):
        carried = ipaddress.IPv4Address(int(address) & _LAST_32_BITS)
    return (address, carried) if carried else (address,)


def _refused(why: str) -> ReachError:
    return ReachError(Kind.POLICY_DENIED, why)
