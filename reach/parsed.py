"""What a parser makes of a body, in a form that crosses the border of a process."""

import json
from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class Parsed:
    title: str
    text: str
    published: date | None = None
    note: str = ""
    language: str = ""  # as declared by the document; judged again by its words
    canonical: str = ""  # the address that the document gives as its own

    def to_json(self) -> str:
        told = {name: getattr(self, name) for name in ("title", "text", "note", "language", "canonical")}
        return json.dumps({**told, "published": self.published.isoformat() if self.published else None})

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "Parsed":
        day = told["published"]
        return cls(
            title=str(told["title"]),
            text=str(told["text"]),
            published=date.fromisoformat(day) if day else None,
            note=str(told["note"]),
            language=str(told["language"]),
            canonical=str(told["canonical"]),
        )


def notes(*marks: str) -> str:
    return "; ".join(dict.fromkeys(mark for mark in marks if mark))
