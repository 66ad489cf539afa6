"""How fast a page ages: the classes of pages, how long they may be cached, and what age does to a score."""

import re
from datetime import date, datetime, timedelta
from enum import StrEnum

from reach.address import split
from reach.pages import Page, Period
from reach.settings import ReachSettings


class PageClass(StrEnum):
    STATIC = "static"  # documentation, reference, standards, law
    NEWS = "news"
    NOTICE = "notice"  # change logs, announcements; also what can't be told: the stricter reading (C2)
    VOLATILE = "volatile"  # what a reader sees change: price, stock, status


_VOLATILE = re.compile(
    r"\b(live|real[- ]?time|prices?|quotes?|stock (price|level)|in stock|status page|availability|weather|odds|exchange"
    r" rates?|order ?book|departures|arrivals)\b|/(status|quote|quotes|price|prices|live|stock|weather)(/|$|\.)"
    r"|股价|报价|现价|行情|实时|汇率|库存|余票|天气|直播|在线状态|今日价格",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"\b(release notes?|change ?log|what'?s new|announcements?|notices?|advisory|advisories|roadmap)\b"
    r"|/(releases?|changelog|release-notes|notices?|announcements?)(/|$|[-.])|更新日志|发版|版本说明|公告|通知|通告|路线图",
    re.IGNORECASE,
)
_NEWS = re.compile(
    r"\b(news|breaking|headlines)\b|/(news|article|story|20\d\d/[01]\d)(/|$)|新闻|快讯|报道", re.IGNORECASE
)
_STATIC = re.compile(
    r"\b(documentation|reference|manual|specification|standard|tutorial|encyclopa?edia|statute|rfc ?\d+|pep ?\d+)\b"
    r"|/(docs?|wiki|manual|reference|spec|peps?|rfc|standards?)(/|$|[-.])|^doc:|文档|手册|标准|规范|教程|百科|法规",
    re.IGNORECASE,
)
_LIVE_TEXT = re.compile(
    r"\b\d+ (seconds?|minutes?) ago\b|\d+ ?(秒|分钟)前|实时更新|updated every (minute|second)", re.IGNORECASE
)


def page_class(url: str, title: str, text: str, settings: ReachSettings | None = None) -> PageClass:
    """By address and title; of the text only its beginning, where live pages say that they are live."""
    shown = (settings or ReachSettings()).snippet_chars
    parts = split(url)
    path = (parts.path if parts and parts.scheme != "doc" else "") or ""
    for words in (path, title):
        if _VOLATILE.search(words):
            return PageClass.VOLATILE
    if _LIVE_TEXT.search(text[:shown]):
        return PageClass.VOLATILE
    for kind, pattern in ((PageClass.NOTICE, _NOTICE), (PageClass.STATIC, _STATIC), (PageClass.NEWS, _NEWS)):
        if pattern.search(path) or pattern.search(title):
            return kind
    return PageClass.STATIC if parts and parts.scheme == "doc" else PageClass.NOTICE


def lifetime(kind: PageClass, settings: ReachSettings) -> float:
    """Seconds a page of this class may be served from the cache; 0 means: never."""
    match kind:
        case PageClass.STATIC:
            return settings.cache_static
        case PageClass.VOLATILE:
            return settings.cache_volatile
        case _:
            return settings.cache_notice


def is_fresh(page: Page, now: datetime, settings: ReachSettings) -> bool:
    """Whether a kept copy may be served without asking its site. By its own fetch time, never by when it was kept."""
    return now < page.fetched_at + timedelta(seconds=_page_lifetime(page, settings))


def kept_seconds(page: Page, settings: ReachSettings) -> float:
    """How long a copy stays in the cache: past its life only to be confirmed by its site (a conditional request)."""
    seconds = _page_lifetime(page, settings)
    confirmable = bool(page.etag or page.last_modified)
    return seconds + settings.cache_grace if seconds > 0 and confirmable else seconds


def _page_lifetime(page: Page, settings: ReachSettings) -> float:
    return lifetime(page_class(page.final_url, page.title, page.text, settings), settings)


def search_lifetime(query: str, period: Period | None, today: date, settings: ReachSettings) -> float:
    """C2: one day at most and never longer than the class of what is asked. A closed past doesn't move."""
    kind = page_class("", query, "")
    if kind is not PageClass.VOLATILE and period is not None and period.end is not None and period.end < today:
        kind = PageClass.STATIC
    return min(settings.cache_search, lifetime(kind, settings))


def timeliness(
    published: date | None,
    period: Period | None,
    present_question: bool,
    now: datetime,
    settings: ReachSettings,
    kind: PageClass = PageClass.NEWS,
) -> float:
    """1.0 inside the period asked about and for any question that isn't about the present; else halved by age."""
    if not present_question:
        return 1.0
    if published is None:
        return settings.undated
    if period is not None and period.bounded and period.holds(published):
        return 1.0
    days = max(0, (now.date() - published).days)
    return float(2.0 ** -(days / _half_life(kind, settings)))


def _half_life(kind: PageClass, settings: ReachSettings) -> float:
    match kind:
        case PageClass.STATIC:
            return settings.half_life_static_days
        case PageClass.NOTICE:
            return settings.half_life_notice_days
        case PageClass.VOLATILE:
            return settings.half_life_volatile_days
        case PageClass.NEWS:
            return settings.half_life_news_days
