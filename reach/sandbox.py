"""Reads strangers' bytes in processes that can be killed: one bad document costs one document (P8, F-36, F-37).

Nothing in a process can end its own parser: it holds the interpreter, and a thread can't be killed. So children read,
one document at a time, and whoever waits too long, or no longer, kills the child; the next document gets a new one.
They are kept for many documents, since a child takes most of a second to load its readers. The pool belongs to the
process, not to an event loop: each step of a task has a loop of its own.
"""

import asyncio
import atexit
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from reach.errors import Kind, ReachError
from reach.frames import HEAD, LENGTH, READY, exactly, send
from reach.parsed import Parsed
from reach.settings import ReachSettings
from reach.sniff import Form, is_file

_Loops = WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]
_ROOT = str(Path(__file__).resolve().parent.parent)
_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); from reach.parse_child import main;"
    " main(int(sys.argv[2]), float(sys.argv[3]))"
)
_ENVIRONMENT = {"LANG": "C.UTF-8"}  # nothing of ours: a parser that is taken over finds no key
_TIME_SIGNALS = frozenset({signal.SIGALRM, signal.SIGXCPU})


async def parse_apart(
    body: bytes, content_type: str, name: str, today: date, settings: ReachSettings
) -> tuple[Parsed, Form]:
    """Raises ReachError. A caller that is cancelled takes the child with it."""
    seconds = settings.parse_seconds if is_file(body, settings) else settings.parse_page_seconds
    order = json.dumps(_order(content_type, name, today, seconds, settings)).encode("ascii")
    async with _POOL.place(settings), _POOL.child(settings) as child:
        try:
            async with asyncio.timeout(seconds):
                answer = await asyncio.to_thread(child.ask, order, body, settings.parse_answer_bytes)
        except TimeoutError:
            raise _too_slow(seconds) from None
        if answer is None:
            raise _failure(child.end(), seconds)
        return _judged(answer)


def _order(content_type: str, name: str, today: date, seconds: float, settings: ReachSettings) -> dict[str, Any]:
    return {
        "type": content_type,
        "name": name,
        "today": today.isoformat(),
        "alarm_seconds": seconds + settings.parse_grace_seconds,
        "cpu_seconds": settings.parse_cpu_seconds,
        "documents": settings.parse_documents,
        "worn_bytes": settings.parse_worn_bytes,
        "settings": _changed(settings),
    }


@lru_cache(maxsize=2)
def _changed(settings: ReachSettings) -> dict[str, float]:
    """Only numbers cross over: a proxy's address may hold a password."""
    return {
        field.name: value
        for field in fields(settings)
        if isinstance(value := getattr(settings, field.name), int | float) and value != field.default
    }


def _judged(answer: dict[str, Any]) -> tuple[Parsed, Form]:
    """The child may be another's by now: what it says has its shape, or counts for nothing."""
    try:
        if "kind" not in answer:
            return Parsed.from_json(answer["page"]), Form(answer["form"])
        error = ReachError(Kind(answer["kind"]), str(answer["detail"]))
    except (KeyError, TypeError, ValueError):
        error = ReachError(Kind.PARSE_FAILED, "its reader answered nonsense")
    raise error


def _failure(code: int, seconds: float) -> ReachError:
    """A child that was ended or broke has no say about why; its signal has."""
    if -code in _TIME_SIGNALS:
        return _too_slow(seconds)
    if code < 0:
        return ReachError(Kind.TOO_LARGE, "its reader was ended at its limits")
    return ReachError(Kind.PARSE_FAILED, "its reader gave up")


def _too_slow(seconds: float) -> ReachError:
    return ReachError(Kind.TOO_SLOW, f"reading it took more than {seconds:g} s")


class _Child:
    """One process. Its calls block, and are made in threads; `end` sets free whichever of them still waits."""

    def __init__(self, settings: ReachSettings) -> None:
        """Its session is its own: a Ctrl-C in the terminal is its owner's matter. Raises OSError."""
        self.memory_bytes = settings.parse_memory_bytes
        limits = (str(self.memory_bytes), str(2 * settings.parse_idle_seconds))  # an owner drops it well before
        self._process = subprocess.Popen(  # noqa: S603  our own interpreter
            (sys.executable, "-I", "-c", _PROGRAM, _ROOT, *limits),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_ENVIRONMENT,
            start_new_session=True,
        )
        self._busy = threading.Lock()
        self.fit = False  # to be asked again
        self.idle_since = 0.0

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def await_ready(self) -> bool:
        assert self._process.stdout is not None
        with self._busy:
            return exactly(self._process.stdout, len(READY)) == READY

    def ask(self, order: bytes, body: bytes, most: int) -> dict[str, Any] | None:
        """None where the child ended over it, or answered what can't be an answer."""
        self.fit = False
        with self._busy:
            try:
                answer = self._answered(order, body, most)
            except (OSError, ValueError):
                return None
        if not isinstance(answer, dict):
            return None
        self.fit = answer.get("last") is False
        return answer

    def _answered(self, order: bytes, body: bytes, most: int) -> Any:
        orders, answers = self._process.stdin, self._process.stdout
        assert orders is not None and answers is not None
        send(orders, HEAD.pack(len(order), len(body)), order, body)
        head = exactly(answers, LENGTH.size)
        size = LENGTH.unpack(head)[0] if head else 0
        return json.loads(exactly(answers, size)) if 0 < size <= most else None

    def end(self) -> int:
        """Its exit code; negative, the signal that ended it, which may have come before this one's."""
        self.fit = False
        self._process.kill()
        code = self._process.wait()
        with self._busy:  # whoever read or wrote has heard of the end by now
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                pipe.close()
        return code


class _Pool:
    """The children of this process. Those at work belong to who asks them; back here are those that answered."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """In a process that was forked: these are its parent's children, and whoever holds the lock is not here."""
        self._idle: list[_Child] = []
        self._lock = threading.Lock()
        self._places: _Loops = WeakKeyDictionary()

    def place(self, settings: ReachSettings) -> asyncio.Semaphore:
        """So many at work at once; a process has one loop that reads, two for a moment at most."""
        return self._places.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(settings.parse_pool))

    @asynccontextmanager
    async def child(self, settings: ReachSettings) -> AsyncIterator[_Child]:
        child = self._taken(settings) or await _started(settings)
        try:
            yield child
        finally:
            if not child.fit or not self._kept(child, settings.parse_pool):
                child.end()

    def _taken(self, settings: ReachSettings) -> _Child | None:
        oldest = time.monotonic() - settings.parse_idle_seconds
        while True:
            with self._lock:
                child = self._idle.pop() if self._idle else None
            if child is None:
                return None
            if child.running and child.idle_since > oldest and child.memory_bytes == settings.parse_memory_bytes:
                return child
            child.end()

    def _kept(self, child: _Child, most: int) -> bool:
        child.idle_since = time.monotonic()
        with self._lock:
            room = len(self._idle) < most
            if room:
                self._idle.append(child)
        return room

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for child in idle:
            child.end()


async def _started(settings: ReachSettings) -> _Child:
    """Outside the document's time: loading the readers is not its fault."""
    try:
        child = _Child(settings)
    except OSError as error:
        raise ReachError(Kind.INTERNAL, f"no process could be started to read it: {error.strerror}") from error
    ready = False
    try:
        async with asyncio.timeout(settings.parse_start_seconds):
            ready = await asyncio.to_thread(child.await_ready)
    except TimeoutError:
        pass
    finally:
        if not ready:
            child.end()
    if not ready:
        raise ReachError(Kind.INTERNAL, "the process that should read it did not start")
    return child


_POOL = _Pool()
atexit.register(_POOL.close)
os.register_at_fork(after_in_child=_POOL.forget)
