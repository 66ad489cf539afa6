"""Which searches paid, as a table: of one task, or of each workspace's last tasks, as its next plan is told (R075)."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from research.management.commands.export import named_task
from research.models import Query, ResearchTask, Workspace
from research.store import yields


class Command(BaseCommand):
    help = "Show for each query and each wording how much of what it brought the report cites."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("task", nargs="?", help="its number, as T-12 or 12; without it, the last tasks of all")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object a task or workspace instead of a table"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for told in [_of_task(options["task"])] if options["task"] else map(_of_workspace, Workspace.objects.all()):
            if options["json"]:
                self.stdout.write(json.dumps(told, ensure_ascii=False))
            else:
                self._table(told)

    def _table(self, told: dict[str, Any]) -> None:
        self.stdout.write(f"{told['of']}\n" if told["wordings"] else f"{told['of']}: nothing to look back on yet\n")
        for line in _aligned(("wording", "queries", "paid", "kept", "cited", ""), _wordings(told["wordings"])):
            self.stdout.write(line)
        self.stdout.write("")
        for line in _aligned(
            ("task", "query", "results", "kept", "cited", "wording", "text"), _queries(told["queries"])
        ):
            self.stdout.write(line)
        self.stdout.write("")


def _of_task(name: str) -> dict[str, Any]:
    task: ResearchTask = named_task(name)
    if task.phase != "done":
        until = "when its last sentence is decided at the review desk" if task.reports.exists() else "after its report"
        raise CommandError(f"{task.label}, {task.status_word}: which searches paid is counted {until}.")
    tries = yields.limits_now(task.workspace).unpaid_tries
    return _told(f"{task.label} {task.question}", Query.objects.filter(task=task), tries)


def _of_workspace(room: Workspace) -> dict[str, Any]:
    limits = yields.limits_now(room)
    rows = yields.of_last_tasks(room.pk, limits.looked_back_tasks)
    return _told(room.name, rows, limits.unpaid_tries)


def _told(of: str, rows: QuerySet[Query], tries: int) -> dict[str, Any]:
    wordings = [asdict(rate) for rate in yields.rates(rows, tries)]
    queries = [
        {
            "task": row.task.label,
            "query": row.number,
            "text": row.text,
            "wording": row.wording,
            "results": row.results,
            "kept": row.kept,
            "cited": row.cited,
            "dropped": row.dropped,
        }
        for row in yields.shown(rows)
    ]
    return {"of": of, "wordings": wordings, "queries": queries}


def _wordings(told: Iterable[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [
        (
            *(str(each[name]) for name in ("wording", "sent", "paid", "kept", "cited")),
            "never cited" if each["unpaid"] else "",
        )
        for each in told
    ]


def _queries(told: Iterable[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [
        (
            *(str(each[name]) for name in ("task", "query", "results", "kept", "cited", "wording")),
            f"{each['text']} (not sent: {each['dropped']})" if each["dropped"] else each["text"],
        )
        for each in told
    ]


def _aligned(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    """Columns as wide as their widest word; none without rows."""
    table = [head, *rows] if rows else []
    widths = [max(len(row[at]) for row in table) for at in range(len(head))] if table else []
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
