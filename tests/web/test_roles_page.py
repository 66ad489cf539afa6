"""Roles and models: who answers, how it was examined, and a binding for tasks to come, with and without a script."""

import json
from typing import Any

import pytest

from research import actions
from research.models import Bindings, Conformance, ModelCall, Query, ServerDoor, TokenRatio, Workspace
from research.roles.flaws import Flaw, Verdict
from research.store.answered import keep_answers
from research.web.model_words import FLAW_WORDS, TAKEN
from tests.web import rows
from tests.web.parsed import all_words, page, pick, words

pytestmark = pytest.mark.django_db
LINE = "openai://127.0.0.1:9/m"


@pytest.fixture(autouse=True)
def environment(settings: Any) -> None:
    settings.ROLE_ENDPOINTS = dict.fromkeys(actions.ROLES, "builtin:")


def passed(room: Workspace, role: str = "planner", line: str = LINE, **more: Any) -> Conformance:
    told = {"state": "passed", "model": "m", "server": "vllm 0.33.0"} | more
    outcome = {"probe": "english", "passed": True, "required": True, "detail": "4 goals", "seconds": 1.5}
    return Conformance.objects.create(workspace=room, role=role, binding=line, outcomes=[outcome], **told)


def test_each_role_is_shown_with_its_endpoint_and_where_it_is_bound(office, settings):
    settings.ROLE_ENDPOINTS = settings.ROLE_ENDPOINTS | {"planner": LINE}
    shown = page(office.get("/settings/roles"))
    assert all_words(shown, ".role h2") == ["planner", "executor", "reporter", "checker", "embedder"]
    planner = words(pick(shown, ".role")[0])
    assert LINE in planner and "bound by the environment" in planner
    assert "never asked" in planner and "never examined" in planner and "price unknown" in planner


def test_a_binding_is_saved_for_new_tasks_with_its_reason(office, room):
    passed(room)
    given = {"endpoint": LINE, "key_name": "", "reason": "a smaller model", "seen_number": "0"}
    assert office.post("/settings/roles/planner/bind", given).status_code == 302
    told = words(pick(page(office.get("/settings/roles")), "main")[0])
    assert "bound here" in told and "a smaller model" in told and "fit for this role" in told
    assert Bindings.objects.get().values == {"planner": {"endpoint": LINE, "key": ""}}
    stale = office.post("/settings/roles/planner/bind", given)
    assert stale.status_code == 409
    assert "meanwhile" in stale.content.decode()


def test_what_has_not_passed_is_refused_beside_its_role_and_what_was_typed_stays(office):
    given = {"endpoint": LINE, "reason": "x", "seen_number": "0"}
    refused = office.post("/settings/roles/planner/bind", given)
    assert refused.status_code == 422
    assert "has not passed the examination" in refused.content.decode()
    assert f'value="{LINE}"' in refused.content.decode()
    assert office.post("/settings/roles/planner/bind", given | {"anyway": "on"}).status_code == 302


def test_an_examination_is_a_row_that_a_worker_takes_and_the_page_looks_again(office, room):
    assert office.post("/settings/roles/planner/examine", {"endpoint": LINE}).status_code == 302
    looked = office.get("/settings/roles/planner/examinations").content.decode()
    assert 'hx-trigger="every 2s"' in looked and "<noscript>" in looked
    Conformance.objects.update(state="failed", finished="2026-11-30T10:00Z")
    looked = office.get("/settings/roles/planner/examinations").content.decode()
    assert "hx-trigger" not in looked and "not fit for this role" in looked
    with_script = office.post("/settings/roles/planner/examine", {"endpoint": LINE}, headers={"HX-Request": "true"})
    assert with_script.content.decode().strip().startswith('<div id="exams-planner"')


def test_a_server_in_trouble_shows_its_last_error_and_when_it_is_tried_again(office, room, settings):
    settings.ROLE_ENDPOINTS = settings.ROLE_ENDPOINTS | {"planner": LINE}
    name = "http://127.0.0.1:9/v1/m"
    ServerDoor.objects.create(
        server=name, failures=3, shut_until="2026-11-30T10:00Z", kind="unavailable", sentence="gone"
    )
    call = ModelCall(workspace=room, role="planner", endpoint=name, prompt="plan", reserved_tokens=1)
    call.state, call.failure = "failed", "unavailable: gone away"
    call.save()
    told = words(pick(page(office.get("/settings/roles")), ".role")[0])
    assert "3 failures in a row" in told and "left alone until" in told and "not reached: gone away" in told


def test_the_share_of_unusable_answers_counts_every_try_and_dropped_queries_are_told_apart(office, room, admin):
    task = rows.task(room, admin)
    tries = [
        Verdict("planner", "query", "e", "qwen", 1, Flaw.NOT_JSON),
        Verdict("planner", "query", "e", "qwen", 2, Flaw.NONE, 3, 1),
        Verdict("planner", "query", "e", "qwen", 1, Flaw.FENCED, 3, 0),
        Verdict("planner", "plan", "e", "qwen", 1, Flaw.NONE),
    ]
    keep_answers(task, 1, tries)
    shown = page(office.get("/settings/roles"))
    cells = "|".join(all_words(shown, "main tbody td"))
    assert "planner|plan|1|0 (0%)|0|–|planner|query|3|1 (33%)|1|1 / 6 (17%)" in cells
    assert "in a code fence|read past it|1|prose|not used|1" in cells


def query_call(room: Workspace, task: Any, model: str, endpoint: str = "http://127.0.0.1:9/v1/m") -> None:
    told = {"role": "planner", "prompt": "query", "prompt_hash": "", "state": "settled", "reserved_tokens": 1}
    ModelCall.objects.create(workspace=room, task=task, model=model, endpoint=endpoint, **told)


def test_each_model_is_shown_with_its_unusable_answers_its_bad_queries_and_how_its_prompts_are_counted(
    office, room, admin
):
    task = rows.task(room, admin)
    keep_answers(
        task,
        1,
        [
            Verdict("planner", "query", "e", "qwen", 1, Flaw.NOT_JSON),
            Verdict("planner", "query", "e", "qwen", 2, Flaw.NONE, 3, 1),
            Verdict("planner", "plan", "e", "qwen", 1, Flaw.FENCED, 4, 1),
            Verdict("planner", "plan", "e", "qwen", 1, Flaw.NONE, 4, 0),
        ],
    )
    query_call(room, task, "qwen")
    goal = rows.goal(task)
    for number, dropped in enumerate(["", "like Q1", "like Q1", ""], start=1):
        Query.objects.create(task=task, goal=goal, number=number, batch=1, text=f"q{number}", dropped=dropped)
    TokenRatio.objects.create(
        endpoint="http://127.0.0.1:9/v1/m", model="qwen", calls=7, counted=1000, used=1120, widest=0.31
    )
    TokenRatio.objects.create(endpoint="http://10.0.0.1/v1/other", model="other", calls=1, counted=1, used=1, widest=0)
    shown = page(office.get("/settings/roles"))
    cells = "|".join(all_words(shown, "main tbody th, main tbody td"))
    assert "qwen|1 / 4 (25%)|1 / 3 (33%)|2 / 4 (50%)|+12% on the whole, 31% at most, in 7 calls" in cells
    assert "other" not in cells, "a server that nobody here asked"
    (record,) = office.get("/api/v1/roles").json()["records"]
    assert (record["model"], record["unusable"], record["tries"], record["repeated"]) == ("qwen", 1, 4, 2)
    assert record["counts"][0]["off"] == pytest.approx(0.12)
    query_call(room, task, "gpt")
    cells = "|".join(all_words(page(office.get("/settings/roles")), "main tbody td"))
    assert "2 / 4 (50%)" not in cells, "two models wrote this task's queries: nobody knows whose they are"


def test_an_examination_that_was_broken_off_says_why_and_nothing_of_the_model(office, room):
    why = "the server doesn't accept the key; check the key's environment variable (HTTP 401: bad key)"
    passed(room, state="failed", failure=why, finished="2026-11-30T10:00Z")
    looked = office.get("/settings/roles/planner/examinations").content.decode()
    assert "broken off: it says nothing of the model" in looked and "not fit for this role" not in looked
    assert "check the key&#x27;s environment variable" in looked
    Conformance.objects.update(state="running", failure="", finished=None, beat="2026-11-30T03:00Z")
    looked = office.get("/settings/roles/planner/examinations").content.decode()
    assert "its worker was lost: examine again" in looked and "hx-trigger" not in looked


def pairs_of_a_checker(**more: Any) -> dict[str, Any]:
    detail = (
        "3 of 40 wrong claims called supported, at most 2 % wanted; the model was asked about 31; answers of no use: 1"
    )
    row = {"supported": 3, "partly": 0, "contradicted": 1, "not_found": 0, "not_checked": 0}
    told = {"probe": "wrong_pairs", "passed": False, "required": True, "detail": detail, "seconds": 9.5}
    return told | {"table": {"negated": row}} | more


def test_what_a_checker_let_pass_stands_on_the_page_by_kind_and_in_the_api(office, room):
    row = passed(room, "checker", state="failed", finished="2026-11-30T10:00Z")
    Conformance.objects.filter(pk=row.pk).update(outcomes=[pairs_of_a_checker()])
    shown = words(page(office.get("/settings/roles/checker/examinations")))
    assert "wrong claims, labelled" in shown and "3 of 40 wrong claims called supported" in shown
    assert "denied30100" in shown
    (told,) = office.get("/api/v1/roles/checker/examinations").json()
    assert told["outcomes"][0]["table"]["negated"]["supported"] == 3
    assert told["model"] == "m" and told["server"] == "vllm 0.33.0" and told["too_thin"] is False


def test_how_many_calls_a_checkers_examination_takes_is_said_before_it_is_asked_for(office):
    shown = pick(page(office.get("/settings/roles")), ".role")
    told = {each: words(role) for each, role in zip(actions.ROLES, shown, strict=True)}
    assert "at most 130 calls" in told["checker"] and "at most" not in told["planner"]
    bound = {each["role"]: each["calls_at_most"] for each in office.get("/api/v1/roles").json()["roles"]}
    assert bound["checker"] == 130 and bound["planner"] is None


def test_a_checker_that_passed_when_less_was_asked_is_not_shown_as_fit(office, room, settings):
    settings.ROLE_ENDPOINTS = settings.ROLE_ENDPOINTS | {"checker": LINE}
    row = passed(room, "checker")
    shown = words(pick(page(office.get("/settings/roles")), ".role")[3])
    assert shown.count("passed when less was asked") == 2 and "fit for this role" not in shown
    Conformance.objects.filter(pk=row.pk).update(outcomes=[pairs_of_a_checker(passed=True)])
    assert "fit for this role" in words(pick(page(office.get("/settings/roles")), ".role")[3])


def test_every_flaw_has_a_word(office):
    assert set(FLAW_WORDS) == {flaw.value for flaw in Flaw if flaw}
    from research.roles.flaws import ACCEPTED

    assert {flaw.value for flaw in ACCEPTED if flaw} == TAKEN


def test_checker_and_reporter_on_one_endpoint_warn(office, settings):
    settings.ROLE_ENDPOINTS = settings.ROLE_ENDPOINTS | {"reporter": LINE, "checker": LINE}
    assert "it marks its own work" in office.get("/settings/roles").content.decode()


def test_no_value_of_a_key_is_shown_and_only_names_that_are_set_are_offered(office, settings):
    settings.API_KEYS = {"VLLM_API_KEY": "canary-123", "OPENAI_API_KEY": ""}
    told = office.get("/settings/roles").content.decode()
    assert "VLLM_API_KEY" in told and "canary-123" not in told and "OPENAI_API_KEY" not in told


def test_the_api_reads_examines_and_binds(office, room):
    told = office.get("/api/v1/roles").json()
    assert told["number"] == 0 and [each["role"] for each in told["roles"]] == list(actions.ROLES)
    asked = office.post("/api/v1/roles/planner/examinations", {"endpoint": LINE}, content_type="application/json")
    assert asked.status_code == 202 and asked.json()[0]["state"] == "asked"
    assert office.get("/api/v1/roles/planner/examinations").json()[0]["binding"] == LINE
    Conformance.objects.update(state="passed")
    given = {"endpoint": LINE, "reason": "x", "seen_number": 0}
    told = office.put("/api/v1/roles/planner", json.dumps(given), content_type="application/json").json()
    assert told["number"] == 1 and told["roles"][0]["line"] == LINE
    again = office.put("/api/v1/roles/planner", json.dumps(given), content_type="application/json")
    assert again.status_code == 409 and again.json()["current"] == {"number": 1}
    assert office.get("/api/v1/roles/poet/examinations").status_code == 404
