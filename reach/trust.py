"""How far a host is believed before a word of it is read: five grades (R057). An admin's marks win over the table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from urllib.parse import urlunsplit

from reach.address import WEB_SCHEMES, canonical, host, is_suffix, split
from reach.scope import shown
from reach.settings import ReachSettings

_SETTINGS = ReachSettings()


class Trust(StrEnum):
    """The five classes, the most trusted first."""

    PRIMARY = "primary"
    CHECKED = "checked"
    PLAIN = "plain"
    INTERESTED = "interested"
    ANYONE = "anyone"

    def grade(self, settings: ReachSettings = _SETTINGS) -> float:
        grade: float = getattr(settings, f"grade_{self}")
        return grade

    @property
    def why(self) -> str:
        return _WHY[self]


_WHY: Mapping[Trust, str] = MappingProxyType(
    {
        Trust.PRIMARY: "decides the fact itself: governments, standards, statistics, official documentation",
        Trust.CHECKED: "somebody checks what it prints: reference works, journals, press with an editor",
        Trust.PLAIN: "nothing is known for it or against it",
        Trust.INTERESTED: "speaks for itself: press releases, company blogs, pages that authors publish on their own",
        Trust.ANYONE: "anybody may write there: forums and social networks",
    }
)


@dataclass(frozen=True, slots=True)
class Graded:
    grade: float
    why: str
    """Which rule or whose mark set it, in one line (R199)."""


_PRIMARY = """
python.org docs.python.org peps.python.org packaging.python.org pypi.org ietf.org rfc-editor.org w3.org whatwg.org
iso.org iec.ch itu.int unicode.org who.int un.org europa.eu oecd.org imf.org worldbank.org bis.org nist.gov
docs.djangoproject.com docs.pingcap.com postgresql.org kernel.org mozilla.org stats.gov.cn gov.cn gov.uk
"""
_CHECKED = """
wikipedia.org britannica.com nature.com science.org sciencemag.org thelancet.com nejm.org bmj.com cell.com pnas.org
ieee.org acm.org arxiv.org springer.com sciencedirect.com wiley.com jstor.org plos.org cnki.net
reuters.com apnews.com bbc.co.uk bbc.com economist.com ft.com nytimes.com wsj.com theguardian.com bloomberg.com
washingtonpost.com lemonde.fr spiegel.de nhk.or.jp xinhuanet.com news.cn people.com.cn caixin.com
"""
_INTERESTED = """
prnewswire.com businesswire.com globenewswire.com newsfilecorp.com accesswire.com einpresswire.com prweb.com
medium.com substack.com linkedin.com wordpress.com blogspot.com hashnode.dev dev.to
toutiao.com baijiahao.baidu.com mp.weixin.qq.com sohu.com csdn.net jianshu.com
"""
_ANYONE = """
reddit.com quora.com zhihu.com tieba.baidu.com weibo.com twitter.com x.com facebook.com tiktok.com douyin.com
youtube.com 4chan.org v2ex.com xiaohongshu.com zhidao.baidu.com answers.com
"""
LISTED: Mapping[Trust, tuple[str, ...]] = MappingProxyType(
    {
        Trust.PRIMARY: tuple(_PRIMARY.split()),
        Trust.CHECKED: tuple(_CHECKED.split()),
        Trust.INTERESTED: tuple(_INTERESTED.split()),
        Trust.ANYONE: tuple(_ANYONE.split()),
    }
)
"""The product's own table: a name stands for the hosts below it, too."""
HOSTS: Mapping[str, Trust] = MappingProxyType({name: trust for trust, names in LISTED.items() for name in names})

_HOST = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_STATE = re.compile(r"(^|\.)(gov|mil|int)(\.[a-z]{2})?$|(^|\.)(go|gob|gouv|govt)\.[a-z]{2}$")
_SCHOOL = re.compile(r"(^|\.)edu(\.[a-z]{2})?$|(^|\.)ac\.[a-z]{2}$")
_FORUM = re.compile(r"^(forum|forums|bbs|community|discuss|tieba|club)\.")
_PROMOTION = re.compile(r"^(blog|blogs|press|pr|newsroom|news-release)\.")

# By the shape of a name that no list holds. The first that fits decides.
BY_NAME: tuple[tuple[re.Pattern[str], Trust, str], ...] = (
    (_FORUM, Trust.ANYONE, "a forum, by its name"),
    (_STATE, Trust.PRIMARY, "a government, by its name"),
    (_SCHOOL, Trust.PRIMARY, "a university, by its name"),
    (_PROMOTION, Trust.INTERESTED, "a blog or newsroom, by its name"),
)

# What a library document says of itself in its front matter, or the operator of a database.
KINDS: Mapping[str, Trust] = MappingProxyType(
    {
        "standard": Trust.PRIMARY,
        "official": Trust.PRIMARY,
        "law": Trust.PRIMARY,
        "statistics": Trust.PRIMARY,
        "reference": Trust.CHECKED,
        "journal": Trust.CHECKED,
        "news": Trust.CHECKED,
        "report": Trust.CHECKED,
        "press release": Trust.INTERESTED,
        "press-release": Trust.INTERESTED,
        "advertisement": Trust.INTERESTED,
        "blog": Trust.INTERESTED,
        "company blog": Trust.INTERESTED,
        "forum": Trust.ANYONE,
        "social": Trust.ANYONE,
    }
)
OWN_SCHEMES = ("doc:", "db:")
"""Addresses of what the operator or the team put there: no host stands behind them, and no mark fits them."""


def graded(
    url: str, marks: Mapping[str, float] = MappingProxyType({}), kind: str = "", settings: ReachSettings = _SETTINGS
) -> Graded:
    """Of the page at this address. `kind` is a library document's own word, believed for documents only; `marks` are
    the admins' grades by host, each for the hosts below it, too."""
    if url.startswith(OWN_SCHEMES):
        return _own(kind.strip().lower(), settings)
    name = host_of(url)
    if entry := _nearest(name, marks):
        return Graded(min(max(marks[entry], 0.0), 1.0), f"marked by an admin: {entry}")
    trust, why = _by_name(name)
    return Graded(trust.grade(settings), why)


def _own(kind: str, settings: ReachSettings) -> Graded:
    if trust := KINDS.get(kind):
        return Graded(trust.grade(settings), f"says that it is: {kind}")
    return Graded(settings.grade_document, "the workspace's own: someone chose it")


def _by_name(name: str) -> tuple[Trust, str]:
    if entry := _nearest(name, HOSTS):
        return HOSTS[entry], f"in the product's table: {entry}"
    for shape, trust, why in BY_NAME:
        if shape.search(name):
            return trust, why
    return Trust.PLAIN, "in no table"


def markable(name: str) -> bool:
    """Not what anybody can have a name below, unless the table itself knows who may: `gov.cn`, `ac.uk`."""
    sold = is_suffix(name) or is_suffix(shown(name))  # the list has either script's names
    return not sold or _by_name(name)[0] is not Trust.PLAIN


def host_of(address: str) -> str:
    """The host of an address, or of what somebody typed as one, in the spelling that is compared; empty: none."""
    text = address.strip()
    parts = split(text if "://" in text else f"https://{text}")
    name = host(canonical(urlunsplit(parts))) if parts and parts.scheme.lower() in WEB_SCHEMES else ""
    return name if _HOST.fullmatch(name) or ":" in name else ""


def _nearest(name: str, table: Mapping[str, object]) -> str:
    """The entry for the host itself, or for the closest name above it. A numeric address has nothing above it."""
    if name in table:
        return name
    labels = [] if ":" in name or name.replace(".", "").isdigit() else name.split(".")
    above = (".".join(labels[at:]) for at in range(1, len(labels)))
    return next((entry for entry in above if entry in table), "")
