"""Which of a page's days is the day of its publication, and who says so (B-083, B-084)."""

import io
from datetime import UTC, date, datetime

import docx
import pytest

from reach.dates import RELATIVE, Dates, Now, Origin, completed, confidence, declared, read_day, relative_note
from reach.egress import Response
from reach.extract import page_of, parse_body
from reach.pages import Page
from reach.providers.documents import Document, Documents
from reach.settings import ReachSettings
from reach.webpage import read_html

SETTINGS = ReachSettings()
FETCHED = datetime(2030, 5, 2, 12, 0, tzinfo=UTC)
PROSE = "<p>" + "The reservoir held 8.2 million cubic metres, and on 7 January 2029 it had been full. " * 4 + "</p>"
UPDATED = '<meta property="article:modified_time" content="2030-05-01">'


def found(head: str, body: str = "", fetched: date = FETCHED) -> Dates:
    page = read_html(
        f"<html><head>{head}</head><body><main><article>{body}{PROSE}</article></main></body></html>", fetched, SETTINGS
    )
    return Dates(page.published, page.published_from, page.updated)


async def fetched_page(body: str, path: str = "/x", at: datetime = FETCHED, **headers: str) -> Page:
    source = f"<html><body><main><article><h1>Levels</h1>{body}</article></main></body></html>"
    told = {
        "content-type": "text/html; charset=utf-8",
        **{name.replace("_", "-"): each for name, each in headers.items()},
    }
    url = f"https://n.example{path}"
    return await page_of(url, Response(200, told, source.encode(), url, (url,), 0.1), at, SETTINGS)


META = '<meta name="date" content="2030-04-28">'
LINKED = '<script type="application/ld+json">{"datePublished":"2030-04-27","dateModified":"2030-04-30"}</script>'
BYLINE = "<h1>Levels</h1><p>By Jane Doe, 26 April 2030</p>"


@pytest.mark.parametrize(
    ("head", "body", "day", "origin"),
    [
        (META + LINKED, BYLINE, date(2030, 4, 28), "meta"),
        (LINKED, BYLINE, date(2030, 4, 27), "json-ld"),
        ("", BYLINE, date(2030, 4, 26), "visible"),
        ("", "<h1>Levels</h1>", None, ""),
    ],
)
def test_contradicting_days_are_decided_by_their_order(head: str, body: str, day: date | None, origin: str) -> None:
    dates = found(head, body)
    assert (dates.published, dates.published_from) == (day, origin)


async def test_the_address_comes_after_what_the_page_says_and_the_server_comes_last() -> None:
    last_modified = "Thu, 25 Apr 2030 08:00:00 GMT"
    both = await fetched_page(PROSE, "/2030/04/20/levels", last_modified=last_modified)
    assert (both.published, both.published_from) == (date(2030, 4, 20), "address")
    byline = await fetched_page("<p>26 April 2030</p>" + PROSE, "/2030/04/20/levels", last_modified=last_modified)
    assert (byline.published, byline.published_from) == (date(2030, 4, 26), "visible")
    server = await fetched_page(PROSE, "/levels", last_modified=last_modified)
    assert (server.published, server.published_from) == (date(2030, 4, 25), "header")


def test_an_origin_higher_in_the_order_is_believed_more() -> None:
    shares = [confidence(origin, SETTINGS) for origin in Origin]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == len(shares)
    assert confidence("", SETTINGS) == 0.0


@pytest.mark.parametrize(
    "body",
    [
        "<h1>Levels</h1><p>2026年3月5日 来源：新华社 作者：张三</p>",
        "<h1>Levels</h1><p>发布时间：２０２６年３月５日 10:30 浏览次数：1024</p>",
        "<h1>Levels</h1><div><span>By Jane Doe</span> | <span>March 5, 2026</span></div>",
        "<h1>Levels</h1><ul><li>By <a href='/j'>Jane</a></li><li>5 March 2026</li></ul>",
        "<p>5 March 2026</p><h1>Levels</h1>",
        "<h1>Levels</h1><dl><dt>Author</dt><dd>J. Doe</dd><dt>Created:</dt><dd>05-Mar-2026</dd></dl>",
        "<h1>Levels</h1><p>Updated 7 March 2026 | Published 5 March 2026</p>",
        '<h1>Levels</h1><div><time class="updated" datetime="2026-03-07">x</time>'
        '<time class="entry-date published" datetime="2026-03-05">x</time></div>',
        "<h1>Levels</h1><p>发布于2026-03-05 · 更新于2026-03-07</p>",
    ],
)
def test_a_visible_day_is_found_where_bylines_stand(body: str) -> None:
    dates = found("", body)
    assert (dates.published, dates.published_from) == (date(2026, 3, 5), "visible")


@pytest.mark.parametrize(
    "body",
    [
        "<h1>Levels</h1><p>The new sluice opened on 5 March 2026.</p>",
        "<h1>Levels</h1><p>A report on the sluice was published on 5 March 2026 by the agency.</p>",
        "<h1>The flood of 5 March 2026</h1>",
        "<h1>Levels</h1><ul><li><a href='/a'>Older news</a> 5 March 2026</li></ul>",
        "<h1>Levels</h1><aside>Published 5 March 2026</aside>",
        "<h1>Levels</h1><div class='comments'><p>Posted on 5 March 2026</p></div>",
        "<h1>Levels</h1><p>Today is 5 March 2026</p>",
        "<h1>Levels</h1><p>今天是2026年3月5日 星期四</p>",
        "<h1>Levels</h1>" + PROSE + "<p>Paris, 5 March 2026</p>",
    ],
)
def test_a_day_elsewhere_on_the_page_is_not_the_pages(body: str) -> None:
    assert found("", body).published is None


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (UPDATED, ""),
        ('<script type="application/ld+json">{"dateModified":"2030-05-01T10:00:00Z"}</script>', ""),
        ("", "<h1>Levels</h1><p>Last updated: 1 May 2030</p>"),
        ("", "<h1>Levels</h1><p>最后更新：2030年5月1日</p>"),
        ("", "<h1>Levels</h1><p>更新于 2030-05-01 09:30</p>"),
        ("", '<h1>Levels</h1><time class="updated" datetime="2030-05-01">yesterday</time>'),
        ("", PROSE + "<footer><ul><li>This page was last edited on 1 May 2030, at 10:00.</li></ul></footer>"),
        ("", '<h1>Levels</h1><time itemprop="dateModified" datetime="2030-05-01T01:00Z">x</time>'),
    ],
)
def test_an_update_is_kept_apart_and_never_taken_for_the_publication(head: str, body: str) -> None:
    assert found(head, body) == Dates(None, "", date(2030, 5, 1))


def test_a_page_may_tell_both_days() -> None:
    assert found(LINKED) == Dates(date(2030, 4, 27), "json-ld", date(2030, 4, 30))


@pytest.mark.parametrize("day", ["2030-05-03", "2031-06-30", "1970-01-01", "1969-12-31T23:59:59Z", "0001-01-01"])
def test_days_to_come_and_the_epoch_are_no_days_of_publication_wherever_they_stand(day: str) -> None:
    assert found(f'<meta name="date" content="{day}">') == Dates()
    assert found(f'<meta property="article:modified_time" content="{day}">') == Dates()
    assert found("", f"<h1>Levels</h1><p>{day[:10]}</p>") == Dates()
    now = Now.of(FETCHED, SETTINGS)
    assert completed(Dates(), [f"/{day[:10].replace('-', '/')}/x"], "", "", now) == Dates()
    assert read_day(day, date(2030, 5, 2), SETTINGS) is None


def test_the_day_after_a_refused_one_is_taken_instead() -> None:
    script = '<script>var later = "2031-06-30"</script>'
    assert found(META + script).published == date(2030, 4, 28)
    both = '<meta property="article:published_time" content="2031-01-01">' + META
    assert found(both).published == date(2030, 4, 28)


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("2030-04-28T23:30:00-08:00", date(2030, 4, 28)),
        ("2030-04-29T00:30:00+14:00", date(2030, 4, 29)),
        ("2030-05-03T01:00:00+14:00", date(2030, 5, 3)),  # 11:00 UTC of the day before: an hour before the fetch
        ("2030-05-02T05:00:00-08:00", None),  # 13:00 UTC: an hour after it
    ],
)
def test_an_instant_is_the_day_of_its_own_zone_and_judged_as_an_instant(told: str, day: date | None) -> None:
    assert found(f'<meta name="date" content="{told}">').published == day


def test_a_page_that_lives_east_of_us_may_already_have_tomorrows_day() -> None:
    evening = datetime(2030, 5, 2, 20, 0, tzinfo=UTC)
    zone = '<meta property="article:modified_time" content="2030-05-03T01:00:00+08:00">'
    assert found(zone, "<h1>T</h1><p>2030年5月3日</p>", evening).published == date(2030, 5, 3)
    assert found("", "<h1>T</h1><p>2030年5月3日</p>", evening).published is None


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("/2026/03/05/title", date(2026, 3, 5)),
        ("/2026/3/5", date(2026, 3, 5)),
        ("/blog/2026-03-05-title.html", date(2026, 3, 5)),
        ("/2026-03/05/c_1.htm", date(2026, 3, 5)),
        ("/n1/2026/0305/c1001.html", date(2026, 3, 5)),
        ("/zwgk/t20260305_123.html", date(2026, 3, 5)),
        ("/a/20260305", date(2026, 3, 5)),
        ("/a/120260305", None),
        ("/2026/03/title", None),
        ("/2026/13/05/x", None),
        ("/v/2026.03.05.1", None),
    ],
)
def test_an_address_may_hold_the_day(path: str, day: date | None) -> None:
    assert completed(Dates(), [path], "", "", Now.of(FETCHED, SETTINGS)).published == day


@pytest.mark.parametrize(
    ("last_modified", "server_time", "day"),
    [
        ("Thu, 25 Apr 2030 08:00:00 GMT", "", date(2030, 4, 25)),
        ("Thu, 02 May 2030 11:58:00 GMT", "", None),  # made for this fetch
        ("Thu, 02 May 2030 10:00:00 GMT", "Thu, 02 May 2030 10:00:01 GMT", None),  # by a clock two hours behind
        ("Thu, 02 May 2030 10:00:00 GMT", "Thu, 02 May 2030 12:00:00 GMT", date(2030, 5, 2)),
        ("Fri, 03 May 2030 10:00:00 GMT", "", None),
        ("Thu, 01 Jan 1970 00:00:00 GMT", "", None),
        ("rubbish", "rubbish", None),
    ],
)
def test_the_servers_day_counts_unless_it_is_the_moment_of_rendering(
    last_modified: str, server_time: str, day: date | None
) -> None:
    assert completed(Dates(), [], last_modified, server_time, Now.of(FETCHED, SETTINGS)).published == day


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("<p>Posted 3 hours ago</p>", date(2030, 5, 2)),
        ("<p>By Jane Doe · yesterday</p>", date(2030, 5, 1)),
        ("<p>昨天 14:30 来源：晨报</p>", date(2030, 5, 1)),
        ("<p>3 天前</p>", date(2030, 4, 29)),
        ("<p>It opened yesterday.</p>", None),
        ("<p>Updated 3 hours ago</p>", None),
        ("<p>Sold yesterday to a buyer from the north of the country whose name nobody would tell</p>", None),
    ],
)
def test_a_relative_byline_is_counted_from_the_fetch(body: str, day: date | None) -> None:
    assert found("", f"<h1>Levels</h1>{body}").published == day


def test_a_relative_byline_is_counted_from_the_pages_own_day_where_it_has_one() -> None:
    update = '<meta property="article:modified_time" content="2030-03-01">'
    assert found(update, "<h1>Levels</h1><p>Posted yesterday</p>").published == date(2030, 2, 28)


def test_hours_ago_are_counted_in_the_zone_of_the_page() -> None:
    late = datetime(2030, 5, 2, 17, 0, tzinfo=UTC)  # 01:00 of the next day in the page's zone
    zone = '<meta property="article:published_time" content="2031-01-01T00:00:00+08:00">'
    assert found(zone, "<h1>T</h1><p>昨天</p>", late).published == date(2030, 5, 2)
    assert found("", "<h1>T</h1><p>昨天</p>", late).published == date(2030, 5, 1)


@pytest.mark.parametrize(
    "words", ["It opened yesterday.", "大坝昨日开闸。", "It had closed last Friday.", "三天前开闸。"]
)
async def test_a_page_without_a_day_says_that_its_relative_days_are_relative(words: str) -> None:
    undated = await fetched_page(f"<p>{words}</p>" + PROSE)
    assert undated.published is None
    assert RELATIVE in undated.note
    assert words in undated.text
    assert RELATIVE not in (await fetched_page(f"<p>{words}</p>" + PROSE, "/2030/04/20/x")).note
    served = await fetched_page(f"<p>{words}</p>" + PROSE, last_modified="Thu, 25 Apr 2030 08:00:00 GMT")
    assert RELATIVE in served.note
    assert RELATIVE not in (await fetched_page(PROSE)).note


def test_french_words_are_french_only_in_french() -> None:
    assert relative_note("Il a ouvert hier.", "", "fr", SETTINGS) == RELATIVE
    assert relative_note("Sie sind hier.", "", "de", SETTINGS) == ""


async def test_a_document_is_dated_by_its_own_properties() -> None:
    document, body = docx.Document(), io.BytesIO()
    document.add_paragraph("The reservoir held 8.2 million cubic metres.")
    document.core_properties.created = datetime(2030, 1, 2, 10, 0)
    document.core_properties.modified = datetime(2030, 2, 3, 10, 0)
    document.save(body)
    parsed, _ = await parse_body(body.getvalue(), "", "levels.docx", FETCHED, SETTINGS)
    assert Dates(parsed.published, parsed.published_from, parsed.updated) == Dates(
        date(2030, 1, 2), "meta", date(2030, 2, 3)
    )


def test_a_files_own_properties_are_judged_like_any_other_day() -> None:
    today = date(2030, 5, 2)
    assert declared(date(2030, 1, 2), date(2030, 1, 2), today, SETTINGS) == Dates(date(2030, 1, 2), "meta", None)
    assert declared(date(2030, 1, 2), date(2030, 2, 1), today, SETTINGS).updated == date(2030, 2, 1)
    assert declared(date(2031, 1, 1), date(1970, 1, 1), today, SETTINGS) == Dates()
    assert declared(None, date(2030, 2, 1), today, SETTINGS) == Dates(None, "", date(2030, 2, 1))


async def test_the_day_of_the_template_is_no_documents_day() -> None:
    document, body = docx.Document(), io.BytesIO()
    document.add_paragraph("The reservoir held 8.2 million cubic metres.")
    document.save(body)
    parsed, _ = await parse_body(body.getvalue(), "", "levels.docx", FETCHED, SETTINGS)
    assert (parsed.published, parsed.published_from, parsed.updated) == (None, "", None)


@pytest.mark.parametrize(
    ("text", "modified", "published", "updated"),
    [
        ("Measured on 12 March 2030.", None, None, None),
        ("Measured on 12 March 2030.", date(2030, 4, 1), None, date(2030, 4, 1)),
        ("2030年3月12日测得。", date(2030, 1, 2), None, None),
        ("It closes on 12 March 2030.", date(2030, 1, 5), date(2030, 1, 2), date(2030, 1, 5)),
        ("The contract ends on 31 December 2034.", None, date(2030, 1, 2), None),
        ("Measured on 12 March 2029.", None, date(2030, 1, 2), None),
    ],
    ids=["told later", "saved after", "chinese", "announced", "to come", "earlier"],
)
def test_a_day_older_than_what_the_file_tells_of_is_not_its_day(
    text: str, modified: date | None, published: date | None, updated: date | None
) -> None:
    made = declared(date(2030, 1, 2), modified, date(2030, 5, 2), SETTINGS, text)
    assert made == Dates(published, "meta" if published else "", updated)


async def test_a_library_document_says_where_its_day_comes_from() -> None:
    library = [
        Document(id="a.md", name="a.md", body=b"# Levels\n\nIt opened yesterday.", published=date(2030, 4, 1)),
        Document(id="b.md", name="b.md", body=b"# Levels\n\nIt opened yesterday."),
    ]

    class Shelf:
        async def documents(self) -> list[Document]:
            return library

    documents = Documents(Shelf(), SETTINGS, now=lambda: FETCHED)
    front, bare = [await documents.read(f"doc://{each.id}") for each in library]
    assert (front.published, front.published_from, front.note) == (date(2030, 4, 1), "meta", "")
    assert (bare.published, bare.published_from, bare.note) == (None, "", RELATIVE)
