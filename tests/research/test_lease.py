"""One worker a task, by the database's clock and no other (F-04, F-06, F-12)."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now

from research import actions
from research.models import Lease, ResearchTask
from research.store.lease import Heartbeat, Held, Overtaken, finish, give_back, renew, still_held, take
from tests.whole.tasks import asked, lease, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]
MINUTE = 60.0


@pytest.fixture
def task() -> ResearchTask:
    return asked(room())


def at_once(count: int, deed: Callable[[int], Any]) -> list[Any]:
    """The same deed in so many threads, let go by one barrier; each thread has a connection of its own."""
    barrier, results = threading.Barrier(count), [None] * count

    def run(at: int) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(60)
            results[at] = deed(at)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[at]) for at in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    return results


def run_out(task: ResearchTask) -> None:
    Lease.objects.filter(task=task).update(until=Now() - timedelta(seconds=1))


def test_of_eight_takers_at_once_one_wins(task: ResearchTask) -> None:
    for _ in range(3):
        won = [held for held in at_once(8, lambda at: take(task.pk, f"worker {at}", MINUTE)) if held]
        assert len(won) == 1
        assert lease(task).fence == won[0].fence
        give_back(won[0])


def test_a_held_lease_is_taken_by_nobody_until_it_has_run_out(task: ResearchTask) -> None:
    first = take(task.pk, "first", MINUTE)
    assert first is not None
    assert take(task.pk, "second", MINUTE) is None
    run_out(task)
    second = take(task.pk, "second", MINUTE)
    assert second == Held(task.pk, first.fence + 1, 2)


def test_a_zombie_can_neither_record_nor_renew_nor_give_back(task: ResearchTask) -> None:
    zombie = take(task.pk, "zombie", MINUTE)
    assert zombie is not None
    run_out(task)
    living = take(task.pk, "living", MINUTE)
    before = Lease.objects.values().get(task=task)
    with pytest.raises(Overtaken), transaction.atomic():
        finish(zombie)
    give_back(zombie)
    assert renew(zombie, MINUTE) is False
    assert still_held(zombie) is False
    assert Lease.objects.values().get(task=task) == before
    assert living is not None
    finish(living)
    assert lease(task).attempts == 0


@pytest.mark.parametrize("end", [finish, give_back])
def test_a_beat_that_waited_for_the_steps_own_end_holds_the_task_for_nobody(
    task: ResearchTask, end: Callable[[Held], Any]
) -> None:
    """It waits for the row that the step's transaction has locked, and judges it as the transaction left it."""
    held = take(task.pk, "one", MINUTE)
    assert held is not None
    renewed: list[bool] = []
    begun = threading.Event()

    def beat() -> None:
        begun.set()
        renewed.append(renew(held, MINUTE))
        connection.close()

    late = threading.Thread(target=beat)
    with transaction.atomic():
        end(held)
        late.start()
        begun.wait(30)
        late.join(0.2)
        assert renewed == []
    late.join(30)
    assert renewed == [False]
    assert lease(task).until is None
    assert take(task.pk, "two", MINUTE) is not None


def test_a_workers_own_clock_decides_nothing(task: ResearchTask, monkeypatch: pytest.MonkeyPatch) -> None:
    """F-12: ten minutes fast and ten minutes slow; the lease holds for its minute all the same."""
    first = take(task.pk, "first", MINUTE)
    for minutes in (10, -10):
        skewed = datetime.now(UTC) + timedelta(minutes=minutes)
        monkeypatch.setattr("django.utils.timezone.now", lambda then=skewed: then)
        monkeypatch.setattr(time, "time", lambda then=skewed: then.timestamp())
        assert take(task.pk, "skewed", MINUTE) is None
        assert actions.advance(task.pk) is False
    assert first is not None
    assert still_held(first)


def test_a_wait_is_over_when_the_database_says_so(task: ResearchTask) -> None:
    held = take(task.pk, "first", MINUTE)
    assert held is not None
    give_back(held, wait=MINUTE)
    assert take(task.pk, "second", MINUTE) is None
    Lease.objects.filter(task=task).update(not_before=Now())
    assert take(task.pk, "second", MINUTE) is not None


def test_an_attempt_counts_unless_it_is_forgiven(task: ResearchTask) -> None:
    for forgiven, counted in ((False, 1), (True, 1), (False, 2)):
        held = take(task.pk, f"worker {forgiven}", MINUTE)
        assert held is not None
        give_back(held, forgiven=forgiven)
        assert lease(task).attempts == counted


@pytest.mark.parametrize("status", ["paused", "stopped", "failed", "awaiting_approval"])
def test_only_a_running_task_has_a_lease_to_take(task: ResearchTask, status: str) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(status=status)
    assert take(task.pk, "worker", MINUTE) is None


def test_a_step_that_beats_is_not_taken_over_however_long_it_takes(task: ResearchTask) -> None:
    short = 1.0  # seconds: ten beats long
    held = take(task.pk, "slow but alive", short)
    assert held is not None
    with Heartbeat.of(held, short, short / 10):
        for _ in range(12):
            time.sleep(0.1)
            assert take(task.pk, "impatient", MINUTE) is None
    assert lease(task).until < datetime.now(UTC) + timedelta(seconds=short)
    run_out(task)
    assert take(task.pk, "heir", MINUTE) is not None


def test_a_heart_stops_beating_for_somebody_elses_lease(task: ResearchTask) -> None:
    held = take(task.pk, "first", MINUTE)
    assert held is not None
    Lease.objects.filter(task=task).update(fence=F("fence") + 1)
    beat = Heartbeat.of(held, MINUTE, 0.05)
    with beat:
        beat._thread.join(90)
        assert not beat._thread.is_alive()
    assert lease(task).until < datetime.now(UTC) + timedelta(seconds=MINUTE)


def test_a_task_of_one_process_is_no_other_workers(task: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(reserved_for="ask here 1")
    assert take(task.pk, "worker", MINUTE) is None
    assert take(task.pk, "that process", MINUTE, "ask here 1") is not None


def test_a_task_deserted_by_its_process_is_adopted_by_the_sweeper(task: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(reserved_for="ask here 1")
    Lease.objects.filter(task=task).update(beat=Now())
    actions.sweep()
    assert ResearchTask.objects.get(pk=task.pk).reserved_for == "ask here 1"
    Lease.objects.filter(task=task).update(beat=Now() - timedelta(minutes=5))
    actions.sweep()
    assert ResearchTask.objects.get(pk=task.pk).reserved_for == ""


def test_the_journal_has_no_gaps_under_four_writers_at_once(task: ResearchTask) -> None:
    from research.store.record import journal

    def write(at: int) -> None:
        for number in range(10):
            with transaction.atomic():
                journal(task, at, [("StepStarted", {"n": number})] * (1 + number % 2))

    at_once(4, write)
    numbers = list(task.entries.order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == 1 + 4 * 15
    for writer in range(4):
        own = task.entries.filter(step=writer, kind="StepStarted").order_by("seq")
        assert [entry.payload["n"] for entry in own] == sorted(entry.payload["n"] for entry in own)


def test_a_number_whose_transaction_is_rolled_back_is_given_again(task: ResearchTask) -> None:
    from research.store.record import journal

    before = lease(task).last_seq
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        journal(task, 0, [("StepStarted", {})])
        raise ZeroDivisionError
    with transaction.atomic():
        assert journal(task, 0, [("StepStarted", {})]) == before + 1
