"""A task whose model server is broken or means harm: each call is a row with a sentence, purse and ledger agree, every
seat is given back, and the task goes on by the builtin role or waits for an operator."""

import json
import logging
from typing import Any

import pytest
from django.test import Client

from research import actions
from research.models import Audit, Entry, Lease, ModelCall, Purse, ResearchTask, ServerDoor, ServerSeat
from research.store.export import report_view
from research.store.purses import TOKENS, calls_of, ledger_sum
from research.store.tasklog import log_lines
from tests.roles import misbehaving as wire
from tests.roles.misbehaving import Call, Manner, serving
from tests.whole.fake_model import planner
from tests.whole.tasks import Room, advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]

HASTE = {"call_wait_seconds": 0, "call_seconds": 30, "call_tries": 2, "attempts": 1, "reply_bytes": 100_000}
HUGE = {"prompt_tokens": 10**9, "completion_tokens": 10**9}
NAMES_ITSELF = "m" * 3000 + "\x00"


@pytest.fixture
def here() -> Room:
    return room()


def bind(settings: Any, line: str) -> None:
    settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": line}


def agree(task: ResearchTask) -> None:
    """Purses hold what the ledger says, to the token, and nobody sits at a server."""
    assert Purse.objects.filter(task=task, unit=TOKENS).exists()
    for purse in Purse.objects.filter(unit=TOKENS):
        assert purse.taken == ledger_sum(calls_of(purse.holder), TOKENS), purse.holder
    assert not ModelCall.objects.filter(state="reserved").exists()
    assert not ServerSeat.objects.exists()


def sound(call: Call) -> Any:
    return planner(call.body)


@pytest.mark.parametrize(
    ("manner", "told", "worst"),
    [
        (wire.drip(), "no answer within 2 s", True),
        (wire.hang(), "no answer within 2 s", True),
        (wire.endless("application/json", b" "), "larger than any answer may be", True),
        (wire.bomb(20_000_000), "larger than any answer may be", True),
        (wire.packed({}, "br"), "which wasn't asked for", True),
        (wire.reset(), "the connection was cut before the answer was whole", True),
        (wire.wrong_type(), "isn't JSON; check the binding", False),
        (wire.wrong_type('{"choices": [\x00'), "isn't JSON; check the binding", True),
        (wire.redirect("http://127.0.0.1:2/v1"), "check the binding (HTTP 307)", False),
        (wire.inside({"message": "a\x00b " * 500, "code": 503}), "the server is busy (HTTP 503", False),
        (wire.status(500, "\x00\ud800 Traceback".encode("utf-8", "surrogatepass").decode("latin-1")), "failed", False),
    ],
)
def test_each_failed_call_is_a_row_with_a_sentence_and_the_builtin_planner_goes_on(
    here: Room, settings: Any, manner: Manner, told: str, worst: bool
) -> None:
    with serving(manner) as server:
        bind(settings, server.binding)
        task = asked(here, limits=HASTE | ({"call_seconds": 2} if "within 2 s" in told else {}))
        assert actions.advance(task.pk) is True
    rows = list(ModelCall.objects.filter(task=task))
    assert len(rows) == len(server.calls) > 0
    for row in rows:
        assert (row.state, row.estimated) == ("failed", worst)
        assert told in row.failure
        assert row.input_tokens == (row.reserved_tokens if worst else 0)
    fell = Entry.objects.get(task=task, kind="RoleFellBack")
    assert told in fell.payload["detail"]
    assert fresh(task).goals.exists()
    agree(task)


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -1, "completion_tokens": -1},
        {"prompt_tokens": "many", "completion_tokens": None},
        {"prompt_tokens": "9" * 5000, "completion_tokens": 1.5},
        HUGE,
        [],
        None,
    ],
)
def test_a_usage_that_cannot_be_neither_breaks_a_row_nor_a_budget(here: Room, settings: Any, usage: Any) -> None:
    def say(call: Call) -> None:
        wire.answer(sound(call), usage=usage, model=NAMES_ITSELF)(call)

    with serving(say) as server:
        bind(settings, server.binding)
        task = asked(here, limits=HASTE)
        assert actions.advance(task.pk) is True
    row = ModelCall.objects.get(task=task)
    assert (row.state, row.estimated) == ("settled", True)
    assert 0 < row.input_tokens + row.output_tokens <= row.reserved_tokens
    assert row.model == "m"
    agree(task)


def test_a_server_that_never_says_why_it_stops_is_heard_where_its_answer_is_whole(here: Room, settings: Any) -> None:
    with serving(lambda call: wire.answer(sound(call), None)(call)) as server:
        bind(settings, server.binding)
        task = asked(here, limits=HASTE)
        assert actions.advance(task.pk) is True
    assert not Entry.objects.filter(task=task, kind="RoleFellBack").exists()
    assert (fresh(task).goals.count(), len(server.calls)) == (1, 1)
    agree(task)


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        (wire.status(401, "bad key sk-canary-1"), "check the key's environment variable"),
        (wire.status(404, "no model m"), "knows no such model or path"),
        (wire.status(402), "no credit left"),
        (wire.status(429, "later", {"retry-after": "86400"}), "wants no call for 24 hours"),
        (wire.inside({"message": "the quota is used up", "code": 429}), "quota is used up"),
    ],
)
def test_what_an_operator_must_mend_parks_a_task_in_the_middle_and_it_goes_on_from_there(
    here: Room, settings: Any, manner: Manner, words: str
) -> None:
    """B-034: one try. What was answered before isn't asked again."""
    with serving(wire.by_rule(sound), manner, wire.by_rule(sound)) as server:
        bind(settings, server.binding)
        task = asked(here, limits=HASTE)
        assert actions.advance(task.pk) is True
        assert actions.advance(task.pk) is False
        assert (fresh(task).status, len(server.calls)) == ("failed", 2)
        assert words in task.failure
        assert "canary" not in task.failure + "".join(ModelCall.objects.values_list("failure", flat=True))
        failed = ModelCall.objects.get(task=task, state="failed")
        assert (failed.input_tokens, failed.cost) == (0, 0)
        assert not ServerDoor.objects.filter(shut_until__isnull=False).exists(), "others may ask: the key may differ"
        agree(task)
        actions.retry(here.ada, task)
        advance_until(task, "evidence", "memory", "reflect", "report")
        assert ModelCall.objects.filter(task=task, prompt="plan").count() == 1
        assert ModelCall.objects.filter(task=task, prompt="query", state="settled").exists()
        agree(task)


def test_an_hour_of_rest_is_kept_and_the_worker_is_free_meanwhile(here: Room, settings: Any) -> None:
    with serving(wire.status(429, "slow", {"retry-after": "3600"})) as server:
        bind(settings, server.binding)
        task = asked(here, limits=HASTE | {"attempts": 3})
        assert actions.advance(task.pk) is False
        lease = Lease.objects.get(task=task)
        assert lease.holder == "" and 3590 < (lease.not_before - lease.beat).total_seconds() <= 3600
        assert len(server.calls) == 1
    agree(task)


def test_a_page_that_the_model_declines_is_left_out_and_the_others_are_read(here: Room, settings: Any) -> None:
    """B-015: one item, asked once. The task goes on; the journal names what was declined, and the report counts it."""
    pages: list[str] = []

    def say(call: Call) -> None:
        if "quotes" not in json.dumps(call.body.get("response_format", {})):
            return wire.answer(wire.noise(call))(call)
        pages.append(call.prompt)
        if len(pages) == 1:
            return wire.declined()(call)
        return wire.answer({"quotes": [{"first": 1, "last": 1, "relevance": 9, "reason": "grid storage of Lanwan"}]})(
            call
        )

    with serving(say) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "executor": server.binding}
        task = asked(here, limits=HASTE | {"call_seconds": 20, "reads_per_round": 3})
        advance_until(task, "memory", "report")
    assert len(pages) > 1, "the others were asked about"
    assert all(page != pages[0] for page in pages[1:]), "the declined one was not asked about again"
    fell = [each.payload for each in Entry.objects.filter(task=task, kind="RoleFellBack")]
    assert [each["kind"] for each in fell if each["prompt"] == "quote"] == ["refused"]
    told = report_view(fresh(task)).looked.degraded
    assert "The model or its provider declined to read 1 page: it was not assessed." in told
    assert fresh(task).status == "running"
    agree(task)


def test_a_key_that_a_server_quotes_back_stands_nowhere(
    here: Room, settings: Any, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """B-033: not in rows, the log, the pages, the API, or a task's log of decisions."""
    caplog.set_level(logging.DEBUG)
    settings.API_KEYS = settings.API_KEYS | {"PLANNER_API_KEY": "canary-789"}
    said = "no: Authorization: Bearer canary-123 key canary-789 at https://x.example/?api_key=canary-456"
    for manner in (wire.status(500, said), wire.status(401, said), wire.inside({"message": said})):
        with serving(manner) as server:
            bind(settings, server.binding)
            task = asked(here, limits=HASTE)
            actions.advance(task.pk)
            assert server.calls[0].headers["authorization"] == "Bearer canary-789"
        client.force_login(here.ada)
        doors = [f"/tasks/{task.label}", f"/api/v1/tasks/{task.label}", f"/tasks/{task.label}/cost"]
        answers = [client.get(door) for door in doors]
        assert [each.status_code for each in answers] == [200] * len(doors)
        told = "".join(each.content.decode() for each in answers)
        told += "".join(map(str, log_lines(fresh(task)))) + task.failure
        assert "no" in told
        assert "canary" not in told
    rows = [*ModelCall.objects.values(), *Entry.objects.values(), *Audit.objects.values(), *ServerDoor.objects.values()]
    assert rows
    assert "canary" not in json.dumps(rows, default=str)
    assert "canary" not in caplog.text


def test_while_one_server_is_overloaded_for_ever_the_steps_at_others_go_on(here: Room, settings: Any) -> None:
    """B-026."""
    with serving(wire.status(529)) as down, serving(wire.by_rule(sound)) as up:
        bind(settings, down.binding)
        waiting = asked(here, limits=HASTE | {"attempts": 3, "breaker_failures": 1})
        assert actions.advance(waiting.pk) is False
        lease = Lease.objects.get(task=waiting)
        assert lease.holder == "" and lease.not_before is not None
        bind(settings, up.binding)
        other = asked(here, limits=HASTE)
        assert actions.advance(other.pk) is True
    assert fresh(other).goals.exists()
    assert fresh(waiting).status == "running"
