"""What people may want of the goals while a search runs. It takes effect between two steps, never inside one."""

from dataclasses import dataclass
from enum import StrEnum


class Steer(StrEnum):
    """What a person may want of the goals while the search runs."""

    ADD = "add"
    EDIT = "edit"
    SKIP = "skip"
    PRIORITISE = "prioritise"
    FUND = "fund"
    PLAN_AGAIN = "plan_again"


@dataclass(frozen=True, slots=True)
class Wish:
    """One such wish. Each kind uses its own fields; what is empty stays as it is."""

    steer: Steer
    goal: int | None = None
    question: str = ""
    wanted: tuple[str, ...] = ()
    priority: float | None = None
    rounds: int = 0
