"""How far a host is believed before a word of it is read: five grades (R057). An admin's marks win over the table."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from reach.address import host
from reach.settings import ReachSettings

_SETTINGS = ReachSettings()

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
_GRADED = (
    (_PRIMARY, _SETTINGS.grade_primary),
    (_CHECKED, _SETTINGS.grade_checked),
    (_INTERESTED, _SETTINGS.grade_interested),
    (_ANYONE, _SETTINGS.grade_anyone),
)
HOSTS: Mapping[str, float] = MappingProxyType({name: grade for names, grade in _GRADED for name in names.split()})

_STATE = re.compile(r"(^|\.)(gov|mil|int)(\.[a-z]{2})?$|(^|\.)(go|gob|gouv|govt)\.[a-z]{2}$")
_SCHOOL = re.compile(r"(^|\.)edu(\.[a-z]{2})?$|(^|\.)ac\.[a-z]{2}$")
_FORUM = re.compile(r"^(forum|forums|bbs|community|discuss|tieba|club)\.")
_PROMOTION = re.compile(r"^(blog|blogs|press|pr|newsroom|news-release)\.")

# What a library document says of itself in its front matter.
_KINDS = MappingProxyType(
    {
        "standard": _SETTINGS.grade_primary,
        "official": _SETTINGS.grade_primary,
        "law": _SETTINGS.grade_primary,
        "statistics": _SETTINGS.grade_primary,
        "reference": _SETTINGS.grade_checked,
        "journal": _SETTINGS.grade_checked,
        "news": _SETTINGS.grade_checked,
        "report": _SETTINGS.grade_checked,
        "press release": _SETTINGS.grade_interested,
        "press-release": _SETTINGS.grade_interested,
        "advertisement": _SETTINGS.grade_interested,
        "blog": _SETTINGS.grade_interested,
        "company blog": _SETTINGS.grade_interested,
        "forum": _SETTINGS.grade_anyone,
        "social": _SETTINGS.grade_anyone,
    }
)


def credibility(
    url: str, marks: Mapping[str, float] = MappingProxyType({}), kind: str = "", settings: ReachSettings = _SETTINGS
) -> float:
    """The grade of the page at this address; `kind` is a library document's own word, believed for documents only."""
    name = host(url)
    marked = _nearest(name, marks)
    if marked is not None:
        return min(max(marked, 0.0), 1.0)
    if url.startswith("doc:"):
        return _KINDS.get(kind.strip().lower(), settings.grade_document)
    return _by_name(name, settings)


def _by_name(name: str, settings: ReachSettings) -> float:
    listed = _nearest(name, HOSTS)
    if listed is not None:
        return listed
    if _FORUM.search(name):
        return settings.grade_anyone
    if _STATE.search(name) or _SCHOOL.search(name):
        return settings.grade_primary
    return settings.grade_interested if _PROMOTION.search(name) else settings.grade_plain


def _nearest(name: str, table: Mapping[str, float]) -> float | None:
    """The entry for the host itself, or for the closest name above it."""
    labels = name.split(".")
    for at in range(len(labels)):
        grade = table.get(".".join(labels[at:]))
        if grade is not None:
            return grade
    return None
