"""Rows into the state that a step is given. Bounded: one notebook, one sum, two flags."""

from dataclasses import replace

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from research.engine.follow_up import narrowed
from research.engine.limits import Limits
from research.engine.state import TaskState, begin
from research.models import ModelCall, ResearchTask
from research.store.payloads import revived
from research.store.purses import EMBEDDER
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


def spent_tokens(task: ResearchTask) -> int:
    """Settled ones at what was used, open reservations at their worst case (P5)."""
    reserved = Q(state=ModelCall.State.RESERVED)
    used = Coalesce(Sum(F("input_tokens") + F("output_tokens"), filter=~reserved), 0)
    held = Coalesce(Sum("reserved_tokens", filter=reserved), 0)
    calls = ModelCall.objects.filter(task=task).exclude(role=EMBEDDER)
    return int(calls.aggregate(all=used + held)["all"])
