"""A body of memory as parts that are kept once, and a frame that names them: snapshots share most of their parts.

In a frame every text is the number of a part, and every list lists numbers of parts; the rest stands for itself. So
one reading of a frame is possible, whatever the values hold, and a field that a later program adds needs no rule here.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any

Json = Any
"""What json.loads gives."""


class Damaged(Exception):
    """What was put together again isn't what was taken apart."""


def written(value: Json) -> str:
    """The one form in which a value is kept and hashed. Its keys keep their order: it comes back byte for byte."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def framed(value: Json, number: Callable[[Json], int]) -> Json:
    """`number` is asked for each part, in order, and gives the number under which it is kept."""
    if isinstance(value, dict):
        return {key: framed(each, number) for key, each in value.items()}
    if isinstance(value, list):
        return str(number(value)) if _plain(value) else [number(each) for each in value]
    return str(number(value)) if isinstance(value, str) else value


def whole(frame: Json, part: Callable[[int], Json]) -> Json:
    if isinstance(frame, dict):
        return {key: whole(each, part) for key, each in frame.items()}
    if isinstance(frame, list):
        return [part(each) for each in frame]
    return part(int(frame)) if isinstance(frame, str) else frame


def numbers(frame: Json) -> set[int]:
    """Of every part that a frame names."""
    found: set[int] = set()
    whole(frame, lambda number: found.add(number))
    return found


def parts(value: Json) -> list[Json]:
    found: list[Json] = []

    def note(part: Json) -> int:
        found.append(part)
        return 0

    framed(value, note)
    return found


def _plain(items: list[Json]) -> bool:
    """Numbers alone, or nothing: one part for all of them; one for each would cost more than it saves."""
    return not any(isinstance(each, str | list | dict) for each in items)
