"""The child that reads what may never end: one order after another on its input, answers in JSON on its output.

Started by `reach.sandbox` as a plain interpreter without the parent's environment. It ends at its limits by the kernel,
which asks nothing of the parser that hangs, and with its owner, however that one ended.
"""

import fcntl
import json
import math
import os
import resource
import select
import signal
import sys
from contextlib import suppress
from functools import cache
from typing import IO, Any

import psutil

from reach.dates import today_from
from reach.errors import Kind, ReachError
from reach.frames import HEAD, LENGTH, READY, exactly, send
from reach.reading import read_body
from reach.settings import ReachSettings

_SELF = psutil.Process()
_FATAL = (signal.SIGIO, signal.SIGALRM, signal.SIGXCPU)  # what its owner ignores would be ignored here too


def main(memory_bytes: int, idle_seconds: float) -> None:
    """Output is for answers alone: what a library prints goes nowhere."""
    for number in _FATAL:
        signal.signal(number, signal.SIG_DFL)
    orders, answers = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    for kind, most in ((resource.RLIMIT_AS, memory_bytes), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        _limit(kind, most)
    with suppress(BrokenPipeError):
        send(answers, READY)
        _serve(orders, answers, idle_seconds)


def _limit(kind: int, most: int) -> None:
    """macOS knows RLIMIT_AS and refuses it; there the limits of time have to do."""
    hard = resource.getrlimit(kind)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (most, most))


def _serve(orders: IO[bytes], answers: IO[bytes], idle_seconds: float) -> None:
    """Until the owner closes the pipe, asks for nothing for long, or wants no more of this child."""
    served, last = 0, False
    while not last and select.select([orders], [], [], idle_seconds)[0]:
        head = exactly(orders, HEAD.size)
        if not head:
            return
        told, size = HEAD.unpack(head)
        order, body = json.loads(exactly(orders, told)), exactly(orders, size)
        _begin(orders, order)
        answer = _answer(body, order)
        _end(orders)
        served += 1
        last = served >= order["documents"] or _is_worn(order)
        packed = json.dumps(answer | {"last": last}).encode("ascii")
        send(answers, LENGTH.pack(len(packed)), packed)


def _begin(orders: IO[bytes], order: dict[str, Any]) -> None:
    """The owner's own clock ends a child first; this one is for an owner that is gone or stuck itself.

    Nothing comes on the pipe while an order is worked on, so its only event is its end: by it the kernel kills a
    child whose owner was killed. (The order to die with a parent goes by the thread that started a child, and ours
    come and go.) Where the kernel sends nothing, the clock has the last word.
    """
    seconds = math.ceil(_time_used()) + order["cpu_seconds"]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    signal.setitimer(signal.ITIMER_REAL, order["alarm_seconds"])
    with suppress(OSError):
        fcntl.fcntl(orders, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(orders, fcntl.F_SETFL, fcntl.fcntl(orders, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([orders], [], [], 0)[0]:
        sys.exit()


def _time_used() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _end(orders: IO[bytes]) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    with suppress(OSError):
        fcntl.fcntl(orders, fcntl.F_SETFL, fcntl.fcntl(orders, fcntl.F_GETFL) & ~os.O_ASYNC)


def _is_worn(order: dict[str, Any]) -> bool:
    """What one large document left behind must not be missing for the next."""
    return int(_SELF.memory_info().rss) > order["worn_bytes"]


def _answer(body: bytes, order: dict[str, Any]) -> dict[str, Any]:
    """A fault of a reader is told by its name alone: its message may quote the page."""
    try:
        settings = _settings(json.dumps(order["settings"]))
        parsed, form = read_body(body, order["type"], order["name"], today_from(order["today"]), settings)
        return {"form": form, "page": parsed.to_json()}
    except ReachError as error:
        return {"kind": error.kind, "detail": error.detail}
    except MemoryError:
        return {"kind": Kind.TOO_LARGE, "detail": "reading it needs too much memory"}
    except Exception as error:
        return {"kind": Kind.PARSE_FAILED, "detail": f"its reader gave up: {type(error).__name__}"}


@cache
def _settings(numbers: str) -> ReachSettings:
    return ReachSettings(**json.loads(numbers))
