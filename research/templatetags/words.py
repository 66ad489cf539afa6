"""Codes of rows as icon and word. The word carries the meaning; shape and colour repeat it (WCAG 1.4.1)."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from research.actions.ruling import REASONS
from research.models import Evidence, ResearchTask
from research.store import around as beside
from research.store import sayings
from research.templatetags.frame import icon
from research.web import words

register = template.Library()


@register.simple_tag
def status_chip(task: ResearchTask) -> SafeString:
    shape, tone = words.STATUS_SHAPES[task.status]
    return format_html('<span class="chip {}">{}{}</span>', tone, icon(shape), task.status_word)


@register.simple_tag
def goal_mark(state: str) -> SafeString:
    shape, tone = words.GOAL_SHAPES[state]
    return format_html(
        '<span class="goal-mark {}">{}<span class="unseen">{}</span></span>', tone, icon(shape), words.GOAL_WORDS[state]
    )


@register.filter
def reason_word(code: str) -> str:
    return str(REASONS.get(code, code))


@register.filter
def goal_word(state: str) -> str:
    return str(words.GOAL_WORDS[state])


@register.filter
def phase_word(phase: str) -> str:
    return words.phase_word(phase)


@register.filter
def wording_word(wording: str) -> str:
    return words.wording_word(wording)


@register.filter
def said(sentence: str) -> str:
    return sayings.said(sentence)


@register.filter
def said_each(sentences: str) -> str:
    return sayings.said_each(sentences)


@register.filter
def channel_word(name: str) -> str:
    return sayings.channel_word(name)


@register.filter
def channel_words(names: Iterable[str]) -> str:
    return _(", ").join(map(sayings.channel_word, names))


@register.filter
def language_word(code: str) -> str:
    return str(words.SOURCE_LANGUAGES.get(code.partition("-")[0], code))


@register.filter
def page_language(code: str) -> str:
    """For `lang=`: a Chinese text without a script is meant to be read as simplified by fonts and voices."""
    return "zh-Hans" if code in ("zh", "zh-cn", "zh-hans") else code


@register.filter
def text_language(text: str, declared: str = "") -> str:
    """For `lang=` on a sentence, which may be in another language than its report or page (`declared`)."""
    return page_language(beside.tongue(text, declared))


@register.filter
def around(piece: Evidence) -> tuple[str, str]:
    return beside.around(piece)


@register.filter
def live(piece: Evidence) -> str:
    return beside.live(piece)


@register.filter
def clock(length: timedelta | None) -> str:
    """6:41, 1:06:41; days in words."""
    if length is None:
        return ""
    minutes, seconds = divmod(max(int(length.total_seconds()), 0), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return _("%(days)s d %(hours)s h") % {"days": days, "hours": hours}
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def seconds(length: timedelta | None) -> int:
    return max(int(length.total_seconds()), 0) if length else 0


@register.filter
def score(value: float) -> str:
    return f"{value:.2f}"


@register.filter
def host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0] or url


@register.filter
def at(row: Any, index: int) -> Any:
    return row[index]


@register.filter
def percent(share: float | None) -> str:
    """A share that nobody knows is no 0 %."""
    return _("unknown") if share is None else f"{share:.0%}"
