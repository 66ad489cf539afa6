"""Measure: how fast pages are read, what rewording keeps, how claims are judged; then what reports on files of
questions cover, what they took, and what others would have taken for it.

Prints one JSON line for reading, one for rewording, one for claims with its tables, one a run of a question, then the
means. Pages and questions are the sample library's unless others are named. Where no model is bound, the builtin roles
decide and each prompt is counted.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from research import actions
from research.management import reading
from research.management.measure import claims, overhead, retention
from research.management.measure.questions import SAMPLES, NoQuestions, Question, read_questions
from research.management.measure.running import counting, line_of
from research.management.measure.verdict import below_floor, means
from research.management.schema import bring_up_to_date

LABELLED = settings.BASE / "tests" / "memory" / "retention"
PAIRS = settings.BASE / "tests" / "claims" / "pairs.jsonl"
RUNS = 3
"""Of each question: what differs between them is time, and the pages of a living web (R131)."""


class Command(BaseCommand):
    help = "Print how fast pages are read, then what reports on questions cover and cost, as JSON lines."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--questions", type=Path, nargs="+", default=[SAMPLES], help="JSON files; without them, the samples'"
        )
        parser.add_argument(
            "--pages", type=Path, nargs="+", default=[], help="folders of HTML or .jsonl(.gz) files of {title, html}"
        )
        parser.add_argument("--runs", type=int, default=RUNS, help="of each question")
        parser.add_argument("--out", type=Path, help="a file that the lines are added to")
        parser.add_argument("--no-baselines", action="store_true", help="don't work out what others would have taken")
        parser.add_argument("--reading-only", action="store_true", help="ask nothing")
        parser.add_argument(
            "--labelled", type=Path, default=LABELLED, help="a folder of labelled passages, a file a language"
        )
        parser.add_argument("--pairs", type=Path, default=PAIRS, help="a file of labelled claims and quotes")
        parser.add_argument("--claims-only", action="store_true", help="only measure the check of claims")
        parser.add_argument("--retention-only", action="store_true", help="only measure what rewording keeps")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["retention_only"]:
            return self._retention(options["labelled"])
        if options["claims_only"]:
            return self._claims(options["pairs"])
        self._read(options["pages"])
        if options["reading_only"]:
            return None
        self._retention(options["labelled"])
        self._claims(options["pairs"])
        bring_up_to_date()
        actions.first_admin()
        self._say({"overhead": overhead.measured()}, options["out"])
        try:
            questions = read_questions(*options["questions"])
        except NoQuestions as error:
            raise CommandError(str(error)) from None
        lines = list(self._lines(questions, options))
        self._say({"means": means(lines)}, options["out"])
        if fault := below_floor(lines):
            raise CommandError(fault)
        return None

    def _lines(self, questions: Iterable[Question], options: dict[str, Any]) -> Iterable[dict[str, Any]]:
        with counting() as bound:
            for question in questions:
                for run in range(1, options["runs"] + 1):
                    line = line_of(question, run, bound, baselines=run == 1 and not options["no_baselines"])
                    self._say(line, options["out"])
                    yield line

    def _read(self, places: list[Path]) -> None:
        try:
            told = reading.measured(reading.pages_of(places or [SAMPLES.parent]))
        except (OSError, ValueError) as error:
            raise CommandError(f"There are no pages to read: {error}") from None
        self._say({"reading": told}, None)

    def _retention(self, folder: Path) -> None:
        try:
            told = retention.measured(folder)
        except (OSError, ValueError, KeyError) as error:
            raise CommandError(f"There are no labelled passages: {error}") from None
        self._say({"retention": told}, None)

    def _claims(self, file: Path) -> None:
        try:
            told = claims.told(file)
        except (OSError, ValueError, KeyError) as error:
            raise CommandError(f"There are no labelled claims: {error}") from None
        self._say({"claims": told}, None)
        for part, found in told.items():
            self.stdout.write(f"{part}\n{claims.as_table(found['confusion'])}\n")

    def _say(self, told: dict[str, Any], out: Path | None) -> None:
        line = json.dumps(told, ensure_ascii=False)
        self.stdout.write(line)
        self.stdout.flush()
        if out:
            with out.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
