"""Values to JSON and back. Every stored payload carries a version beside it; an unknown one is refused by name."""

from typing import Any, TypeVar

from pydantic import TypeAdapter

from research.engine.events import EVENTS, VERSION, Event

Value = TypeVar("Value")


class UnknownVersion(Exception):
    """A payload written by a newer program. The task is parked, not guessed at (F-11)."""


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}
"""Building one takes milliseconds, using it microseconds."""


def _adapter(kind: Any) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def dumped(value: object) -> Any:
    return _adapter(type(value)).dump_python(value, mode="json")


def dumped_sparely(value: object) -> Any:
    """Without what is at its default."""
    return _adapter(type(value)).dump_python(value, mode="json", exclude_defaults=True)


def dumped_as(kind: Any, value: object) -> Any:
    """For kinds that a value doesn't tell of itself: `tuple[Find, ...]`."""
    return _adapter(kind).dump_python(value, mode="json")


def revived_as(kind: Any, payload: Any) -> Any:
    return _adapter(kind).validate_python(payload)


def revived(kind: "type[Value]", payload: Any, v: int) -> "Value":
    if v > VERSION:
        raise UnknownVersion(f"{kind.__name__} was stored as version {v}; this program knows {VERSION}")
    value: Value = _adapter(kind).validate_python(payload)
    return value


def revived_event(kind: str, payload: Any, v: int) -> Event:
    return revived(EVENTS[kind], payload, v)
