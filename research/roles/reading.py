"""Finds the values in what a model wrote: fences, thoughts, chatter and Python's spelling around them. Guesses nothing.

Values come in the order they stand, each with what had to be read past; the caller takes the first that fits its shape.
A value that isn't closed is never completed (B-004), a part of a broken value is never taken for the whole, and prose
is never searched for numbers (B-013).
"""

import ast
import json
import math
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import json_repair

from research.roles.flaws import Flaw

MOST_CHARACTERS = 200_000
"""Of one answer: far above any token limit, far below what would hold up a worker."""
DEEPEST = 24
"""Levels of nesting: our shapes have four."""
MOST_STARTS = 60
"""Opening brackets tried in one answer: prose has a few, noise has thousands."""

_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning|analysis)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning|analysis)\s*>", re.IGNORECASE)
_THOUGHT_START = re.compile(r"<(?:think|thinking|thought|reasoning|analysis)\b[^>]*>", re.IGNORECASE)
_VALUE_STARTS = re.compile(r"\{\s*(?:[\"'}]|\w+\s*:\s*[\[{\"'\d-])|\[\s*[\[{\"'\d\]-]")
_FENCE = re.compile(r"```|~~~")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_QUOTES = {'"': '"', "'": "'"}
_CLOSES = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Found:
    value: Any
    """Dicts, lists, strings, finite numbers, booleans and None."""
    flaw: Flaw


def found(text: str) -> Iterator[Found]:
    """Every whole value in the text."""
    text = text[:MOST_CHARACTERS].lstrip("\ufeff")
    if (whole := _strict(text.strip())) is not None:
        yield Found(whole, Flaw.NONE)
        return
    said = without_thoughts(text)
    around = Flaw.THOUGHTS if said != text else Flaw.FENCED if _FENCE.search(text) else Flaw.PROSE
    yield from _in_prose(said, around)


def fault_of(text: str) -> Flaw:
    """Why nothing was found in it: what is sent back has a name, so that the second answer can be another."""
    said = without_thoughts(text[:MOST_CHARACTERS]).strip()
    if not said:
        return Flaw.EMPTY
    start = next((match.start() for match in _VALUE_STARTS.finditer(said)), None)
    if start is None:
        return Flaw.WRONG_TOP if _scalar(said) else Flaw.NOT_JSON
    end = _end(said, start)
    if end is None:
        return Flaw.TOO_DEEP if _too_deep(said, start) else Flaw.UNCLOSED
    return _fault_of_meaning(said[start:end])


def _scalar(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _fault_of_meaning(text: str) -> Flaw:
    if _DOUBTFUL.search(text):
        return Flaw.NOT_FINITE
    if not _refused_for_meaning(text):
        return Flaw.NOT_JSON
    try:
        json.loads(text, strict=False, object_pairs_hook=_without_doubles)
    except (_DoubleError, RecursionError):
        return Flaw.DOUBLE_KEY
    except ValueError:
        return Flaw.DOUBLE_KEY if _doubled(text) else Flaw.NOT_JSON
    return Flaw.NOT_JSON


def without_thoughts(text: str) -> str:
    """Some templates open the thought before the answer begins, and a cut one never closes: both are thoughts."""
    text = _THOUGHT.sub("", text)
    ends = [match.end() for match in _THOUGHT_END.finditer(text)]
    text = text[ends[-1] :] if ends else text
    opened = _THOUGHT_START.search(text)
    return text[: opened.start()] if opened else text


def _in_prose(text: str, around: Flaw) -> Iterator[Found]:
    at = 0
    for _ in range(MOST_STARTS):
        start = min((found for mark in _CLOSES if (found := text.find(mark, at)) >= 0), default=-1)
        if start < 0:
            return
        end = _end(text, start)
        looks_like_one = _VALUE_STARTS.match(text, start)
        if end is None:
            if looks_like_one:
                return
            at = start + 1
            continue
        if looks_like_one and (read := _lenient(text[start:end], around)) is not None:
            yield read
        at = end if looks_like_one else start + 1


def _end(text: str, start: int) -> int | None:
    """Where the value that opens here closes, quotes respected; None if it doesn't, or nests too deep."""
    depth_at = None
    for at, depth in _depths(text, start):
        if depth > DEEPEST:
            return None
        depth_at = (at, depth)
    return depth_at[0] + 1 if depth_at and depth_at[1] == 0 else None


def _too_deep(text: str, start: int) -> bool:
    return any(depth > DEEPEST for _, depth in _depths(text, start))


def _depths(text: str, start: int) -> Iterator[tuple[int, int]]:
    """The level of nesting after each bracket, up to the one that closes the first."""
    open_marks: list[str] = []
    quote = ""
    skip = False
    for at in range(start, len(text)):
        mark = text[at]
        if skip:
            skip = False
        elif quote:
            skip = mark == "\\"
            quote = "" if mark == quote else quote
        elif mark in _QUOTES:
            quote = mark
        elif mark in _CLOSES:
            open_marks.append(_CLOSES[mark])
            yield at, len(open_marks)
        elif open_marks and mark == open_marks[-1]:
            open_marks.pop()
            yield at, len(open_marks)
            if not open_marks:
                return


def _lenient(text: str, around: Flaw) -> Found | None:
    if (value := _strict(text)) is not None:
        return Found(value, around)
    if _refused_for_meaning(text):
        return None
    if value := _python(text):
        return Found(value, Flaw.PYTHON)
    return Found(value, Flaw.MENDED) if (value := _mended(text)) else None


def _strict(text: str) -> dict[str, Any] | list[Any] | None:
    if not text.startswith(("{", "[")) or _end(text, 0) is None:
        return None
    try:
        value = json.loads(
            text,
            strict=False,
            object_pairs_hook=_without_doubles,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except (ValueError, RecursionError):
        return None
    return _clean(value)


def _python(text: str) -> dict[str, Any] | list[Any] | None:
    """Python's spelling of the same (B-008). A literal reader: nothing is evaluated."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            value = ast.literal_eval(text)
        return _clean(value) if isinstance(value, dict | list) else None
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None


def _doubled(text: str) -> bool:
    """A key said twice in Python's spelling."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nodes = list(ast.walk(ast.parse(text, mode="eval")))
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return False
    keys = [[ast.dump(key) for key in node.keys if key] for node in nodes if isinstance(node, ast.Dict)]
    return any(len(each) != len(set(each)) for each in keys)


def _mended(text: str) -> dict[str, Any] | list[Any] | None:
    """Commas and quotes set right, in a value that is closed. Another top-level type is never taken (B-001)."""
    try:
        value = json_repair.loads(text, skip_json_loads=True)
        kind = dict if text.startswith("{") else list
        return _clean(value) if isinstance(value, kind) and value else None
    except (ValueError, RecursionError, TypeError):
        return None


_DOUBTFUL = re.compile(r"\b(?:NaN|-?Infinity)\b|\d[eE]\+?\d{3}")


def _refused_for_meaning(text: str) -> bool:
    """What the strict reader refused for its meaning, not its spelling, must not come back by a gentler one."""
    if _DOUBTFUL.search(text):
        return True
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return _doubled(text)
    return True


class _DoubleError(ValueError):
    pass


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key said twice with two values has no meaning that we could choose."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and found[key] != value:
            raise _DoubleError(key)
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no finite number")
    return number


def _clean(value: Any) -> Any:
    """Only what JSON knows, in text that can be stored: no half characters, no control characters."""
    if isinstance(value, str):
        return _CONTROL.sub("", value.encode("utf-8", "replace").decode("utf-8"))
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return _finite(repr(value))
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_key(key): _clean(item) for key, item in value.items()}
    raise ValueError(f"{type(value).__name__} is no JSON")


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise ValueError("a key that is no text")
    return _clean(key)
