"""What a limit says of itself, and what happens to a value that an admin may not set."""

from dataclasses import Field, field
from typing import Any


class OutOfRange(ValueError):
    """A value that an admin may not set. The text says which, and the range."""


def number(default: float, unit: str, low: float, high: float, group: str, reason: str) -> Any:
    """A limit: the page that edits it shows unit, range, group and reason beside the value."""
    about = {"unit": unit, "low": low, "high": high, "group": group, "reason": reason}
    return field(default=default, metadata=about)


def in_range(limit: "Field[Any]", value: float) -> float:
    about = limit.metadata
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OutOfRange(f"{limit.name} must be a number")
    if not about["low"] <= value <= about["high"]:
        raise OutOfRange(f"{limit.name} must be between {about['low']} and {about['high']} {about['unit']}")
    if isinstance(limit.default, int) and value != int(value):
        raise OutOfRange(f"{limit.name} must be a whole number")
    return int(value) if isinstance(limit.default, int) else float(value)
