"""F-32, B-054, B-056: what is inside is refused in every spelling, before a socket opens."""

import asyncio
import ipaddress
from collections.abc import Sequence

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.guard import DENIED, denied, examine, is_allowed
from reach.settings import ReachSettings, parse_allow_hosts

SPELLINGS = """
http://127.0.0.1/
http://127.0.0.1./
http://127.1/
http://127.0.1/
http://0/
http://0.0.0.0/
http://2130706433/
http://0x7f000001/
http://0x7f.0.0.1/
http://0x7F.1/
http://017700000001/
http://0177.0.0.1/
http://127.0.0.01/
http://127.000.000.001/
http://00000177.1/
http://4294967295/
http://255.255.255.255/
http://①②⑦.⓪.⓪.①/
http://１２７.０.０.１/
http://127。0。0。1/
http://127%2e0.0.1/
http://%31%32%37.0.0.1/
http://localhost/
http://localhost./
http://LOCALHOST/
http://ⓛocalhost/
http://app.localhost/
http://intranet/
http://10.0.0.1/
http://10.255.255.255/
http://100.64.0.1/
http://100.100.100.200/
http://100.127.255.255/
http://169.254.169.254/latest/meta-data/
http://169.254.170.2/
http://2852039166/
http://172.16.0.1/
http://172.31.255.255/
http://192.0.0.192/
http://192.0.2.1/
http://192.88.99.1/
http://192.168.1.1/
http://198.18.0.1/
http://198.51.100.7/
http://203.0.113.9/
http://168.63.129.16/
http://224.0.0.1/
http://239.255.255.255/
http://240.0.0.1/
http://[::]/
http://[::1]/
http://[0:0:0:0:0:0:0:1]/
http://[::127.0.0.1]/
http://[::ffff:127.0.0.1]/
http://[::ffff:7f00:1]/
http://[::ffff:0:7f00:1]/
http://[64:ff9b::7f00:1]/
http://[64:ff9b::127.0.0.1]/
http://[64:ff9b:1::1]/
http://[100::1]/
http://[2001:0:7f00:1::]/
http://[2001:db8::1]/
http://[2002:7f00:1::]/
http://[2002:a00:1::]/
http://[3fff::1]/
http://[fc00::1]/
http://[fd00::1]/
http://[fd00:ec2::254]/
http://[fe80::1]/
http://[fe80::1%25eth0]/
http://[fec0::1]/
http://[ff02::1]/
http://[4000::1]/
http://user@93.184.216.34/
http://user:pass@docs.example/
http://93.184.216.34@127.0.0.1/
http://docs.example:22/
http://docs.example:8080/
http://docs.example:0/
http://docs.example:99999/
http://docs.example:port/
http://docs.example\\@127.0.0.1/
http://127.0.0.1\\.docs.example/
http://docs.example /
http://docs.example\t.internal/
http:///nohost
http://
//docs.example/
docs.example/
ftp://docs.example/
file:///etc/passwd
gopher://docs.example/
data:text/html,hello
javascript:alert(1)
http://[::1
http://-docs.example/
http://docs..example/
http://do{cs}.example/
""".strip("\n").split("\n")


async def _nothing_is_asked(host: str, port: int) -> Sequence[str]:
    raise AssertionError(f"{host} must not be resolved")


def test_the_table_of_spellings_is_long_enough() -> None:
    assert len(set(SPELLINGS)) >= 90


@pytest.mark.parametrize("url", SPELLINGS)
async def test_an_internal_or_odd_address_is_refused_before_a_socket_opens(url: str, connections: list[object]) -> None:
    with pytest.raises(ReachError) as refusal:
        await Egress(ReachSettings(), resolver=_nothing_is_asked).get(url)
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert connections == []


ANSWERS = [
    ["127.0.0.1"],
    ["169.254.169.254"],
    ["fd00::1"],
    ["93.184.216.34", "10.0.0.1"],
    ["10.0.0.1", "93.184.216.34"],
    ["2606:2800:220:1:248:1893:25c8:1946", "::1"],
    ["64:ff9b::5db8:d822"],
    ["::ffff:93.184.216.34"],
    ["2002:5db8:d822::1"],
]


@pytest.mark.parametrize("answers", ANSWERS, ids=str)
async def test_a_harmless_name_with_an_internal_address_is_refused_as_a_whole(
    answers: list[str], connections: list[object]
) -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        return answers

    with pytest.raises(ReachError) as refusal:
        await Egress(ReachSettings(), resolver=resolver).get("https://docs.example/")
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert connections == []


async def test_a_name_is_looked_up_fully_qualified_so_that_search_domains_stay_out() -> None:
    asked: list[str] = []

    async def resolver(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["10.0.0.1"]

    with pytest.raises(ReachError):
        await Egress(ReachSettings(), resolver=resolver).get("https://Docs.Example/")
    assert asked == ["docs.example."]


async def test_a_name_without_addresses_or_an_answer_is_a_typed_failure() -> None:
    async def nothing(host: str, port: int) -> Sequence[str]:
        return []

    async def down(host: str, port: int) -> Sequence[str]:
        raise OSError("server failure")

    for resolver, kind in ((nothing, Kind.NOT_FOUND), (down, Kind.PROVIDER_UNAVAILABLE)):
        with pytest.raises(ReachError) as failure:
            await Egress(ReachSettings(), resolver=resolver).get("http://docs.example/")
        assert failure.value.kind is kind


async def test_this_machines_own_address_is_inside_even_when_public(connections: list[object]) -> None:
    own = "93.184.216.34"

    async def resolver(host: str, port: int) -> Sequence[str]:
        return [own]

    egress = Egress(ReachSettings(), resolver=resolver)
    egress.__dict__["_own"] = frozenset({own})
    with pytest.raises(ReachError, match="this machine"):
        await egress.get("http://docs.example/")
    assert connections == []


@pytest.mark.parametrize("network", [network for network, _ in DENIED], ids=str)
def test_both_ends_of_every_denied_range_are_denied(network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> None:
    assert denied(network[0])
    assert denied(network[-1])


@pytest.mark.parametrize("address", ["100.63.255.255", "100.128.0.0", "11.0.0.0", "172.32.0.0", "8.8.8.8", "2606::1"])
def test_public_neighbours_of_denied_ranges_stay_open(address: str) -> None:
    assert denied(ipaddress.ip_address(address)) is None


@given(st.ip_addresses())
def test_whatever_passes_is_global_unicast(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    if denied(address) is None:
        assert address.is_global
        assert not address.is_multicast
        assert not address.is_private


@given(st.text(max_size=60))
def test_any_text_is_examined_or_refused_never_broken(text: str) -> None:
    for url in (text, f"http://{text}", f"http://docs.example/{text}"):
        try:
            target = examine(url, ports={80, 443}, allow=(), longest=2_000)
        except ReachError as refusal:
            assert refusal.kind is Kind.POLICY_DENIED
        else:
            assert target.scheme in ("http", "https")
            assert target.path.isascii()
            assert not any(mark.isspace() for mark in target.path)
            assert examine(target.address, ports={80, 443}, allow=(), longest=10_000).address == target.address


def test_an_allow_list_entry_opens_exactly_that_host_and_port() -> None:
    allow = parse_allow_hosts(" 127.0.0.1:8899, Wiki.Internal ,,[::1]:8080")
    assert is_allowed("127.0.0.1", 8899, allow)
    assert not is_allowed("127.0.0.1", 8900, allow)
    assert not is_allowed("127.0.0.1", 80, allow)
    assert is_allowed("wiki.internal", 443, allow)
    assert not is_allowed("wiki.internal", 8080, allow)
    assert not is_allowed("www.wiki.internal", 80, allow)
    assert is_allowed("::1", 8080, allow)


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "169.254.170.2",
        "168.63.129.16",
        "100.100.100.200",
        "192.0.0.192",
        "fd00:ec2::254",
        "fd20:ce::254",
        "fe80::1",
        "::ffff:169.254.169.254",
        "::ffff:0:a9fe:a9fe",
        "::169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::1",
    ],
)
async def test_an_allowed_name_still_does_not_lead_to_the_metadata_service(
    address: str, connections: list[object]
) -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        assert host == "wiki.internal"
        return [address]

    with pytest.raises(ReachError) as refusal:
        await Egress(ReachSettings(allow_hosts=frozenset({"wiki.internal"})), resolver=resolver).get(
            "http://wiki.internal/"
        )
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert connections == []


URLS = st.one_of(
    st.text(max_size=60),
    st.text(max_size=40).map("http://{}".format),
    st.builds(
        "{}://{}{}{}/{}".format,
        st.sampled_from(["http", "https", "HTTP", "ftp", "file"]),
        st.sampled_from(["", "user@", "a:b@", "docs.example@"]),
        st.one_of(
            st.sampled_from(["docs.example", "a.docs.example.", "DOCS.Example", "localhost", "127.1", "①.example"]),
            st.ip_addresses(v=4).map(str),
            st.ip_addresses(v=6).map("[{}]".format),
            st.integers(0, 2**32).map(str),
            st.from_regex(r"[a-z0-9-]{1,8}(\.[a-z0-9_]{1,5}){0,2}", fullmatch=True),
        ),
        st.sampled_from(["", ":80", ":443", ":22", ":"]),
        st.text(max_size=10),
    ),
)


@given(URLS, st.lists(st.ip_addresses().map(str), max_size=3))
@settings(max_examples=300, deadline=None)
def test_whatever_the_address_says_it_is_refused_or_an_allowed_address_is_dialled(url: str, answers: list[str]) -> None:
    dialled: list[str] = []

    async def resolver(host: str, port: int) -> Sequence[str]:
        return answers

    def factory(context: object) -> httpx2.AsyncBaseTransport:
        def handle(request: httpx2.Request) -> httpx2.Response:
            dialled.append(request.url.host)
            return httpx2.Response(200, content=b"x")

        return httpx2.MockTransport(handle)

    try:
        asyncio.run(Egress(ReachSettings(), resolver, transport=factory).get(url))
    except ReachError as refusal:
        assert refusal.kind in (Kind.POLICY_DENIED, Kind.NOT_FOUND)
        assert dialled == []
    else:
        (address,) = map(ipaddress.ip_address, dialled)
        assert denied(address) is None
        assert str(address) in answers or str(address) in url


async def test_the_record_of_connections_does_see_one(site, egress: Egress, connections: list[object]) -> None:
    site.answer("/", "x")
    await egress.get(site.url("/"))
    assert connections == [("127.0.0.1", site.port)]
