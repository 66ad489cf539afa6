"""Drives the loop from a log, with every call outside forbidden, and tells what each step was worth.

Needs no database: a log is whole. Exit 0 means that the replay passed through the very states of the log.
"""

import gzip
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from research.store.loglines import state_hash
from research.store.payloads import UnknownVersion
from research.store.replaying import NotTheSame, replay


class Command(BaseCommand):
    help = "Replay a log that `export --log` wrote: same decisions, same states, no call outside."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("log", type=Path, help="a file of JSON lines, packed with gzip or not")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            state, steps = replay(_lines(options["log"]))
        except (NotTheSame, UnknownVersion) as error:
            raise CommandError(str(error)) from None
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{options['log']} is no log of this program: {type(error).__name__}") from None
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
        return (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode("utf-8").splitlines()
    except OSError as error:
        raise CommandError(f"{path} can't be read: {error.strerror or error}") from None
