"""How it holds up on this machine: tasks at once, workers, brokers, many rows, and memory over many steps."""

import json
import os
import platform
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import transaction

from research.management.commands.up import listen
from research.management.measure.endurance import STEP_SECONDS
from research.management.measure.figures import percentile
from research.management.measure.made_up_web import made_up_pages, served
from research.management.measure.many_rows import filled
from research.management.measure.running import COUNTED
from research.models import Evidence
from research.roles.endpoints.counting import NAME as COUNTING
from research.store.archive import RowArchive
from research.wiring import embedder_for

FILES = ((1, 1), (1, 4), (1, 16), (2, 16), (4, 16))
REDIS = ((1, 4), (2, 16), (4, 16))
"""Workers and tasks: each number once with little else, and the large ones with both brokers. Every pair of them would
take half an hour."""
WARM = (2, 6)
"""Untold, before all others: vectors of the samples are kept from then on, so that no later one has it easier."""
CHILD_SECONDS = 900
RECALLS = 40
RECALLED = 6


def measured(tell: Callable[[str], Any]) -> dict[str, Any]:
    """`tell`: hears of each part as it is done, since all of them take a quarter of an hour."""
    machine = f"{os.cpu_count()} cores, {platform.machine()} {platform.system()}, load {os.getloadavg()[0]:.1f} before."
    _crowd("", *WARM, lambda _: None)
    crowd = [_crowd("", *each, tell) for each in FILES]
    skipped = []
    with _redis() as url:
        if url:
            crowd += [_crowd(url, *each, tell) for each in REDIS]
        else:
            skipped.append("Redis was not measured: there is no redis-server on this machine.")
            tell(skipped[-1])
    return {"machine": machine, "crowd": crowd, "recall": recall(), "skipped": skipped}


def _crowd(redis: str, workers: int, tasks: int, tell: Callable[[str], Any]) -> dict[str, Any]:
    told = _apart(["crowd", str(workers), str(tasks)], {"REDIS_URL": redis})
    tell(json.dumps(told))
    return told


def endurance(steps: int) -> dict[str, Any]:
    """The memory of each process over one task of so many steps; each prompt is put together and counted."""
    roles = {f"{role.upper()}_ENDPOINT": COUNTING for role in COUNTED}
    with served(made_up_pages()) as web, TemporaryDirectory() as nothing:
        # Static files as they lie: nobody has collected them here.
        environment = {**web, **roles, "DOCUMENTS_FOLDER": nothing, "REDIS_URL": "", "HASHED_STATIC": "off"}
        return _apart(["endured", str(steps)], environment, STEP_SECONDS * steps + CHILD_SECONDS)


def _apart(words: Sequence[str], environment: Mapping[str, str], seconds: int = CHILD_SECONDS) -> dict[str, Any]:
    """On a queue of its own: workers that run beside it take none of its steps."""
    own = {"JOB_QUEUE": f"bench-{uuid.uuid4().hex[:8]}", **environment}
    command = [sys.executable, "manage.py", "bench", f"--{words[0]}", *words[1:]]
    done = subprocess.run(  # noqa: S603 (our own words)
        command,
        cwd=settings.BASE,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip().splitlines()[-1:]}")
    told: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])[words[0]]
    return told


@contextmanager
def _redis() -> Iterator[str]:
    """A server on loopback that keeps nothing, for as long as it is measured; an empty address where there is none."""
    program = shutil.which("redis-server")
    if program is None:
        yield ""
        return
    with listen("127.0.0.1", None) as free:
        port = str(free.getsockname()[1])
    command = [program, "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 (our own words)
    try:
        time.sleep(1)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait()


def recall() -> dict[str, Any]:
    """The nearest of a task's evidence where the tables hold a hundred thousand pieces. Nothing of them stays."""
    embedder = embedder_for()
    with transaction.atomic():
        task, rows = filled(embedder)
        archive, made = RowArchive(task, embedder), np.random.default_rng(7)
        waits = []
        for _ in range(RECALLS):
            vector = made.normal(size=len(_a_vector(embedder)))
            began = time.perf_counter()
            near = async_to_sync(archive.near_evidence)(tuple(vector / np.linalg.norm(vector)), RECALLED, ())
            waits.append(1000 * (time.perf_counter() - began))
            assert len(near) == RECALLED
        own = Evidence.objects.filter(task=task).count()
        transaction.set_rollback(True)
    waits.sort()
    return {
        "rows": rows,
        "own": own,
        "asked": RECALLS,
        "p50_ms": round(percentile(waits, 0.5), 1),
        "p95_ms": round(percentile(waits, 0.95), 1),
    }


def _a_vector(embedder: Any) -> Any:
    return async_to_sync(embedder.embed)(["any"])[0]
