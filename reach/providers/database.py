"""Rows of one SQL view that the operator described in a file (DATABASE_CHANNEL). Addresses are `db://name/id`.

Only what is asked and how a row reads is told here; who runs the SQL hides behind `Rows`.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote, unquote

from reach.budget import as_error
from reach.clean import one_line, tidy
from reach.errors import Kind, ReachError
from reach.extract import language_of
from reach.pages import Hit, Page, Period
from reach.providers import Ability, Health
from reach.settings import ReachSettings
from reach.words import content_terms

NAME = "database"
_SCHEME = "db://"
_CALLED = re.compile(r"[a-z][a-z0-9-]{0,39}")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")


class BadView(ValueError):
    """A description that can't be meant. The text says what is wrong, for the person who wrote it."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    label: str
    unit: str = ""

    def line(self, value: str) -> str:
        """A number keeps its column and its unit."""
        return f"{self.label}: {value} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class View:
    name: str
    about: str
    """Three sentences, like any channel's (R233)."""
    dsn_env: str
    """Name of the environment variable that holds the connection's address; the address itself stands nowhere else."""
    view: str
    """With its schema, if it has one: `reporting.stock`."""
    id: str
    title: str
    columns: tuple[Column, ...]
    date: str = ""
    text_search: str = ""
    """A text search configuration of the server, such as `english`; empty: words are looked for as they stand."""
    publisher: str = ""
    kind: str = ""
    """What its rows are, for `reach.trust`: `statistics`, `report`, …"""


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    title: str
    day: date | None
    values: tuple[str | None, ...]
    """In the order of the view's columns."""


@dataclass(frozen=True, slots=True)
class Asked:
    terms: tuple[str, ...]
    since: date | None
    limit: int


class Rows(Protocol):
    """The view itself. Raises ReachError when it can't answer."""

    async def search(self, asked: Asked) -> Sequence[Row]:
        """Those that hold at least one of the terms, the ones with most of them first. Without terms: any."""

    async def row(self, identity: str) -> Row | None: ...


class Database:
    """Local: what a view says must not be older than the question, so nothing of it is cached."""

    name = NAME
    local = True
    lane = NAME

    def __init__(
        self,
        view: View,
        rows: Rows,
        settings: ReachSettings | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._view = view
        self._rows = rows
        self._settings = settings or ReachSettings()
        self._now = now
        self._home = f"{_SCHEME}{view.name}/"

    @property
    def ability(self) -> Ability:
        return Ability(
            self._view.about,
            takes_period=bool(self._view.date),
            takes_language=False,
            batches=False,
            limits=f"at most {self._settings.results_most} rows, each statement within"
            f" {self._settings.view_seconds:g} s",
        )

    async def health(self) -> Health:
        try:
            found = await self._rows.search(Asked((), None, 1))
        except Exception as error:
            return Health(False, as_error(error).detail)
        return Health(True, "the view answers with rows" if found else "the view answers, and is empty")

    def owns(self, url: str) -> bool:
        return url.startswith(self._home)

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        """A row may well be older than its last change, so only the period's begin counts, as everywhere (R084)."""
        terms = tuple(dict.fromkeys(_sought(query)))[: self._settings.view_terms]
        if not terms:
            return []
        found = await self._rows.search(Asked(terms, period.start if period else None, limit))
        return [
            Hit(self._title(row), self._snippet(row, terms), self._address(row), row.day, self.name, rank)
            for rank, row in enumerate(found, start=1)
        ]

    async def read(self, url: str) -> Page:
        row = await self._rows.row(unquote(url.removeprefix(self._home)))
        if row is None:
            raise ReachError(Kind.NOT_FOUND, "the view holds no such row")
        text = "\n".join([self._title(row), "", *self._lines(row)])
        return Page(
            url=url,
            final_url=url,
            title=self._title(row),
            text=text,
            published=row.day,
            fetched_at=self._now(),
            content_type="text/plain",
            raw=text.encode(),
            language=language_of(" ".join([row.title, *filter(None, row.values)]), "", self._settings),
            published_from="column" if row.day else "",
            publisher=self._view.publisher or self._view.name,
            kind=self._view.kind,
        )

    def _title(self, row: Row) -> str:
        return one_line(row.title, self._settings.title_chars) or f"{self._view.name} {row.id}"

    def _address(self, row: Row) -> str:
        return self._home + quote(row.id, safe="")

    def _lines(self, row: Row) -> list[str]:
        told = zip(self._view.columns, row.values, strict=True)
        day = [Column(self._view.date, _spoken(self._view.date)).line(row.day.isoformat())] if row.day else []
        return [*day, *(column.line(tidy(value)) for column, value in told if value and value.strip())]

    def _snippet(self, row: Row, terms: Sequence[str]) -> str:
        """The lines that hold a word of the query, then the others: 200 characters decide whether it is read."""
        lines = sorted(self._lines(row), key=lambda line: not any(term in line.lower() for term in terms))
        return one_line("; ".join(lines), self._settings.snippet_chars)


def read_view(path: Path) -> View:
    """TOML, or JSON by the file's ending. Raises BadView."""
    try:
        text = path.read_text(encoding="utf-8")
        told = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except OSError as error:
        raise BadView(f"it can't be read: {error.strerror}") from None
    except ValueError as error:
        raise BadView(f"it is neither TOML nor JSON: {error}") from None
    return view_of(told)


_NEEDED = ("name", "about", "dsn_env", "view", "id", "title")
_MAY = ("date", "text_search", "publisher", "kind")


def view_of(told: Any) -> View:
    if not isinstance(told, Mapping):
        raise BadView("it is no table of names and values")
    if strange := sorted(set(told) - {*_NEEDED, *_MAY, "columns"}):
        raise BadView(f"nothing is called {strange[0]}")
    words = {name: _text(told, name) for name in (*_NEEDED, *_MAY)}
    if missing := [name for name in _NEEDED if not words[name]]:
        raise BadView(f"{missing[0]} is missing")
    if not _CALLED.fullmatch(words["name"]):
        raise BadView("name takes small letters, digits and hyphens")
    if not _VARIABLE.fullmatch(words["dsn_env"]):
        raise BadView("dsn_env takes the name of an environment variable, in capitals, not an address")
    return View(columns=_columns(told.get("columns")), **words)


def _columns(told: Any) -> tuple[Column, ...]:
    if not isinstance(told, list) or not told or not all(isinstance(one, Mapping) and one.get("name") for one in told):
        raise BadView("columns takes a list of at least one {name, label, unit}")
    if strange := sorted({key for one in told for key in one} - {"name", "label", "unit"}):
        raise BadView(f"a column has no {strange[0]}")
    names = [_text(one, "name") for one in told]
    return tuple(
        Column(name, _text(one, "label") or _spoken(name), _text(one, "unit"))
        for name, one in zip(names, told, strict=True)
    )


def _sought(query: str) -> list[str]:
    """A single letter or digit stands in nearly every row."""
    return [term for term in content_terms(query) if len(term) > 1 or not term.isascii()]


def _text(told: Mapping[str, Any], name: str) -> str:
    value = told.get(name, "")
    if not isinstance(value, str):
        raise BadView(f"{name} must be text")
    return value.strip()


def _spoken(column: str) -> str:
    return column.replace("_", " ").capitalize()
