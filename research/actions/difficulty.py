"""Ordinary or hard: which budget of tokens a task gets, and who said so (R124, C30)."""

from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from research.actions.refusal import Refused
from research.engine.limits import Limits
from research.models import Thresholds
from research.roles.builtin.difficulty import answers_wanted

PERSON = "person"
ANSWERS = "answers:"


class Difficulty(StrEnum):
    BY_QUESTION = ""
    ORDINARY = "ordinary"
    HARD = "hard"


def difficulty_of(question: str, limits: Limits, wish: str = "") -> tuple[bool, str]:
    """Whether it is hard, and why, as the task's row keeps it. A person's word comes before the rule."""
    if wish not in list(Difficulty):
        raise Refused(_("A task is ordinary or hard; leave it open to have the question decide."))
    if wish:
        return wish == Difficulty.HARD, PERSON
    wanted = answers_wanted(question)
    return wanted >= limits.hard_answers, f"{ANSWERS}{wanted}"


def classed(question: str, thresholds: Thresholds, wish: str) -> dict[str, Any]:
    hard, because = difficulty_of(question, Limits.kept(thresholds.values), wish)
    return {"hard": hard, "hard_because": because}
