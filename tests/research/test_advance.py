"""A step is taken once, recorded once, and survives whatever befalls the worker, the message or the model (F-01 …)."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now

from memory.models import Notebook
from research import actions
from research import bound as servers
from research.engine.limits import Limits
from research.models import Entry, Lease, ModelCall, Reply, ResearchTask, Step
from research.roles.endpoints import EndpointError, Finish, Request
from research.roles.endpoints import Reply as ModelReply
from research.store.lease import Overtaken, take
from research.store.load import spent_tokens
from research.store.replies import PaidEndpoint, StepReplies
from research.store.reserving import Order
from tests.research.test_lease import at_once, run_out
from tests.whole.fake_model import FakeModel, planner, serving
from tests.whole.tasks import Room, advance_until, asked, fresh, lease, room, told

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "shelf")]
Post = Callable[[], list[int]]


@pytest.fixture
def here() -> Room:
    return room()


@pytest.fixture
def bound(settings: Any) -> Callable[..., None]:
    """Binds roles to a server on loopback."""

    def bind(model: FakeModel, *roles: str) -> None:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, **dict.fromkeys(roles, model.binding)}
        servers._endpoint.cache_clear()

    return bind


def entries(task: ResearchTask, kind: str) -> list[dict[str, Any]]:
    return list(Entry.objects.filter(task=task, kind=kind).order_by("seq").values_list("payload", flat=True))


def in_a_thread_of_its_own(deed: Callable[[], Any]) -> None:
    """As another process would: with another connection."""

    def run() -> None:
        try:
            deed()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)


# --- messages


def test_a_task_that_was_rolled_back_leaves_no_row_and_no_message(here: Room, post: Post) -> None:
    """B-110: a job is sent if and only if its transaction commits, and after it."""
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        asked(here)
        assert post() == []
        raise ZeroDivisionError
    assert post() == []
    assert not ResearchTask.objects.exists()
    assert actions.advance(4711) is False


def test_each_step_sends_one_message_for_the_next_and_the_last_one_none(here: Room, post: Post) -> None:
    task = asked(here)
    assert post() == [task.pk]
    while actions.advance(task.pk):
        assert post() == ([task.pk] if fresh(task).status == "running" else [])
    assert task.steps.count() > 7


def test_doubled_and_late_messages_change_nothing(here: Room, post: Post) -> None:
    calm = advance_until(asked(here))
    task = asked(room("Other desk"))
    delivered: list[int] = []
    while messages := post():
        delivered += messages
        for pk in (*messages, *messages):
            actions.advance(pk)
    before = told(task)
    for pk in delivered:
        assert actions.advance(pk) is False
    assert told(task) == before
    assert (before.queries, before.evidence) == (told(calm).queries, told(calm).evidence)


def test_a_task_goes_on_when_every_message_is_lost(here: Room, post: Post) -> None:
    """F-03, F-05: the sweeper alone finds what waits, one sweep later."""
    task = asked(here)
    post()
    for _ in range(40):
        if fresh(task).status != "running":
            break
        assert actions.sweep() == 1
        for pk in post():
            actions.advance(pk)
            post()
    assert task.status in ("finished", "waiting_for_review")
    assert actions.sweep() == 0


def test_the_sweeper_leaves_alone_what_somebody_works_on(here: Room, post: Post) -> None:
    task = asked(here)
    post()
    take(task.pk, "at work", 60)
    assert actions.sweep() == 0
    run_out(task)
    assert actions.sweep() == 1
    assert post() == [task.pk]


def test_of_two_sweepers_one_sweeps(here: Room, post: Post) -> None:
    asked(here)
    with transaction.atomic():
        assert actions.sweep() == 1
        swept: list[int] = []
        in_a_thread_of_its_own(lambda: swept.append(actions.sweep()))
        assert swept == [0]


@pytest.mark.usefixtures("post")
def test_a_broker_that_is_away_costs_a_message_and_no_task(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    from research.worker import app

    monkeypatch.setitem(app.conf, "broker_url", "amqp://127.0.0.1:1//")
    monkeypatch.setitem(app.conf, "broker_connection_timeout", 0.2)
    monkeypatch.setitem(app.conf, "task_publish_retry", False)
    monkeypatch.setattr(app, "_pool", None)
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    task = asked(here)
    assert actions.advance(task.pk) is True


# --- workers


@pytest.mark.usefixtures("post")
def test_two_workers_with_the_same_message_take_one_step(here: Room) -> None:
    task = asked(here)
    for _ in range(3):
        before = task.steps.exclude(recorded=None).count()
        took = at_once(2, lambda at: actions.advance(task.pk))
        recorded = task.steps.exclude(recorded=None).count() - before
        assert recorded == sum(took) >= 1
    assert [e["phase"] for e in entries(task, "StepStarted")] == list(task.steps.values_list("phase", flat=True))
    assert not entries(task, "StepFailed")


@pytest.mark.usefixtures("post")
def test_a_zombie_that_comes_back_after_a_takeover_changes_nothing(here: Room, bound: Callable[..., None]) -> None:
    """F-06: while the first worker waits for its model, its lease runs out and another one records the step."""
    task = asked(here)
    seen: dict[str, Any] = {}

    def overtake() -> None:
        run_out(task)
        seen["other"] = actions.advance(task.pk)
        seen["told"] = told(task)
        seen["entries"] = task.entries.count()

    def answer(body: dict[str, Any]) -> Any:
        if not seen:
            seen["once"] = True
            in_a_thread_of_its_own(overtake)
        return planner(body)

    with serving(answer) as model:
        bound(model, "planner")
        assert actions.advance(task.pk) is False
    assert seen["other"] is True
    assert told(task) == seen["told"]
    assert task.entries.count() == seen["entries"]
    assert (task.steps.count(), fresh(task).phase) == (1, "query")


@pytest.mark.usefixtures("post")
def test_a_step_that_kills_its_worker_three_times_fails_with_its_reason_and_others_go_on(here: Room) -> None:
    """F-07, B-104: nothing but the count in the row remembers the dead."""
    task, other = asked(here), asked(here)
    for life in range(3):
        assert take(task.pk, f"life {life}", 60) is not None
        run_out(task)
    assert actions.advance(task.pk) is False
    assert fresh(task).status == "failed"
    assert task.failure == "this step ended its worker 3 times"
    assert actions.advance(other.pk) is True
    actions.retry(here.ada, task)
    assert actions.advance(task.pk) is True


@pytest.mark.usefixtures("post")
def test_a_step_that_fails_three_times_fails_the_task_and_a_retry_goes_on_from_it(here: Room) -> None:
    """F-11: a notebook of a newer program is refused by name, and nothing of it is lost."""
    task = asked(here, limits={"retry_seconds": 0})
    advance_until(task, "reach")
    Notebook.objects.filter(pk=task.notebook_id).update(v=99)
    for _ in range(3):
        assert fresh(task).status == "running"
        assert actions.advance(task.pk) is False
    assert fresh(task).status == "failed"
    assert "version 99" in task.failure
    failures = entries(task, "StepFailed")
    assert [(each["step"], each["attempt"], each["kind"]) for each in failures] == [
        (2, 1, "internal"),
        (2, 2, "internal"),
    ]
    assert actions.advance(task.pk) is False
    Notebook.objects.filter(pk=task.notebook_id).update(v=1)
    actions.retry(here.ada, task)
    assert advance_until(task).status in ("finished", "waiting_for_review")


@pytest.mark.usefixtures("post")
def test_a_failed_step_waits_longer_each_time(here: Room) -> None:
    task = asked(here, limits={"retry_seconds": 100})
    Notebook.objects.filter(pk=task.notebook_id).update(v=99)
    for attempt, least in ((1, 90), (2, 190)):
        actions.advance(task.pk)
        row = Lease.objects.annotate(now=Now()).get(task=task)
        assert row.attempts == attempt
        assert row.not_before - row.now > timedelta(seconds=least)
        assert actions.advance(task.pk) is False
        assert lease(task).attempts == attempt
        Lease.objects.filter(task=task).update(not_before=None)


@pytest.mark.usefixtures("post")
def test_what_only_an_operator_can_mend_parks_the_task_at_the_first_try(here: Room, bound: Callable[..., None]) -> None:
    """F-24: 401 from the model's server."""
    with serving(status=401) as model:
        bound(model, "planner")
        task = asked(here)
        assert actions.advance(task.pk) is False
    assert fresh(task).status == "failed"
    assert task.failure
    assert len(model.asked) == 1


# --- people


@pytest.mark.usefixtures("post")
def test_a_task_stopped_in_mid_step_uses_no_late_outcome_and_starts_no_call(
    here: Room, bound: Callable[..., None]
) -> None:
    """F-14: the answer of a call that ran when the stop came is not used, and none is started after it."""
    task = asked(here)

    def stopping(body: dict[str, Any]) -> Any:
        in_a_thread_of_its_own(lambda: actions.stop(here.ada, task, write_report=False))
        return "no answer that fits, so that a second call would follow"

    with serving(stopping) as model:
        bound(model, "planner")
        assert actions.advance(task.pk) is False
        assert actions.advance(task.pk) is False
        assert len(model.asked) == 1
    assert (fresh(task).status, task.phase) == ("stopped", "plan")
    assert task.goals.count() == 0
    assert not Step.objects.filter(task=task).exclude(recorded=None).exists()


@pytest.mark.usefixtures("post")
def test_a_task_stopped_and_deleted_in_mid_step_is_gone_and_its_worker_ends_quietly(
    here: Room, bound: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    task = asked(here)

    def delete() -> None:
        actions.stop(here.ada, task, write_report=False)
        actions.delete_task(here.ada, fresh(task))

    def answer(body: dict[str, Any]) -> Any:
        in_a_thread_of_its_own(delete)
        return planner(body)

    with serving(answer) as model:
        bound(model, "planner")
        assert actions.advance(task.pk) is False
    assert actions.advance(task.pk) is False
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    left = (ResearchTask, Step, Entry, Reply, Lease, Notebook)
    assert [rows.__name__ for rows in left if rows.objects.exists()] == []


@pytest.mark.usefixtures("post")
def test_no_call_is_permitted_after_a_stop_or_a_takeover(here: Room) -> None:
    from asgiref.sync import async_to_sync

    for deed in (lambda task: actions.stop(here.ada, task, write_report=False), run_out_and_take):
        task = asked(here)
        held = take(task.pk, "worker", 60)
        assert held is not None
        replies = StepReplies(task, 0, held)
        async_to_sync(replies.permit)()
        deed(task)
        with pytest.raises(Overtaken):
            async_to_sync(replies.permit)()


def run_out_and_take(task: ResearchTask) -> None:
    run_out(task)
    take(task.pk, "another", 60)


def test_a_stopped_task_stays_stopped_whatever_comes_back(here: Room, post: Post) -> None:
    """B-114: stopped while the workers were down; then workers, messages and the sweeper come back."""
    task = asked(here)
    post()
    actions.stop(here.ada, task, write_report=False)
    assert actions.sweep() == 0
    assert actions.advance(task.pk) is False
    assert (fresh(task).status, task.steps.count(), post()) == ("stopped", 0, [])


def test_a_pause_in_mid_step_keeps_the_step_and_begins_no_other(
    here: Room, bound: Callable[..., None], post: Post
) -> None:
    task = asked(here)
    post()

    def pausing(body: dict[str, Any]) -> Any:
        in_a_thread_of_its_own(lambda: actions.pause(here.ada, task))
        return planner(body)

    with serving(pausing) as model:
        bound(model, "planner")
        assert actions.advance(task.pk) is True
        assert (fresh(task).status, task.phase) == ("paused", "query")
        assert post() == []
        assert actions.advance(task.pk) is False
        assert actions.sweep() == 0
    actions.resume(here.ada, task)
    assert post() == [task.pk]
    assert (fresh(task).status, task.goals.count()) == ("running", 1)


def test_a_paused_task_takes_one_step_by_hand_and_shows_its_memory_before_and_after(here: Room, post: Post) -> None:
    task = asked(here)
    advance_until(task, "query")
    actions.pause(here.ada, task)
    post()
    actions.step_once(here.ada, task)
    assert post() == [task.pk]
    assert actions.advance(task.pk) is True
    assert actions.advance(task.pk) is False
    assert (fresh(task).status, task.phase, post()) == ("paused", "reach", [])
    step = task.steps.get(number=1)
    assert step.memory_before["active"] is None
    assert step.memory_after["active"] == 1
    assert task.steps.get(number=0).memory_before is None
    actions.resume(here.ada, task)
    assert advance_until(task).status in ("finished", "waiting_for_review")


@pytest.mark.usefixtures("post")
def test_the_report_can_be_had_of_a_task_that_failed_in_its_search(here: Room, bound: Callable[..., None]) -> None:
    """B-118: a late error throws nothing away."""
    task = advance_until(asked(here, limits={"rounds_per_goal": 4}), "memory")
    ResearchTask.objects.filter(pk=task.pk).update(status="failed", failure="the provider refuses everything")
    Lease.objects.filter(task=task).update(attempts=3)
    actions.stop(here.ada, task, write_report=True)
    assert fresh(task).failure == ""
    assert advance_until(task).status in ("finished", "waiting_for_review")
    assert "A person asked" in task.ended_because
    assert task.reports.get(version=1).sections


# --- what was paid


@pytest.mark.usefixtures("post")
def test_a_step_past_its_deadline_is_queued_again_and_its_stored_replies_are_free(
    here: Room, bound: Callable[..., None]
) -> None:
    said: list[str] = []
    deadline_passed = threading.Event()

    def answer(body: dict[str, Any]) -> Any:
        wanted = body["response_format"]["json_schema"]["schema"]["properties"]
        said.append(next(iter(wanted)))
        if "scores" in wanted:
            return {"scores": [9 - at % 5 for at in range(wanted["scores"]["minItems"])]}
        deadline_passed.wait(20)
        return {"quotes": []}

    with serving(answer) as model:
        bound(model, "executor")
        task = advance_until(asked(here, limits={"step_seconds": 3}), "evidence")
        assert actions.advance(task.pk) is False
        (failed,) = entries(task, "StepFailed")
        assert (failed["kind"], failed["again_in"]) == ("too_slow", 0)
        assert lease(task).attempts == 0
        deadline_passed.set()
        assert actions.advance(task.pk) is True
    assert said.count("scores") == 1
    assert said.count("quotes") > 1
    assert task.model_calls.filter(estimated=True).count() >= 1


@pytest.mark.usefixtures("post")
def test_what_a_dead_worker_had_reserved_counts_at_its_worst_case(here: Room) -> None:
    task = asked(here)
    call = ModelCall.objects.create(
        workspace=task.workspace,
        task=task,
        role="planner",
        endpoint="x",
        prompt="plan",
        prompt_hash="",
        state="reserved",
        reserved_tokens=777,
    )
    assert spent_tokens(task) == 777
    assert actions.advance(task.pk) is True
    call.refresh_from_db()
    assert (call.state, call.input_tokens, call.estimated) == ("settled", 777, True)
    assert spent_tokens(task) == 777


class SlowWire:
    """An endpoint that answers nobody before so many have asked: their reservations are open at once."""

    name = "slow"

    def __init__(self, together: int) -> None:
        self.asked = threading.Barrier(together)

    async def complete(self, request: Request) -> ModelReply:
        self.asked.wait(60)
        return ModelReply("{}", 1, 99, False, 0.1, "slow", Finish.STOP)


@pytest.mark.usefixtures("post")
def test_forty_calls_at_once_never_pass_the_limit(here: Room) -> None:
    """B-031, F-26: forty workers each about to use up to 100; as many are made as fit, the others wait for a rest that
    is too small, and end with "budget"."""
    from asgiref.sync import async_to_sync

    request = Request("prompt", "", None, "", 98, "checker", "section", "")
    task = asked(here)
    held = take(task.pk, "worker", 60)
    assert held is not None
    assert Order(task, None, 0, "slow", request, Limits()).tokens == 100
    limits = Limits.kept({**Limits().values(), "tokens": 1000})
    endpoint = PaidEndpoint(SlowWire(10), StepReplies(task, 0, held), limits)

    def call(at: int) -> str:
        try:
            async_to_sync(endpoint.complete)(replace(request, prompt_hash=str(at)))
            return "made"
        except EndpointError as error:
            return str(error.kind)

    ended = at_once(40, call)
    assert (ended.count("made"), ended.count("budget")) == (10, 30)
    assert spent_tokens(task) == 10 * 100
    assert Reply.objects.filter(task=task).count() == 10


@pytest.mark.usefixtures("post")
def test_a_budget_that_is_used_up_ends_in_a_report_by_the_builtin_roles(here: Room, bound: Callable[..., None]) -> None:
    """P5: the ceiling holds, what was refused is told, and the report is written all the same."""
    with serving() as model:
        bound(model, "planner")
        task = advance_until(asked(here, limits={"tokens": 1000, "reporter_share": 0.5}))
    assert task.status in ("finished", "waiting_for_review")
    assert model.asked == []
    assert {each["kind"] for each in entries(task, "RoleFellBack")} == {"budget"}
