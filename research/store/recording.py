"""Every decision of a step as a record: what was asked (its hash) and what was answered; and tools that answer from it.

The record lies between the engine and its tools, so a replay drives the very loop that ran, with every call outside
forbidden: what the record doesn't hold, or holds for another question, ends the replay by name.
"""

import hashlib
import inspect
import json
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import Any, get_type_hints

from research.engine.limits import Limits
from research.engine.tools import Archive, Library, Tools
from research.roles.briefs import Vector
from research.roles.builtin.claims.checker import BuiltinChecker
from research.roles.checker import Checker
from research.roles.embedder import Embedder
from research.roles.executor import Executor
from research.roles.planner import Planner
from research.roles.reporter import Reporter
from research.roles.tokens import count_tokens
from research.store.payloads import dumped, dumped_as, revived_as
from research.terms import Channel

PARTS = MappingProxyType(
    {
        "planner": Planner,
        "executor": Executor,
        "reporter": Reporter,
        "checker": Checker,
        "by_code": Checker,
        "embedder": Embedder,
        "library": Library,
        "archive": Archive,
    }
)
HASH_DIGITS = 16
"""Of an input's hash: two of the some hundred inputs of one step meet by chance once in 10¹⁴ steps."""
EXACT_DIGITS = 13
"""Hexadecimal digits that a float holds exactly: a replayed vector is one number made of its text's hash."""


@dataclass(frozen=True, slots=True)
class Decision:
    call: str
    """"planner.write_queries"."""
    asked: str
    answer: Any
    """JSON. Of an embedding only the texts' hashes: a replay compares vectors by the recorded similarities."""


class NotRecorded(Exception):
    """A replay asked for something that the record doesn't hold: the program decides otherwise than it did."""


class Inputs:
    """Hashes of what was asked. A vector stands for its text, or the record would be mostly numbers."""

    def __init__(self) -> None:
        self._texts: dict[Hashable, str] = {}

    def name(self, vector: Vector, text: str) -> str:
        return self._texts.setdefault(_frozen(vector), digest(text))

    def hashed(self, call: str, args: Sequence[object], named: dict[str, object]) -> str:
        told = [self._plain(arg) for arg in (*args, *(named[key] for key in sorted(named)))]
        return digest(json.dumps([call, told], sort_keys=True, ensure_ascii=False))

    def _plain(self, arg: object) -> Any:
        if isinstance(arg, Sequence) and arg and isinstance(arg[0], float) and _frozen(arg) in self._texts:
            return self._texts[_frozen(arg)]
        if isinstance(arg, (list, set, frozenset, tuple)):
            parts = [self._plain(part) for part in arg]
            return parts if isinstance(arg, (list, tuple)) else sorted(parts, key=str)
        return dumped(arg)


def _frozen(vector: Any) -> Hashable:
    return tuple(vector)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]


@cache
def _answer_of(part: str, method: str) -> Any:
    return get_type_hints(getattr(PARTS[part], method))["return"]


class Recorder:
    """Tools that work as they are, and everything they were asked."""

    def __init__(self) -> None:
        self.decisions: list[Decision] = []
        self._inputs = Inputs()

    def over(self, tools: Tools) -> Tools:
        heard: dict[str, Any] = {part: _Heard(part, getattr(tools, part), self) for part in PARTS}
        return replace(tools, **heard)

    def keep(self, call: str, asked: str, answer: Any) -> None:
        self.decisions.append(Decision(call, asked, answer))

    def note(self, part: str, method: str, args: Sequence[Any], named: dict[str, Any], answer: Any) -> None:
        asked, call = self._inputs.hashed(f"{part}.{method}", args, named), f"{part}.{method}"
        if method == "embed":
            self.keep(call, asked, [self._inputs.name(v, t) for v, t in zip(answer, args[0], strict=True)])
        else:
            self.keep(call, asked, dumped_as(_answer_of(part, method), answer))


class _Heard:
    """One tool, listened to."""

    def __init__(self, part: str, tool: Any, recorder: Recorder) -> None:
        self._part, self._tool, self._recorder = part, tool, recorder

    def __getattr__(self, method: str) -> Any:
        call = getattr(self._tool, method)
        asked = callable(getattr(PARTS[self._part], method, None))
        return _listening(self._part, method, call, self._recorder) if asked else call


def _listening(part: str, method: str, call: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    if not inspect.iscoroutinefunction(call):

        def heard(*args: Any, **named: Any) -> Any:
            answer = call(*args, **named)
            recorder.note(part, method, args, named, answer)
            return answer

        return heard

    async def heard_later(*args: Any, **named: Any) -> Any:
        answer = await call(*args, **named)
        recorder.note(part, method, args, named, answer)
        return answer

    return heard_later


class Record:
    """Answers of one step, each given once to the question that it answered."""

    def __init__(self, decisions: Sequence[Decision]) -> None:
        self._answers: defaultdict[tuple[str, str], deque[Any]] = defaultdict(deque)
        for decision in decisions:
            self._answers[decision.call, decision.asked].append(decision.answer)
        self._inputs = Inputs()

    def tools(self, limits: Limits, now: datetime, channels: tuple[Channel, ...] = ()) -> Tools:
        """No other tool is there: a replay can't reach anything. Before offers were recorded they were judged by words
        alone, as they are again in such a record."""
        told: dict[str, Any] = {part: _Told(part, self) for part in PARTS}
        if not any(call.startswith("by_code.") for call, _ in self._answers):
            told["by_code"] = BuiltinChecker()
        return Tools(**told, limits=limits, now=now, count=count_tokens, channels=channels)

    def answer(self, part: str, method: str, args: Sequence[Any], named: dict[str, Any]) -> Any:
        call = f"{part}.{method}"
        asked = self._inputs.hashed(call, args, named)
        kept = self._answers[call, asked]
        if not kept:
            raise NotRecorded(f"{call} was not asked this")
        if method == "embed":
            return [self._vector(name, text) for name, text in zip(kept.popleft(), args[0], strict=True)]
        return revived_as(_answer_of(part, method), kept.popleft())

    def _vector(self, name: str, text: str) -> Vector:
        vector = (float.fromhex(name[:EXACT_DIGITS]),)
        self._inputs.name(vector, text)
        return vector


class _Told:
    """A tool that knows the record and nothing else."""

    def __init__(self, part: str, record: Record) -> None:
        self._part, self._record = part, record

    def __getattr__(self, method: str) -> Any:
        asynchronous = inspect.iscoroutinefunction(getattr(PARTS[self._part], method))

        def told(*args: Any, **named: Any) -> Any:
            return self._record.answer(self._part, method, args, named)

        async def told_later(*args: Any, **named: Any) -> Any:
            return told(*args, **named)

        return told_later if asynchronous else told
