"""What is told of a fault of our own. A database's words quote statements and rows, so of its errors only the class is
told: on a page, in the journal, and in the log (B-033)."""

import logging
import re
from collections.abc import Iterator

import django.db
import psycopg

from research.embedded.places import DiskFull, EmbeddedError

_OF_DATABASES = (django.db.Error, psycopg.Error)
NOT_SHOWN = "[a database's words]"


def sentence_of(error: BaseException) -> str:
    name = type(error).__name__
    return name if any(isinstance(each, _OF_DATABASES) for each in _chain(error)) else f"{name}: {error}"


DATABASE_FAILED = (django.db.OperationalError, django.db.InterfaceError, django.db.InternalError, EmbeddedError)
"""What Django raises where a database is away, full or read-only, among other things."""
_AWAY = ("08", "57P")
"""How SQLSTATEs begin: no connection; a server that stops, crashed, or is about to start."""
_FULL, _READ_ONLY, _NO_ROOM = "53100", "25006", "53"


def database_trouble(error: BaseException) -> str:
    """What ails the database itself; "" where the statement is to blame, like one that took too long."""
    for each in _chain(error):
        if isinstance(each, psycopg.Error):
            return _trouble(each.sqlstate or _AWAY[0])  # none was told: the connection broke
        if isinstance(each, EmbeddedError | django.db.InterfaceError):
            return _trouble(_FULL if isinstance(each, DiskFull) else _AWAY[0])
    return ""


def _trouble(state: str) -> str:
    if state == _FULL:
        return "the disk of the database is full"
    if state == _READ_ONLY:
        return "the database takes nothing at present: it is read-only"
    if state.startswith(_NO_ROOM):
        return "the database has no room for more at present"
    return "the database could not be reached" if state.startswith(_AWAY) else ""


_SHARED = re.compile(r"(/shared/)[^\s/?]+")
"""The address of a shared report is its key."""


class Discreet(logging.Formatter):
    """Lines with tracebacks as they are, but for what a database said in them, and for keys in addresses."""

    def format(self, record: logging.LogRecord) -> str:
        line = _SHARED.sub(r"\1…", super().format(record))
        for each in _chain(record.exc_info[1] if record.exc_info else None):
            if isinstance(each, _OF_DATABASES) and str(each).strip():
                line = line.replace(repr(each), type(each).__name__).replace(str(each), NOT_SHOWN)
        return line


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """It, and what it was raised from or amid. Causes that lead in a circle are met once."""
    met: list[BaseException] = []
    waiting = [error]
    while waiting:
        each = waiting.pop()
        if each is not None and not any(each is known for known in met):
            met.append(each)
            waiting += [each.__cause__, each.__context__]
            yield each
