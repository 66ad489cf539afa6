"""A task's memory after any of its steps by the API, and what set it apart from another."""

from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from memory.parts import Damaged
from research.store.memories import last_step, points, remembered
from research.store.payloads import UnknownVersion
from research.web import sizes
from research.web.api_given import Seen
from research.web.api_problems import Problem
from research.web.api_tasks import find
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
def memory(request: HttpRequest, task: str, step: Seen | None = None, than: Seen | None = None) -> Any:
    """Without `step`: after the last one. A step beyond the last is the last."""
    found = find(request, task)
    last = last_step(found)
    at = last if step is None else min(step, last)
    try:
        now = remembered(found, at)
        was = None if than is None else remembered(found, min(than, last))
    except (Damaged, UnknownVersion, ValueError):
        raise Problem("damaged") from None
    parts = compared(was, now) if was else []
    return {
        "task": found.label,
        "step": at,
        "last": last,
        "snapshot": now.since,
        "mind": {key: value for key, value in body_of(now).items() if key != "tombstones"},
        "tombstones": list(now.tombstones),
        "than": was.step if was else None,
        "changes": [
            {
                "part": part.title,
                "came": [item.text for item in part.after if item.mark],
                "went": [item.text for item in part.before if item.mark],
            }
            for part in parts
        ],
        "points": points(found, sizes.POINTS_SHOWN),
    }
