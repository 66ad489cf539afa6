"""A task may have a deadline: the search ends there, in the middle of a round, and the report is written (item 5)."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from research import actions
from research.models import ResearchTask
from research.store.replaying import replay
from research.store.tasklog import log_lines
from research.terms import Stop
from tests.whole.tasks import advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "shelf", "post")]


def ended(task: ResearchTask) -> dict[str, Any]:
    told: dict[str, Any] = task.entries.get(kind="SearchEnded").payload
    return told


def test_minutes_from_now_become_a_deadline_and_none_is_none() -> None:
    before = timezone.now()
    task = asked(room(), minutes=90)
    assert timedelta(minutes=90) <= task.deadline - before < timedelta(minutes=91)
    assert asked(room("Other desk")).deadline is None


@pytest.mark.parametrize("minutes", [0, -5, 10**12, 10**30])
def test_a_time_that_is_none_is_refused_and_no_task_is_made(minutes: int) -> None:
    with pytest.raises(actions.Refused):
        asked(room(), minutes=minutes)
    assert not ResearchTask.objects.exists()


def test_the_search_ends_in_the_middle_of_a_round_and_the_report_is_written_from_what_is_there() -> None:
    task = advance_until(asked(room(), minutes=60), "memory")
    ResearchTask.objects.filter(pk=task.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    advance_until(task, "done")
    end = ended(task)
    assert end["stop"] == Stop.DEADLINE and f"{fresh(task).deadline:%Y-%m-%d %H:%M} UTC" in end["sentence"]
    assert fresh(task).ended_because == end["sentence"]
    assert not task.entries.filter(kind="RoundClosed").exists()
    assert task.reports.exists() and task.claims.exists()


def test_a_log_with_a_deadline_is_replayed_by_the_times_of_its_steps() -> None:
    task = asked(room(), minutes=60)
    ResearchTask.objects.filter(pk=task.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    advance_until(task, "done")
    state, steps = replay(log_lines(fresh(task)))
    assert (state.stop, state.deadline) == (Stop.DEADLINE, fresh(task).deadline)
    assert [step.phase for step in steps] == ["plan", "query", "report", "claims", "retrospect"]


def test_a_deadline_from_the_shell_is_judged_by_the_same_verb() -> None:
    actions.first_admin()
    with pytest.raises(CommandError, match="a minute at least"):
        call_command("ask", "How much grid storage had Lanwan?", "--deadline", "0")
    assert not ResearchTask.objects.exists()
