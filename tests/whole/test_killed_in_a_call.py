"""A worker is killed with SIGKILL while a model server has its call: the seat at the server comes back, the call counts
at its worst case, and another worker takes the step again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from research import actions
from research.models import ModelCall, ServerSeat
from research.store.load import spent_tokens
from tests.roles import misbehaving as wire
from tests.roles.misbehaving import Call, serving
from tests.whole.fake_model import planner
from tests.whole.tasks import asked, fresh, room

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]
SCRIPT = Path(__file__).with_name("mortal_worker.py")
LIMITS = {"lease_seconds": 1, "beat_seconds": 0.2, "retry_seconds": 0, "seat_seconds": 1.0, "call_seats": 1}
STARTS = 240.0
"""Seconds that a worker may take until its call goes out."""


def until(true: Callable[[], Any], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_killed_workers_call_counts_at_its_worst_and_its_seat_and_step_come_back(settings: Any) -> None:
    def sound(call: Call) -> Any:
        return planner(call.body)

    with serving(wire.hang(STARTS), wire.by_rule(sound)) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": server.binding}
        task = asked(room(), limits=LIMITS)
        command = [sys.executable, str(SCRIPT), str(connection.settings_dict["NAME"]), str(task.pk), "once"]
        worker = subprocess.Popen(command, env={**os.environ, "PLANNER_ENDPOINT": server.binding})
        until(lambda: server.calls, STARTS)
        seat = ServerSeat.objects.get()
        os.kill(worker.pid, signal.SIGKILL)
        assert worker.wait(60) == -signal.SIGKILL
        call = ModelCall.objects.get(task=task)
        assert (call.state, spent_tokens(task)) == ("reserved", call.reserved_tokens)
        until(lambda: actions.advance(task.pk), 120)
    call.refresh_from_db()
    assert (call.state, call.estimated, call.input_tokens) == ("settled", True, call.reserved_tokens)
    assert call.failure == "no reply came back: its worker died, or its step was cut off"
    again = ModelCall.objects.exclude(pk=call.pk).get(task=task)
    assert (again.state, again.prompt, again.input_tokens) == ("settled", "plan", 40)
    assert fresh(task).goals.exists()
    assert not ServerSeat.objects.filter(holder=seat.holder).exists(), "its only seat went to the next"
