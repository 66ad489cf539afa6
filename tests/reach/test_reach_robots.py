"""robots.txt after RFC 9309: what it says, what it costs, and what it means when it can't be read (F-41, B-069)."""

import asyncio
import time
import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.egress import Egress
from reach.errors import Kind
from reach.robots import Robots, Verdict
from reach.robots_rules import Rules, matches, parse
from reach.settings import MIB, ReachSettings


class Shelf:
    """A cache that remembers for how long."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.lives: list[float] = []

    async def get(self, key: str) -> bytes | None:
        return self.kept.get(key)

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        self.kept[key] = value
        self.lives.append(seconds)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def robots(egress: Egress, settings: ReachSettings, shelf: Shelf) -> Robots:
    return Robots(egress, shelf, replace(settings, robots_seconds=10.0))


def rules(text: str) -> Rules:
    return parse(text, "redthread")


def allows(text: str, path: str) -> bool:
    return rules(text).allows(f"https://docs.example{path}")


@pytest.mark.parametrize(
    ("pattern", "path", "found"),
    [
        ("/", "/fish", True),
        ("/fish", "/fish", True),
        ("/fish", "/fishheads/yummy.html", True),
        ("/fish", "/Fish.asp", False),
        ("/fish", "/catfish", False),
        ("/fish*", "/fish.php?id=1", True),
        ("/fish/", "/fish", False),
        ("/*.php", "/index.php", True),
        ("/*.php", "/folder/filename.php?parameters", True),
        ("/*.php", "/windows.PHP", False),
        ("/*.php$", "/filename.php", True),
        ("/*.php$", "/filename.php?parameters", False),
        ("/*.php$", "/filename.php5", False),
        ("/fish*.php", "/fishheads/catfish.php?p", True),
        ("/fish*.php", "/Fish.PHP", False),
        ("/a$", "/a", True),
        ("/a$", "/ab", False),
        ("/a*a$", "/a", False),
        ("/a**b", "/ab", True),
        ("*", "/", True),
        ("/$", "/", True),
        ("/$", "/a", False),
    ],
)
def test_patterns_match_as_the_standard_says(pattern: str, path: str, found: bool) -> None:
    assert matches(pattern, path) is found


def test_the_longest_pattern_decides_and_a_tie_allows() -> None:
    text = "User-agent: *\nDisallow: /p\nAllow: /page\nDisallow: /page/secret\nAllow: /tie\nDisallow: /tie"
    assert [allows(text, path) for path in ("/p", "/page", "/page/secret/a", "/tie", "/else")] == [
        False,
        True,
        False,
        True,
        True,
    ]


def test_our_own_groups_replace_those_for_anyone_and_are_joined() -> None:
    text = """
        # a comment
        User-agent: *
        Disallow: /
        User-Agent: OtherBot
        User-agent: RedThread/2.0  # us, with a version
        Disallow: /a
        Sitemap: https://docs.example/map.xml
        User-agent: redthread
        Disallow: /b
    """
    assert [allows(text, path) for path in ("/a", "/b", "/c")] == [False, False, True]


@pytest.mark.parametrize("agent", ["Red", "thread", "redthreads", "redthread-news", "Googlebot", ""])
def test_an_agent_whose_name_only_resembles_ours_is_another(agent: str) -> None:
    assert allows(f"User-agent: {agent}\nDisallow: /", "/a")


def test_a_group_for_us_that_asks_nothing_allows_what_is_forbidden_to_others() -> None:
    assert allows("User-agent: *\nDisallow: /\n\nUser-agent: Redthread\nDisallow:\n", "/a")


def test_escapes_and_letters_beyond_ascii_are_compared_in_one_spelling() -> None:
    text = "User-agent: *\nDisallow: /价格\nDisallow: /%7euser\nDisallow: /a%2fb"
    paths = ("/价格/1", "/%E4%BB%B7%E6%A0%BC", "/%e4%bb%b7%e6%a0%bc", "/~user", "/a%2Fb", "/a/b")
    assert [allows(text, path) for path in paths] == [False, False, False, False, False, True]


def test_a_query_counts_and_the_file_itself_is_always_open() -> None:
    text = "User-agent: *\nDisallow: /*?sort=\nDisallow: /robots"
    assert [allows(text, path) for path in ("/list?sort=up", "/list", "/robots.txt", "/robots")] == [
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_and_a_byte_order_mark_are_taken(end: str) -> None:
    assert not allows(end.join(["\ufeffUser-agent: *", "Disallow: /a"]), "/a")


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("2", 2.0), ("0.5", 0.5), ("-1", 0.0), ("nan", 0.0), ("inf", 0.0), ("1e999", 0.0), ("soon", 0.0), ("", 0.0)],
)
def test_a_delay_is_a_number_of_seconds_or_nothing(value: str, seconds: float) -> None:
    assert rules(f"User-agent: *\nCrawl-delay: {value}").delay == seconds


@pytest.mark.parametrize("text", ["", "<html><body>Not found: /", "Disallow: /", "\x00\xff:::", "User-agent\nDisallow"])
def test_a_file_without_rules_for_anyone_forbids_nothing(text: str) -> None:
    assert allows(text, "/a")


@given(st.text(max_size=300), st.text(max_size=60))
def test_any_text_is_a_file_and_any_path_is_judged(text: str, path: str) -> None:
    parse(f"User-agent: *\nDisallow: /{text}\n{text}", "redthread").allows(f"https://docs.example/{path}")


HALF = MIB // 2
HOSTILE = {
    "stars": "User-agent: *\n" + ("Disallow: /" + "*a" * 9 + "b\n") * (HALF // 31),
    "one long pattern": "User-agent: *\nDisallow: /" + "*a" * (HALF // 2) + "b",
    "agents and rules": "User-agent: a\n" * (HALF // 28) + "Disallow: /a\n" * (HALF // 26),
    "us again and again": "User-agent: redthread\nDisallow: /b\n" * (HALF // 34),
    "no line end": "User-agent: *" + "#" * HALF,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_file_costs_much_time_or_memory(name: str) -> None:
    tracemalloc.start()
    began = time.process_time()
    rules(HOSTILE[name]).allows("https://docs.example/" + "a" * 1_900)
    seconds, memory = time.process_time() - began, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert seconds < 8  # under tracemalloc, which makes it several times slower
    assert memory < 30 * MIB


async def test_a_page_is_judged_by_its_hosts_file_which_is_asked_for_once_a_day(
    site, robots: Robots, shelf: Shelf, settings: ReachSettings
) -> None:
    site.answer("/robots.txt", "User-agent: Redthread\nDisallow: /private\nCrawl-delay: 3")
    assert await robots.verdict(site.url("/open")) == Verdict(allowed=True, delay=3.0)
    closed = await robots.verdict(site.url("/private/a"))
    assert (closed.allowed, closed.kind, closed.for_now) == (False, Kind.BLOCKED_BY_SITE, False)
    assert closed.delay == 3.0
    assert "leave this page alone" in closed.why
    assert [path for path, _ in site.seen] == ["/robots.txt"]
    assert shelf.lives == [settings.robots_kept]


async def test_pages_that_come_together_ask_once(site, robots: Robots) -> None:
    site.answer("/robots.txt", "User-agent: *\nDisallow:")
    verdicts = await asyncio.gather(*(robots.verdict(site.url(f"/{n}")) for n in range(6)))
    assert all(verdict.allowed for verdict in verdicts)
    assert len(site.seen) == 1
    assert not robots._turns and not robots._waiting


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 302])
async def test_no_file_means_no_rules(status: int, site, robots: Robots) -> None:
    site.answer("/robots.txt", "User-agent: *\nDisallow: /", status=status)
    assert (await robots.verdict(site.url("/a"))) == Verdict(allowed=True)


@pytest.mark.parametrize(
    ("status", "kind"),
    [(500, Kind.PROVIDER_UNAVAILABLE), (503, Kind.PROVIDER_UNAVAILABLE), (429, Kind.RATE_LIMITED)],
)
async def test_a_servers_error_means_not_now_whatever_its_body_says(
    status: int, kind: Kind, site, robots: Robots, shelf: Shelf, settings: ReachSettings
) -> None:
    site.answer("/robots.txt", "User-agent: *\nAllow: /", status=status)
    verdict = await robots.verdict(site.url("/a"))
    assert (verdict.allowed, verdict.kind, verdict.for_now) == (False, kind, True)
    assert str(status) in verdict.why
    assert shelf.lives == [settings.robots_kept_unsure]


async def test_silence_means_not_now(site, egress: Egress, shelf: Shelf, settings: ReachSettings) -> None:
    async def silence(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    site.behave("/robots.txt", silence)
    began = time.monotonic()
    verdict = await Robots(egress, shelf, replace(settings, robots_seconds=0.3)).verdict(site.url("/a"))
    assert (verdict.allowed, verdict.kind, verdict.for_now) == (False, Kind.TOO_SLOW, True)
    assert time.monotonic() - began < settings.target_seconds


async def test_a_page_that_the_guard_refuses_is_refused_for_the_guards_reason(robots: Robots) -> None:
    verdict = await robots.verdict("http://10.0.0.1/a")
    assert (verdict.allowed, verdict.kind) == (False, Kind.POLICY_DENIED)
    assert "private" in verdict.why


async def test_a_look_up_cut_short_by_its_page_is_not_held_against_the_host(site, robots: Robots, shelf: Shelf) -> None:
    async def late(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.1)
        writer.write(b"HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n")

    site.behave("/robots.txt", late)
    assert (await robots.verdict(site.url("/a"), seconds=0.05)).for_now
    assert shelf.kept == {}
    assert (await robots.verdict(site.url("/a"))).allowed


async def test_a_file_is_read_up_to_its_cap_and_a_longer_one_is_no_trouble(site, robots: Robots) -> None:
    long = "User-agent: *\nDisallow: /a\n" + "# padding\n" * (3 * MIB // 10) + "Disallow: /b\n"
    site.answer("/robots.txt", long)
    assert not (await robots.verdict(site.url("/a"))).allowed
    assert (await robots.verdict(site.url("/b"))).allowed


async def test_a_file_that_moved_is_followed_but_not_inside_and_not_for_ever(
    site, canary, egress: Egress, settings: ReachSettings
) -> None:
    site.answer("/robots.txt", status=301, location="/rules")
    site.answer("/rules", "User-agent: *\nDisallow: /a")
    assert not (await Robots(egress, Shelf(), settings).verdict(site.url("/a"))).allowed
    site.answer("/robots.txt", status=301, location=canary.url("/"))
    assert (await Robots(egress, Shelf(), settings).verdict(site.url("/a"))).for_now
    site.answer("/robots.txt", status=301, location="/robots.txt")
    assert (await Robots(egress, Shelf(), settings).verdict(site.url("/a"))).allowed
    assert canary.seen == []


async def test_a_longer_delay_than_a_reach_can_bear_is_cut(site, robots: Robots, settings: ReachSettings) -> None:
    site.answer("/robots.txt", "User-agent: *\nCrawl-delay: 86400")
    assert (await robots.verdict(site.url("/a"))).delay == settings.crawl_delay_most


async def test_a_damaged_or_older_entry_is_asked_for_again(site, robots: Robots, shelf: Shelf) -> None:
    site.answer("/robots.txt", "User-agent: *\nDisallow: /a")
    for stored in (b"", b"nonsense", b'{"v": 0}', b'{"v": 1, "lines": 5}', b"[]"):
        shelf.kept[f"robots:http://{site.authority}"] = stored
        assert not (await robots.verdict(site.url("/a"))).allowed


@pytest.mark.parametrize("url", ["", "docs.example/a", "http://[::1", "doc://library/a", "http://user@docs.example/"])
async def test_what_is_no_address_is_refused_without_asking(
    url: str, robots: Robots, connections: list[object]
) -> None:
    assert not (await robots.verdict(url)).allowed
    assert connections == []


async def test_who_asks_is_told_with_a_way_to_reach_a_person(site, settings: ReachSettings) -> None:
    site.answer("/", "x")
    await Egress(settings).get(site.url("/"))
    await Egress(replace(settings, contact="mailto:ada@docs.example")).get(site.url("/"))
    agents = [headers["user-agent"] for _, headers in site.seen]
    assert agents[0].startswith("Redthread/")
    assert "contact" not in agents[0] and "settings" not in agents[0]
    assert agents[1] == f"{agents[0]} (+mailto:ada@docs.example)"
