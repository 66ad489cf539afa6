"""A step at the end of a task asks the database as often, and writes as many rows, as one at its beginning (R106).

A real task of some eighty steps; five hundred scripted ones are in `test_five_hundred_steps.py`.
"""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pytest

from research import actions
from research.management.measure.figures import owned
from research.management.measure.questions import SAMPLES, read_questions
from research.management.measure.running import asked, counting
from research.management.measure.stopwatch import Stopwatch
from research.models import ResearchTask

WARM = 10
"""Steps."""
LONG = {
    "rounds_per_goal": 8,
    "reads_per_goal": 20,
    "reads_in_all": 60,
    "enough_evidence": 40,
    "dry_rounds": 10,
    "tokens": 400_000,
}
"""So that it takes some eighty steps."""
MORE = 10
"""Statements: what an early step hasn't got yet, the summaries of finished goals, is looked up with a handful."""


@dataclass(slots=True)
class Counting(Stopwatch):
    """Also the rows that belong to the task, after each step; what that asks itself doesn't count."""

    rows: list[int] = field(default_factory=list)

    def step_ended(self) -> None:
        Stopwatch.step_ended(self)
        asked_so_far, task = self.queries, ResearchTask.objects.latest("pk")
        self.rows.append(
            sum(each.related_model.objects.filter(**{each.field.name: task}).count() for each in owned(task))
        )
        self.queries = asked_so_far


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_step_that_does_the_same_takes_no_more_rows_or_statements_late_than_early() -> None:
    actions.first_admin()
    english = [each for each in read_questions(SAMPLES) if each.language == "en"]
    question = replace(english[0], text=" ".join(each.text for each in english))
    watch = Counting()
    with counting():
        task = asked(question, watch, LONG)
    searching = task.entries.get(kind="SearchEnded").step - 1
    rows = [right - left for left, right in pairwise(watch.rows[:searching])]
    early, late = (defaultdict(list), defaultdict(list))
    for step in range(WARM, searching):
        half = early if step < (WARM + searching) // 2 else late
        half[_did(task, step)].append((rows[step - 1], watch.queries_of_step[step]))
    assert searching > 4 * WARM, "the task is long enough to tell"
    both = sorted(early.keys() & late.keys())
    assert sum(len(late[did]) for did in both) > WARM, "enough steps did what an earlier one did"
    for did in both:
        before, after = ([max(each) for each in zip(*half[did], strict=True)] for half in (early, late))
        assert after[0] <= before[0], did
        assert after[1] <= before[1] + MORE, did


def _did(task: ResearchTask, step: int) -> tuple[tuple[str, ...], int]:
    """The kinds of what happened, and how much of it there was."""
    told = list(task.entries.filter(step=step).order_by("seq").values_list("kind", "payload"))
    brought = sum(len(value) for _, payload in told for value in payload.values() if isinstance(value, list))
    return tuple(kind for kind, _ in told), brought
