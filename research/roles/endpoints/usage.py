"""Reads what a server says it used. What is missing or absurd is replaced from above and flagged (B-030, F-25)."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace

from research.roles.endpoints import Finish, Request
from research.roles.tokens import at_most_tokens

FARTHEST, ADDED = 4, 4_000
"""A prompt of so many times what any vocabulary makes of it, and so much of the server's own beside it (a template, its
instructions for tools), is a fault of the server, not a count."""
LONGEST = 200_000
"""Tokens of one answer with its hidden thoughts, which some servers hold to no cap: no model writes more at once."""


@dataclass(frozen=True, slots=True)
class Used:
    input_tokens: int
    output_tokens: int
    estimated: bool
    cached: int = 0
    cache_written: int = 0
    reasoning: int = 0


def read_usage(usage: object, request: Request, text: str, finish: Finish) -> Used:
    """`usage` in the manner of OpenAI, in whatever state it came."""
    told: Mapping[object, object] = usage if isinstance(usage, Mapping) else {}
    return _parts(_totals(told, request, text, finish), told)


def _totals(told: Mapping[object, object], request: Request, text: str, finish: Finish) -> Used:
    most_asked = at_most_asked(request)
    farthest = FARTHEST * most_asked + ADDED
    asked, answered = _count(told.get("prompt_tokens"), farthest), _count(told.get("completion_tokens"), LONGEST)
    total = _count(told.get("total_tokens"), farthest + LONGEST)
    if asked and answered is not None:
        return Used(asked, answered, estimated=False)
    most_answered = answered if answered is not None else ceiling(request, text, finish)
    if total and not asked:
        most_answered = min(most_answered, total)
        return Used(min(total - most_answered, farthest), most_answered, estimated=True)
    if total and asked and asked <= total <= asked + LONGEST:
        return Used(asked, total - asked, estimated=True)
    return Used(asked or most_asked, most_answered, estimated=True)


def at_most_asked(request: Request) -> int:
    """A shape that goes along is input, too."""
    shape = str(request.schema) if request.schema else ""
    return at_most_tokens(request.system + request.prompt + shape)


def _parts(used: Used, told: Mapping[object, object]) -> Used:
    """What was cheaper, dearer or unseen, never more than the whole it is a part of."""
    cached = _detail(told, "prompt_tokens_details", "cached_tokens") or _count(told.get("prompt_cache_hit_tokens")) or 0
    written = _count(told.get("cache_written_tokens")) or 0
    reasoning = _detail(told, "completion_tokens_details", "reasoning_tokens") or 0
    cached = min(cached, used.input_tokens)
    return replace(
        used,
        cached=cached,
        cache_written=min(written, used.input_tokens - cached),
        reasoning=min(reasoning, used.output_tokens),
    )


def _detail(told: Mapping[object, object], group: str, name: str) -> int | None:
    details = told.get(group)
    return _count(details.get(name)) if isinstance(details, Mapping) else None


def ceiling(request: Request, text: str, finish: Finish) -> int:
    """Hidden thoughts are paid as well, so only an answer that stopped by itself is believed to be short."""
    if finish is not Finish.STOP or not text:
        return request.max_tokens
    return min(request.max_tokens, at_most_tokens(text))


def _count(value: object, most: int = sys.maxsize) -> int | None:
    """A whole number, also written as text; anything else is nothing, and so is what can't be."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value) if len(value) <= len(str(most)) else None
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= most else None
