"""Workers, the clock that has lost steps found, and a web server where one is wanted: as `up` starts them, watched."""

import os
import resource
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from django.conf import settings

from research.embedded.kernel import die_with_parent
from research.management.measure.stopwatch import TICKS
from research.management.supervise import Part, beat_part, worker_part

STOP_SECONDS = 60
"""A worker that was told to stop has given its leases back by then."""
MB = 10**6


@dataclass(frozen=True, slots=True)
class Held:
    """`mb` is all that is resident; `own` what no file backs. The rest are programs and the embedder's weights, which
    all workers share and the kernel may drop."""

    pid: int
    mb: float
    own: float


class Team:
    """Processes that are begun anew when they end, as `up` does: a worker that has grown too large ends itself."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._running = [self._started(part) for part in parts]
        self.peak_mb = self.begun_anew = 0

    def look(self) -> None:
        for at, each in enumerate(self._running):
            if each.poll() is None:
                self.peak_mb = max(self.peak_mb, _peak_mb(each.pid))
            else:
                self._running[at] = self._started(self._parts[at])
                self.begun_anew += 1

    def processor_seconds(self) -> float:
        """Of those that ended, too."""
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return ended.ru_utime + ended.ru_stime + sum(_processor_seconds(each.pid) for each in self._running)

    def sizes(self) -> dict[str, list[Held]]:
        """By the part's name, and the children of a worker apart."""
        told: dict[str, list[Held]] = {}
        for part, each in zip(self._parts, self._running, strict=True):
            own = _resident(each.pid)
            told[part.name] = own[:1]
            if part.name.startswith("worker"):
                told.setdefault(READERS, []).extend(own[1:])
        return told

    def end(self) -> None:
        for each in self._running:
            each.terminate()
        for each in self._running:
            try:
                each.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                each.kill()

    @staticmethod
    def _started(part: Part) -> "subprocess.Popen[bytes]":
        """None outlives who measures, however that ends."""
        environment = {**os.environ, **part.environment}
        nowhere, measuring = subprocess.DEVNULL, os.getpid()
        return subprocess.Popen(  # noqa: S603 (our own words)
            part.command,
            env=environment,
            stdout=nowhere,
            stderr=nowhere,
            cwd=settings.BASE,
            pass_fds=part.handles,
            preexec_fn=lambda: die_with_parent(signal.SIGKILL, measuring),
        )


READERS = "page readers"
"""The children in which a worker reads strangers' pages."""


@contextmanager
def working(workers: int, *others: Part) -> Iterator[Team]:
    team = Team([beat_part(), *(worker_part(number) for number in range(1, workers + 1)), *others])
    try:
        yield team
    finally:
        team.end()


def _processor_seconds(pid: int) -> float:
    """With those of the children that it waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def _peak_mb(pid: int) -> int:
    return round(_mb(pid, "VmHWM"))


def _resident(pid: int) -> list[Held]:
    """Of the process and then of its children; whoever is just ending is not told of."""
    found = []
    try:
        head = psutil.Process(pid)
        family = [head, *head.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []
    for each in family:
        with suppress(psutil.NoSuchProcess, OSError):
            found.append(Held(each.pid, _mb(each.pid, "VmRSS"), _mb(each.pid, "RssAnon")))
    return found


def _mb(pid: int, name: str) -> float:
    """0 where it is just ending."""
    told = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((round(int(line.split()[1]) * 1024 / MB, 1) for line in told if line.startswith(f"{name}:")), 0.0)
