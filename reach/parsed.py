"""What a parser makes of a body, in a form that crosses the border of a process."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

_BREAK = "\n\n"  # between pages, as between paragraphs


@dataclass(frozen=True, slots=True)
class Parsed:
    title: str
    text: str
    published: date | None = None
    note: str = ""
    language: str = ""  # as declared by the document; judged again by its words
    canonical: str = ""  # the address that the document gives as its own
    published_from: str = ""  # see reach.pages.Page
    updated: date | None = None
    page_starts: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        plain = ("title", "text", "note", "language", "canonical", "published_from", "page_starts")
        days = {name: day.isoformat() if (day := getattr(self, name)) else None for name in ("published", "updated")}
        return {**{name: getattr(self, name) for name in plain}, **days}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "Parsed":
        return cls(
            title=str(told["title"]),
            text=str(told["text"]),
            published=_day(told["published"]),
            note=str(told["note"]),
            language=str(told["language"]),
            canonical=str(told["canonical"]),
            published_from=str(told["published_from"]),
            updated=_day(told["updated"]),
            page_starts=tuple(int(start) for start in told["page_starts"]),
        )


def _day(told: str | None) -> date | None:
    return date.fromisoformat(told) if told else None


def paged(pages: Sequence[str]) -> tuple[str, tuple[int, ...]]:
    """Pages already cleaned as one text, and where each begins. A page without words begins where the next one does; at
    the end of the text none begins, so that every start lies within it."""
    starts: list[int] = []
    at, kept = 0, []
    for page in pages:
        starts.append(at)
        if page:
            kept.append(page)
            at += len(page) + len(_BREAK)
    text = _BREAK.join(kept)
    return text, within(tuple(starts), text)


def within(starts: tuple[int, ...], text: str) -> tuple[int, ...]:
    """The pages that still begin in a text that was cut."""
    return tuple(start for start in starts if start < len(text))


def notes(*marks: str) -> str:
    return "; ".join(dict.fromkeys(mark for mark in marks if mark))
