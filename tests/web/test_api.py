"""The API: the verbs of the pages, with the same rights, and one shape for every refusal."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from research import actions
from research.models import Audit, Claim, ResearchTask, Upload, User, Workspace
from research.web.api.addresses import api
from tests.web import rows
from tests.web.report_rows import reviewed_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def grace(room: Workspace) -> User:
    return rows.person("grace", room, "reviewer")


@pytest.fixture
def admin(room: Workspace) -> User:
    return rows.person("admin", room, "admin")


def signed_in(person: User, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(person)
    return client


def send(client: Client, verb: str, path: str, body: Any = None, **headers: str) -> Any:
    raw = "" if body is None else json.dumps(body)
    return client.generic(verb, f"/api/v1{path}", raw, content_type="application/json", headers=headers)


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Every refusal has the same five fields, and its type leads to the page that explains it."""
    assert answer["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = answer.json()
    assert (answer.status_code, told["status"], told["code"]) == (status, status, code)
    assert told["type"] == f"/api/docs#{code}"
    assert told["title"]
    assert told["detail"]
    return told


def test_a_question_by_the_api_is_accepted_with_the_address_of_its_task(ada: User) -> None:
    client = signed_in(ada)
    answer = send(client, "POST", "/tasks", {"question": "What did the Red Cape fire change?", "language": "zh"})
    assert answer.status_code == 202
    assert answer["Cache-Control"] == "private, no-store"
    made = client.get(answer["Location"]).json()
    assert made == answer.json()
    assert (made["language"], made["owner"], made["phase"]) == ("zh", "ada", "plan")
    task = ResearchTask.objects.get()
    assert made["id"] == task.label
    assert Audit.objects.get(verb="start").door == "api"


def test_a_question_by_the_api_may_say_where_to_look(ada: User) -> None:
    client = signed_in(ada)
    wish = {"question": "What burned?", "only_sites": ["https://GOV.cn/"], "never_sites": ["forum.gov.cn"]}
    told = send(client, "POST", "/tasks", wish).json()
    assert (told["only_sites"], told["never_sites"], told["documents_only"]) == (["gov.cn"], ["forum.gov.cn"], False)
    assert send(client, "POST", "/tasks", {"question": "Why?", "documents_only": True}).json()["documents_only"]


def test_a_site_that_is_none_is_refused_with_its_own_words(ada: User) -> None:
    wish = {"question": "What burned?", "never_sites": ["a.example", "b.example/news"]}
    told = refused(send(signed_in(ada), "POST", "/tasks", wish), 422, "refused")
    assert told["detail"].startswith("“b.example/news” is a page of a site.")
    assert not ResearchTask.objects.exists()


def test_a_question_that_is_none_is_refused_in_the_language_asked_for(ada: User) -> None:
    client = signed_in(ada)
    english = refused(send(client, "POST", "/tasks", {"question": "hello"}), 422, "refused")
    chinese = refused(send(client, "POST", "/tasks", {"question": "hello"}, accept_language="zh-CN"), 422, "refused")
    assert "doesn't chat" in english["detail"]
    assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese["detail"])
    assert not ResearchTask.objects.exists()


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "question"),
        ({"question": "a\0b"}, "question"),
        ({"question": "Why?", "langauge": "zh"}, "langauge"),
        ({"question": "Why?", "period_start": "spring"}, "period_start"),
    ],
)
def test_a_body_of_the_wrong_shape_says_which_field(ada: User, body: Any, where: str) -> None:
    told = refused(send(signed_in(ada), "POST", "/tasks", body), 422, "invalid")
    assert where in told["fields"][0]["where"]


def test_a_body_that_is_no_json_is_refused(ada: User) -> None:
    client = signed_in(ada)
    broken = client.post("/api/v1/tasks", "{question", content_type="application/json")
    refused(broken, 400, "unreadable")
    body = json.dumps({"question": "What burned at Red Cape?"})
    refused(client.post("/api/v1/tasks", body, content_type="text/plain"), 415, "not_json")
    assert not ResearchTask.objects.exists()


def test_a_body_beyond_the_limit_is_refused_unread(ada: User, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    refused(send(signed_in(ada), "POST", "/tasks", {"question": "why " * 400}), 413, "too_large")


def test_nobody_gets_anything(ada: User) -> None:
    refused(send(Client(), "GET", "/me"), 401, "signed_out")
    refused(send(Client(), "GET", "/tasks"), 401, "signed_out")
    User.objects.filter(pk=ada.pk).update(must_change_password=True)
    refused(send(signed_in(ada), "GET", "/tasks"), 403, "password_due")


def test_a_session_without_a_csrf_token_may_read_and_not_write(ada: User) -> None:
    client = signed_in(ada, enforce_csrf_checks=True)
    me = client.get("/api/v1/me").json()
    body = {"question": "What did the Red Cape fire change?"}
    refused(send(client, "POST", "/tasks", body), 403, "csrf")
    refused(send(client, "POST", "/tasks", body, x_csrftoken="x" * 64), 403, "csrf")
    assert not ResearchTask.objects.exists()
    assert send(client, "POST", "/tasks", body, x_csrftoken=me["csrf_token"]).status_code == 202


def test_me_tells_the_rights_in_every_workspace(ada: User, room: Workspace) -> None:
    me = signed_in(ada).get("/api/v1/me").json()
    assert me["username"] == "ada"
    assert me["workspaces"] == [{"id": room.pk, "name": "Energy desk", "role": "analyst", "rights": ["ask", "read"]}]


def test_tasks_come_in_pages_and_miss_none(ada: User, room: Workspace) -> None:
    made = [rows.task(room, ada).label for _ in range(5)]
    client, seen, before = signed_in(ada), [], ""
    while before is not None:
        answer = client.get("/api/v1/tasks", {"limit": 2, "before": before}).json()
        seen += [task["id"] for task in answer["items"]]
        before = answer["next"]
    assert seen == made[::-1]
    refused(client.get("/api/v1/tasks", {"limit": 201}), 422, "invalid")


@pytest.mark.parametrize("label", ["T-{}", "t-{}", "{}"])
def test_a_task_answers_to_its_label_and_to_its_number(ada: User, room: Workspace, label: str) -> None:
    task = rows.task(room, ada)
    assert signed_in(ada).get(f"/api/v1/tasks/{label.format(task.pk)}").json()["id"] == task.label


@pytest.mark.parametrize("label", ["S-{}", "T-{}x", "T--{}", "x", "T-" + "9" * 18, "T-" + "9" * 40, "Ｔ-{}", "٣"])
def test_what_is_no_label_of_a_task_is_missing(ada: User, room: Workspace, label: str) -> None:
    task = rows.task(room, ada)
    refused(signed_in(ada).get(f"/api/v1/tasks/{label.format(task.pk)}"), 404, "not_found")


def test_an_address_that_nothing_answers_is_a_problem_too(ada: User) -> None:
    refused(signed_in(ada).get("/api/v1/poems"), 404, "not_found")
    refused(Client().get("/api/v2/tasks"), 404, "not_found")


def test_a_task_of_others_answers_like_one_that_never_was(ada: User, room: Workspace) -> None:
    task = rows.task(room, ada)
    stranger = signed_in(rows.person("mallory", rows.room("Elsewhere"), "admin"))
    for verb, path in [("GET", ""), ("GET", "/goals"), ("GET", "/report.md"), ("POST", "/pause"), ("DELETE", "")]:
        foreign = send(stranger, verb, f"/tasks/{task.label}{path}")
        missing = send(stranger, verb, f"/tasks/T-{task.pk + 1000}{path}")
        assert foreign.content == missing.content
        refused(foreign, 404, "not_found")
    assert ResearchTask.objects.filter(pk=task.pk, status="running").exists()


def test_a_plan_is_approved_by_the_hash_that_was_seen(ada: User, room: Workspace) -> None:
    task = rows.planned(rows.task(room, ada, phase="query"), "What burned?", "What changed?")
    client = signed_in(ada)
    goals = client.get(f"/api/v1/tasks/{task.label}/goals").json()
    assert [goal["question"] for goal in goals] == ["What burned?", "What changed?"]
    stale = send(client, "POST", f"/tasks/{task.label}/approve", {"seen_hash": "old"})
    assert refused(stale, 409, "stale")["current"]["plan_hash"] == task.plan_hash
    wish = {"question": "What burned first?", "wanted": ["the rack"], "priority": 0.5}
    answer = send(client, "POST", f"/tasks/{task.label}/approve", {"seen_hash": task.plan_hash, "goals": [wish]})
    assert answer.json()["status"] == "running"


def test_a_task_is_paused_stepped_resumed_and_stopped(ada: User, room: Workspace) -> None:
    task, client = rows.task(room, ada), signed_in(ada)
    path = f"/tasks/{task.label}"
    assert send(client, "POST", f"{path}/pause").json()["status"] == "paused"
    answer = send(client, "POST", f"{path}/step")
    assert (answer.status_code, answer.json()["status"]) == (202, "running")
    refused(send(client, "POST", f"{path}/resume"), 422, "refused")
    assert send(client, "POST", f"{path}/pause").json()["status"] == "paused"
    assert send(client, "POST", f"{path}/resume").json()["status"] == "running"
    assert send(client, "POST", f"{path}/stop", {"write_report": True}).json()["stop_asked"] is True
    assert send(client, "POST", f"{path}/stop", {}).json()["status"] == "stopped"
    assert send(client, "DELETE", path).status_code == 204
    refused(client.get(f"/api/v1{path}"), 404, "not_found")


def test_a_failed_step_is_tried_again(ada: User, room: Workspace) -> None:
    task = rows.task(room, ada, status="failed", failure="the disk was full")
    assert send(signed_in(ada), "POST", f"/tasks/{task.label}/retry").json()["failure"] == ""


def test_a_task_is_steered_by_whoever_asked(ada: User, grace: User, room: Workspace) -> None:
    task = rows.task(room, ada)
    refused(send(signed_in(grace), "POST", f"/tasks/{task.label}/pause"), 403, "forbidden")


def test_events_after_a_number_are_read_in_order_and_none_is_missed(ada: User, room: Workspace) -> None:
    task, client = rows.task(room, ada), signed_in(ada)
    for hits in range(5):
        rows.searched(task, hits)
    path = f"/api/v1/tasks/{task.label}/events"
    first = client.get(path, {"limit": 3}).json()
    rest = client.get(path, {"after": first["last"]}).json()
    assert [entry["seq"] for entry in first["items"] + rest["items"]] == [1, 2, 3, 4, 5]
    assert client.get(path, {"after": rest["last"]}).json() == {"items": [], "last": 5}
    refused(client.get(path, {"after": -1}), 422, "invalid")


def test_the_report_as_data_and_as_markdown_say_the_same(ada: User, room: Workspace) -> None:
    task, _claims = reviewed_report(room, ada)
    client = signed_in(ada)
    report = client.get(f"/api/v1/tasks/{task.label}/report").json()
    markdown = client.get(f"/api/v1/tasks/{task.label}/report.md")
    assert markdown["Content-Type"] == "text/markdown; charset=utf-8"
    assert report["draft"] is True
    for line in report["sections"][0]["lines"]:
        assert line["text"].rstrip(".") in markdown.content.decode().replace("\\", "")
    printed = {reference["number"] for reference in report["references"]}
    used = {mark["number"] for line in report["sections"][0]["lines"] for mark in line["citations"]}
    assert used == printed == {1, 2}
    assert report["unanswered"][0]["tried"] == ["Red Cape damage insurer"]
    assert report["conflicts"][0]["reason"] == "38 minutes against 45 minutes"


def test_a_report_that_is_not_written_says_so(ada: User, room: Workspace) -> None:
    task = rows.task(room, ada)
    for name in ("report", "report.md"):
        refused(signed_in(ada).get(f"/api/v1/tasks/{task.label}/{name}"), 404, "not_written")


def test_evidence_is_told_apart_by_whether_it_was_kept(ada: User, room: Workspace) -> None:
    goal = rows.goal(rows.task(room, ada))
    page = rows.source(room, "Rack 14 burned. It was rebuilt.")
    rows.evidence(goal, page, "Rack 14 burned.")
    rows.evidence(goal, page, "It was rebuilt.", accepted=False)
    path, client = f"/api/v1/tasks/{goal.task.label}/evidence", signed_in(ada)
    counted = [len(client.get(path, wish).json()["items"]) for wish in ({}, {"kept": "true"}, {"kept": "false"})]
    assert counted == [2, 1, 1]
    kept = client.get(path, {"kept": "true"}).json()["items"][0]
    stored = client.get(f"/api/v1/sources/{kept['source']['id']}").json()
    assert stored["text"][kept["start"] : kept["end"]] == kept["quote"]


def test_the_desk_lists_what_waits_and_a_claim_shows_its_quotes(ada: User, grace: User, room: Workspace) -> None:
    task, _claims = reviewed_report(room, ada)
    client = signed_in(grace)
    waiting = client.get("/api/v1/claims", {"waiting": 1, "task": task.label}).json()["items"]
    assert {claim["verdict"] for claim in waiting} == {"partly", "not_found", "not_checked"}
    first = client.get("/api/v1/claims", {"waiting": 1, "limit": 1}).json()
    rest = client.get("/api/v1/claims", {"waiting": 1, "after": first["next"]}).json()
    assert first["items"] + rest["items"] == waiting
    full = client.get(f"/api/v1/claims/{waiting[0]['id']}")
    assert full["ETag"] == '"1"'
    assert full.json()["quotes"][0]["quote"] == "Output fell by 15 % in the second quarter."
    by_number = Claim.objects.get(task=task, number=waiting[0]["number"]).pk
    assert client.get(f"/api/v1/claims/{by_number}").json() == full.json()


@pytest.mark.parametrize("by", ["header", "body"])
def test_a_decision_names_the_version_it_was_made_on(ada: User, grace: User, room: Workspace, by: str) -> None:
    _task, claims = reviewed_report(room, ada)
    weak, client = claims[1], signed_in(grace)
    wish: dict[str, Any] = {"ruling": "edited", "text": "Output fell by 15 % in the second quarter."}
    refused(send(client, "POST", f"/claims/{weak.label}/decide", wish), 428, "version_required")
    seen = {"if_match": '"1"'} if by == "header" else {}
    body = wish if by == "header" else {**wish, "seen_version": 1}
    answer = send(client, "POST", f"/claims/{weak.label}/decide", body, **seen)
    assert (answer.status_code, answer["ETag"], answer.json()["waits"]) == (200, '"2"', False)
    assert answer.json()["decisions"][0]["verdict"] == "supported"


def test_an_edit_that_no_quote_carries_is_taken_with_a_note_alone(ada: User, grace: User, room: Workspace) -> None:
    _task, claims = reviewed_report(room, ada)
    path, client = f"/claims/{claims[1].label}/decide", signed_in(grace)
    edit = {"ruling": "edited", "text": "Output fell by 99 %.", "seen_version": 1}
    assert "Say in a note" in refused(send(client, "POST", path, edit), 422, "refused")["detail"]
    assert send(client, "POST", path, {**edit, "note": "I counted"}).json()["decisions"][0]["note"] == "I counted"


def test_of_two_decisions_on_one_version_the_second_sees_both(ada: User, grace: User, room: Workspace) -> None:
    _task, claims = reviewed_report(room, ada)
    linus = rows.person("linus", room, "reviewer")
    path = f"/claims/{claims[1].label}/decide"
    first = {"ruling": "rejected", "reason_code": "figure_differs", "seen_version": 1}
    assert send(signed_in(grace), "POST", path, first).status_code == 200
    second = {"ruling": "approved", "note": "stands", "seen_version": 1}
    told = refused(send(signed_in(linus), "POST", path, second), 409, "stale")
    assert (told["yours"]["ruling"], told["yours"]["note"]) == ("approved", "stands")
    assert told["current"]["version"] == 2
    assert told["current"]["decisions"][0]["person"] == "grace"
    assert send(signed_in(linus), "POST", path, second | {"seen_version": 2}).status_code == 200


def test_an_analyst_decides_nothing(ada: User, room: Workspace) -> None:
    _task, claims = reviewed_report(room, ada)
    wish = {"ruling": "approved", "note": "trust me", "seen_version": 1}
    refused(send(signed_in(ada), "POST", f"/claims/{claims[1].label}/decide", wish), 403, "forbidden")
    assert Claim.objects.get(pk=claims[1].pk).version == 1


def test_thresholds_are_saved_on_the_version_seen_and_restored(admin: User, room: Workspace) -> None:
    client = signed_in(admin)
    shown = client.get("/api/v1/thresholds").json()
    limits = {limit["name"]: limit for limit in shown["limits"]}
    assert (shown["number"], limits["accept_score"]["low"], limits["hits"]["whole"]) == (1, 0, True)
    wish = {"values": {"accept_score": 0.7}, "reason": "stale overviews", "seen_number": 1}
    saved = send(client, "PUT", "/thresholds", wish).json()
    assert saved["number"] == 2
    assert saved["versions"][0]["person"] == "admin"
    told = refused(send(client, "PUT", "/thresholds", wish), 409, "stale")
    assert (told["current"]["number"], told["yours"]["values"]) == (2, {"accept_score": 0.7})
    bad = {"values": {"accept_score": 7}, "reason": "more", "seen_number": 2}
    assert "accept_score" in refused(send(client, "PUT", "/thresholds", bad), 422, "refused")["detail"]
    back = send(client, "POST", "/thresholds/restore", {"number": 1, "reason": "it cost too much"}).json()
    assert back["number"] == 3
    assert actions.current_thresholds(room).values["accept_score"] == 0.65


def test_thresholds_of_a_workspace_are_for_its_admins(ada: User, admin: User, room: Workspace) -> None:
    refused(send(signed_in(ada), "GET", f"/thresholds?workspace={room.pk}"), 403, "forbidden")
    elsewhere = rows.room("Elsewhere")
    refused(send(signed_in(admin), "GET", f"/thresholds?workspace={elsewhere.pk}"), 404, "not_found")


def test_a_document_is_uploaded_and_one_that_cannot_be_read_is_refused_with_why(ada: User) -> None:
    client = signed_in(ada)
    good = client.post("/api/v1/uploads", {"file": SimpleUploadedFile("rack.txt", b"Rack 14 burned for 38 minutes.")})
    assert (good.status_code, good.json()["name"]) == (201, "rack.txt")
    bad = client.post("/api/v1/uploads", {"file": SimpleUploadedFile("rack.pdf", b"%PDF-1.4 nothing")})
    assert "rack.pdf" in refused(bad, 422, "refused")["detail"]
    assert [row.name for row in Upload.objects.exclude(failure="")] == ["rack.pdf"]
    refused(client.post("/api/v1/uploads", {}), 422, "invalid")


def test_sources_are_listed_without_their_text(ada: User, room: Workspace) -> None:
    made = rows.source(room, "Rack 14 burned.")
    rows.source(rows.room("Elsewhere"), "Secret.")
    listed = signed_in(ada).get("/api/v1/sources").json()
    assert [source["id"] for source in listed["items"]] == [made.label]
    assert "text" not in listed["items"][0]


def test_a_failure_of_ours_tells_an_id_and_nothing_else(
    ada: User, room: Workspace, caplog: pytest.LogCaptureFixture
) -> None:
    """A stored report that no program of ours wrote."""
    task, _claims = reviewed_report(room, ada)
    task.reports.update(sections=[{"heading": "secret words"}])
    told = refused(signed_in(ada).get(f"/api/v1/tasks/{task.label}/report"), 500, "failed")
    assert set(told) == {"type", "title", "status", "detail", "code", "id"}
    assert "secret" not in json.dumps(told)
    assert told["id"] in caplog.text


def test_the_schema_is_the_one_that_clients_were_built_on() -> None:
    """A change here is a change for every client. Additions are welcome; write the file anew then."""
    from tests.web.api_snapshot import SNAPSHOT, schema

    assert schema() == json.loads(SNAPSHOT.read_text()), "write it anew: .venv/bin/python -m tests.web.api_snapshot"


def test_every_operation_has_a_name_of_its_own_and_a_summary() -> None:
    operations = [one for path in api.get_openapi_schema()["paths"].values() for one in path.values()]
    names = [one["operationId"] for one in operations]
    assert len(names) == len(set(names))
    assert all(one["summary"] and one["tags"] and one["security"] for one in operations)


def test_the_page_about_the_api_is_our_own(ada: User) -> None:
    assert Client().get("/api/docs").status_code == 302
    page = signed_in(ada).get("/api/docs").content.decode()
    assert "cdn" not in page
    assert f'"{settings.CSRF_COOKIE_NAME}"' in page.replace("&quot;", '"')
