"""A step at the end of a task asks the database as often, and writes as many rows, as one at its beginning (R106)."""

from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import mean

import pytest

from research import actions
from research.management.measure.figures import owned
from research.management.measure.questions import SAMPLES, read_questions
from research.management.measure.running import asked, counting
from research.management.measure.slope import slope
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
"""So that it takes some sixty steps."""
GROWTH = 1.3
"""Later rounds over earlier ones: goals differ in how many pages they read."""


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
def test_queries_and_rows_per_step_are_constant_from_the_tenth_step_on() -> None:
    actions.first_admin()
    english = [each for each in read_questions(SAMPLES) if each.language == "en"]
    question = replace(english[0], text=" ".join(each.text for each in english))
    watch = Counting()
    with counting():
        task = asked(question, watch, LONG)
    searching = task.entries.get(kind="SearchEnded").step - 1
    queries = watch.queries_of_step[WARM:searching]
    rows = [right - left for left, right in pairwise(watch.rows[:searching])][WARM:]
    assert len(queries) > 3 * WARM, "the task is long enough to tell"
    for counted in (queries, rows):
        half = len(counted) // 2
        assert slope(counted).low <= 0 or mean(counted[half:]) <= GROWTH * mean(counted[:half]), counted
