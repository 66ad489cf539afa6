"""Drives the loop from a log, with every call outside forbidden, and tells what each step was worth.

Needs no database: a log is whole. Exit 0 means that the replay passed through the very states of the log.
"""

import gzip
import json
import zlib
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from research.store.loglines import state_hash
from research.store.payloads import UnknownVersion
from research.store.replaying import NotTheSame, replay

MADE_BY = "Logs are written by: manage.py export T-1 --log"


class Command(BaseCommand):
    help = "Replay a log that `export --log` wrote: same decisions, same states, no call outside."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("log", type=Path, help="a file of JSON lines, packed with gzip or not")

    def handle(self, *args: Any, **options: Any) -> None:
        lines = _lines(options["log"])
        _need_log(options["log"], lines)
        try:
            state, steps = replay(lines)
        except (NotTheSame, UnknownVersion) as error:
            raise CommandError(str(error)) from None
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            raise CommandError(f"{options['log']} is no whole log: a line lacks what it must hold. {MADE_BY}") from None
        for step in steps:
            self.stdout.write(
                f"{step.number:>4} {step.phase:<10} {step.mark:<6} {step.tokens:>7} tokens  {step.sentence}"
            )
        counted, tokens = Counter(step.mark.value for step in steps), Counter[str]()
        for step in steps:
            tokens[step.mark.value] += step.tokens
        told = ", ".join(f"{counted[mark]} {mark} with {tokens[mark]} tokens" for mark in sorted(counted))
        self.stdout.write(f"{len(steps)} steps replayed ({told}); state {state_hash(state)}")


def _lines(path: Path) -> list[str]:
    try:
        body = path.read_bytes()
        text = (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode("utf-8")
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no text, so it is no log. {MADE_BY}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise CommandError(f"{path} is packed, but broken: it was cut short or changed.") from None
    except OSError as error:
        raise CommandError(f"{path} can't be read: {error.strerror or error}") from None
    return [line for line in text.splitlines() if line.strip()]


def _need_log(path: Path, lines: list[str]) -> None:
    """What a person gives by mistake, told by the line where it shows."""
    if not lines:
        raise CommandError(f"{path} is empty. {MADE_BY}")
    for number, line in enumerate(lines, start=1):
        kind = _kind(line)
        if kind is None:
            raise CommandError(f"{path}, line {number}: no JSON object, so it is no log. {MADE_BY}")
        if number == 1 and kind != "task":
            raise CommandError(f"{path}, line 1: a log begins with its task, and this does not. {MADE_BY}")


def _kind(line: str) -> str | None:
    """None for what is no JSON object."""
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return str(told.get("kind", "")) if isinstance(told, dict) else None
