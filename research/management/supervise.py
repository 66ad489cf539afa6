"""Keeps several processes alive as one: starts, watches, restarts and stops them, and forwards what they say.

Three nets so that none is left behind: an orderly end on Ctrl-C or TERM; on Linux the kernel's order to die with the
supervisor (`kill -9`); and a file of process numbers that the next start sweeps up. Each part is the head of a session
of its own, so a Ctrl-C in the terminal reaches only the supervisor, and a part's own children can be ended with it.
"""

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from research.embedded.kernel import die_with_parent

STOP_SECONDS = 20.0  # for an orderly end; then a part is killed
TICK_SECONDS = 0.5  # between two looks at who is alive
FIRST_WAIT_SECONDS = 1.0  # before the first restart; doubles with each one
LONGEST_WAIT_SECONDS = 30.0
STEADY_SECONDS = 60.0  # a part that lived this long begins again with the first wait
CHUNK_BYTES = 65536

Say = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    handles: Sequence[int] = ()  # open files it inherits


@dataclass(slots=True)
class _Life:
    part: Part
    process: "subprocess.Popen[bytes] | None" = None
    began: float = 0.0
    wait: float = FIRST_WAIT_SECONDS
    due: float = 0.0
    pending: bytes = b""


class Supervisor:
    """`with Supervisor(...) as supervisor: while …: supervisor.tick()`. Must live in the main thread: the order to die
    goes by the thread that started a child."""

    def __init__(self, parts: Sequence[Part], root: Path, register: Path, say: Say) -> None:
        self._lives = [_Life(part) for part in parts]
        self._root, self._register, self._say = root, register, say
        self._ears = selectors.DefaultSelector()

    def __enter__(self) -> "Supervisor":
        for life in self._lives:
            self._start(life)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def tick(self, seconds: float = TICK_SECONDS) -> None:
        """Listens for that long at most, then restarts who died."""
        self._listen(seconds)
        for life in self._lives:
            if life.process is None:
                if time.monotonic() >= life.due:
                    self._start(life)
            elif life.process.poll() is not None:
                self._bury(life)

    def stop(self) -> None:
        running = [life.process for life in self._lives if life.process and life.process.poll() is None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        while any(process.poll() is None for process in running) and time.monotonic() < deadline:
            self._listen(TICK_SECONDS / 10)
        for life in self._lives:
            if life.process is not None:
                _end_session(life.process)
                self._forget(life)
        self._ears.close()
        self._register.unlink(missing_ok=True)

    def _start(self, life: _Life) -> None:
        supervisor = os.getpid()
        life.process = subprocess.Popen(  # noqa: S603  # our own commands
            life.part.command,
            cwd=self._root,
            env={**os.environ, **life.part.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=life.part.handles,
            preexec_fn=lambda: die_with_parent(signal.SIGKILL, supervisor),
        )
        assert life.process.stdout is not None
        os.set_blocking(life.process.stdout.fileno(), False)
        self._ears.register(life.process.stdout, selectors.EVENT_READ, life)
        life.began = time.monotonic()
        self._note()

    def _bury(self, life: _Life) -> None:
        assert life.process is not None
        self._hear(life)
        code = life.process.returncode
        _end_session(life.process)
        self._forget(life)
        # A worker that is worn out ends in order, maybe after seconds; that is no failure to wait for.
        if code == 0 or time.monotonic() - life.began > STEADY_SECONDS:
            life.wait = FIRST_WAIT_SECONDS
        life.due = time.monotonic() + life.wait
        self._say(life.part.name, f"ended ({_how(code)}); starts again in {life.wait:g} s")
        life.wait = min(life.wait * 2, LONGEST_WAIT_SECONDS)

    def _forget(self, life: _Life) -> None:
        if life.process is not None and life.process.stdout is not None:
            self._hear(life)
            self._ears.unregister(life.process.stdout)
            life.process.stdout.close()
        life.process = None

    def _listen(self, seconds: float) -> None:
        for key, _ in self._ears.select(seconds):
            if not self._hear(key.data):
                time.sleep(TICK_SECONDS / 10)  # its pipe is closed and it isn't buried yet: don't spin

    def _hear(self, life: _Life) -> bool:
        """Forwards whole lines; False at the end of its output."""
        assert life.process is not None and life.process.stdout is not None
        heard = False
        with suppress(BlockingIOError):
            while chunk := os.read(life.process.stdout.fileno(), CHUNK_BYTES):
                heard = True
                *lines, life.pending = (life.pending + chunk).split(b"\n")
                for line in lines:
                    self._say(life.part.name, line.decode(errors="replace").rstrip())
            return heard
        return True

    def _note(self) -> None:
        alive = [_identity(life.process.pid) for life in self._lives if life.process]
        draft = self._register.with_suffix(".draft")
        draft.write_text(json.dumps([identity for identity in alive if identity]))
        draft.replace(self._register)


def _how(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def _end_session(process: "subprocess.Popen[bytes]") -> None:
    """The part is the head of its session, so this reaches its own children too, even when it is gone already."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _identity(pid: int) -> tuple[int, float] | None:
    """A number alone may belong to a stranger by tomorrow."""
    try:
        return pid, psutil.Process(pid).create_time()
    except psutil.NoSuchProcess:
        return None


def sweep(register: Path) -> int:
    """Ends what an earlier supervisor left behind, which only happens where the kernel knows no order to die."""
    if not register.exists():
        return 0
    ended = 0
    with suppress(ValueError):
        for pid, began in json.loads(register.read_text()):
            if _identity(pid) == (pid, began):
                with suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)
                    ended += 1
    register.unlink()
    return ended


def worker_part(number: int) -> Part:
    """A process of its own and no pool (research/worker.py says why). The embedder's arithmetic on one thread each: two
    workers on two cores, not two times two. Freed memory lies in two places rather than sixteen: ten megabytes less
    after sixty steps. Celery's warning about root is hushed: its danger are pickled messages,
    and ours are JSON."""
    where = ["--hostname", f"redthread-{os.getpid()}-{number}@%h", "--loglevel", "WARNING"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return Part(
        f"worker-{number}",
        [*_celery("research.worker:app"), "worker", "--pool", "solo", *where, *quiet],
        {
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "MALLOC_ARENA_MAX": "2",
            "PYTHONWARNINGS": "ignore::UserWarning:celery.platforms",
        },
    )


def beat_part() -> Part:
    """Keeps its schedule in memory: a sweep every few seconds has nothing to remember."""
    return Part(
        "beat",
        [
            *_celery("research.worker:clock"),
            "beat",
            "--pidfile=",
            "--loglevel",
            "WARNING",
        ],
    )


def _celery(app: str) -> list[str]:
    """Without Django's checks: `up` has made them, and they load every page into each of these processes."""
    return [sys.executable, "-m", "celery", "--quiet", "--skip-checks", "-A", app]


def web_part(handle: int, behind_proxy: bool) -> Part:
    """The supervisor opens the socket and keeps it open while the server restarts: callers wait, none is refused."""
    proxy = "--proxy-headers" if behind_proxy else "--no-proxy-headers"
    quiet = ["--log-level", "warning", "--no-access-log", "--no-server-header", "--lifespan", "off"]
    limits = ["--ws-max-size", "65536", "--timeout-graceful-shutdown", "5"]
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "research.asgi:application",
        "--fd",
        str(handle),
        proxy,
        *quiet,
        *limits,
    ]
    return Part("web", command, handles=[handle])
