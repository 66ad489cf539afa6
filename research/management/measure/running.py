"""A question asked and worked on by this process alone, in a workspace of its own: no run learns from another."""

import platform
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from research import actions
from research.engine.limits import Limits
from research.management.measure.compare import compared
from research.management.measure.coverage import covered
from research.management.measure.figures import figures
from research.management.measure.questions import Question
from research.management.measure.stopwatch import Stopwatch
from research.management.own_worker import handed_over, own_name, run_to_rest
from research.models import Membership, ResearchTask, Thresholds, User, Workspace
from research.roles.endpoints.counting import NAME as COUNTING
from research.store.load import limits_of
from research.store.markdown import markdown

COUNTED = ("planner", "executor", "reporter", "checker")
"""Roles whose prompts are counted where no model is bound; vectors are no prompts."""
V = 1
"""Of a line of results."""


@contextmanager
def counting() -> Iterator[Mapping[str, str]]:
    """Where no model is bound, the builtin role decides and what a model would be told is counted (accounting mode)."""
    plain = settings.ROLE_ENDPOINTS
    bound = {
        role: COUNTING if role in COUNTED and line.strip() in ("", "builtin:", "builtin") else line
        for role, line in plain.items()
    }
    settings.ROLE_ENDPOINTS = bound
    try:
        yield bound
    finally:
        settings.ROLE_ENDPOINTS = plain


def line_of(
    question: Question,
    run: int,
    bound: Mapping[str, str],
    baselines: bool = True,
    changed: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """One line of results: who ran it, what came out, and beside it what others would have taken. `changed`: limits
    that aren't the defaults."""
    watch, began = Stopwatch(), time.monotonic()
    task = asked(question, watch, changed or {})
    seconds = round(time.monotonic() - began, 1)
    found = covered(markdown(task), question.key_points, question.language)
    return {
        "v": V,
        **whence(bound),
        "question": question.id,
        "kind": question.kind,
        "file": question.file,
        "language": question.language,
        "run": run,
        "found": found,
        "coverage": round(len(found) / len(question.key_points), 3),
        "seconds": seconds,
        "split": watch.split(task),
        **_room(limits_of(task)),
        "folded": watch.folded,
        "own_cpu_per_step": round(watch.own_cpu / max(1, len(watch.queries_of_step)), 3),
        "queries_of_step": watch.queries_of_step,
        **figures(task),
        **(compared(task, question.key_points) if baselines else {"baselines": [], "loops": []}),
    }


def _room(limits: Limits) -> dict[str, int]:
    """Tokens of the longest prompt, and of the smallest window in which the task would run the same."""
    return {"ceiling": limits.input_tokens, "window": round(limits.input_tokens / limits.window_share)}


def asked(question: Question, watch: Stopwatch, changed: Mapping[str, float]) -> ResearchTask:
    admin = User.objects.filter(memberships__role=Membership.Role.ADMIN).order_by("pk").first()
    if admin is None:
        raise RuntimeError("There is no admin who could ask.")
    alone = Workspace.objects.create(name=f"bench {uuid.uuid4().hex}")
    Membership.objects.create(workspace=alone, person=admin, role=Membership.Role.ADMIN)
    if changed:
        values = Limits.of({**Limits().values(), **changed}).values()
        Thresholds.objects.create(workspace=alone, number=1, values=values, reason="bench")
    task = actions.start(
        admin,
        alone,
        question.text,
        language=question.language,
        auto_approve=True,
        reserved_for=own_name("bench"),
        door="command",
    )
    with handed_over(task), watch.running():
        run_to_rest(task, watch.step_ended)
    return task


def whence(bound: Mapping[str, str]) -> dict[str, Any]:
    """Figures without their commit and machine can't be compared with others."""
    return {
        "commit": _commit(),
        "machine": f"{platform.machine()} {platform.system()}",
        "python": sys.version.split()[0],
        "bindings": dict(bound),
    }


def _commit() -> str:
    told = subprocess.run(  # noqa: S603 (fixed words)
        ["git", "-C", str(settings.BASE), "rev-parse", "--short", "HEAD"],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.strip() or "unknown"
