"""A task's rounds as a table: what each took and brought, from the journal alone."""

from dataclasses import dataclass
from typing import Any

from research.models import ResearchTask
from research.web import sizes

SIZES = ("hits", "raw_tokens", "compressed_tokens", "facts", "valuable", "report_tokens", "main_input")


@dataclass(frozen=True, slots=True)
class Row:
    step: int
    goal: str
    gap: str
    sizes: tuple[int | None, ...]
    """In the order of SIZES. None: the entry is older than the figure, and unknown is not nothing (K3)."""


def rounds(task: ResearchTask) -> list[Row]:
    """The newest, last first."""
    names = dict(task.goals.values_list("number", "question"))
    entries = task.entries.filter(kind="RoundClosed").order_by("-seq")[: sizes.ROUNDS_SHOWN]
    return [_row(entry.step, entry.payload, names) for entry in entries]


def _row(step: int, told: dict[str, Any], names: dict[int, str]) -> Row:
    return Row(step, names.get(told["goal"], ""), told["gap"], tuple(told.get(size) for size in SIZES))
