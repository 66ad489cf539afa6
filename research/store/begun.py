"""The row of the step that a worker is about to take, and what becomes of it."""

from typing import Any

from django.utils import timezone

from memory.models import Notebook
from research.engine.events import VERSION
from research.models import ResearchTask, Step
from research.store.statements import change, insertion, said

_AGAIN = """
    ON CONFLICT (task_id, number) DO UPDATE SET attempts = %(attempt)s, phase = excluded.phase RETURNING id, now
"""


_RECORDED = """
    WITH step AS (
        UPDATE research_step SET recorded = statement_timestamp(), {step} WHERE id = %(step)s AND recorded IS NULL
        RETURNING id
    ), notebook AS (
        UPDATE memory_notebook SET {notebook} WHERE id = %(notebook)s AND EXISTS (SELECT 1 FROM step)
    )
    SELECT id FROM step
"""


def begun(task: ResearchTask, number: int, phase: str, attempt: int) -> Step:
    """Made at the first attempt, with the time that every attempt will see."""
    step = Step(task=task, number=number, phase=phase, now=timezone.now())
    made = insertion(step, "(SELECT 1) AS once")
    row = said(made.sql + _AGAIN, made.values | {"attempt": attempt})
    assert row is not None
    step.pk, step.now = row
    return step


def recorded(task: ResearchTask, step: Step, seconds: float, record: bytes, state: Any) -> bool:
    """Once: the first outcome of a step is its outcome. `state`: as JSON, what the next step begins with."""
    ended = change(Step, {"seconds": seconds, "record": record})
    kept = change(Notebook, {"body": state, "v": VERSION})
    values = {"step": step.pk, "notebook": task.notebook_id, **ended.values, **kept.values}
    return said(_RECORDED.format(step=ended.sql, notebook=kept.sql), values) is not None
