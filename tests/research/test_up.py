"""The supervisor as its users meet it: real processes, a real port, kill -9."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
import pytest

from research.embedded import server
from research.embedded.places import locate

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


class Copy:
    """One copy of Redthread with a data folder of its own."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.started: list[subprocess.Popen[bytes]] = []

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("PORT", "HOST", "HASHED_STATIC")}
        return {**kept, "REDTHREAD_DATA": str(self.data), **more}

    def up(self, *arguments: str, **more: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "manage.py", "up", *arguments]
        with (self.data.parent / f"{self.data.name}.log").open("wb") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=self.environment(**more), stdout=log, stderr=log)
        self.started.append(process)
        return process

    def run(self, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment(**more), capture_output=True, text=True, timeout=300
        )

    def said(self) -> str:
        return (self.data.parent / f"{self.data.name}.log").read_text()

    def port(self) -> int:
        assert eventually(lambda: "press Ctrl-C to stop" in self.said()), self.said()
        return int(re.findall(r"http://127\.0\.0\.1:(\d+)", self.said())[-1])

    def processes(self, word: str = "") -> list[psutil.Process]:
        """Everything that runs for this copy, whoever its parent is by now."""
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                ours = process.environ().get("REDTHREAD_DATA") == str(self.data)
                if ours and process.pid != os.getpid() and word in " ".join(process.cmdline()):
                    found.append(process)
        return found

    def end(self) -> None:
        for process in self.started:
            process.kill()
            process.wait(120)
        for process in self.processes():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        server.stop(self.data)
        shutil.rmtree(locate(self.data).home, ignore_errors=True)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    """One for all tests here: only its first start pays for the migrations."""
    made = Copy(tmp_path_factory.mktemp("up") / "data")
    yield made
    made.end()


def eventually(true: Callable[[], object], seconds: float = 240) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return int(listener.getsockname()[1])


def status(port: int, path: str = "/health/live") -> int:
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as caller:
        try:
            caller.request("GET", path)
            return caller.getresponse().status
        except (OSError, HTTPException):
            return 0


def test_two_copies_start_side_by_side_and_ctrl_c_leaves_nothing_running(copy: Copy, tmp_path: Path) -> None:
    other = Copy(tmp_path / "other")
    try:
        first, second = copy.up(), other.up("--workers", "0")
        assert copy.port() != other.port()
        assert status(copy.port()) == status(other.port()) == 200
        assert copy.said().count("One-time password: ") == 1
        assert [len(copy.processes(part)) > 0 for part in ("uvicorn", "celery", " beat ")] == [True] * 3
        assert other.processes("celery") == []
        refused = copy.run("up")
        assert refused.returncode == 1
        assert "running already" in refused.stderr
        first.send_signal(signal.SIGINT)
        second.terminate()
        assert (first.wait(300), second.wait(300)) == (0, 0)
        assert "up       | stopped" in copy.said()
        assert eventually(lambda: not copy.processes() + other.processes(), 10), copy.processes()
    finally:
        other.end()


def test_kill_9_of_the_supervisor_leaves_nothing_and_a_second_start_replaces_whatever_else_is_killed(
    copy: Copy,
) -> None:
    port = free_port()
    process = copy.up("--workers", "1", PORT=str(port))
    assert copy.port() == port
    assert "One-time password" not in copy.said()
    assert eventually(lambda: len(copy.processes("celery")) == 2)  # worker and beat
    process.kill()
    process.wait()
    assert eventually(lambda: not copy.processes(), 20), copy.processes()

    again = copy.up(PORT=str(port))
    assert copy.port() == port
    (web,) = copy.processes("uvicorn")
    web.kill()
    os.kill(int((locate(copy.data).cluster / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    assert eventually(lambda: status(port) == 200)
    assert "web      | ended (killed by SIGKILL); starts again in 1 s" in copy.said()
    migrations = copy.run("showmigrations", "research")
    assert "[X] 0001_initial" in migrations.stdout, migrations.stderr
    again.terminate()
    assert again.wait(300) == 0
    assert eventually(lambda: not copy.processes(), 10), copy.processes()


def workers(copy: Copy) -> set[psutil.Process]:
    return set(copy.processes(" worker "))


def taken(copy: Copy) -> bool:
    """A hint about a task that isn't there: whoever serves the queue takes it and finds nothing to do."""
    queue = copy.data / "queue"
    hint = "from research.worker import app, ADVANCE; app.signature(ADVANCE, args=[0]).apply_async()"
    subprocess.run([sys.executable, "-c", hint], cwd=ROOT, env=copy.environment(), check=True, timeout=300)
    return eventually(lambda: not list(queue.iterdir()), 30)


def test_idle_workers_killed_one_after_the_other_are_replaced_and_the_queue_is_served(copy: Copy) -> None:
    process = copy.up("--workers", "2", "--no-web")
    assert eventually(lambda: len(workers(copy)) == 2)
    assert taken(copy)
    first = workers(copy)
    for victim in copy.processes("celery"):
        victim.kill()
        psutil.wait_procs([victim], timeout=120)
    assert eventually(lambda: len(workers(copy)) == 2 and not workers(copy) & first), copy.said()
    assert len(copy.processes("celery")) == 3
    assert taken(copy), copy.said()
    for name in ("worker-1", "worker-2"):
        assert f"{name} | ended (killed by SIGKILL); starts again in 1 s" in copy.said()
    process.terminate()
    assert process.wait(300) == 0
    assert eventually(lambda: not copy.processes(), 10), copy.processes()


def test_a_taken_port_is_a_sentence_and_exit_code_2(copy: Copy) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = str(listener.getsockname()[1])
        done = copy.run("up", PORT=port)
    assert done.returncode == 2
    assert f"port {port} on 127.0.0.1 is taken" in done.stderr
    assert "Set PORT to a free one" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_command_that_needs_no_database_starts_none(copy: Copy) -> None:
    assert copy.run("check").returncode == 0
    assert copy.processes() == []


def test_a_single_command_starts_the_database_and_leaves_nothing_running(copy: Copy) -> None:
    assert copy.run("showmigrations").returncode == 0
    assert copy.processes() == []


def test_a_database_that_cannot_be_reached_is_a_sentence(copy: Copy) -> None:
    done = copy.run("up", DATABASE_URL=f"postgresql://me:secret-word@127.0.0.1:{free_port()}/red")
    assert done.returncode == 1
    assert "The database can't be used" in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret-word" not in done.stderr
