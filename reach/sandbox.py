"""Runs a parser in a process of its own that can be killed: one bad document costs one document (P8, F-37)."""

import asyncio
import json
import sys
from datetime import date
from pathlib import Path

from reach.errors import Kind, ReachError
from reach.parsed import Parsed
from reach.settings import ReachSettings
from reach.sniff import Form

_ROOT = str(Path(__file__).resolve().parent.parent)
_PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from reach.parse_child import main; main()"
_ENVIRONMENT = {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}  # nothing of ours: a parser that is taken over finds no key


async def parse_apart(body: bytes, form: Form, today: date, settings: ReachSettings) -> Parsed:
    order = {
        "form": form,
        "today": today.isoformat(),
        "cpu_seconds": settings.parse_cpu_seconds,
        "memory_bytes": settings.parse_memory_bytes,
    }
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-c", _PROGRAM, _ROOT),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=_ENVIRONMENT,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(settings.parse_seconds):
            answer, _ = await child.communicate(json.dumps(order).encode() + b"\n" + body)
    except TimeoutError:
        raise ReachError(Kind.TOO_SLOW, f"reading it took more than {settings.parse_seconds:g} s") from None
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    return _judged(answer, child.returncode or 0)


def _judged(answer: bytes, code: int) -> Parsed:
    """A child that was ended or broke has no say about why; its signal has."""
    try:
        told = json.loads(answer)
    except ValueError:
        kind = Kind.TOO_LARGE if code < 0 else Kind.PARSE_FAILED
        why = "its reader was ended at its limits" if code < 0 else "its reader gave up"
        raise ReachError(kind, why) from None
    if "kind" in told:
        raise ReachError(Kind(told["kind"]), told["detail"])
    return Parsed.from_json(told)
