"""Measure: how fast pages are read, what rewording keeps, how claims are judged, what is read at each of five hundred
steps; then what reports on files of questions cover, what they took, and what others would have taken for it.

Prints one JSON line a thing measured, one a run of a question, then the means, and at the end a table of it all. Pages
and questions are the sample library's unless others are named. Where no model is bound, the builtin roles decide and
each prompt is counted. `--sweep`, `--scale` and `--endurance` are runs of their own; `--page` writes the page of
results from the lines of earlier ones.
"""

import json
import signal
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from research import actions
from research.engine.limits import Limits
from research.management import reading
from research.management.measure import claims, crowd, endurance, overhead, retention, scale
from research.management.measure.bars import bars
from research.management.measure.climbing import ladder_of
from research.management.measure.columns import held_in_columns, in_columns
from research.management.measure.questions import SAMPLES, NoQuestions, Question, read_questions
from research.management.measure.results_page import CAUSES, RESULTS, read_causes, read_lines, written
from research.management.measure.running import counting, line_of, whence
from research.management.measure.sweeps import SWEEPS, coverage_and_tokens, recommended
from research.management.measure.verdict import below_floor, means
from research.management.schema import bring_up_to_date

LABELLED = settings.BASE / "tests" / "memory" / "retention"
PAIRS = settings.BASE / "tests" / "claims" / "pairs.jsonl"
ENDURANCE = "memory of each process over one task of so many steps (500): 5 minutes"
GLIMPSE = 150
"""Characters of a line at a terminal."""
RUNS = 3
"""Of each question: what differs between them is time, and the pages of a living web (R131)."""


class Command(BaseCommand):
    climbed: dict[str, Any] | None = None
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
        parser.add_argument("--questions-only", action="store_true", help="only ask the questions")
        parser.add_argument("--reading-only", action="store_true", help="ask nothing")
        parser.add_argument(
            "--labelled", type=Path, default=LABELLED, help="a folder of labelled passages, a file a language"
        )
        parser.add_argument("--pairs", type=Path, default=PAIRS, help="a file of labelled claims and quotes")
        parser.add_argument("--claims-only", action="store_true", help="only measure the check of claims")
        parser.add_argument("--retention-only", action="store_true", help="only measure what rewording keeps")
        parser.add_argument("--ladder-only", action="store_true", help="only measure what is read at 500 steps")
        parser.add_argument("--no-ladder", action="store_true", help="leave the ladder out")
        parser.add_argument(
            "--corpus", type=Path, nargs="+", default=[], help="the ladder's documents: .jsonl(.gz); else made-up ones"
        )
        parser.add_argument("--sweep", choices=sorted(SWEEPS), help="ask each question at each value of one limit")
        parser.add_argument("--values", type=float, nargs="+", help="the sweep's values; without them, the usual ones")
        parser.add_argument(
            "--scale", action="store_true", help="tasks at once, workers, brokers, many rows: 15 minutes"
        )
        parser.add_argument("--minutes", type=int, default=0, help="end after so many; 0: when all is measured")
        parser.add_argument("--crowd", type=int, nargs=2, metavar=("WORKERS", "TASKS"), help="one part of --scale")
        parser.add_argument("--endurance", type=int, nargs="?", const=endurance.STEPS, metavar="STEPS", help=ENDURANCE)
        parser.add_argument("--endured", type=int, metavar="STEPS", help="its part in a process of its own")
        parser.add_argument("--page", type=Path, help="write the page of results, and its plots beside it")
        parser.add_argument("--results", type=Path, default=RESULTS, help="the lines that the page is made from")

    def handle(self, *args: Any, **options: Any) -> None:
        _end_after(options["minutes"])
        if options["page"]:
            return self._page(options["page"], options["results"])
        for part, measure in self._alone().items():
            if options[part]:
                return measure(options)
        self._read(options["pages"], options["out"])
        if options["reading_only"]:
            return None
        self._retention(options)
        self._claims(options)
        if not options["no_ladder"]:
            self._ladder(options)
        return self._asked(options)

    def _alone(self) -> dict[str, Callable[[dict[str, Any]], None]]:
        """What is measured with nothing else, by the option that asks for it."""
        return {
            "questions_only": self._asked,
            "retention_only": self._retention,
            "claims_only": self._claims,
            "ladder_only": self._ladder,
            "sweep": self._sweep,
            "scale": self._scale,
            "crowd": self._crowd,
            "endurance": self._endurance,
            "endured": self._endured,
        }

    def _asked(self, options: dict[str, Any]) -> None:
        self._ready()
        if not options["questions_only"]:
            self._say({"overhead": overhead.measured()}, options["out"])
        lines: list[dict[str, Any]] = []
        try:
            for line in self._lines(self._questions(options), options):
                lines.append(line)
        finally:
            self._in_columns(lines, options["out"])
        if fault := below_floor(lines):
            raise CommandError(fault)

    def _in_columns(self, lines: list[dict[str, Any]], out: Path | None) -> None:
        """Also of a run that was ended early: of what it had measured by then."""
        if lines:
            told = means(lines)
            self._say({"means": told}, out)
            self.stdout.write(f"\n{in_columns(lines)}\n\n{held_in_columns(bars(told, self.climbed))}\n")

    def _ready(self) -> None:
        bring_up_to_date()
        actions.first_admin()

    def _questions(self, options: dict[str, Any]) -> list[Question]:
        try:
            return read_questions(*options["questions"])
        except NoQuestions as error:
            raise CommandError(str(error)) from None

    def _lines(self, questions: Iterable[Question], options: dict[str, Any]) -> Iterable[dict[str, Any]]:
        with counting() as bound:
            for question in questions:
                for run in range(1, options["runs"] + 1):
                    line = line_of(question, run, bound, baselines=run == 1 and not options["no_baselines"])
                    self._say(line, options["out"])
                    yield line

    def _sweep(self, options: dict[str, Any]) -> None:
        """One run of each question at each value: the builtin roles answer the same each time."""
        self._ready()
        name, questions = options["sweep"], self._questions(options)
        values = options["values"] or SWEEPS[name].values
        told: dict[float, list[dict[str, Any]]] = {value: [] for value in values}
        with counting() as bound:
            for value, question in product(values, questions):
                line = line_of(question, 1, bound, baselines=False, changed={**SWEEPS[name].beside, name: value})
                self._say({"sweep": name, "value": value, **line}, options["out"])
                told[value].append(line)
        best = recommended(
            {value: coverage_and_tokens(lines) for value, lines in told.items()}, getattr(Limits(), name)
        )
        self.stdout.write(f"Recommended {name}: {best:g}")

    def _scale(self, options: dict[str, Any]) -> None:
        self._ready()
        self._say({"scale": scale.measured(self.stderr.write)}, options["out"])

    def _crowd(self, options: dict[str, Any]) -> None:
        self._ready()
        self._say({"crowd": crowd.measured(*options["crowd"])}, None)

    def _endurance(self, options: dict[str, Any]) -> None:
        self._ready()
        self._say({"endurance": {**whence({}), **scale.endurance(options["endurance"])}}, options["out"])

    def _endured(self, options: dict[str, Any]) -> None:
        self._ready()
        self._say({"endured": endurance.measured(options["endured"])}, None)

    def _ladder(self, options: dict[str, Any]) -> None:
        try:
            told = ladder_of(options["corpus"])
        except (OSError, ValueError, KeyError) as error:
            raise CommandError(f"There is no ladder to climb: {error}") from None
        self.climbed = told
        self._say({"ladder": told}, options["out"])

    def _page(self, page: Path, results: Path) -> None:
        try:
            lines, causes = read_lines(results), read_causes(results.with_name(CAUSES))
        except (OSError, ValueError) as error:
            raise CommandError(f"There are no results to tell: {error}") from None
        plots = page.parent / page.stem
        page.write_text(written(lines, causes, plots, plots.name), encoding="utf-8")
        self.stdout.write(f"{page}, from {len(lines)} lines of {results}")

    def _read(self, places: list[Path], out: Path | None) -> None:
        try:
            told = reading.measured(reading.pages_of(places or [SAMPLES.parent]))
        except (OSError, ValueError) as error:
            raise CommandError(f"There are no pages to read: {error}") from None
        self._say({"reading": told}, out)

    def _retention(self, options: dict[str, Any]) -> None:
        try:
            told = retention.measured(options["labelled"])
        except (OSError, ValueError, KeyError) as error:
            raise CommandError(f"There are no labelled passages: {error}") from None
        self._say({"retention": told}, options["out"])

    def _claims(self, options: dict[str, Any]) -> None:
        try:
            told = claims.told(options["pairs"])
        except (OSError, ValueError, KeyError) as error:
            raise CommandError(f"There are no labelled claims: {error}") from None
        self._say({"claims": told}, options["out"])
        for part, found in told.items():
            self.stdout.write(f"{part}: {claims.in_words(found)}\n{claims.as_table(found['confusion'])}\n")

    def _say(self, told: dict[str, Any], out: Path | None) -> None:
        """Whole lines are for files and programs: a person at a terminal sees how each begins."""
        line = json.dumps(told, ensure_ascii=False)
        self.stdout.write(f"{line[:GLIMPSE]} …" if self.stdout.isatty() and len(line) > GLIMPSE else line)
        self.stdout.flush()
        if out:
            with out.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")


def _end_after(minutes: int) -> None:
    """What was measured until then stands in its lines."""

    def end(*_: object) -> None:
        raise CommandError(f"Not all was measured within {minutes} minutes.")

    if minutes:
        signal.signal(signal.SIGALRM, end)
        signal.alarm(60 * minutes)
