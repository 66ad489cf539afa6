"""Ask from the shell: approves the plan, shows progress, writes the Markdown report.

This process is its own worker, with its own environment: no other worker touches the task while it lives.
"""

import datetime
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from research import actions
from research.engine.lifecycle import Status
from research.management.own_worker import handed_over, own_name, run_to_rest
from research.management.schema import bring_up_to_date
from research.models import Entry, Membership, ResearchTask, User, Workspace
from research.store.export import report_view
from research.store.markdown import markdown

DEMO = "How much grid storage capacity did Lanwan have at the end of 2024, and which sources disagree about it?"


class Command(BaseCommand):
    help = "Ask a question, watch it being researched, and write the report as Markdown."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", nargs="?", default="")
        parser.add_argument("--out", type=Path, help="where to write the report; without it, standard output")
        parser.add_argument("--language", default="", choices=["", "en", "zh"], help="of the report")
        parser.add_argument("--from", dest="start", type=_day, help="first day asked about, as 2024-01-31")
        parser.add_argument("--to", dest="end", type=_day, help="last day asked about")
        parser.add_argument("--only-site", action="append", default=[], metavar="HOST", help="read the web there alone")
        parser.add_argument("--never-site", action="append", default=[], metavar="HOST", help="leave this one out")
        parser.add_argument(
            "--documents-only", action="store_true", help="search nothing but the workspace's documents"
        )
        parser.add_argument(
            "--length", choices=["short", "long"], default="", help="of the report, if not the usual one"
        )
        parser.add_argument("--deadline", type=int, metavar="MINUTES", help="end the search then, and write the report")
        parser.add_argument("--user", default="", help="who asks; without it, the first admin")
        parser.add_argument("--demo", action="store_true", help="ask the sample library a question of its own")

    def handle(self, *args: Any, **options: Any) -> None:
        question = DEMO if options["demo"] else options["question"]
        _need_writable(options["out"])
        bring_up_to_date()
        with translation.override("en"):
            person, workspace = self._asker(options["user"])
            task = self._start(person, workspace, question, options)
            with handed_over(task):
                self._work(task)
        self._write(task, options["out"])

    def _asker(self, username: str) -> tuple[User, Workspace]:
        if password := actions.first_admin():
            self._say(f"Made the first admin: user admin, one-time password {password}")
        members = Membership.objects.filter(person__is_active=True).select_related("person", "workspace")
        chosen = members.filter(person__username=username) if username else members.filter(role="admin")
        first = chosen.order_by("id").first()
        if first is None:
            raise CommandError(f"There is nobody named {username!r} in a workspace.")
        return first.person, first.workspace

    def _start(self, person: User, workspace: Workspace, question: str, options: dict[str, Any]) -> ResearchTask:
        try:
            return actions.start(
                person,
                workspace,
                question,
                language=options["language"],
                period_start=options["start"],
                period_end=options["end"],
                scope=actions.checked_scope(options["only_site"], options["never_site"], options["documents_only"]),
                minutes=options["deadline"],
                length=options["length"],
                auto_approve=True,
                reserved_for=own_name("ask"),
                door="command",
            )
        except actions.Refused as refused:
            raise CommandError(refused.sentence) from None

    def _work(self, task: ResearchTask) -> None:
        seen = 0

        def follow() -> None:
            nonlocal seen
            seen = self._progress(task, seen)

        run_to_rest(task, follow)

    def _progress(self, task: ResearchTask, seen: int) -> int:
        for entry in Entry.objects.filter(task=task, seq__gt=seen).order_by("seq"):
            seen = entry.seq
            if sentence := progress_line(entry.kind, entry.payload):
                self._say(sentence)
        return seen

    def _write(self, task: ResearchTask, out: Path | None) -> None:
        text, view = markdown(task), report_view(task)
        if out is None:
            self.stdout.write(text)
        else:
            try:
                out.write_text(text, encoding="utf-8")
            except OSError as error:
                raise CommandError(
                    f"{out} can't be written: {error.strerror}. The report is kept as {task.label}."
                ) from None
        if task.status == Status.FAILED.value:
            raise CommandError(f"{task.label} failed: {task.failure}")
        if task.status not in (Status.FINISHED.value, Status.WAITING_FOR_REVIEW.value):
            raise CommandError(f"{task.label} is {task.status_word}: somebody halted it. What is there was written.")
        if not view.answered:
            why = "nothing was found that could be quoted" if view.looked.reached else "nothing could be reached"
            raise CommandError(f"{task.label} is not answered: {why}.")
        waiting = " as a draft: claims wait for review" if view.draft else ""
        self._say(f"{task.label} is written{waiting}{f' to {out}' if out else ''}.")

    def _say(self, sentence: str) -> None:
        """Progress goes to standard error, so that standard output holds the report alone."""
        print(sentence, file=sys.stderr, flush=True)


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no day; write it as 2024-01-31") from None


def _need_writable(out: Path | None) -> None:
    """Said before minutes of work, not after them."""
    if out is None:
        return
    if out.is_dir():
        raise CommandError(f"{out} is a folder. Name the file to write.")
    if not os.access(out if out.exists() else out.parent, os.W_OK):
        raise CommandError(f"{out} can't be written. Choose another place with --out.")


def progress_line(kind: str, told: dict[str, Any]) -> str:
    """One line for what a person at a terminal wants to follow; empty for the rest."""
    match kind:
        case "PlanDrafted":
            return "Plan: " + " · ".join(goal["question"] for goal in told["goals"])
        case "QueriesWritten":
            sent = [query["text"] for query in told["queries"] if not query["dropped"]]
            return f"Searching: {' | '.join(sent)}" if sent else ""
        case "EvidenceWeighed":
            kept = sum(piece["accepted"] for piece in told["evidence"])
            return f"  {kept} of {len(told['evidence'])} quotes kept"
        case "GoalsAdded":
            return "New goals: " + " · ".join(goal["question"] for goal in told["goals"])
        case "SearchEnded":
            return f"Search ended: {told['sentence']}"
        case "StepFailed" | "RoleFellBack" | "AskedElsewhere" | "Escalated":
            return f"  trouble: {told.get('sentence') or told.get('detail')}"
        case _:
            return ""
