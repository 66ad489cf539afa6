"""Which model is asked for what in a whole task: the strong one once, at its end; a batch of hits in one call; and what
becomes of a task whose servers are busy, away or talk noise."""

import json
from typing import Any

import pytest
from django.db.models.functions import Now

from research import actions
from research.models import Entry, Lease, ModelCall, ResearchTask, ServerDoor, Step
from research.store.speaking import written
from tests.roles import misbehaving as wire
from tests.roles.misbehaving import Call, serving
from tests.whole.fake_model import planner
from tests.whole.tasks import Room, advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]
NO_WAIT = {"call_wait_seconds": 0, "retry_seconds": 0}


@pytest.fixture
def here() -> Room:
    return room()


def plans(call: Call) -> Any:
    return planner(call.body)


def prompts_of(task: ResearchTask, **by: Any) -> set[str]:
    return set(ModelCall.objects.filter(task=task, **by).values_list("prompt", flat=True))


def test_the_reporters_model_is_asked_only_in_the_report_phase_which_runs_once(here: Room, settings: Any) -> None:
    with serving(wire.by_rule(plans)) as small, serving(wire.by_rule(wire.noise)) as strong:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": small.binding, "reporter": strong.binding}
        task = asked(here)
        advance_until(task, "report")
        assert small.calls and not strong.calls
        advance_until(task)
    assert fresh(task).phase in ("review", "done")
    assert strong.calls and prompts_of(task, endpoint=f"{strong.base_url}/m") == {"section"}
    assert Step.objects.filter(task=task, phase="report").exclude(recorded=None).count() == 1
    assert not Entry.objects.filter(task=task, kind="Escalated").exists()


def test_a_planner_that_talks_noise_is_helped_by_the_stronger_model_so_often_and_no_more(
    here: Room, settings: Any
) -> None:
    with serving(wire.answer("no plan at all")) as small, serving(wire.by_rule(plans)) as strong:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": small.binding}
        settings.PLANNER_ESCALATION = strong.binding
        task = asked(here, limits={"escalations": 2})
        advance_until(task)
    assert fresh(task).phase in ("review", "done")
    told = Entry.objects.filter(task=task, kind="Escalated").count()
    assert told == len(strong.calls) == 2
    assert ModelCall.objects.filter(task=task, endpoint=f"{strong.base_url}/m", role="planner").count() == 2


def test_nothing_is_escalated_where_that_is_switched_off(here: Room, settings: Any) -> None:
    with serving(wire.answer("no plan")) as small, serving(wire.by_rule(wire.noise)) as strong:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": small.binding, "reporter": strong.binding}
        settings.PLANNER_ESCALATION = "none"
        task = asked(here)
        advance_until(task, "query")
        assert strong.calls == []


def test_all_hits_of_a_batch_are_scored_in_one_call(here: Room, settings: Any) -> None:
    def marks(call: Call) -> Any:
        said = wire.noise(call)
        return said | {"scores": list(range(1, 1 + len(said["scores"])))} if "scores" in said else said

    with serving(wire.by_rule(marks)) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "executor": server.binding}
        task = asked(here)
        advance_until(task)
    batches = Entry.objects.filter(task=task, kind="FindsTriaged").count()
    asked_for = [len(said["scores"]) for said in map(wire.noise, server.calls) if "scores" in said]
    assert 0 < ModelCall.objects.filter(task=task, prompt="triage").count() <= batches
    assert max(asked_for) > 1


def test_a_busy_server_makes_the_step_wait_and_the_task_goes_on_when_it_answers(here: Room, settings: Any) -> None:
    """B-026, B-028: nobody calls before the time that the server named, and the worker is free."""
    busy = wire.status(529, "overloaded", {"retry-after": "30"})
    with serving(busy, wire.by_rule(plans)) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": server.binding}
        task = asked(here, limits=NO_WAIT)
        assert actions.advance(task.pk) is False
        row = Lease.objects.get(task=task)
        assert row.holder == "" and row.not_before is not None
        assert 25 < (row.not_before - row.beat).total_seconds() <= 31
        assert not Entry.objects.filter(task=task, kind="RoleFellBack").exists()
        assert actions.advance(task.pk) is False, "not before the server asked to be"
        assert len(server.calls) == 1
        Lease.objects.update(not_before=None)
        ServerDoor.objects.update(shut_until=Now())
        assert actions.advance(task.pk) is True
    assert len(server.calls) == 2


def test_a_server_that_stays_busy_gives_way_to_the_builtin_role_at_the_last_attempt(here: Room, settings: Any) -> None:
    with serving(wire.status(503, "busy")) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": server.binding}
        task = asked(here, limits=NO_WAIT | {"attempts": 2, "call_tries": 1})
        assert [actions.advance(task.pk) for _ in range(2)] == [False, True]
    assert [each.payload["kind"] for each in Entry.objects.filter(task=task, kind="RoleFellBack")] == ["overloaded"]


def test_how_much_is_written_is_told_while_the_reporters_model_speaks(here: Room, settings: Any) -> None:
    def speaks(call: Call) -> None:
        text = json.dumps(wire.noise(call))
        wire.streamed(text[:20], text[20:])(call)

    with serving(speaks) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "reporter": server.binding}
        task = asked(here)
        advance_until(task, "report")
        assert written(task.pk) == 0
        actions.advance(task.pk)
    assert server.asked[0]["stream"] is True
    assert written(task.pk) >= 20
    call = ModelCall.objects.filter(task=task, prompt="section").first()
    assert (call.input_tokens, call.output_tokens, call.estimated) == (40, 7, False)
