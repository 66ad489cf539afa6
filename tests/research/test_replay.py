"""A finished task's log drives the loop again, with no call outside, through the very same states."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from research import actions
from research.models import Claim, ResearchTask, Step
from research.store.recording import PARTS
from research.store.replaying import NotTheSame, replay
from research.store.tasklog import log_lines, unpacked
from tests.whole.tasks import advance_until, asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "shelf", "post")]


@pytest.fixture
def task() -> ResearchTask:
    """Decided where people must, and worked on to the end."""
    here = room()
    made = advance_until(asked(here))
    for claim in Claim.objects.filter(task=made).waiting():
        actions.decide_claim(here.grace, claim, seen_version=1, ruling="rejected", reason_code="figure_differs")
    return advance_until(made, "done")


def test_a_log_is_replayed_through_the_same_states_and_each_step_is_marked(task: ResearchTask, tmp_path: Path) -> None:
    log = tmp_path / "task.jsonl"
    call_command("export", task.label, "--log", "--out", str(log))
    told = io.StringIO()
    call_command("replay", str(log), stdout=told)
    steps = Step.objects.filter(task=task).count()
    last = unpacked(Step.objects.filter(task=task).latest("number").record)["after"]
    assert f"{steps} steps replayed" in told.getvalue() and told.getvalue().endswith(f"state {last}\n")
    assert told.getvalue().count(" useful ") >= 4


def test_a_log_whose_answer_was_changed_is_refused_at_its_step(task: ResearchTask) -> None:
    lines = [json.loads(line) for line in log_lines(task)]
    at, answer = _first_triage(lines)
    answer[:] = [0.0] * len(answer)
    with pytest.raises(NotTheSame, match=f"step {lines[at]['number']}"):
        replay(map(json.dumps, lines))


def _first_triage(lines: list[dict[str, Any]]) -> tuple[int, list[float]]:
    for at, line in enumerate(lines):
        for call, _, answer in line.get("decisions", ()):
            if call == "executor.triage":
                return at, answer
    raise AssertionError("nothing was triaged")


def test_a_log_of_another_engine_version_is_folded_from_its_events(task: ResearchTask) -> None:
    head, *steps = (json.loads(line) for line in log_lines(task))
    for step in steps[:-1]:
        step |= {"decisions": [], "engine": step["engine"] + 1}
    state, _ = replay(map(json.dumps, (head, *steps)))
    assert state.phase.value == steps[-1]["phase"] == "done"


def test_a_folded_log_that_lacks_a_step_does_not_reach_the_end_that_it_names(task: ResearchTask) -> None:
    head, *steps = (json.loads(line) for line in log_lines(task))
    older = [{**step, "engine": 0} for step in steps]
    with pytest.raises(NotTheSame, match="the end is another than the log's: phase, steps"):
        replay(map(json.dumps, (head, *older[:-2], older[-1])))
    with pytest.raises(NotTheSame, match="goal that no step before it brought"):
        replay(map(json.dumps, (head, *(step for step in older if step.get("phase") != "plan"))))


def test_a_log_names_who_was_called_and_for_how_many_tokens(task: ResearchTask) -> None:
    steps = [json.loads(line) for line in log_lines(task)][1:-1]
    for step in steps:
        assert step["tokens"] == sum(given + made for _, _, given, made in step["calls"])
    assert {role for step in steps for role, *_ in step["calls"]} <= set(PARTS)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"buy milk\n", "line 1: no JSON object"),
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"[1, 2]\n", "line 1: no JSON object"),
        (b'{"kind": "step"}\n', "line 1: a log begins with its task"),
        (b'{"kind": "task"}\n', "a line lacks what it must hold"),
        (b'{"kind": "task"}\nbuy milk\n', "line 2: no JSON object"),
        (b"\xff\xfe\x00", "is no text"),
        (b"\x1f\x8b\x08\x00", "is packed, but broken"),
        (gzip.compress(b'{"kind": "task"}' * 99, mtime=0)[:-9], "is packed, but broken"),
    ],
)
def test_what_is_no_log_is_refused_in_a_sentence_that_says_where(tmp_path: Path, body: bytes, why: str) -> None:
    other = tmp_path / "notes.txt"
    other.write_bytes(body)
    with pytest.raises(CommandError, match=why) as refused:
        call_command("replay", str(other))
    assert "Error" not in str(refused.value).replace(str(other), "")


def test_a_log_or_task_that_is_not_there_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="missing can't be read: No such file"):
        call_command("replay", str(tmp_path / "missing"))
    with pytest.raises(CommandError, match="There is no task T-0"):
        call_command("export", "T-0")
