"""A task's memory after any of its steps by the API, and what set it apart from another."""

from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from memory.parts import Damaged
from research.models import ResearchTask
from research.store.memories import Remembered, last_step, points, remembered
from research.store.payloads import UnknownVersion
from research.web import sizes
from research.web.api.given import Seen
from research.web.api.problems import Problem
from research.web.api.tasks import find
from research.web.before_after import Part
from research.web.memory import body_of, compared

router = Router(tags=["tasks"])


class PointOut(Schema):
    number: int
    step: int
    goal: str = Field(description="That was chosen there; empty where a branch was left.")


class ChangeOut(Schema):
    part: str
    came: list[str]
    went: list[str]


class MemoryOut(Schema):
    task: str
    step: int
    last: int = Field(description="The last step that is over.")
    snapshot: int = Field(description="From which it was told; 0: from the beginning.")
    mind: dict[str, Any] = Field(description="Goals, working memory and evolving report, as they are kept.")
    tombstones: list[str]
    than: int | None = Field(None, description="The step that it is compared with.")
    changes: list[ChangeOut] = Field(description="What came and went since; only with `than`.")
    points: list[PointOut] = Field(description="Where snapshots were taken, the newest first.")


@router.get(
    "/{task}/memory", response=MemoryOut, operation_id="read_memory", summary="What a task had in mind after a step"
)
def memory(
    request: HttpRequest, task: str, step: Seen | None = None, than: Seen | None = None, until: Seen | None = None
) -> Any:
    """Without `step`: after the last one. A step beyond the last is the last. `until`: points up to that number."""
    found = find(request, task)
    last = last_step(found)
    now = _then(found, last if step is None else min(step, last))
    was = None if than is None else _then(found, min(than, last))
    changes = [_change(part) for part in compared(was, now)] if was else []
    about = {"task": found.label, "last": last, "points": points(found, sizes.POINTS_TOLD, until)}
    return {**about, **_told(now), "than": was.step if was else None, "changes": changes}


def _then(task: ResearchTask, step: int) -> Remembered:
    """A memory that can't be put together again is refused: a nearly right one would mislead."""
    try:
        return remembered(task, step)
    except (Damaged, UnknownVersion, ValueError):
        raise Problem("damaged") from None


def _told(now: Remembered) -> dict[str, Any]:
    mind = {key: value for key, value in body_of(now).items() if key != "tombstones"}
    return {"step": now.step, "snapshot": now.since, "mind": mind, "tombstones": list(now.tombstones)}


def _change(part: Part) -> dict[str, Any]:
    came = [item.text for item in part.after if item.mark]
    return {"part": part.title, "came": came, "went": [item.text for item in part.before if item.mark]}
