"""Pages that send their readers on without a redirect, and odd addresses to be sent to (B-053, F-33)."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.onward import next_address
from reach.settings import ReachSettings

HERE = "https://docs.example/a/b"


def onward(body: str = "", status: int = 200, **headers: str) -> str | None:
    told = {"content-type": "text/html", **headers}
    return next_address(HERE, status, told, body.encode(), ReachSettings())


@pytest.mark.parametrize(
    "value",
    [
        "0;url=/c",
        "0; URL=/c",
        "5,url='/c'",
        '0 ; url = "/c" rest',
        "0 /c",
        "3.5;/c",
        "  0;\n  url=/c  ",
        "0;url=../c#d",
    ],
)
def test_the_spellings_that_browsers_take_lead_to_the_same_place(value: str) -> None:
    assert onward(refresh=value) == "https://docs.example/c"
    content = value.replace('"', "&quot;")
    assert onward(f'<html><head><META Content="{content}" HTTP-EQUIV=Refresh></head>') == "https://docs.example/c"


@pytest.mark.parametrize(
    "page",
    [
        '<meta http-equiv="refresh" content="300; url=/c">',
        '<meta http-equiv="refresh" content="30">',
        '<meta http-equiv="refresh" content="0; url=/a/b">',
        '<meta http-equiv="refresh" content="0; url=/a/b#top">',
        '<meta http-equiv="refresh" content="soon; url=/c">',
        '<meta name="refresh" content="0; url=/c">',
        '<!-- <meta http-equiv="refresh" content="0; url=/c"> --><p>text</p>',
        '<noscript><meta http-equiv="refresh" content="0; url=/nojs"></noscript><p>text</p>',
        "<script>\"<meta http-equiv=refresh content='0; url=/c'>\"</script><p>text</p>",
        "<script>location.href = '/c'</script>",
        '<meta http-equiv="refresh" content="0; url=',
        "<!-- never closed <meta http-equiv=refresh content='0;url=/c'>",
    ],
)
def test_a_page_that_reloads_waits_or_only_mentions_it_is_read_where_it_is(page: str) -> None:
    assert onward(page) is None


def test_only_a_page_is_searched_for_it_and_only_its_beginning() -> None:
    page = '<meta http-equiv="refresh" content="0;url=/c">'
    assert onward(page) is not None
    assert onward(page, **{"content-type": "text/plain"}) is None
    assert onward(page, status=404) is None
    assert onward(" " * ReachSettings().refresh_bytes + page) is None


def test_an_ampersand_in_a_page_is_one_in_the_address() -> None:
    assert onward('<meta http-equiv=refresh content="0;url=/c?a=1&amp;b=2">') == "https://docs.example/c?a=1&b=2"


async def test_it_is_followed_as_a_hop_and_kept_in_the_chain(site, egress: Egress) -> None:
    site.answer("/a", refresh="0;url=/b")
    site.answer("/b", '<meta http-equiv="refresh" content="0;url=c">')
    site.answer("/c", "there")
    response = await egress.get(site.url("/a"))
    assert response.body == b"there"
    assert response.hops == (site.url("/a"), site.url("/b"), site.url("/c"))


async def test_it_never_arrives_inside_and_counts_towards_the_limit(site, canary, settings: ReachSettings) -> None:
    site.answer("/header", refresh=f"0;url={canary.url('/')}")
    site.answer("/meta", f"<meta http-equiv=refresh content='0;url={canary.url('/')}'>")
    site.answer("/odd", "<meta http-equiv=refresh content='0;url=http://127.1/'>")
    site.answer("/file", refresh="0;url=file:///etc/passwd")
    for path in ("/header", "/meta", "/odd", "/file"):
        with pytest.raises(ReachError) as refusal:
            await Egress(settings).get(site.url(path))
        assert refusal.value.kind is Kind.POLICY_DENIED
    assert canary.seen == []
    site.seen.clear()
    site.answer("/x", refresh="0;url=/y")
    site.answer("/y", refresh="0;url=/x")
    with pytest.raises(ReachError, match="redirects"):
        await Egress(settings).get(site.url("/x"))
    assert len(site.seen) == 6


@pytest.mark.parametrize(
    ("location", "kind"),
    [
        ("http://[::1", Kind.POLICY_DENIED),
        ("http://[zz]/", Kind.POLICY_DENIED),
        ("http://docs.example:99999/", Kind.POLICY_DENIED),
        ("http://", Kind.BLOCKED_BY_SITE),
        ("//", Kind.BLOCKED_BY_SITE),
        ("\\\\evil", Kind.POLICY_DENIED),
        ("javascript:alert(1)", Kind.POLICY_DENIED),
        ("/" + "x" * 3_000, Kind.POLICY_DENIED),
    ],
)
async def test_a_redirect_to_no_address_is_a_typed_failure(location: str, kind: Kind, site, egress: Egress) -> None:
    site.answer("/", status=302, location=location)
    with pytest.raises(ReachError) as failure:
        await egress.get(site.url("/"))
    assert failure.value.kind is kind


@pytest.mark.parametrize(
    ("location", "asked"),
    [
        ("/a b", "/a%20b"),
        ("/a|b", "/a%7Cb"),
        ("/价格", "/%E4%BB%B7%E6%A0%BC"),
        ("/a%20b", "/a%20b"),
        ("?q={x}", "/?q=%7Bx%7D"),
    ],
)
async def test_an_odd_but_clear_address_is_escaped_and_followed(
    location: str, asked: str, site, egress: Egress
) -> None:
    site.answer("/", status=302, location=location.encode().decode("latin-1"))
    site.answer(asked, "there")
    assert (await egress.get(site.url("/"))).body == b"there"


async def test_a_redirect_without_an_address_is_handed_back(site, egress: Egress) -> None:
    site.answer("/", status=302)
    assert (await egress.get(site.url("/"))).status == 302


@given(st.text(max_size=200), st.text(max_size=200), st.sampled_from([200, 301, 404]))
def test_any_text_leads_somewhere_nowhere_or_to_a_refusal(value: str, page: str, status: int) -> None:
    try:
        onward(page + f'<meta http-equiv=refresh content="{value}">', status, refresh=value, location=value)
    except ReachError as refusal:
        assert refusal.kind is Kind.POLICY_DENIED


HOSTILE = [
    "<!--" * 16_000,
    "<script" * 9_000,
    "<meta " + "a" * 60_000,
    "<meta " + "a=" * 30_000,
    "<meta " + "a='\"" * 15_000,
    "<meta http-equiv=refresh content='0;" + " " * 60_000 + "'>",
    "<" * 65_000,
]


@pytest.mark.parametrize("page", HOSTILE, ids=lambda page: re.sub(r"\s+", " ", page[:20]))
def test_no_page_holds_the_search_up(page: str) -> None:
    began = time.process_time()
    assert onward(page) is None
    assert time.process_time() - began < 3
