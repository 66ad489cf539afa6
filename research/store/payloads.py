"""Values to JSON and back. Every stored payload carries a version beside it; an unknown one is refused by name."""

from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

from research.engine.events import EVENTS, VERSION, Event

Value = TypeVar("Value")


class UnknownVersion(Exception):
    """A payload written by a newer program. The task is parked, not guessed at (F-11)."""


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def dumped(value: object) -> Any:
    return _adapter(type(value)).dump_python(value, mode="json")


def revived(kind: "type[Value]", payload: Any, v: int) -> "Value":
    if v > VERSION:
        raise UnknownVersion(f"{kind.__name__} was stored as version {v}; this program knows {VERSION}")
    return _adapter(kind).validate_python(payload)


def revived_event(kind: str, payload: Any, v: int) -> Event:
    return revived(EVENTS[kind], payload, v)
