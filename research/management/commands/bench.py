"""Measure: how fast pages are read; then ask a file of questions, and count what each report covers and what it took.

Prints one JSON line for reading, one a question, then the mean. Pages and questions are the sample library's unless
others are named; questions are a list of {id, question, key_points: [{id, all: [pattern]}]}. A key point counts when
all its patterns stand in one passage.
"""

import json
import re
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import F, Sum

from research import actions
from research.management import reading
from research.management.own_worker import handed_over, own_name, run_to_rest
from research.management.repeating import fresh_share, repeated_share
from research.management.schema import bring_up_to_date
from research.models import Claim, Membership, ResearchTask
from research.store.markdown import markdown

SAMPLES = settings.BASE / "research" / "samples" / "manifest.json"
_PASSAGE = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+[.)]))")
_SOURCES = re.compile(r"^#+\s*(?:sources|来源)", re.MULTILINE | re.IGNORECASE)


class Command(BaseCommand):
    help = "Print how fast pages are read, then what the reports on a file's questions cover and cost, as JSON lines."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--questions", type=Path, default=SAMPLES, help="a JSON file; without it, the samples'")
        parser.add_argument(
            "--pages", type=Path, nargs="+", default=[], help="folders of HTML or .jsonl(.gz) files of {title, html}"
        )
        parser.add_argument("--reading-only", action="store_true", help="ask nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        self._read(options["pages"])
        if options["reading_only"]:
            return
        bring_up_to_date()
        actions.first_admin()
        shares = [self._measure(each) for each in read_questions(options["questions"])]
        self.stdout.write(json.dumps({"questions": len(shares), "mean_coverage": round(sum(shares) / len(shares), 3)}))

    def _read(self, places: list[Path]) -> None:
        try:
            told = reading.measured(reading.pages_of(places or [SAMPLES.parent]))
        except (OSError, ValueError) as error:
            raise CommandError(f"There are no pages to read: {error}") from None
        self.stdout.write(json.dumps({"reading": told}))
        self.stdout.flush()

    def _measure(self, asked: dict[str, Any]) -> float:
        began = time.monotonic()
        task = ask(asked["question"])
        found = covered(markdown(task), asked["key_points"])
        share = len(found) / len(asked["key_points"])
        told = {
            "id": asked["id"],
            "coverage": round(share, 3),
            "found": found,
            "status": task.status,
            "seconds": round(time.monotonic() - began, 1),
            **counts(task),
            "repeated_share": round(repeated_share(task), 3),
            "fresh_share": round(fresh_share(task), 3),
        }
        self.stdout.write(json.dumps(told, ensure_ascii=False))
        self.stdout.flush()
        return share


def read_questions(path: Path) -> list[dict[str, Any]]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} can't be read as questions: {error}") from None
    questions = told["questions"] if isinstance(told, dict) and "questions" in told else told
    questions = questions if isinstance(questions, list) else [questions]
    if not questions or not all("question" in each and each.get("key_points") for each in questions):
        raise CommandError(f"{path} holds no questions with key points.")
    return questions


def ask(question: str) -> ResearchTask:
    """Asked by the first admin, and worked on by this process until it rests."""
    admin = Membership.objects.filter(role="admin").select_related("person", "workspace").first()
    if admin is None:
        raise CommandError("There is no admin who could ask.")
    mine = own_name("bench")
    task = actions.start(admin.person, admin.workspace, question, auto_approve=True, reserved_for=mine, door="command")
    with handed_over(task):
        run_to_rest(task)
    return task


def covered(report: str, key_points: list[dict[str, Any]]) -> list[str]:
    """Ids of the key points found; the list of sources doesn't count."""
    passages = [part for part in _PASSAGE.split(_SOURCES.split(report)[0].replace("\\", "")) if part.strip()]
    return [
        point["id"]
        for point in key_points
        if any(all(re.search(pattern, text, re.IGNORECASE) for pattern in point["all"]) for text in passages)
    ]


def counts(task: ResearchTask) -> dict[str, int]:
    tokens = task.model_calls.aggregate(all=Sum(F("input_tokens") + F("output_tokens")))["all"]
    claims = Claim.objects.filter(task=task)
    return {
        "steps": task.steps.count(),
        "queries": task.queries.filter(dropped="").count(),
        "repeated_queries": task.queries.exclude(dropped="").count(),
        "pages": task.reaches.filter(purpose="read", outcome__in=["ok", "cached"]).count(),
        "evidence": task.evidence.filter(accepted=True).count(),
        "claims": claims.count(),
        "supported": claims.filter(verdict="supported").count(),
        "tokens": tokens or 0,
    }
