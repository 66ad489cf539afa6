"""The row of the step that a worker is about to take."""

from django.utils import timezone

from research.models import ResearchTask, Step
from research.store.statements import insertion, said

_AGAIN = """
    ON CONFLICT (task_id, number) DO UPDATE SET attempts = %(attempt)s, phase = excluded.phase RETURNING id, now
"""


def begun(task: ResearchTask, number: int, phase: str, attempt: int) -> Step:
    """Made at the first attempt, with the time that every attempt will see."""
    step = Step(task=task, number=number, phase=phase, now=timezone.now())
    made = insertion(step, "(SELECT 1) AS once")
    row = said(made.sql + _AGAIN, made.values | {"attempt": attempt})
    assert row is not None
    step.pk, step.now = row
    return step
