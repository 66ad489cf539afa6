"""robots.txt is asked for what is really requested: every hop, as the wire spells it, for all tasks alike (B-069)."""

from dataclasses import replace
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.address import undotted
from reach.egress import Egress
from reach.errors import Kind
from reach.fetch import Read
from reach.pages import Status
from reach.robots import Robots
from reach.scope import Scope
from reach.settings import ReachSettings
from tests.reach.conftest import serving
from tests.reach.loopback import BODY, Stored, ends, fetch

CLOSED = "User-agent: *\nDisallow: /secret"
REFRESH = '<html><head><meta http-equiv="refresh" content="0; url=/secret"></head><body></body></html>'


async def read(settings: ReachSettings, *urls: str, egress: Egress | None = None, cache: Stored | None = None) -> Read:
    kept = cache or Stored()
    return await fetch(settings, *urls, robots=Robots(egress or Egress(settings), kept, settings))


def paths(site) -> list[str]:
    return [path for path, _ in site.seen]


@pytest.fixture
def closed(site):
    site.answer("/robots.txt", CLOSED)
    site.answer("/secret", BODY.format("A"))
    return site


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [("", 302, {"location": "/secret"}), (REFRESH, 200, {}), ("x", 200, {"refresh": "0; url=/a/../secret"})],
)
async def test_a_hop_to_what_the_site_closes_is_not_taken(
    body: str, status: int, told: dict[str, str], closed, settings: ReachSettings
) -> None:
    closed.answer("/open", body, status, **told)
    result = await read(settings, closed.url("/open"))
    assert ends(result.outcomes) == [(Status.FAILED, Kind.BLOCKED_BY_SITE)]
    assert "asks automatic readers to leave this page alone" in result.outcomes[0].detail
    assert paths(closed) == ["/robots.txt", "/open"]


async def test_a_hop_to_another_host_is_judged_by_that_hosts_rules(site, settings: ReachSettings) -> None:
    async with serving("127.0.0.1") as other:
        wide = replace(settings, allow_hosts=frozenset({site.authority, other.authority}))
        other.answer("/robots.txt", CLOSED)
        for path in ("/secret", "/free"):
            other.answer(path, BODY.format(path))
            site.answer(path, status=301, location=other.url(path))
        result = await read(wide, site.url("/secret"), site.url("/free"))
        assert ends(result.outcomes) == [(Status.FAILED, Kind.BLOCKED_BY_SITE), (Status.OK, None)]
        assert sorted(paths(other)) == ["/free", "/robots.txt"]


async def test_a_hop_inside_is_refused_before_anybody_is_asked_for_rules(site, canary, settings: ReachSettings) -> None:
    site.answer("/open", status=302, location=canary.url("/secret"))
    result = await read(settings, site.url("/open"))
    assert ends(result.outcomes) == [(Status.FAILED, Kind.POLICY_DENIED)]
    assert canary.seen == []


@pytest.mark.parametrize("path", ["/x/../secret", "/./secret", "/%2e/secret", "/x/%2E%2e/secret", "/x/.%2E/secret/./b"])
async def test_a_rule_holds_for_the_path_that_goes_over_the_wire(path: str, closed, settings: ReachSettings) -> None:
    result = await read(settings, closed.url(path))
    assert ends(result.outcomes) == [(Status.FAILED, Kind.BLOCKED_BY_SITE)]
    assert paths(closed) == ["/robots.txt"]


async def test_dots_that_are_part_of_a_name_stay(site, settings: ReachSettings) -> None:
    for path in ("/a/..b/c..", "/a%2fb/...", "/v1.2/%2ehidden"):
        site.answer(path, BODY.format("A"))
        await Egress(settings).get(site.url(path))
        assert paths(site)[-1] == path


@given(st.lists(st.sampled_from(["a", "b", ".", "..", "", "..."]), min_size=1, max_size=8))
def test_dots_lead_where_a_browser_says(segments: list[str]) -> None:
    path = "/" + "/".join(segments)
    escaped = path.replace(".", "%2E") if "..." not in path else path
    assert undotted(path) == undotted(escaped)
    assert not {".", ".."} & set(undotted(path).split("/"))
    if "//" not in path:  # the standard library folds empty segments
        assert undotted(path) == urljoin("http://h.example/", path).removeprefix("http://h.example")


async def test_a_tasks_scope_is_not_kept_as_what_a_site_says(site, settings: ReachSettings) -> None:
    async with serving("127.0.0.1") as other:
        wide = replace(settings, allow_hosts=frozenset({site.authority, other.authority}))
        site.answer("/robots.txt", status=301, location=other.url("/rules").replace("127.0.0.1", "localhost"))
        wide = replace(wide, allow_hosts=wide.allow_hosts | {f"localhost:{other.port}"})
        other.answer("/rules", CLOSED)
        site.answer("/a", BODY.format("A"))
        kept, bound = Stored(), Egress(wide, admits=Scope.of(only=["127.0.0.1"]).refusal)
        first = await read(wide, site.url("/a"), egress=bound, cache=kept)
        assert ends(first.outcomes) == [(Status.OK, None)]
        assert not (await Robots(Egress(wide), kept, wide).verdict(site.url("/secret"))).allowed
        assert bound.examine(site.url("/a")).host == "127.0.0.1"


async def test_a_page_that_our_own_rules_close_is_refused_in_their_words_and_nothing_is_kept(
    site, settings: ReachSettings
) -> None:
    kept = Stored()
    urls = ["http://docs.example:9544/q1", "http://169.254.169.254/latest", site.url("/a")]
    bound = Egress(settings, admits=Scope.of(never=["127.0.0.1"]).refusal)
    robots = Robots(bound, kept, settings)
    result = await fetch(settings, *urls[:2], robots=robots)
    assert ends(result.outcomes) == [(Status.FAILED, Kind.POLICY_DENIED)] * 2
    assert result.outcomes[0].detail == "port 9544 is not open to reaches"
    assert result.outcomes[1].detail.startswith("169.254.169.254 leads to an address that is not reached")
    assert kept.kept == {} and site.seen == []


async def test_rules_that_lie_where_nobody_is_sent_are_told_as_such_and_not_kept(
    site, canary, settings: ReachSettings
) -> None:
    kept = Stored()
    site.answer("/robots.txt", status=301, location=canary.url("/"))
    verdict = await Robots(Egress(settings), kept, settings).verdict(site.url("/a"))
    assert verdict.why.startswith("robots.txt can't be read now: ")
    assert (verdict.kind, kept.kept, canary.seen) == (Kind.POLICY_DENIED, {}, [])


@pytest.mark.parametrize("spelling", ["http://{0}", "HTTP://{0}", "http://{1}:{2}"])
async def test_one_host_is_asked_once_however_it_is_spelt(spelling: str, closed, settings: ReachSettings) -> None:
    kept = Stored()
    robots = Robots(Egress(settings), kept, settings)
    await robots.verdict(closed.url("/a"))
    spelt = spelling.format(closed.authority, "１２７.0.0.1", closed.port)
    assert not (await robots.verdict(f"{spelt}/secret")).allowed
    assert len(kept.kept) == len(closed.seen) == 1
