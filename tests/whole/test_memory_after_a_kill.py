"""Killed between a rewrite and its commit, a task has the memory of before or of after, never a mixture."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from research import actions
from research.models import Entry, ResearchTask, SummaryRow
from research.store.crash import POINTS
from tests.research.test_lease import run_out
from tests.whole.tasks import advance_until, asked, fresh, room
from tests.whole.test_killed_and_resumed import shelf

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lexical", "post"),
]
SCRIPT = Path(__file__).with_name("mortal_worker.py")
ONE_ROUND = {"rounds_per_goal": 1, "reflect_every": 1, "attempts": 10, "retry_seconds": 0}
"""The first memory step ends its goal: it is the step that rewrites."""
BETWEEN = ("before_commit", "in_transaction")
assert shelf, "a fixture: the sample library is small"


def about_to_rewrite(name: str) -> ResearchTask:
    return advance_until(asked(room(name), limits=ONE_ROUND), "memory")


def memory_of(task: ResearchTask) -> dict[str, Any]:
    """Everything that a rewrite touches: notebook, summaries, goals, and what the journal says of them."""
    fresh(task).notebook.refresh_from_db()
    told = Entry.objects.filter(task=task, kind__in=["Remembered", "Digested", "Summarised", "ReportEvolved"])
    return {
        "notebook": task.notebook.body,
        "summaries": list(SummaryRow.objects.filter(task=task).order_by("pk").values_list("body", "dropped")),
        "goals": list(task.goals.order_by("number").values_list("number", "state", "gaps")),
        "dropped": list(task.evidence.order_by("number").values_list("number", "dropped")),
        "told": list(told.order_by("seq").values_list("kind", "payload")),
    }


def killed_at(point: str, task: ResearchTask, folder: Path) -> int:
    """How the life of a worker ended that was killed at this point of its one step; all other points are spared."""
    folder.mkdir()
    for other in set(POINTS) - {point}:
        for step in range(40):
            (folder / f"{other}-{step}").touch()
    command = [sys.executable, str(SCRIPT), str(connection.settings_dict["NAME"]), str(task.pk), "once"]
    environment = {**os.environ, "REDTHREAD_CRASH_FOLDER": str(folder)}
    return subprocess.run(command, env=environment, capture_output=True, timeout=170).returncode


def test_a_kill_between_rewrite_and_commit_leaves_the_memory_of_before_and_the_next_life_that_of_after(
    tmp_path: Path,
) -> None:
    calm, hunted = about_to_rewrite("Calm"), about_to_rewrite("Hunted")
    before = memory_of(hunted)
    assert before["notebook"]["mind"]["working"]["goal"] is not None
    for point in BETWEEN:
        assert killed_at(point, hunted, tmp_path / point) == -signal.SIGKILL
        assert memory_of(hunted) == before, point
        run_out(hunted)
    assert actions.advance(hunted.pk) and actions.advance(calm.pk)
    after = memory_of(hunted)
    assert after == memory_of(calm)
    assert after["summaries"] and after != before
    assert after["notebook"]["mind"]["working"]["entries"] == []
    assert {kind for kind, _ in after["told"]} == {"Remembered", "Digested", "Summarised", "ReportEvolved"}
