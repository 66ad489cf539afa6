"""Redirects, rebinding, credentials and the environment: each hop is a new decision (B-051, B-053, B-055, B-057)."""

import gzip
import ssl
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.egress import Egress, wait_asked
from reach.errors import Kind, ReachError
from reach.settings import LONGEST_WAIT, ReachSettings

PUBLIC = "93.184.216.34"


def _recording(seen: list[httpx2.Request], answer: httpx2.Response | None = None):
    def factory(context: ssl.SSLContext) -> httpx2.AsyncBaseTransport:
        assert context.check_hostname
        assert context.verify_mode is ssl.CERT_REQUIRED

        def handle(request: httpx2.Request) -> httpx2.Response:
            seen.append(request)
            return answer or httpx2.Response(200, content=b"fine")

        return httpx2.MockTransport(handle)

    return factory


async def test_the_judged_address_is_dialled_and_the_name_kept_for_tls_and_host() -> None:
    seen: list[httpx2.Request] = []
    lookups: list[str] = []

    async def rebinding(host: str, port: int) -> Sequence[str]:
        lookups.append(host)
        return [PUBLIC] if len(lookups) == 1 else ["127.0.0.1"]

    response = await Egress(ReachSettings(), rebinding, transport=_recording(seen)).get("https://docs.example/a?b=c#d")
    assert response.body == b"fine"
    assert len(lookups) == 1
    assert str(seen[0].url) == f"https://{PUBLIC}/a?b=c"
    assert seen[0].headers["host"] == "docs.example"
    assert seen[0].extensions["sni_hostname"] == "docs.example"


async def test_a_name_that_turns_inward_between_two_reads_is_refused_the_second_time() -> None:
    seen: list[httpx2.Request] = []
    answers = [[PUBLIC], ["127.0.0.1"]]

    async def rebinding(host: str, port: int) -> Sequence[str]:
        return answers.pop(0)

    egress = Egress(ReachSettings(), rebinding, transport=_recording(seen))
    await egress.get("http://docs.example/")
    with pytest.raises(ReachError) as refusal:
        await egress.get("http://docs.example/")
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert len(seen) == 1


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_to_an_internal_address_never_arrives(status: int, site, canary, egress: Egress) -> None:
    for path, target in (
        ("/ip", canary.url("/")),
        ("/name", f"http://localhost:{canary.port}/"),
        ("/odd", "http://127.1/"),
    ):
        site.answer(path, status=status, location=target)
        with pytest.raises(ReachError) as refusal:
            await egress.get(site.url(path))
        assert refusal.value.kind is Kind.POLICY_DENIED
    assert canary.seen == []


async def test_a_redirect_by_way_of_a_name_is_resolved_and_judged_again(site, canary, settings: ReachSettings) -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    site.answer("/", status=302, location="http://docs.example/next")
    with pytest.raises(ReachError) as refusal:
        await Egress(settings, resolver).get(site.url("/"))
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert canary.seen == []


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "ftp://docs.example/", "gopher://docs.example/", "data:text/plain,x"]
)
async def test_a_redirect_to_another_kind_of_address_is_refused(target: str, site, egress: Egress) -> None:
    site.answer("/", status=302, location=target)
    with pytest.raises(ReachError) as refusal:
        await egress.get(site.url("/"))
    assert refusal.value.kind is Kind.POLICY_DENIED


async def test_relative_redirects_are_followed_and_the_chain_is_kept(site, egress: Egress) -> None:
    site.answer("/a/b", status=301, location="../c?x=1#part")
    site.answer("/c", "there")
    response = await egress.get(site.url("/a/b"))
    assert response.body == b"there"
    assert response.hops == (site.url("/a/b"), site.url("/c?x=1"))


async def test_a_chain_of_five_is_followed_and_one_of_six_is_not(site, egress: Egress) -> None:
    for step in range(7):
        site.answer(f"/{step}", status=302, location=f"/{step + 1}")
    site.answer("/7", "end")
    assert (await egress.get(site.url("/2"))).body == b"end"
    with pytest.raises(ReachError) as failure:
        await egress.get(site.url("/1"))
    assert failure.value.kind is Kind.BLOCKED_BY_SITE
    assert "/1" in failure.value.detail and "/6" in failure.value.detail


async def test_a_loop_ends_after_five_hops(site, egress: Egress) -> None:
    site.answer("/a", status=302, location="/b")
    site.answer("/b", status=302, location="/a")
    with pytest.raises(ReachError, match="redirects"):
        await egress.get(site.url("/a"))
    assert len(site.seen) == 6


async def test_what_a_caller_adds_is_shown_to_the_first_origin_alone(site, canary, settings: ReachSettings) -> None:
    allowed = ReachSettings(allow_hosts=frozenset({site.authority, canary.authority}))
    site.answer("/", status=302, location="/same")
    site.answer("/same", status=302, location=canary.url("/"))
    await Egress(allowed).get(
        site.url("/"), headers=[("Authorization", "Bearer canary-123"), ("X-Api-Key", "canary-456")]
    )
    assert all(headers["authorization"] == "Bearer canary-123" for _, headers in site.seen)
    assert "canary-" not in str(canary.seen)


async def test_cookies_are_neither_kept_nor_sent(site, egress: Egress) -> None:
    site.answer("/", status=302, location="/next", set_cookie="id=1")
    site.answer("/next", "x", set_cookie="id=2")
    await egress.get(site.url("/"))
    await egress.get(site.url("/next"))
    assert all("cookie" not in headers for _, headers in site.seen)


async def test_proxies_of_the_environment_are_ignored(
    site, canary, egress: Egress, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, canary.url(""))
    monkeypatch.delenv("NO_PROXY", raising=False)
    site.answer("/", "direct")
    assert (await egress.get(site.url("/"))).body == b"direct"
    assert canary.seen == []


async def test_a_providers_own_host_is_open_for_that_request_only(site) -> None:
    egress = Egress(ReachSettings())
    site.answer("/", "mine")
    assert (await egress.get(site.url("/"), allow={site.authority})).body == b"mine"
    with pytest.raises(ReachError) as refusal:
        await egress.get(site.url("/"))
    assert refusal.value.kind is Kind.POLICY_DENIED


async def test_the_next_address_of_a_name_is_tried_when_one_refuses(site, settings: ReachSettings) -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.2", "127.0.0.1"]

    site.answer("/", "second")
    allowed = ReachSettings(allow_hosts=frozenset({f"wiki.internal:{site.port}"}))
    response = await Egress(allowed, resolver).get(f"http://wiki.internal:{site.port}/")
    assert response.body == b"second"
    assert site.seen[0][1]["host"] == f"wiki.internal:{site.port}"


async def test_a_closed_port_is_an_unavailable_provider(site, egress: Egress, settings: ReachSettings) -> None:
    allowed = ReachSettings(allow_hosts=frozenset({"127.0.0.1:1"}))
    with pytest.raises(ReachError) as failure:
        await Egress(allowed).get("http://127.0.0.1:1/")
    assert failure.value.kind is Kind.PROVIDER_UNAVAILABLE


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("30", 30.0),
        ("9" * 400, LONGEST_WAIT),
        ("Mon, 01 Jan 2031 00:00:3000000000 GMT", None),
        ("Wed, 01 Jan 2031 00:01:00 GMT", 60.0),
        ("Tue, 31 Dec 2030 00:00:00 GMT", 0.0),
        ("soon", None),
        ("", None),
    ],
)
def test_a_wait_is_read_in_both_its_forms(value: str, seconds: float | None) -> None:
    assert wait_asked(value, datetime(2031, 1, 1, tzinfo=UTC)) == seconds


async def test_a_body_makes_it_a_post_with_the_callers_content_type(site, egress: Egress) -> None:
    site.answer("/search", '{"results": []}')
    json = [("Content-Type", "application/json")]
    await egress.get(site.url("/search"), headers=json, body=b'{"query": "tide"}')
    assert site.bodies == [b'{"query": "tide"}']
    assert site.seen[0][1]["content-type"] == "application/json"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_post_is_sent_once_and_its_redirect_handed_back(status: int, site, egress: Egress) -> None:
    site.answer("/search", status=status, location="/elsewhere")
    response = await egress.get(site.url("/search"), body=b"q")
    assert (response.status, [path for path, _ in site.seen]) == (status, ["/search"])


async def test_every_hop_is_put_before_the_tasks_own_rules_in_its_one_spelling(site, settings: ReachSettings) -> None:
    asked: list[str] = []

    def admits(url: str) -> str | None:
        asked.append(url)
        return "outside the task's sites" if "/out" in url else None

    site.answer("/in", status=302, location="/out?a=b")
    with pytest.raises(ReachError, match="outside the task's sites") as refusal:
        await Egress(settings, admits=admits).get(site.url("/in"))
    assert refusal.value.kind is Kind.POLICY_DENIED
    assert [path for path, _ in site.seen] == ["/in"]
    assert set(asked) == {site.url("/in"), site.url("/out?a=b")}


async def test_a_rule_on_a_host_is_not_escaped_by_spelling_it_otherwise() -> None:
    with pytest.raises(ReachError, match="never"):
        await Egress(ReachSettings(), admits=lambda url: "never" if url == "https://docs.example/" else None).get(
            "HTTPS://ⓓocs.Example.:443"
        )


async def test_a_condition_is_sent_and_not_modified_is_handed_back(site, egress: Egress) -> None:
    site.answer("/", status=304, etag='"7"', content_length="")
    asked = [("If-None-Match", '"7"'), ("If-Modified-Since", "Wed, 01 May 2030 12:00:00 GMT")]
    response = await egress.get(site.url("/"), headers=asked)
    assert (response.status, response.body, response.headers["etag"]) == (304, b"", '"7"')
    assert site.seen[0][1]["if-none-match"] == '"7"'
    assert site.seen[0][1]["if-modified-since"] == "Wed, 01 May 2030 12:00:00 GMT"


async def test_only_the_first_bytes_of_a_longer_answer_are_taken(site, settings: ReachSettings) -> None:
    small = Egress(replace(settings, body_bytes=100))
    site.answer("/plain", b"abcdefghij" * 100_000)
    site.answer("/packed", gzip.compress(b"abcdefghij" * 1_000_000), content_encoding="gzip")
    site.answer("/short", b"abc")
    assert (await small.get(site.url("/plain"), first_bytes=12)).body == b"abcdefghijab"
    assert (await small.get(site.url("/packed"), first_bytes=12)).body == b"abcdefghijab"
    assert (await small.get(site.url("/short"), first_bytes=12)).body == b"abc"


async def test_from_https_to_http_a_redirect_is_followed_with_nothing_to_lose() -> None:
    seen: list[httpx2.Request] = []

    async def resolver(host: str, port: int) -> Sequence[str]:
        return [PUBLIC]

    def factory(context: ssl.SSLContext) -> httpx2.AsyncBaseTransport:
        def handle(request: httpx2.Request) -> httpx2.Response:
            seen.append(request)
            onward = {"location": "http://docs.example/plain"}
            return httpx2.Response(302, headers=onward) if len(seen) == 1 else httpx2.Response(200, content=b"fine")

        return httpx2.MockTransport(handle)

    response = await Egress(ReachSettings(), resolver, transport=factory).get(
        "https://docs.example/", headers=[("Authorization", "Bearer canary")]
    )
    assert response.final_url == "http://docs.example/plain"
    assert [("authorization" in request.headers) for request in seen] == [True, False]
    assert seen[1].url.port in (80, None)


@given(
    st.text(max_size=60)
    | st.integers().map(str)
    | st.from_regex(r"(Mon|Tue), [0-9]{1,20} Jan [0-9]{1,20} [0-9]{1,3}:[0-9]{1,20} [+-][0-9]{1,20}", fullmatch=True)
)
def test_any_text_is_a_wait_or_none(value: str) -> None:
    seconds = wait_asked(value, datetime(2031, 1, 1, tzinfo=UTC))
    assert seconds is None or 0 <= seconds <= LONGEST_WAIT
