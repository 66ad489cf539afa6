"""The one process that owns the server: starts it, and stops it when nobody uses it any more.

Every process that works with the database holds a shared lock on one file for as long as it lives. The kernel lets go
of it however that process ends, `kill -9` included, so there are no process numbers to keep, to purge or to confuse.
When the guard can have the lock for itself alone, the last user is gone. If the guard itself is killed, the kernel
tells the server to shut down.

Run as `python -m research.embedded.guard <data folder>`; `research.embedded.ensure_running` does that.
"""

import fcntl
import os
import pwd
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from research.embedded.kernel import die_with_parent, free, locked
from research.embedded.places import PORT, Places, binaries, locate

POLL_SECONDS = 0.2  # between two looks at who is still there: what the end of a command waits for at most
SHUTDOWN_SECONDS = 20.0  # a fast shutdown writes a checkpoint; after that the server is told to quit at once
LOG_BYTES = 5_000_000  # a longer log is begun anew at the next start

# Small, for a laptop or a test machine. The parallel workers are off because containers often have 64 MB of /dev/shm.
OPTIONS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "port": str(PORT),
    "max_connections": "100",
    "shared_buffers": "64MB",
    "max_parallel_workers_per_gather": "0",
    "max_parallel_maintenance_workers": "0",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_min_messages": "warning",
}


def run_as(places: Places) -> dict[str, object]:
    """What subprocess needs to start the server as its own user."""
    if places.owner is None:
        return {}
    entry = pwd.getpwnam(places.owner)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def clean_environment() -> dict[str, str]:
    """A PGDATA or PGHOST of the person's own must not steer our server, nor their language its log."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_"))}
    return kept | {"LC_ALL": "C"}


def start_server(places: Places) -> "subprocess.Popen[bytes]":
    if places.log.exists() and places.log.stat().st_size > LOG_BYTES:
        places.log.unlink()
    command = [str(binaries(places) / "postgres"), "-D", str(places.cluster), "-k", str(places.socket_folder)]
    for name, value in OPTIONS.items():
        command += ["-c", f"{name}={value}"]
    guard = os.getpid()
    with places.log.open("ab") as log:
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]  # noqa: S603  # run_as: keywords
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=places.cluster.parent,
            env=clean_environment(),
            preexec_fn=lambda: die_with_parent(signal.SIGINT, guard),  # SIGINT is Postgres's "fast shutdown"
            **run_as(places),
        )


def stop_server(server: "subprocess.Popen[bytes]") -> None:
    server.send_signal(signal.SIGINT)
    try:
        server.wait(SHUTDOWN_SECONDS)
    except subprocess.TimeoutExpired:
        server.send_signal(signal.SIGQUIT)
        server.wait()


def watch(places: Places, server: "subprocess.Popen[bytes]", told: list[int]) -> None:
    """The gate is held from the look at the users to the end of the server, so that nobody joins in between."""
    while server.poll() is None:
        with locked(places.gate, fcntl.LOCK_EX | fcntl.LOCK_NB) as inside:
            if told or (inside and free(places.users)):
                stop_server(server)
                return
        time.sleep(POLL_SECONDS)


def main(data: Path) -> int:
    places = locate(data)
    told: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        told.append(number)

    signal.signal(signal.SIGTERM, note)
    for ignored in (signal.SIGINT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    with locked(places.guard, fcntl.LOCK_EX | fcntl.LOCK_NB) as alone:
        if not alone:
            return 0
        places.guard.write_text(f"{os.getpid()}\n")
        server = start_server(places)
        watch(places, server, told)
        return server.returncode or 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
