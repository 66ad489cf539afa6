"""A worker told to stop lets go of the call it waits for, and of the task, within moments."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from research import actions
from research.actions.underway import UNDERWAY, stop_underway
from research.models import Entry, FollowUp, Lease, ModelCall, Reply, ServerSeat
from tests.roles import misbehaving as wire
from tests.roles.misbehaving import Call, Misbehaving, serving
from tests.whole.fake_model import planner
from tests.whole.tasks import Room, advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]
MOMENTS = 30.0  # s; the call would hang for twice as long
BORN = 120  # s; a process loads what it needs, on a machine that may be busy
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def here() -> Room:
    return room()


@pytest.fixture(autouse=True)
def goes_on_afterwards() -> Any:
    yield
    UNDERWAY.stopping = False


def stopped_while_it_waits(deed: Any, server: Misbehaving) -> float:
    """Seconds from the signal until the deed is over."""
    done: list[Any] = []

    def work() -> None:
        try:
            done.append(deed())
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    while not server.calls and thread.is_alive():
        time.sleep(0.02)
    told = time.monotonic()
    stop_underway(sig="SIGTERM")
    thread.join(60)
    assert done == [False]
    return time.monotonic() - told


def test_a_stopped_worker_cuts_its_call_and_gives_the_task_back_uncounted(here: Room, settings: Any) -> None:
    with serving(wire.hang(60)) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": server.binding}
        task = asked(here)
        assert stopped_while_it_waits(lambda: actions.advance(task.pk), server) < MOMENTS
        assert server.left.wait(MOMENTS)
    row = Lease.objects.get(task=task)
    assert (row.holder, row.attempts, row.not_before) == ("", 0, None)
    assert fresh(task).status == "running"
    assert Entry.objects.filter(task=task, kind="StepFailed").get().payload["kind"] == "worker_stopped"
    call = ModelCall.objects.get(task=task)
    assert call.input_tokens + call.reserved_tokens > 0
    assert not ServerSeat.objects.exists()


def test_the_next_worker_takes_the_same_step_with_what_was_paid_for(here: Room, settings: Any) -> None:
    def plans(call: Call) -> Any:
        return planner(call.body)

    with serving(wire.hang(60), wire.by_rule(plans)) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": server.binding}
        task = asked(here)
        stopped_while_it_waits(lambda: actions.advance(task.pk), server)
        UNDERWAY.stopping = False
        advance_until(task, "query")
    assert Reply.objects.filter(task=task, kind="model").count() == 1


def test_a_worker_that_was_told_before_the_call_begins_none(here: Room, settings: Any) -> None:
    with serving(wire.hang(60)) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": server.binding}
        task = asked(here)
        stop_underway()
        assert actions.advance(task.pk) is False
        assert server.calls == []


def test_a_follow_up_goes_back_as_well(here: Room, settings: Any) -> None:
    task = asked(here)
    advance_until(task)
    row = actions.ask_further(here.ada, task, "What does the bay's lighthouse keeper earn?")
    with serving(wire.hang(60)) as server:
        settings.ROLE_ENDPOINTS = dict.fromkeys(settings.ROLE_ENDPOINTS, server.binding) | {"embedder": "builtin:"}
        assert stopped_while_it_waits(lambda: actions.answer_follow_up(row.pk), server) < MOMENTS
    row = FollowUp.objects.get(pk=row.pk)
    assert (row.state, row.attempts, row.until) == (FollowUp.State.ASKED, 0, None)


WORKER = """
import sys
from pathlib import Path
import django
from django.conf import settings
database, task, binding, queue = sys.argv[1:]
settings.DATABASES["default"]["NAME"] = database
settings.ROLE_ENDPOINTS = dict.fromkeys(settings.ROLE_ENDPOINTS, "builtin:") | {"planner": binding}
django.setup()
from research import worker
worker.app.conf.update(worker.broker(Path(queue), ""))
worker.enqueue(int(task))
worker.app.worker_main(["--quiet", "--skip-checks", "worker", "--loglevel", "WARNING"])
"""


@pytest.mark.slow
def test_a_worker_process_that_gets_a_sigterm_in_mid_call_gives_its_task_back_and_ends(
    here: Room, settings: Any, tmp_path: Path
) -> None:
    """A Celery worker as it is deployed, at a server that drips: each byte comes in time, the answer never."""
    settings.ROLE_ENDPOINTS = dict.fromkeys(settings.ROLE_ENDPOINTS, "builtin:")
    database = str(connection.settings_dict["NAME"])
    with serving(wire.drip(every=0.1)) as server:
        task = asked(here)
        command = [sys.executable, "-c", WORKER, database, str(task.pk), server.binding, str(tmp_path)]
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "research.settings"}
        process = subprocess.Popen(command, cwd=ROOT, env=environment)
        try:
            deadline = time.monotonic() + BORN
            while not server.calls and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.05)
            assert server.calls and Lease.objects.get(task=task).holder
            process.send_signal(signal.SIGTERM)
            assert server.left.wait(MOMENTS)
            told = time.monotonic()
            while Lease.objects.get(task=task).holder and time.monotonic() < told + MOMENTS:
                time.sleep(0.05)
            row = Lease.objects.get(task=task)
            assert process.wait(BORN) == 0
        finally:
            process.kill()
            process.wait()
    assert (row.holder, row.attempts) == ("", 0)
    call = ModelCall.objects.get(task=task)
    assert (call.state, call.failure, call.estimated) == ("failed", "cancelled", True)
    assert not ServerSeat.objects.exists()
