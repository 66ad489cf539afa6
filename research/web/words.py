"""Closed sets as words in the reader's language. A code that has no word is shown as it is."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from research.models.claim import VERDICT_WORDS
from research.models.query import WORDING_WORDS
from research.models.task import STATUS_WORDS
from research.store.failures import failure
from research.store.sayings import said

PHASE_WORDS = {
    "plan": gettext_lazy("planning"),
    "query": gettext_lazy("choosing what to ask"),
    "reach": gettext_lazy("searching"),
    "evidence": gettext_lazy("reading and weighing"),
    "memory": gettext_lazy("remembering"),
    "reflect": gettext_lazy("reflecting"),
    "report": gettext_lazy("writing"),
    "claims": gettext_lazy("checking"),
    "review": gettext_lazy("at the review desk"),
    "retrospect": gettext_lazy("looking back"),
    "done": gettext_lazy("done"),
}
STATUS_SHAPES = {
    "draft": ("pen", ""),
    "awaiting_approval": ("wait", "tone-warn"),
    "running": ("half", "tone-live"),
    "paused": ("pause", ""),
    "waiting_for_review": ("scale", "tone-warn"),
    "finished": ("check", "tone-good"),
    "stopped": ("stop", ""),
    "failed": ("alert", "tone-bad"),
}
"""Icon and tone; the word stands beside them."""
GOAL_WORDS = {
    "open": pgettext_lazy("state of a goal", "open"),
    "active": gettext_lazy("in work"),
    "done": gettext_lazy("answered"),
    "insufficient": gettext_lazy("not answered"),
    "abandoned": gettext_lazy("given up"),
}
GOAL_SHAPES = {
    "open": ("circle", ""),
    "active": ("half", "tone-live"),
    "done": ("check", "tone-good"),
    "insufficient": ("dash", "tone-warn"),
    "abandoned": ("cross", ""),
}
MOVE_WORDS = {
    "running": gettext_lazy("%(person)s set the task going"),
    "paused": gettext_lazy("%(person)s paused the task"),
    "stopped": gettext_lazy("%(person)s stopped the task"),
}
STOP_SENTENCES = {
    "plan_done": gettext_lazy("Search ended: every goal is answered or marked as not answered."),
    "dry": gettext_lazy("Search ended: the last rounds brought no new fact, and most of the plan is done."),
    "budget": gettext_lazy("Search ended: the budget for searching is spent; the rest is kept for the report."),
    "steps": gettext_lazy("Search ended: the largest number of steps was taken."),
    "nothing_left": gettext_lazy("Search ended: no goal is open any more."),
    "asked": gettext_lazy("Search ended: a person asked for the report from what is there."),
    "deadline": gettext_lazy("Search ended: the time given to it was over."),
}
RULING_WORDS = {
    "approved": gettext_lazy("approved"),
    "edited": gettext_lazy("edited"),
    "rejected": gettext_lazy("rejected"),
    "reverted": gettext_lazy("taken back"),
}
ROLE_WORDS = {
    "planner": gettext_lazy("planner"),
    "executor": gettext_lazy("executor"),
    "reporter": gettext_lazy("reporter"),
    "checker": gettext_lazy("checker"),
    "embedder": gettext_lazy("embedder"),
}
SOURCE_LANGUAGES = {"en": gettext_lazy("English"), "zh": gettext_lazy("Chinese")}
VERDICT_ORDER = tuple(verdict.value for verdict in VERDICT_WORDS)


def status_word(status: str) -> str:
    return next((str(word) for known, word in STATUS_WORDS.items() if known == status), status)


def phase_word(phase: str) -> str:
    return str(PHASE_WORDS.get(phase, phase))


def verdict_word(verdict: str) -> str:
    return next((str(word) for known, word in VERDICT_WORDS.items() if known == verdict), verdict)


def wording_word(wording: str) -> str:
    return next((str(word) for known, word in WORDING_WORDS.items() if known == wording), wording)


def figures(sentence: str) -> str:
    """What the engine's sentence adds to the words of a stop. One without a figure would only repeat them."""
    return said(sentence) if any(sign.isdecimal() for sign in sentence) else ""


def failure_word(outcome: Mapping[str, Any]) -> str:
    """The class of a failure in words, and what the other side said of it."""
    return failure(outcome["kind"] or "", outcome["detail"])
