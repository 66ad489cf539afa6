"""Messages are hints: sent after the commit, at most once each, and their loss never reaches a request."""

import json
import logging
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
import redis
from django.db import transaction
from kombu import Connection

from research import worker
from research.checks import (
    debug_stays_at_home,
    nobody_marks_their_own_work,
    out_of_order,
    redis_keeps_what_it_got,
    time_runs_out_in_order,
)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    use(worker.broker(tmp_path, ""), monkeypatch)
    return tmp_path / "queue"


def use(broker: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in broker.items():
        monkeypatch.setitem(worker.app.conf, name, value)
    monkeypatch.setattr(worker.app, "_pool", None)  # connections made before know the old broker
    monkeypatch.setattr(worker.app.amqp, "_producer_pool", None)


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


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("NO TEST WITH REDIS RAN: there is no redis-server here (Debian: apt-get install redis-server).")
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    url = f"redis://127.0.0.1:{port}/0"
    try:
        with redis.Redis.from_url(url) as client:
            assert _up(client)
        yield url
    finally:
        server.terminate()
        server.wait(30)


def _up(client: "redis.Redis") -> bool:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with suppress(redis.ConnectionError):
            return bool(client.ping())
        time.sleep(0.05)
    return False


def test_a_redis_that_evicts_keys_is_an_error(redis_url: str, settings: Any) -> None:
    settings.REDIS_URL = redis_url
    assert redis_keeps_what_it_got() == []
    with redis.Redis.from_url(redis_url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
    assert [message.id for message in redis_keeps_what_it_got()] == ["research.E004"]
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert redis_keeps_what_it_got() == []


@pytest.mark.django_db(transaction=True)
def test_with_redis_the_message_lies_in_redis(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use(worker.broker(Path("/nowhere"), redis_url), monkeypatch)
    worker.enqueue(5)
    worker.app.pool.force_close_all()
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        (message,) = client.lrange(worker.app.conf.task_default_queue, 0, -1)
    assert json.loads(message)["headers"]["task"] == worker.ADVANCE


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
    assert [message.id for message in out_of_order((200, 300, 300, 900))] == ["research.E002"]


def alone(script: str) -> "subprocess.CompletedProcess[str]":
    """The bounds of a job end its process, so each gets one of its own."""
    begin = "import django; django.setup(); from celery.worker import state; from research.jobs import bounded\n"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "research.settings"}
    return subprocess.run(
        [sys.executable, "-c", begin + script], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize("hangs", ["time.sleep(50)", "re.match('(a|a)*b', 'a' * 60)"])
def test_a_job_that_hangs_takes_its_process_with_it_even_if_no_other_thread_may_run(hangs: str) -> None:
    done = alone(f"import re, time\nwith bounded(seconds=0.05): {hangs}")
    assert done.returncode == 1
    assert "Timeout (0:00:00.05" in done.stderr
    assert 'File "<string>", line 3' in done.stderr


def test_a_worker_is_told_to_end_when_it_is_worn_out_and_not_before() -> None:
    one = "with bounded(jobs=2): pass\nprint(state.should_stop)\n"
    assert alone(one * 2).stdout.split() == ["None", "0"]
    big = "with bounded(size=1): pass\nprint(state.should_stop)"
    assert alone(big).stdout.split() == ["0"]


@pytest.mark.slow
def test_a_worn_out_worker_finishes_its_job_and_ends_in_order(tmp_path: Path) -> None:
    start = (
        "import django; django.setup()\n"
        "from research import jobs, worker\n"
        "def probe():\n"
        "    with jobs.bounded(jobs=2): print('begun')\n"
        "    print('done')\n"
        "task = worker.app.task(probe, name='probe')\n"
        "for number in range(6): task.apply_async()\n"
        "worker.app.worker_main(['--quiet', '--skip-checks', 'worker', '--loglevel', 'WARNING'])\n"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "research.settings", "REDTHREAD_DATA": str(tmp_path)}
    command = [sys.executable, "-W", "ignore::UserWarning:celery.platforms", "-c", start]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    begun = done.stderr.count("begun")  # Celery logs what is printed
    assert begun in (2, 3)  # the message it had taken already is worked on, too
    assert done.stderr.count("done") == begun
    assert len(sent(tmp_path / "queue")) == 6 - begun


def test_one_model_for_reporter_and_checker_is_a_warning(settings: Any) -> None:
    settings.ROLE_ENDPOINTS = {"reporter": "anthropic://x", "checker": "anthropic://x"}
    assert [message.id for message in nobody_marks_their_own_work()] == ["research.W001"]
    settings.ROLE_ENDPOINTS = {"reporter": "builtin:", "checker": "builtin:"}
    assert nobody_marks_their_own_work() == []


def test_debug_with_a_public_name_is_an_error(settings: Any) -> None:
    settings.DEBUG = True
    settings.ALLOWED_HOSTS = ["localhost"]
    assert debug_stays_at_home() == []
    settings.ALLOWED_HOSTS = ["research.example.org"]
    assert [message.id for message in debug_stays_at_home()] == ["research.E003"]
