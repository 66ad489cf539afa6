"""A task as a file: its report in any format, or with --log every decision of every step, one JSON object a line, for
`replay`."""

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from research.models import Report, ResearchTask
from research.store.exports.formats import FORMATS, Format
from research.store.tasklog import log_lines


class Command(BaseCommand):
    help = "Write a task's report as a file, or its log of decisions for `manage.py replay`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("task", help="its number, as T-12 or 12")
        parser.add_argument("--log", action="store_true", help="every decision instead of the report")
        parser.add_argument("--format", choices=FORMATS, default="md", help="what kind of file; without it, Markdown")
        parser.add_argument("--out", type=Path, help="where to write; without it, standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        task = named_task(options["task"])
        if options["log"]:
            self._write((f"{line}\n" for line in log_lines(task)), options["out"])
        elif Report.objects.filter(task=task).exists():
            self._write_report(task, FORMATS[options["format"]], options["out"])
        else:
            raise CommandError(f"{task.label} has no report yet.")

    def _write_report(self, task: ResearchTask, format: Format, out: Path | None) -> None:
        """What is no text isn't thrown at a terminal."""
        if out is None and not format.text:
            raise CommandError(f"{format.word} is no text: say with --out where to write it.")
        body = format.build(task, None)
        if out is None:
            self.stdout.write(body.decode("utf-8-sig"), ending="")
            return
        try:
            out.write_bytes(body)
        except OSError as error:
            raise CommandError(f"{out} can't be written: {error.strerror}") from None

    def _write(self, parts: Iterable[str], out: Path | None) -> None:
        if out is None:
            for part in parts:
                self.stdout.write(part, ending="")
            return
        try:
            with out.open("w", encoding="utf-8") as stream:
                stream.writelines(parts)
        except OSError as error:
            raise CommandError(f"{out} can't be written: {error.strerror}") from None


def named_task(name: str) -> ResearchTask:
    number = name.upper().removeprefix("T-")
    found: ResearchTask | None = None
    if number.isascii() and number.isdigit():
        found = ResearchTask.objects.filter(pk=int(number)).first()
    if found is None:
        raise CommandError(f"There is no task {name}.")
    return found
