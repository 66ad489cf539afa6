"""Rows into the state that a step is given. Bounded: one notebook, one sum, two flags."""

from dataclasses import replace

from research.engine.follow_up import narrowed
from research.engine.limits import Limits
from research.engine.state import TaskState, begin
from research.models import ModelCall, ResearchTask
from research.store.payloads import revived
from research.store.purses import EMBEDDER
from research.store.statements import said
from research.terms import Language, Period


def load_state(task: ResearchTask) -> TaskState:
    notebook = task.notebook
    state = revived(TaskState, notebook.body, notebook.v)
    state = replace(state, spent_tokens=spent_tokens(task), over_budget=task.over_budget)
    return replace(state, asked_to_stop=task.stop_asked, deadline=task.deadline)


def first_state(question: str, language: str, period: Period) -> TaskState:
    return begin(question, Language(language), period)


def limits_of(task: ResearchTask) -> Limits:
    """The version the task began with, whatever an admin or a newer program has changed since (F-11)."""
    limits = budgeted(Limits.kept(task.thresholds.values), task.hard)
    return narrowed(limits) if task.narrow else sized(limits, task.length)


def sized(limits: Limits, length: str) -> Limits:
    """The report's length as it was wished for at the start."""
    times = {"short": limits.short_report, "long": limits.long_report}.get(length, 1.0)
    english, chinese = int(limits.report_characters_en * times), int(limits.report_characters_zh * times)
    return replace(limits, report_characters_en=english, report_characters_zh=chinese)


def budgeted(limits: Limits, hard: bool) -> Limits:
    """A hard task's budget never lies below an ordinary one's (C30)."""
    return replace(limits, tokens=max(limits.tokens, limits.hard_tokens)) if hard else limits


_SPENT = """
    SELECT coalesce(sum(CASE state WHEN %(open)s THEN reserved_tokens ELSE input_tokens + output_tokens END), 0)
    FROM research_modelcall WHERE task_id = %(task)s AND role <> %(embedder)s
"""


def spent_tokens(task: ResearchTask) -> int:
    """Settled ones at what was used, open reservations at their worst case (P5)."""
    row = said(_SPENT, {"task": task.pk, "open": ModelCall.State.RESERVED.value, "embedder": EMBEDDER})
    return int(row[0]) if row else 0
