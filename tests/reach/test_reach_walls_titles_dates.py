"""Pages that aren't the page, and what a page says of itself: title and day (F-40, B-060-B-064, B-083)."""

from datetime import date

import pytest

from reach.errors import Kind, ReachError
from reach.settings import ReachSettings
from reach.webpage import read_html

SETTINGS = ReachSettings()
TODAY = date(2030, 5, 2)
PROSE = (
    "<p>The reservoir held 8.2 million cubic metres in March 2030, a fall of 3.5 % on the year before,"
    " the agency said.</p>"
    "<p>Its report puts the cause down to a dry winter and to repairs at the northern sluice, which end in June.</p>"
)


def read(body: str):
    return read_html(f"<html><body><main><article>{body}</article></main></body></html>", TODAY, SETTINGS)


def refusal(source: str) -> Kind:
    with pytest.raises(ReachError) as failure:
        read_html(source, TODAY, SETTINGS)
    return failure.value.kind


BLOCKED = [
    (
        "<title>Just a moment...</title><script>c()</script><p>Checking your browser before you continue.</p>",
        Kind.BLOCKED_BY_SITE,
    ),
    (
        "<title>One moment…</title><p>We are checking your browser</p><script>" + "x" * 9_000 + "</script>",
        Kind.BLOCKED_BY_SITE,
    ),
    ("<title>Attention Required! | Guard</title><p>Please complete the captcha to continue.</p>", Kind.BLOCKED_BY_SITE),
    ("<title>安全验证</title><p>请完成验证后继续访问</p>", Kind.BLOCKED_BY_SITE),
    ("<title>请稍候</title><p>正在检查您的浏览器，请稍候。</p><script>c()</script>", Kind.BLOCKED_BY_SITE),
    ("<title>新闻网</title><p>您的网络环境存在异常，请完成以下验证后继续访问。</p>", Kind.BLOCKED_BY_SITE),
    ("<title>研报</title><p>登录后可查看全文</p>", Kind.BLOCKED_BY_SITE),
    ("<title>公众号</title><p>该内容已被发布者删除</p>", Kind.NOT_FOUND),
    ("<title>站点</title><p>您查看的文章已被删除</p>", Kind.NOT_FOUND),
    ("<title>Members</title><p>Please log in to view this page.</p>", Kind.BLOCKED_BY_SITE),
    ("<title>Page not found</title><p>Try the search or go back to the start.</p>", Kind.NOT_FOUND),
    ("<title>Shop</title><h1>404</h1><p>This page has moved.</p>", Kind.NOT_FOUND),
    ("<title>网站</title><p>抱歉，您访问的页面不存在</p>", Kind.NOT_FOUND),
    (
        "<title>App</title><div id='app'></div><noscript>Please enable JavaScript.</noscript><script>"
        + "x" * 40_000
        + "</script>",
        Kind.NOT_TEXT,
    ),
    (
        "<title>App</title><div id='app'>You need to enable JavaScript to run this app.</div><script>a()</script>",
        Kind.NOT_TEXT,
    ),
    ("<html><head><title>Nothing</title></head><body></body></html>", Kind.NOT_TEXT),
    ("<html><body><p hidden>only hidden words</p></body></html>", Kind.NOT_TEXT),
]


@pytest.mark.parametrize(("source", "kind"), BLOCKED)
def test_a_page_that_is_not_the_page_is_a_typed_failure(source: str, kind: Kind) -> None:
    assert refusal(source) is kind


@pytest.mark.parametrize(
    "topic",
    [
        "a captcha and 'checking your browser'",
        "error 404, page not found",
        "cookies and consent",
        "登录后查看、页面不存在",
    ],
)
def test_an_article_about_such_pages_is_an_article(topic: str) -> None:
    page = read(f"<p>This article is about {topic} and how readers meet them.</p>" + PROSE * 8)
    assert topic in page.text


CONSENT = (
    "<p>We value your privacy. We and our partners use cookies. You may accept or reject cookies. Manage cookies.</p>"
    * 6
)


def test_the_article_is_found_behind_a_consent_text() -> None:
    page = read_html(
        f"<html><body><div>{CONSENT}</div><aside><article>{PROSE}</article></aside></body></html>", TODAY, SETTINGS
    )
    assert "northern sluice" in page.text
    assert "partners use cookies" not in page.text


CHINESE_CONSENT = (
    "<p>我们使用Cookie改善您的体验，并与合作伙伴共享Cookie数据。您可以接受或拒绝Cookie，详见隐私政策。</p>"
)


@pytest.mark.parametrize("notice", [CONSENT, CHINESE_CONSENT * 3])
def test_a_consent_text_alone_is_a_wall(notice: str) -> None:
    assert refusal(f"<html><body><div>{notice}</div></body></html>") is Kind.BLOCKED_BY_SITE


def test_the_chinese_article_is_found_behind_a_consent_text() -> None:
    article = "<p>二〇三〇年三月，水库蓄水八百二十万立方米，比上年减少3.5%，管理局称北闸检修六月结束。</p>" * 2
    source = f"<html><body><div>{CHINESE_CONSENT * 3}</div><aside><article>{article}</article></aside></body></html>"
    page = read_html(source, TODAY, SETTINGS)
    assert "北闸检修" in page.text
    assert "Cookie" not in page.text


@pytest.mark.parametrize(
    "wall",
    [
        "<p>Subscribe to read on.</p>",
        "<p>剩余内容需订阅后阅读</p>",
        "<p>本文为付费内容，开通会员即可阅读</p>",
        "<p>剩余 76% 未读，购买后继续阅读</p>",
        '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>',
    ],
)
def test_a_teaser_before_a_paywall_is_kept_and_marked(wall: str) -> None:
    page = read(PROSE + wall)
    assert "northern sluice" in page.text
    assert page.note == "partial"


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ('<meta property="og:title" content="Given"><title>Other | Site</title>', "<h1>Third</h1>", "Given"),
        ("<title>Whole - Site</title>", "<h1>Heading</h1>", "Heading"),
        ("<title>Levels fall | Water Times</title>", "", "Levels fall"),
        ("<title>PEP 703 – Making the Lock Optional</title>", "", "PEP 703 – Making the Lock Optional"),
        ('<meta property="og:site_name" content="Times"><title>Levels – Times</title>', "", "Levels"),
        ("<title>碳酸锂价格_新闻网</title>", "", "碳酸锂价格"),
        ("<title>A</title>", "<h1>One</h1><h1>Two</h1>", "A"),
    ],
)
def test_the_title_is_the_pages_without_the_sites_name(head: str, body: str, title: str) -> None:
    assert read_html(f"<html><head>{head}</head><body>{body}{PROSE}</body></html>", TODAY, SETTINGS).title == title


@pytest.mark.parametrize(
    ("head", "body", "day"),
    [
        ('<meta property="article:published_time" content="2030-04-28T23:30:00+02:00">', "", date(2030, 4, 28)),
        (
            '<meta name="date" content="2031-01-01"><meta name="DC.date.issued" content="2029-02-03">',
            "",
            date(2029, 2, 3),
        ),
        (
            '<script type="application/ld+json">{"@graph":[{"datePublished":"2030-01-02T00:00:00Z"}]}</script>',
            "",
            date(2030, 1, 2),
        ),
        ("", '<p class="byline">Published <time datetime="2030-03-01">1 March</time></p>', date(2030, 3, 1)),
        ("", '<time itemprop="datePublished" datetime="2030-02-01T09:00Z">x</time>', date(2030, 2, 1)),
        ('<meta property="article:published_time" content="1970-01-01">', "", None),
        ('<meta name="date" content="2030-13-45">', "", None),
        ('<script>var x = "2031-06-30"</script>', "", None),
    ],
)
def test_the_publication_date_is_what_the_page_says_never_later_than_the_fetch(
    head: str, body: str, day: date | None
) -> None:
    page = read_html(
        f"<html><head>{head}</head><body><article>{body}<p>Words without any day.</p></article></body></html>",
        TODAY,
        SETTINGS,
    )
    assert page.published == day
