"""Kill the worker with SIGKILL at every named point of every step: the finished task is the same, and nothing that was
stored is asked for twice (P1, P2, F-01 to F-03).
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest
from django.db import connection

from research import actions
from research.models import Claim, ModelCall, ResearchTask, Step
from research.store.crash import POINTS
from tests.whole.fake_model import serving
from tests.whole.tasks import Room, Told, asked, fresh, room, told

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lexical", "post"),
]
SCRIPT = Path(__file__).with_name("mortal_worker.py")
LIMITS = {"rounds_per_goal": 1, "reads_per_round": 4, "reflect_every": 1, "attempts": 10, "retry_seconds": 0}
# A dead worker's lease is waited for once a kill; nobody else works here, so it may be short.
LEASE = {"lease_seconds": 0.4, "beat_seconds": 0.1}
SAMPLES = Path(__file__).parents[2] / "research" / "samples"
ON_THE_MATTER = (
    "storage-capacity-2024-statistics.html",
    "institute-annual-review-2024.md",
    "energy-storage-overview.html",
    "battery-supplier-ranking.html",
    "澜湾新型储能发展规划-2022.md",
)
"""Of the sample library: every life reads its library anew, and a PDF takes a second."""
AROUND_CALLS = {"before_call", "after_call"}


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    for name in ON_THE_MATTER:
        shutil.copy(SAMPLES / name, folder)
    monkeypatch.setenv("DOCUMENTS_FOLDER", str(folder))


def working(task: ResearchTask, **environment: str) -> int:
    """Lives that a mortal worker needed until the task rested."""
    command = [sys.executable, str(SCRIPT), str(connection.settings_dict["NAME"]), str(task.pk)]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=170)
    assert done.returncode == 0, done.stderr[-3000:]
    return int(done.stdout.split()[-1])


def to_the_end(of: Room, **environment: str) -> tuple[ResearchTask, int]:
    """Asked, worked on, decided where people must, and worked on to the end."""
    task = asked(of, limits={**LIMITS, **LEASE})
    lives = working(task, **environment)
    for claim in Claim.objects.filter(task=task).waiting():
        actions.decide_claim(of.grace, claim, seen_version=1, ruling="rejected", reason_code="figure_differs")
    if fresh(task).status == "running":
        lives += working(task, **environment)
    assert fresh(task).status == "finished", task.failure
    return task, lives


def kills(folder: Path) -> dict[str, set[int]]:
    """The steps at which each point killed."""
    left = [mark.name.rpartition("-") for mark in folder.iterdir()]
    return {point: {int(step) for name, _, step in left if name == point} for point in POINTS}


def marks(of: Path, never: Collection[str] = ()) -> Path:
    """Where each kill leaves its mark. Points of `never` are marked beforehand: they count as having killed already."""
    folder = of / "marks"
    folder.mkdir()
    for point in never:
        for step in range(40):
            (folder / f"{point}-{step}").touch()
    return folder


def test_a_task_killed_at_every_point_of_every_step_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    calm, lives = to_the_end(room("Calm"))
    assert lives == 1 + Claim.objects.filter(task=calm, waits=False).exclude(decisions=None).exists()
    hunted, lives = to_the_end(room("Hunted"), REDTHREAD_CRASH_FOLDER=str(marks(tmp_path)))
    same(told(calm), told(hunted))
    struck, steps = kills(tmp_path / "marks"), set(range(Step.objects.filter(task=hunted).count()))
    for point in set(POINTS) - AROUND_CALLS:
        assert struck[point] == steps, point
    looking_outside = set(
        Step.objects.filter(task=hunted, phase__in=["reach", "evidence"]).values_list("number", flat=True)
    )
    assert struck["before_call"] == struck["after_call"] == looking_outside
    assert lives > sum(len(killed) for killed in struck.values())
    assert_one_outcome_each(hunted)


def assert_one_outcome_each(task: ResearchTask) -> None:
    ended = task.entries.filter(kind="StepEnded").values_list("step", flat=True)
    assert sorted(ended) == list(range(task.steps.count()))
    numbers = list(task.entries.order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def same(one: Told, other: Told) -> None:
    """Part by part, so that a failure names what differs."""
    assert one.phases == other.phases
    assert one.queries == other.queries
    assert one.evidence == other.evidence
    assert one.report == other.report


def test_no_stored_reply_of_a_model_is_asked_for_twice(tmp_path: Path) -> None:
    """A kill between the call and its storing costs that one call; a kill anywhere else costs none."""
    with serving() as model:
        calm, _ = to_the_end(room("Calm"), PLANNER_ENDPOINT=model.binding)
        once = list(model.asked)
        folder = marks(tmp_path, never={"after_lease", "in_transaction", "after_commit"})
        before = {mark.name for mark in folder.iterdir()}
        model.asked.clear()
        hunted, lives = to_the_end(room("Hunted"), PLANNER_ENDPOINT=model.binding, REDTHREAD_CRASH_FOLDER=str(folder))
    same(told(calm), told(hunted))
    struck = {mark.name for mark in folder.iterdir()} - before
    calls = ModelCall.objects.filter(task=hunted)
    asking = set(calls.values_list("step", flat=True))
    assert lives > len(struck)
    assert len(once) == len(asking) > 2
    assert all(f"{point}-{step}" in struck for step in asking for point in ("before_call", "after_call"))
    # Each request was lost once, between its answer and the row; the reservation that died before it asked nothing.
    assert sorted(model.asked) == sorted([*once, *once])
    assert calls.filter(state="settled", estimated=False).count() == len(once)
    assert calls.filter(state="settled", estimated=True).count() == 2 * len(once)
    assert not calls.filter(state="reserved").exists()
