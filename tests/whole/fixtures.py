"""What tests of whole tasks live by: an embedder that takes no seconds, and a queue whose messages can be read."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest

from research.roles.builtin import embedder


@pytest.fixture
def lexical(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A processor on which the model's engine can't run: the product falls back to words, a hundred times as fast."""
    from research import bound, wiring

    monkeypatch.setattr(embedder, "NEEDED_FLAGS", {"a flag that no processor has"})
    _forget(wiring, bound)
    yield
    _forget(wiring, bound)


def _forget(wiring: Any, bound: Any) -> None:
    for kept in (embedder.best_embedder, wiring.vectors, wiring._documents, wiring._folder, bound._endpoint):
        kept.cache_clear()


@pytest.fixture
def shelf(tmp_path: Path, settings: Any) -> Path:
    """Three of the sample documents: enough for tests about steps, which are not about reading."""
    from tests.whole.test_killed_and_resumed import ON_THE_MATTER, SAMPLES

    folder = tmp_path / "shelf"
    folder.mkdir()
    for name in ON_THE_MATTER[:3]:
        shutil.copy(SAMPLES / name, folder)
    settings.DOCUMENTS_FOLDER = folder
    return folder


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """Celery's real producer over a broker in memory. Gives the tasks that jobs were sent for since the last look."""
    from research.worker import app

    monkeypatch.setitem(app.conf, "broker_url", "memory://localhost")
    monkeypatch.setitem(app.conf, "broker_transport_options", {"polling_interval": 0})
    monkeypatch.setattr(app, "_pool", None)
    monkeypatch.setattr(app.amqp, "_producer_pool", None)

    def taken() -> list[int]:
        found: list[int] = []
        with app.connection_for_read() as connection, connection.SimpleQueue(app.conf.task_default_queue) as queue:
            while True:
                try:
                    message = queue.get_nowait()
                except Empty:
                    return found
                message.ack()
                found.append(message.payload[0][0])

    taken()
    return taken
