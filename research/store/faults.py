"""What is told of a fault of our own. A database's words quote statements and rows, so of its errors only the class is
told: on a page, in the journal, and in the log (B-033)."""

import logging
import re
from collections.abc import Iterator

import django.db
import psycopg

_OF_DATABASES = (django.db.Error, psycopg.Error)
NOT_SHOWN = "[a database's words]"


def sentence_of(error: BaseException) -> str:
    name = type(error).__name__
    return name if any(isinstance(each, _OF_DATABASES) for each in _chain(error)) else f"{name}: {error}"


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
