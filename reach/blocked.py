"""Pages that aren't the page: challenges, walls, consent texts, shells and polite "not found"s (F-40).

Only short texts are judged: an article about cookies or robots is an article.
"""

import re

from reach.errors import Kind, ReachError
from reach.settings import ReachSettings
from reach.words import CJK

_HAN = re.compile(f"[{CJK}]")
_CHALLENGE = re.compile(
    r"\b(just a moment|one moment|checking your browser|attention required|verify(ing)? (that )?you are (a )?human"
    r"|are you a (robot|human)|access (to this page has been )?denied|ddos protection|unusual traffic"
    r"|enable javascript and cookies|bot (detection|verification)|security check|request (was )?blocked"
    r"|complete the captcha)\b|安全验证|人机验证|滑动验证|访问验证|完成(以下|下方)?验证|访问过于频繁|异常流量"
    r"|请输入验证码|正在(检查|检测|验证)您的(浏览器|连接)|(请求|访问)(已)?被(拦截|拒绝)|网络环境(存在)?异常|请确认您(是|不是)",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"\b(sign|log) ?in to (continue|view|read|access)|\bplease (sign|log) ?in\b|请(先)?登录(后|以)?(查看|继续|访问)?"
    r"|登录后(即可|可|才能)?(继续)?(查看|阅读|访问|浏览)",
    re.IGNORECASE,
)
_MISSING = re.compile(
    r"^\W*(error\W*)?404\b|\bpage (was |is )?(not|cannot be|can't be) found\b|\bnothing (was )?found here\b"
    r"|\b(page|content) (no longer exists|does not exist|has been removed|you (are|were) looking for)"
    r"|页面(不存在|已删除|已失效)|找不到(该|您要的)?页面|页面未找到|内容已(被[^，。]{0,6})?删除|文章(不存在|已(被)?删除)"
    r"|您(访问|查看|浏览)的(页面|内容|文章)",
    re.IGNORECASE,
)
_MISSING_TITLE = re.compile(r"^\W*(404|not found|page not found|error 404|页面不存在|找不到页面)", re.IGNORECASE)
_SCRIPT = re.compile(
    r"\b(enable|requires?|need|turn on|activate)\b.{0,40}\bjavascript\b"
    r"|\bjavascript\b.{0,40}\b(disabled|required|enable)|启用 ?javascript",
    re.IGNORECASE,
)
_CONSENT = re.compile(r"(?<![a-z])cookies?(?![a-z])|\bconsent\b|隐私(设置|政策|偏好)|数据使用同意", re.IGNORECASE)
_CONSENT_WORDS = ("cookie", "consent", "隐私", "数据使用同意")
_CONSENT_CHOICE = re.compile(r"\b(accept|reject|manage|agree|preferences|allow all)\b|同意|拒绝|接受", re.IGNORECASE)
_PAYWALL = re.compile(
    r"\bsubscribe (now )?to (read|continue|unlock|keep reading)|\b(already a subscriber|subscribers only)\b"
    r"|\bto continue reading\b|\bthis (article|content) is for (paying )?(subscribers|members)"
    r"|(订阅|付费|购买|登录|成为会员|开通会员)(后)?(即可|可)?(继续)?阅读|剩余内容(需|请)|(本文为|此为)付费(内容|文章)"
    r"|剩余\s?\d{1,3}\s?[%％](的)?(内容|正文)?(未读|待读)?",
    re.IGNORECASE,
)
_PAYWALL_WORDS = ("subscri", "continue reading", "members", "阅读", "剩余", "付费")
_NOT_FREE = re.compile(r"[\"']isAccessibleForFree[\"']\s*:\s*[\"']?false", re.IGNORECASE)
PARTIAL = "partial"


def mentions_consent(text: str) -> bool:
    folded = text.lower()
    return any(word in folded for word in _CONSENT_WORDS)


def is_consent(text: str, settings: ReachSettings) -> bool:
    if not mentions_consent(text):  # nearly every page
        return False
    mentions = len(_CONSENT.findall(text))
    dense = mentions * settings.consent_chars_each >= len(text)
    return mentions > 2 and dense and bool(_CONSENT_CHOICE.search(text))


def check_page(title: str, text: str, scripted: bool, settings: ReachSettings) -> None:
    """Raises ReachError when a reader would say "that's not it". `scripted`: the page brought scripts to run. A Han
    character counts as two: a teaser of 400 of them is no notice."""
    if len(text) > settings.notice_chars:
        return
    size = len(text) + len(_HAN.findall(text))
    if size > settings.notice_chars:
        return
    if _CHALLENGE.search(title) or (_CHALLENGE.search(text) and size <= settings.challenge_chars):
        raise ReachError(Kind.BLOCKED_BY_SITE, "the site asks to prove that a person is reading")
    if _MISSING_TITLE.search(title) or (_MISSING.search(text) and size <= settings.challenge_chars):
        raise ReachError(Kind.NOT_FOUND, "the page says that it isn't there")
    if _LOGIN.search(text) and size <= settings.challenge_chars:
        raise ReachError(Kind.BLOCKED_BY_SITE, "the site asks to sign in")
    if is_consent(text, settings):
        raise ReachError(Kind.BLOCKED_BY_SITE, "only the consent notice can be read")
    if (len(text) < settings.visible_chars and scripted) or (_SCRIPT.search(text) and size <= settings.challenge_chars):
        raise ReachError(Kind.NOT_TEXT, "the page is a shell that a script would fill")
    if not text:
        raise ReachError(Kind.NOT_TEXT, "the page has no text")


def paywall_note(markup_start: str, text: str, settings: ReachSettings) -> str:
    """What shows before a paywall may be used, and is marked (B-064)."""
    end = text[-settings.notice_chars :].lower()
    asked = any(word in end for word in _PAYWALL_WORDS) and _PAYWALL.search(end)
    told = "accessibleforfree" in markup_start.lower() and _NOT_FREE.search(markup_start)
    return PARTIAL if told or asked else ""
