"""Three finished tasks, kept for ever as logs: each replays to its recorded end, with every way outside closed."""

import gzip
import json
import socket
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from research.engine.events import RoundClosed, SearchEnded
from research.store.loglines import ENGINE, outcome, state_hash, told
from research.store.replaying import Mark, replay
from tests.engine.make_logs import LOGS

FILES = sorted(LOGS.glob("*.jsonl.gz"))


class NoWayOut(socket.socket):
    """The event loop's own pair is handed over open; whoever makes a socket wants out."""

    def __init__(self, *args: Any, fileno: int | None = None, **named: Any) -> None:
        handed = fileno if fileno is not None else (args[3] if len(args) > 3 else None)
        if handed is None:
            raise AssertionError("a replay opened a socket")
        super().__init__(*args[:3], fileno=handed)


@pytest.fixture(autouse=True)
def no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", NoWayOut)
    with pytest.raises(AssertionError, match="opened a socket"):
        socket.create_connection(("127.0.0.1", 9))


def lines(file: Path) -> list[str]:
    return gzip.decompress(file.read_bytes()).decode().splitlines()


def parts(file: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    _, *steps, end = map(json.loads, lines(file))
    return steps, end


def test_there_are_three_of_them() -> None:
    assert [file.name for file in FILES] == ["backtracks.jsonl.gz", "chinese.jsonl.gz", "english.jsonl.gz"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_kept_log_replays_to_its_recorded_end(file: Path) -> None:
    steps, end = parts(file)
    state, replayed = replay(lines(file))
    assert state.phase.value == "done"
    assert [step.number for step in replayed] == list(range(len(steps)))
    assert outcome(state).items() <= end.items()
    if all(step["engine"] == ENGINE for step in steps):
        assert state_hash(state) == end["state"] == steps[-1]["after"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_kept_log_will_be_read_by_a_later_engine(file: Path) -> None:
    head, *steps, end = map(json.loads, lines(file))
    older = [{**step, "engine": 0, "decisions": []} for step in steps]
    state, _ = replay(map(json.dumps, (head, *older, end)))
    assert outcome(state).items() <= end.items()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_kept_log_tells_what_each_round_took_and_how_far_the_plan_came(file: Path) -> None:
    events = [event for step in parts(file)[0] for event in told(step["events"])]
    rounds = [event for event in events if isinstance(event, RoundClosed)]
    assert rounds and all(each.main_input > 0 and each.report_tokens > 0 for each in rounds)
    for each in rounds:
        assert each.compressed_tokens <= each.raw_tokens or not each.hits
    (ended,) = [event for event in events if isinstance(event, SearchEnded)]
    assert 0 <= ended.done <= ended.closed <= ended.leaves > 0


def test_the_steps_of_the_branch_that_was_taken_back_are_wasted() -> None:
    _, replayed = replay(lines(LOGS / "backtracks.jsonl.gz"))
    marks = Counter(step.mark for step in replayed)
    assert marks[Mark.WASTED] >= 16, "four rounds of four steps"
    assert marks[Mark.USEFUL] > 4


def test_every_decision_stands_beside_the_hash_of_what_was_asked() -> None:
    for file in FILES:
        decisions = [decision for step in parts(file)[0] for decision in step["decisions"]]
        assert decisions and all(len(asked) == 16 and int(asked, 16) >= 0 for _, asked, _ in decisions)
