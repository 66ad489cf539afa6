"""Real tasks over the sample library: asked, advanced and read back as any door and worker would."""

import re
from dataclasses import dataclass
from typing import Any

from research import actions
from research.engine.limits import Limits
from research.models import Evidence, Lease, Membership, Query, ResearchTask, Step, Thresholds, User, Workspace
from research.store.markdown import markdown

QUESTION = "How much grid storage capacity did Lanwan have at the end of 2024?"
SHORT = {"first_goals": 1, "goals_in_all": 1, "rounds_per_goal": 2, "reads_per_round": 2, "variants": 2, "hits": 4}
"""Limits under which a task takes about a dozen steps."""
QUICK_LEASE = {"lease_seconds": 2, "beat_seconds": 0.5, "retry_seconds": 0}


_FETCHED = re.compile(r"fetched [\d-]+ [\d:]+ UTC")


@dataclass(frozen=True)
class Room:
    """A workspace with somebody who asks, somebody who reviews, and somebody who tunes."""

    workspace: Workspace
    ada: User
    grace: User
    root: User


def room(name: str = "Energy desk") -> Room:
    workspace = Workspace.objects.create(name=name)
    people = [User.objects.create_user(f"{who} of {name}") for who in ("ada", "grace", "root")]
    for person, role in zip(people, ("analyst", "reviewer", "admin"), strict=True):
        Membership.objects.create(workspace=workspace, person=person, role=role)
    return Room(workspace, *people)


def asked(of: Room, question: str = QUESTION, *, limits: dict[str, float] | None = None, **more: Any) -> ResearchTask:
    """A task that is approved already, under these limits."""
    Thresholds.objects.create(
        workspace=of.workspace,
        number=of.workspace.thresholds.count() + 1,
        values={**Limits().values(), **SHORT, **(limits or {})},
        reason="a test",
    )
    return actions.start(of.ada, of.workspace, question, **{"auto_approve": True, **more})


def fresh(task: ResearchTask) -> ResearchTask:
    task.refresh_from_db()
    return task


def advance_until(task: ResearchTask, *phases: str, most: int = 60) -> ResearchTask:
    """Steps until one of these phases is next; without any, until the task rests."""
    for _ in range(most):
        if fresh(task).phase in phases or not actions.advance(task.pk):
            return fresh(task)
    raise AssertionError(f"{task.label} takes more than {most} steps")


@dataclass(frozen=True)
class Told:
    """What makes two tasks the same (DESIGN §4): ids and times don't."""

    phases: tuple[str, ...]
    queries: tuple[tuple[int, str, str], ...]
    evidence: tuple[tuple[int, str, str, float, bool], ...]
    report: str


def told(task: ResearchTask) -> Told:
    return Told(
        tuple(Step.objects.filter(task=task).exclude(recorded=None).values_list("phase", flat=True)),
        tuple(Query.objects.filter(task=task).values_list("number", "text", "dropped")),
        tuple(Evidence.objects.filter(task=task).values_list("number", "source__key", "quote", "score", "accepted")),
        _anonymous(markdown(fresh(task)), task),
    )


def _anonymous(text: str, task: ResearchTask) -> str:
    rows = Evidence.objects.filter(task=task).values_list("pk", "number")
    for pk, number in rows:
        text = text.replace(f"E-{pk}", f"E#{number}")
    return _FETCHED.sub("fetched", text.replace(task.label, "T"))


def lease(task: ResearchTask) -> Lease:
    return Lease.objects.get(task=task)
