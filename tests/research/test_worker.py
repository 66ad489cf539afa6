"""Messages are hints: sent after the commit, at most once each, and their loss never reaches a request."""

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty

import pytest
from django.db import transaction
from kombu import Connection

from research import worker
from research.checks import debug_stays_at_home, nobody_marks_their_own_work, out_of_order, time_runs_out_in_order

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in worker.broker(tmp_path, "").items():
        monkeypatch.setitem(worker.app.conf, name, value)
    monkeypatch.setattr(worker.app, "_pool", None)  # connections made before know the old folder
    monkeypatch.setattr(worker.app.amqp, "_producer_pool", None)
    return tmp_path / "queue"


def sent(queue: Path) -> list[str]:
    return [path.name for path in queue.iterdir()]


@pytest.mark.django_db(transaction=True)
def test_a_message_leaves_with_the_commit_and_never_with_a_rollback(queue: Path) -> None:
    with transaction.atomic():
        worker.enqueue(1)
        assert sent(queue) == []
    assert len(sent(queue)) == 1
    with pytest.raises(RuntimeError), transaction.atomic():
        worker.enqueue(2)
        raise RuntimeError
    assert len(sent(queue)) == 1


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_takes_nothing_is_logged_and_the_request_goes_on(
    queue: Path, caplog: pytest.LogCaptureFixture
) -> None:
    queue.rmdir()
    queue.write_text("not a folder")
    with caplog.at_level(logging.WARNING, "research.worker"), transaction.atomic():
        worker.enqueue(17)
    assert "task 17: the broker took no message" in caplog.text


def test_each_message_goes_to_one_worker_only_and_is_whole(tmp_path: Path) -> None:
    options = worker.broker(tmp_path, "")["broker_transport_options"]
    taken: list[int] = []

    def take(connection: Connection) -> None:
        channel = connection.default_channel
        while len(taken) < 200:
            try:
                taken.append(channel._get("q")["number"])
            except Empty:
                continue

    def connect() -> Connection:
        return Connection("files://localhost//", transport_options=options)

    with connect() as one, connect() as two, connect() as sender:
        threads = [threading.Thread(target=take, args=[connection]) for connection in (one, two)]
        for thread in threads:
            thread.start()
        for number in range(200):
            sender.default_channel._put("q", {"number": number, "padding": "x" * 20_000})
        for thread in threads:
            thread.join(30)
    assert sorted(taken) == list(range(200))
    assert sent(tmp_path / "queue") == []


def test_messages_of_another_queue_are_left_alone(tmp_path: Path) -> None:
    options = worker.broker(tmp_path, "")["broker_transport_options"]
    with Connection("files://localhost//", transport_options=options) as connection:
        connection.default_channel._put("ask", {"number": 1})
        with pytest.raises(Empty):
            connection.default_channel._get("redthread")
        assert connection.default_channel._get("ask") == {"number": 1}


def test_redis_is_told_the_visibility_in_all_three_places() -> None:
    conf = worker.app.conf
    redis = worker.broker(Path("/nowhere"), "redis://127.0.0.1/0")
    assert redis["broker_transport_options"]["visibility_timeout"] == worker.VISIBILITY_SECONDS
    assert conf.result_backend_transport_options["visibility_timeout"] == worker.VISIBILITY_SECONDS
    assert conf.visibility_timeout == worker.VISIBILITY_SECONDS


def test_the_celery_app_loads_no_model() -> None:
    asked = "import sys; import research.worker; print(any(name.startswith('research.models') for name in sys.modules))"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "research.settings"}
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


def test_time_limits_out_of_order_are_an_error() -> None:
    assert time_runs_out_in_order() == []
    assert [message.id for message in out_of_order((200, 240, 240, 900))] == ["research.E002"]


def test_one_model_for_reporter_and_checker_is_a_warning(settings: pytest.FixtureRequest) -> None:
    settings.ROLE_ENDPOINTS = {"reporter": "anthropic://x", "checker": "anthropic://x"}
    assert [message.id for message in nobody_marks_their_own_work()] == ["research.W001"]
    settings.ROLE_ENDPOINTS = {"reporter": "builtin:", "checker": "builtin:"}
    assert nobody_marks_their_own_work() == []


def test_debug_with_a_public_name_is_an_error(settings: pytest.FixtureRequest) -> None:
    settings.DEBUG = True
    settings.ALLOWED_HOSTS = ["localhost"]
    assert debug_stays_at_home() == []
    settings.ALLOWED_HOSTS = ["research.example.org"]
    assert [message.id for message in debug_stays_at_home()] == ["research.E003"]
