"""The embedded server for whoever needs it: start, join, leave, stop.

`ensure_running()` may be called by any process at any time: it joins those who use the server, starts it when it isn't
there, and the last one to leave takes it down. Nothing here is used when DATABASE_URL is set.
"""

import atexit
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg

from research.embedded.guard import clean_environment, run_as
from research.embedded.kernel import free, locked
from research.embedded.places import (
    DATABASE,
    INSTEAD,
    MAJOR,
    PORT,
    SUPERUSER,
    EmbeddedError,
    Places,
    binaries,
    disk_full,
    locate,
    prepare,
)

__all__ = ["EmbeddedError", "Status", "ensure_running", "joined", "leave", "parameters", "status", "stop", "url"]

START_SECONDS = 60.0  # a start after a crash replays the log first
LEAVE_SECONDS = 25.0  # how long the last user waits for the server's end
ORPHAN_SECONDS = 5.0  # a server whose guard was killed is already on its way out
POLL_SECONDS = 0.03
LOG_LINES = 12  # of the server's log, shown when it doesn't start
NEEDED_BYTES = 150_000_000  # a new cluster with its first write-ahead log takes about 50 MB; the rest is air to breathe

_joined: dict[Path, int] = {}  # the users' lock file → our open handle, whose shared lock says that we are here


@dataclass(frozen=True, slots=True)
class Status:
    running: bool
    folder: Path
    version: str | None  # major version of the data, None before the first start


def parameters(data: Path) -> dict[str, str]:
    """What Django's DATABASES needs. Starts nothing."""
    return {
        "NAME": DATABASE,
        "USER": SUPERUSER,
        "HOST": str(locate(data).socket_folder),
        "PORT": str(PORT),
    }


def url(data: Path, database: str = DATABASE) -> str:
    folder = quote(str(locate(data).socket_folder), safe="")
    return f"postgresql://{SUPERUSER}@/{database}?host={folder}&port={PORT}"


def ensure_running(data: Path) -> str:
    data = data.absolute()
    places = locate(data)
    prepare(places, data)
    with locked(places.gate, fcntl.LOCK_EX):
        _join(places)
        if not _answers_while_guarded(data, places):
            _start(places, data)
            _create_database(data)
    return url(data)


def joined(data: Path) -> bool:
    return locate(data).users in _joined


def _answers_while_guarded(data: Path, places: Places) -> bool:
    """Postgres comes back by itself when one of its children was killed; it's started anew when its guard is gone."""
    deadline = time.monotonic() + START_SECONDS
    while not free(places.guard) and time.monotonic() < deadline:
        if _answers(data, places):
            return True
        time.sleep(POLL_SECONDS)
    return False


def _join(places: Places) -> None:
    if places.users in _joined:
        return
    handle = os.open(places.users, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_SH)
    _joined[places.users] = handle
    owner = os.getpid()
    atexit.register(lambda: _leave(places) if os.getpid() == owner else None)


def leave(data: Path) -> None:
    """Says that this process needs the server no longer; the last one to say so waits until it is down."""
    _leave(locate(data))


def _leave(places: Places) -> None:
    handle = _joined.pop(places.users, None)
    if handle is not None:
        os.close(handle)
        if free(places.users):
            _await_end(places)


def stop(data: Path) -> None:
    """Takes the server down whoever uses it."""
    places = locate(data)
    handle = _joined.pop(places.users, None)
    if handle is not None:
        os.close(handle)
    if not free(places.guard):
        os.kill(int(places.guard.read_text()), signal.SIGTERM)
        _await_end(places)


def _await_end(places: Places) -> None:
    deadline = time.monotonic() + LEAVE_SECONDS
    while not free(places.guard) and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)


def status(data: Path) -> Status:
    places = locate(data)
    made_by = places.cluster / "PG_VERSION"
    version = made_by.read_text().strip() if made_by.exists() else None
    return Status(not free(places.guard), places.home, version)


def _start(places: Places, data: Path) -> None:
    _refuse_other_major(places)
    if not (places.cluster / "PG_VERSION").exists():
        _initialise(places)
    _clear_wreckage(places)
    command = [sys.executable, "-m", "research.embedded.guard", str(data)]
    started = places.log.stat().st_size if places.log.exists() else 0
    root = str(Path(__file__).parents[2])
    with places.log.open("ab") as log:
        guard = subprocess.Popen(  # noqa: S603  # our own module
            command,
            cwd=root,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    deadline = time.monotonic() + START_SECONDS
    while not _answers(data, places):
        if guard.poll() is not None or time.monotonic() > deadline:
            raise _explained(places, _log_since(places, started))
        time.sleep(POLL_SECONDS)
    # The guard outlives us; without this Python would warn about a child that nobody waited for.
    guard.returncode = 0


def _answers(data: Path, places: Places) -> bool:
    if not (places.socket_folder / f".s.PGSQL.{PORT}").exists():
        return False
    try:
        psycopg.connect(url(data, "postgres"), connect_timeout=10).close()
    except psycopg.OperationalError:
        return False
    return True


def _refuse_other_major(places: Places) -> None:
    made_by = places.cluster / "PG_VERSION"
    if made_by.exists() and (version := made_by.read_text().strip()) != str(MAJOR):
        raise EmbeddedError(
            f"The database in {places.cluster} was made by PostgreSQL {version}, and this Redthread brings {MAJOR}. "
            f"Go back to the Redthread that made it and export what you need, then move that folder away "
            f"and start again; or set DATABASE_URL to a server of your own."
        )


def _initialise(places: Places) -> None:
    if shutil.disk_usage(places.home).free < NEEDED_BYTES:
        raise disk_full(places)
    shutil.rmtree(places.cluster, ignore_errors=True)  # what an interrupted first start left: no PG_VERSION, no data
    places.cluster.mkdir(mode=0o700)
    if places.owner:
        shutil.chown(places.cluster, places.owner, places.owner)
    done = subprocess.run(  # type: ignore[call-overload]  # noqa: S603  # the wheel's binary; run_as: keywords
        [
            str(binaries(places) / "initdb"),
            *("-D", str(places.cluster), "-U", SUPERUSER, "--auth=trust", "--encoding=UTF8"),
            *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
        ],
        cwd=places.home,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        **run_as(places),
    )
    if done.returncode:
        shutil.rmtree(places.cluster, ignore_errors=True)
        raise _explained(places, done.stderr + done.stdout)


def _clear_wreckage(places: Places) -> None:
    """After `kill -9` of the server alone, its children may still hold the shared memory for a moment, and after a
    reboot the number in postmaster.pid may belong to a stranger. The gate and the guard's lock say that no server of
    ours is meant to run, so ours are ended and the file goes."""
    for process in psutil.process_iter(["name", "cwd"]):
        if process.info["name"] == "postgres" and process.info["cwd"] == str(places.cluster):
            process.kill()
            process.wait(LEAVE_SECONDS)
    (places.cluster / "postmaster.pid").unlink(missing_ok=True)


def _log_since(places: Places, offset: int) -> str:
    raw = places.log.read_bytes()
    return raw[offset if len(raw) >= offset else 0 :].decode(errors="replace")


def _explained(places: Places, output: str) -> EmbeddedError:
    if "No space left on device" in output:
        return disk_full(places)
    tail = "\n".join(output.strip().splitlines()[-LOG_LINES:])
    return EmbeddedError(f"The embedded database didn't start. {INSTEAD} It said (see {places.log}):\n{tail}")


def _create_database(data: Path) -> None:
    """pgvector goes into the template too: a test's database is made from it."""
    with psycopg.connect(url(data, "template1"), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            connection.execute(f'CREATE DATABASE "{DATABASE}"')
