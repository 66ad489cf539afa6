"""Where the time of a task went: models, reach, database, embedding, and what is left: our own code."""

import resource
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Max, Sum

from memory.resum import History
from research.models import Reach, ResearchTask
from research.roles.builtin.embedder import NanoEmbedder
from research.roles.standby import Model
from research.wiring import vectors

TICKS = 100
"""Of a second, as Linux counts a process's time in /proc."""


@dataclass(slots=True)
class Stopwatch:
    """Seconds; those of the database and of embedding are taken while they run, in this process."""

    database: float = 0.0
    queries: int = 0
    queries_of_step: list[int] = field(default_factory=list)
    embedding: float = 0.0
    embedding_cpu: float = 0.0
    cpu: float = 0.0
    """Processor time of this process and its children, embedding included."""
    wall: float = 0.0
    folded: int = 0
    """How often a loop's history was summed up (ReSum)."""

    @contextmanager
    def running(self) -> Iterator[None]:
        began, cpu = time.monotonic(), _processor_seconds()
        with ExitStack() as stack:
            stack.enter_context(connection.execute_wrapper(self._database))
            stack.enter_context(self._embedding())
            stack.enter_context(self._folding())
            yield
        self.wall += time.monotonic() - began
        self.cpu += _processor_seconds() - cpu

    def step_ended(self) -> None:
        self.queries_of_step.append(self.queries - sum(self.queries_of_step))

    def _database(self, execute: Callable[..., Any], *call: Any) -> Any:
        began = time.monotonic()
        try:
            return execute(*call)
        finally:
            self.database += time.monotonic() - began
            self.queries += 1

    @contextmanager
    def _embedding(self) -> Iterator[None]:
        """The engine itself is timed: what the rows or the process hold already costs it nothing."""
        embedder = vectors()
        if not isinstance(embedder, NanoEmbedder):
            yield
            return
        plain = embedder._encode

        def timed(text: str) -> Any:
            began, cpu = time.monotonic(), time.thread_time()
            try:
                return plain(text)
            finally:
                self.embedding += time.monotonic() - began
                self.embedding_cpu += time.thread_time() - cpu

        embedder._encode = timed  # type: ignore[method-assign]
        try:
            yield
        finally:
            embedder._encode = plain  # type: ignore[method-assign]

    @contextmanager
    def _folding(self) -> Iterator[None]:
        plain = Model.remembered

        async def counted(*call: Any) -> History:
            grown, history = await plain(*call), next(each for each in call if isinstance(each, History))
            self.folded += grown.folded.turns > history.folded.turns
            return grown

        Model.remembered = counted  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            Model.remembered = plain  # type: ignore[method-assign]

    @property
    def own_cpu(self) -> float:
        return max(0.0, self.cpu - self.embedding_cpu)

    def split(self, task: ResearchTask) -> dict[str, float]:
        """Model and reach as the rows have them: calls of one step may overlap, so a reach counts once a step."""
        model = task.model_calls.aggregate(all=Sum("seconds"))["all"] or 0.0
        reach = sum(
            row["longest"] or 0.0
            for row in Reach.objects.filter(task=task).values("step", "purpose").annotate(longest=Max("seconds"))
        )
        own = max(0.0, self.wall - model - reach - self.database - self.embedding)
        named = {"model": model, "reach": reach, "database": self.database, "embedding": self.embedding, "own": own}
        return {name: round(seconds, 2) for name, seconds in named.items()}


def _processor_seconds() -> float:
    """Also of the children that read pages, those that have ended among them. Postgres is none of them: it is a server
    of its own."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = time.process_time() + ended.ru_utime + ended.ru_stime
    return own + sum(_child_seconds(child) for child in _children())


def _children() -> list[Path]:
    listed = Path("/proc/self/task").glob("*/children")
    return [Path("/proc") / number for path in listed for number in path.read_text().split()]


def _child_seconds(child: Path) -> float:
    try:
        fields = (child / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS
