"""An examination is a row from the moment it is asked for; a binding of the browser needs one that passed."""

import json
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from research import actions
from research.bound import bound_line
from research.models import Audit, Bindings, Conformance, ModelCall, Purse, TokenRatio, User, Workspace
from research.store.purses import of_workspace, this_month
from tests.roles.misbehaving import Call, answer, by_rule, serving, status
from tests.roles.test_roles_conformance import CHINESE, ENGLISH
from tests.sayings import is_known
from tests.web import rows

pytestmark = pytest.mark.django_db

BOUND = dict.fromkeys(actions.ROLES, "builtin:")


@pytest.fixture
def room() -> Workspace:
    return rows.room()


@pytest.fixture
def admin(room: Workspace) -> User:
    return rows.person("rui", room, "admin")


@pytest.fixture(autouse=True)
def environment(settings: Any) -> None:
    settings.ROLE_ENDPOINTS = dict(BOUND)


def planner(call: Call) -> object:
    """A sound planner, by the name of the schema that it is held to."""
    name = call.body["response_format"]["json_schema"]["name"]
    if name == "plan":
        return {"goals": [{"question": (CHINESE if "渡轮" in call.prompt else ENGLISH)[1], "wanted": ["fare"]}]}
    if name == "query":
        return {"queries": [{"text": "Ellery ferry single fare", "hopes": "the fare"}], "channels": []}
    return {"word": "heron"}


SOUND = by_rule(planner)


def done(admin: User, room: Workspace, line: str, role: str = "planner") -> Conformance:
    (row,) = actions.ask_examination(admin, room, role, line)
    actions.conduct(row.pk)
    row.refresh_from_db()
    return row


def test_a_sound_model_passes_and_what_it_used_stands_in_the_ledger(admin, room):
    with serving(SOUND) as server:
        row = done(admin, room, server.binding)
    assert [each for each in row.outcomes if not each["passed"]] == []
    assert (row.state, row.model, row.server) == ("passed", "m", "openai")
    told = {each["probe"]: each["detail"] for each in row.outcomes}
    assert all(is_known(told[name]) for name in ("context", "form", "usage", "speed")), told
    assert row.finished
    paid = list(ModelCall.objects.filter(examination=row, prompt="conformance", state="settled"))
    assert len(paid) == len(server.calls)
    assert sum(each.input_tokens for each in paid) == row.input_tokens
    assert sum(each.output_tokens for each in paid) == row.output_tokens
    assert TokenRatio.objects.get().calls == len(paid)
    assert row.input_tokens == 40 * len(server.calls) > 0
    assert Audit.objects.get(verb="examine_model").object == "planner"


def test_an_examination_counts_in_the_month_of_its_workspace_in_tokens_and_money(admin, room):
    price = {"input": Decimal(1_000), "output": Decimal(10_000)}
    actions.set_price(admin, room, "m", price, currency="USD", reason="the list")
    with serving(SOUND) as server:
        rows = [done(admin, room, server.binding), done(admin, room, server.binding + "?seats=2")]
    asked, answered = (sum(getattr(row, name) for row in rows) for name in ("input_tokens", "output_tokens"))
    taken = dict(Purse.objects.filter(holder=of_workspace(room.pk, this_month())).values_list("unit", "taken"))
    assert taken["tokens"] == asked + answered > 0
    assert taken["USD"] == sum(call.cost for call in ModelCall.objects.filter(prompt="conformance"))
    assert taken["USD"] == Decimal(asked) / 1000 + Decimal(answered) / 100


def test_a_model_that_chats_fails_and_each_outcome_says_why(admin, room):
    with serving(answer("I would look for the fare.")) as server:
        row = done(admin, room, server.binding)
    assert row.state == "failed"
    told = {each["probe"]: each["detail"] for each in row.outcomes}
    assert "not_json" in told["english"]
    assert is_known(told["context"])


def test_a_server_that_is_gone_ends_the_examination_with_its_first_task(admin, room):
    with serving(status(401)) as server:
        row = done(admin, room, server.binding)
    assert (row.state, len(row.outcomes)) == ("failed", 1)
    assert "check the key's environment variable" in row.failure


def test_a_message_that_comes_twice_examines_once(admin, room):
    with serving(SOUND) as server:
        row = done(admin, room, server.binding)
        asked = len(server.calls)
        assert actions.conduct(row.pk) is None
    assert len(server.calls) == asked


def test_a_builtin_role_passes_by_definition_and_says_so(admin, room):
    (row,) = actions.ask_examination(admin, room, "checker", "builtin:")
    assert row.state == "passed"
    assert is_known(row.outcomes[0]["detail"])


def test_one_examination_of_an_endpoint_at_a_time(admin, room):
    actions.ask_examination(admin, room, "planner", "openai://127.0.0.1:9/m")
    with pytest.raises(actions.Refused):
        actions.ask_examination(admin, room, "planner", "openai://127.0.0.1:9/m")


def bound(admin: User, room: Workspace, line: str, **more: Any) -> Bindings:
    told = {"reason": "a smaller model", "seen_number": 0} | more
    return actions.bind_role(admin, room, "planner", line, **told)


def test_a_model_that_was_not_examined_or_failed_is_refused(admin, room):
    with serving(answer("no")) as server:
        with pytest.raises(actions.Refused, match="has not passed"):
            bound(admin, room, server.binding)
        done(admin, room, server.binding)
        with pytest.raises(actions.Refused, match="has not passed"):
            bound(admin, room, server.binding)
    assert not Bindings.objects.exists()


def test_an_unfit_model_bound_all_the_same_stands_in_the_trail(admin, room):
    bound(admin, room, "openai://127.0.0.1:9/m", anyway=True)
    row = Audit.objects.get(verb="bind_role")
    assert row.after["unfit"] == ["openai://127.0.0.1:9/m"]
    assert row.reason == "a smaller model"


def test_a_binding_is_for_tasks_to_come_and_running_ones_keep_theirs(admin, room):
    before = actions.start(admin, room, "How did the fare change?")
    with serving(SOUND) as server:
        done(admin, room, server.binding)
        made = bound(admin, room, server.binding)
    after = actions.start(admin, room, "How did the fare change?")
    assert bound_line(before, "planner") == ("builtin:", "")
    assert bound_line(after, "planner") == (server.binding, "")
    assert bound_line(after, "reporter") == ("builtin:", "")
    bound(admin, room, "", seen_number=made.number, reason="back to the environment")
    assert bound_line(after, "planner") == (server.binding, "")
    assert bound_line(actions.start(admin, room, "How did it change?"), "planner") == ("builtin:", "")


def test_two_admins_do_not_undo_each_other(admin, room):
    bound(admin, room, "builtin:")
    with pytest.raises(actions.Stale):
        bound(admin, room, "builtin:")
    with pytest.raises(actions.Refused):
        bound(admin, room, "builtin:", seen_number=1, reason="  ")


@pytest.mark.parametrize("name", ["analyst", "reviewer"])
def test_who_is_no_admin_neither_examines_nor_binds(room, name):
    person = rows.person("ben", room, name)
    with pytest.raises(actions.Forbidden):
        actions.ask_examination(person, room, "planner", "builtin:")
    with pytest.raises(actions.Forbidden):
        bound(person, room, "builtin:")


@pytest.mark.parametrize(
    "line", ["openai+https://evil.example/m", "vllm://10.0.0.5:8001/m", "openai://169.254.169.254/m"]
)
def test_prompts_and_keys_go_only_to_hosts_that_the_operator_opened(admin, room, line, settings):
    """An admin of a workspace isn't the operator: a binding sends a key to a host."""
    for act in (
        lambda: actions.ask_examination(admin, room, "planner", line),
        lambda: bound(admin, room, line, anyway=True),
    ):
        with pytest.raises(actions.Refused, match="MODEL_HOSTS"):
            act()
    settings.MODEL_HOSTS = ["evil.example", "10.0.0.5", "169.254.169.254"]
    bound(admin, room, line, anyway=True)


def test_a_key_is_named_and_its_value_is_stored_nowhere(admin, room, settings):
    settings.API_KEYS = settings.API_KEYS | {"VLLM_API_KEY": "canary-123", "OPENAI_API_KEY": ""}
    with serving(SOUND) as server:
        for name in ("OPENAI_API_KEY", "SECRET_KEY", "DATABASE_URL", "canary-123"):
            with pytest.raises(actions.Refused):
                actions.ask_examination(admin, room, "planner", server.binding, name)
        (row,) = actions.ask_examination(admin, room, "planner", server.binding, "VLLM_API_KEY")
        actions.conduct(row.pk)
        bound(admin, room, server.binding, key_name="VLLM_API_KEY")
    assert server.calls[0].headers["authorization"] == "Bearer canary-123"
    kept = [
        *Conformance.objects.values(),
        *Bindings.objects.values(),
        *Audit.objects.values(),
        *ModelCall.objects.values(),
    ]
    assert "canary-123" not in json.dumps(kept, default=str)
    task = actions.start(admin, room, "How did the fare change?")
    assert bound_line(task, "planner") == (server.binding, "VLLM_API_KEY")


def test_checker_and_reporter_on_one_endpoint_are_seen_whatever_options_they_have(admin, room, settings):
    settings.ROLE_ENDPOINTS = BOUND | {
        "reporter": "openai://127.0.0.1:9/m?deadline=60",
        "checker": "openai://127.0.0.1:8/n, openai://127.0.0.1:9/m",
    }
    assert actions.own_work_is_checked(actions.role_bindings(room))
    settings.ROLE_ENDPOINTS = dict(BOUND)
    assert not actions.own_work_is_checked(actions.role_bindings(room))


def test_the_embedder_is_not_bound_in_the_browser(admin, room):
    with pytest.raises(actions.Refused, match="vectors"):
        actions.bind_role(admin, room, "embedder", "builtin:", reason="x", seen_number=0)


@pytest.mark.django_db(transaction=True)
def test_the_command_shows_each_outcome_and_ends_by_it(room, capsys):
    with serving(SOUND) as server:
        call_command("conformance", "planner", "--endpoint", server.binding)
    told = capsys.readouterr().out
    assert "ok     english" in told
    assert "passed: m, openai" in told
    with serving(answer("no")) as server, pytest.raises(CommandError, match="Not fit"):
        call_command("conformance", "planner", "--endpoint", server.binding)
    call_command("conformance", "embedder")
    assert "inside this program" in capsys.readouterr().out
