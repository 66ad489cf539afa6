"""One line of activity: built from the fields of an entry, never from what a model wrote about itself (V3)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from research.web import sizes

DECISIONS, SEARCHING, READING, PROBLEMS = "decisions", "searching", "reading", "problems"


@dataclass(frozen=True, slots=True)
class Line:
    icon: str
    text: str
    groups: tuple[str, ...] = ()
    tone: str = ""
    details: tuple[str, ...] = ()


Payload = Mapping[str, Any]
Names = Mapping[int, str]
"""Goals' questions by number."""
Teller = Callable[[Payload, Names], Line | None]
TELLERS: dict[str, Teller] = {}


def tells(kind: str) -> Callable[[Teller], Teller]:
    def register(teller: Teller) -> Teller:
        TELLERS[kind] = teller
        return teller

    return register


def named(number: int | None, names: Names) -> str:
    """A goal by its question, cut where it would fill the line."""
    text = names.get(number or 0) or _("goal %(number)s") % {"number": number}
    return text if len(text) <= sizes.NAME_CHARACTERS else text[: sizes.NAME_CHARACTERS - 1] + "…"


def listed(items: Iterable[str]) -> tuple[str, ...]:
    every = list(items)
    rest = len(every) - sizes.DETAILS_SHOWN
    more = [_("and %(count)s more") % {"count": rest}] if rest > 0 else []
    return tuple(every[: sizes.DETAILS_SHOWN] + more)
