"""Asking a report further: the box below it without and with scripts, the answers as they come, and the API."""

import json
from typing import Any

import pytest
from django.test import Client

from research import actions
from research.models import FollowUp, ResearchTask, User, Workspace
from research.store.asked_further import view
from tests.web import rows
from tests.web.parsed import addresses, all_words, page, pick, words
from tests.web.report_rows import report, reviewed_report, sentence
from tests.web.test_hostile_text import PAYLOADS, harmless

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def task(room: Workspace, ada: User) -> ResearchTask:
    return reviewed_report(room, ada)[0]


@pytest.fixture
def desk(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def below(answer: Any) -> Any:
    return pick(page(answer), "#ask-further")[0]


def test_the_box_works_without_a_script_and_leads_to_the_answers_place(desk: Client, task: ResearchTask) -> None:
    form = pick(below(desk.get(f"/tasks/T-{task.pk}/report")), "form")[0]
    assert (form.get("method"), form.get("action")) == ("post", f"/tasks/T-{task.pk}/follow-ups")
    answer = desk.post(form.get("action"), {"question": "How long did rack 14 burn?"})
    row = FollowUp.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/tasks/T-{task.pk}/report#{row.label}")
    shown = below(desk.get(answer["Location"]))
    (item,) = pick(shown, "li.asked-one")
    assert item.get("id") == row.label and words(pick(item, "h3")[0]) == "How long did rack 14 burn?"
    assert "Waiting for a worker" in words(item) and pick(item, "noscript a")


def test_with_a_script_the_box_comes_back_with_the_question_below_it(desk: Client, task: ResearchTask) -> None:
    path = f"/tasks/T-{task.pk}/follow-ups"
    answer = desk.post(path, {"question": "How long did rack 14 burn?"}, headers=HTMX)
    assert answer.status_code == 200 and b"<html" not in answer.content
    box = pick(page(answer), "#ask-further")[0] if page(answer).get("id") != "ask-further" else page(answer)
    (form,) = [one for one in pick(box, "form") if one.get("hx-post")]
    assert (form.get("hx-post"), form.get("hx-target"), form.get("hx-swap")) == (path, "#ask-further", "outerHTML")
    assert pick(form, "input[name=csrfmiddlewaretoken]")
    (item,) = pick(box, "li.asked-one")
    row = FollowUp.objects.get()
    assert (item.get("hx-get"), item.get("hx-trigger")) == (f"{path}/F-{row.pk}?seen=asked.0..0", "every 1s")
    assert desk.get(item.get("hx-get"), headers=HTMX).status_code == 204, "nothing is new"
    assert desk.get(f"{path}/F-{row.pk}?seen=asked.7..0", headers=HTMX).status_code == 200


def test_an_answer_stops_asking_for_itself_and_shows_verdicts_and_references_from_rows(
    desk: Client, task: ResearchTask
) -> None:
    row = rows.asked_further(task)
    answer = desk.get(f"/tasks/T-{task.pk}/follow-ups/F-{row.pk}", headers=HTMX)
    item = page(answer)
    assert item.get("hx-get") is None
    first = task.evidence.get(number=1)
    (line,) = pick(item, ".answer-line")
    assert words(pick(line, "q")[0]) == first.quote and "supported" in words(line)
    assert pick(line, "a.cite")[0].get("href") == f"/sources/S-{first.source_id}#{first.label}"
    assert f"/sources/S-{first.source_id}" in addresses(item) and first.source.publisher in words(item)
    assert "Answered from the report's evidence. The report's evidence speaks of it." in words(item)
    assert pick(item, "form")[0].get("action").endswith(f"/F-{row.pk}/look-up")


def test_each_verdict_and_its_reason_stand_beside_the_sentence(desk: Client, task: ResearchTask) -> None:
    told = [
        ("It burned for an hour.", "fact", [1], "contradicted", "38 minutes."),
        ("It may have smouldered.", "speculation", [], "not_checked", ""),
        ("Nobody knows.", "fact", [99], "not_found", "No evidence is cited."),
    ]
    said = [dict(zip(("text", "kind", "evidence", "verdict", "reason"), each, strict=True)) for each in told]
    rows.asked_further(task, sentences=said)
    shown = all_words(below(desk.get(f"/tasks/T-{task.pk}/report")), ".answer-line")
    assert "contradicted: 38 minutes." in shown[0]
    assert "speculation: nothing carries it" in shown[1]
    assert "not found: No evidence is cited." in shown[2] and not shown[2].endswith("1")


def test_an_answer_that_the_evidence_does_not_give_is_said_and_offers_a_search(
    desk: Client, task: ResearchTask
) -> None:
    row = rows.asked_further(task, state="unanswered", rule="default", sentences=[])
    item = pick(below(desk.get(f"/tasks/T-{task.pk}/report")), "li.asked-one")[0]
    assert "The report's evidence doesn't answer this." in words(item)
    answer = desk.post(f"/tasks/T-{task.pk}/follow-ups/F-{row.pk}/look-up")
    assert answer["Location"].endswith(f"#{row.label}")
    row.refresh_from_db()
    assert (row.state, row.look_up) == ("asked", True)
    again = desk.post(f"/tasks/T-{task.pk}/follow-ups/F-{row.pk}/look-up", follow=True)
    assert "It is being looked for already." in words(page(again))


def searched(task: ResearchTask, **more: Any) -> tuple[FollowUp, ResearchTask]:
    child = rows.task(task.workspace, task.owner, "How long did rack 14 burn?", parent=task, narrow=True, **more)
    reach = {"state": "reaching", "decision": "reach", "rule": "changes", "named": "still", "sentences": []}
    return rows.asked_further(task, child=child, **reach), child


def test_a_search_that_runs_shows_its_live_status_and_is_looked_at_again(desk: Client, task: ResearchTask) -> None:
    _row, child = searched(task)
    item = pick(below(desk.get(f"/tasks/T-{task.pk}/report")), "li.asked-one")[0]
    assert item.get("hx-trigger") == "every 5s" and f"/tasks/T-{child.pk}" in addresses(item)
    assert f"{child.label}, running" in words(item)
    assert "Looked for outside. It asks how things stand now: still." in words(item)
    assert not pick(item, "form")


def test_what_a_search_found_stands_below_the_question_with_its_own_references(
    desk: Client, task: ResearchTask
) -> None:
    _row, child = searched(task, status="finished", phase="done")
    goal = rows.goal(child)
    piece = rows.evidence(
        goal,
        rows.source(task.workspace, "It burned for 38 minutes, still.", "Later note"),
        "It burned for 38 minutes, still.",
    )
    report(child, ("Answer", goal, [sentence(piece.quote, "quote", (piece,))]))
    item = pick(below(desk.get(f"/tasks/T-{task.pk}/report")), "li.asked-one")[0]
    assert item.get("hx-trigger") is None and piece.quote in words(item) and "Later note" in words(item)
    assert f"/tasks/T-{child.pk}/report" in addresses(item)
    head = page(desk.get(f"/tasks/T-{child.pk}/report"))
    assert f"a further question on {task.label}" in words(pick(head, ".over-title")[0])


def test_a_search_without_a_sentence_and_one_that_is_deleted_say_so(desk: Client, task: ResearchTask) -> None:
    row, child = searched(task, status="finished", phase="done")
    report(child)
    path = f"/tasks/T-{task.pk}/follow-ups/F-{row.pk}"
    assert "The search found nothing that answers this." in words(page(desk.get(path, headers=HTMX)))
    child.delete()
    item = page(desk.get(path, headers=HTMX))
    assert "The search that was begun for it is deleted." in words(item) and pick(item, "form")


def test_a_refused_question_comes_back_as_it_was_typed_with_the_reason(desk: Client, task: ResearchTask) -> None:
    path, long = f"/tasks/T-{task.pk}/follow-ups", "a" * 1001
    for headers in ({}, HTMX):
        answer = desk.post(path, {"question": long}, headers=headers)
        assert answer.status_code == 422
        assert pick(page(answer), "textarea")[0].text.strip() == long
        assert "a question on a report has at most 1000" in words(pick(page(answer), "p.wrong")[0])
    assert not FollowUp.objects.exists()


def test_older_questions_are_a_link_away(desk: Client, task: ResearchTask) -> None:
    for n in range(12):
        rows.asked_further(task, f"Question {n}?")
    shown = below(desk.get(f"/tasks/T-{task.pk}/report"))
    assert all_words(shown, "h3")[:2] == ["Question 11?", "Question 10?"] and len(pick(shown, "h3")) == 10
    assert f"/tasks/T-{task.pk}/follow-ups" in addresses(shown)
    everything = page(desk.get(f"/tasks/T-{task.pk}/follow-ups"))
    assert all_words(everything, "h3")[-1] == "Question 0?" and pick(everything, "textarea")


def test_the_page_speaks_chinese_to_who_reads_it(desk: Client, task: ResearchTask) -> None:
    """Every rule has its own words; the sentence that the row keeps is English."""
    from research.engine.trigger import SENTENCES, Rule
    from research.web.further_words import RULE_WORDS, why

    assert set(RULE_WORDS) == {rule.value for rule in Rule}
    for rule in Rule:
        row = FollowUp(rule=rule.value, named="今天", reason="…")
        assert why(row) == SENTENCES[rule].format(named="今天")
    assert why(FollowUp(rule="new", reason="as stored")) == "as stored"
    rows.asked_further(task, "现在怎样？", language="zh")
    shown = below(desk.get(f"/tasks/T-{task.pk}/report", headers={"Accept-Language": "zh-hans"}))
    assert pick(shown, "h3")[0].get("lang") == "zh-Hans"


@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_words_in_question_answer_and_reason_are_text(client: Client, room: Workspace, payload: str) -> None:
    owner = rows.person(payload[:140], room, "reviewer")
    task = reviewed_report(room, owner)[0]
    said = {"text": payload, "kind": "fact", "evidence": [1], "verdict": "partly", "reason": payload}
    rows.asked_further(task, payload, rule="names", named=payload, reason=payload, sentences=[said], failure=payload)
    rows.asked_further(task, payload, state="failed", failure=payload, rule="x", reason=payload)
    client.force_login(owner)
    for path in (f"/tasks/T-{task.pk}/report", f"/tasks/T-{task.pk}/follow-ups"):
        shown = page(client.get(path))
        harmless(shown, path)
        assert [one.text_content() for one in pick(shown, "li.asked-one h3")] == [payload] * 2
    refused = client.post(f"/tasks/T-{task.pk}/follow-ups", {"question": payload * 40})
    assert refused.status_code == 422
    harmless(page(refused), "a refused question")


def test_a_stranger_meets_nothing_of_it(client: Client, task: ResearchTask) -> None:
    row = rows.asked_further(task)
    client.force_login(rows.person("zoe", rows.room("Elsewhere"), "admin"))
    for path in (f"/tasks/T-{task.pk}/follow-ups", f"/tasks/T-{task.pk}/follow-ups/F-{row.pk}"):
        assert client.get(path).status_code == 404
    assert client.post(f"/tasks/T-{task.pk}/follow-ups", {"question": "What burned?"}).status_code == 404


def test_a_question_is_found_below_its_own_report_alone(
    desk: Client, room: Workspace, ada: User, task: ResearchTask
) -> None:
    other = reviewed_report(room, ada)[0]
    row = rows.asked_further(other)
    assert desk.get(f"/tasks/T-{task.pk}/follow-ups/F-{row.pk}", headers=HTMX).status_code == 404
    assert desk.get(f"/api/v1/tasks/{task.label}/follow-ups/{row.label}").status_code == 404


def send(client: Client, path: str, body: Any) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json")


def test_by_the_api_a_question_is_asked_and_read_at_its_location(desk: Client, task: ResearchTask) -> None:
    path = f"/api/v1/tasks/{task.label}/follow-ups"
    answer = send(desk, path, {"question": "How long did rack 14 burn?"})
    row = FollowUp.objects.get()
    assert (answer.status_code, answer["Location"]) == (202, f"{path}/{row.label}")
    told = desk.get(answer["Location"]).json()
    assert told | {"created": ""} == {
        "id": row.label, "task": task.label, "question": "How long did rack 14 burn?", "language": "en",
        "person": "ada", "state": "asked", "decision": "", "rule": "", "reason": "", "lines": [], "search": None,
        "search_status": None,
        "found": [], "failure": "", "created": "", "answered": None,
    }  # fmt: skip
    assert send(desk, path, {"question": "?!"}).json()["code"] == "refused"
    assert send(desk, path, {"question": "What burned?", "force": True}).json()["code"] == "invalid"


def test_the_api_lists_answers_with_evidence_and_verdicts(desk: Client, task: ResearchTask) -> None:
    first, second = rows.asked_further(task), rows.asked_further(task, "And then?")
    path = f"/api/v1/tasks/{task.label}/follow-ups"
    told = desk.get(f"{path}?limit=1").json()
    assert [each["id"] for each in told["items"]] == [second.label]
    (item,) = desk.get(f"{path}?before={told['next']}&limit=2").json()["items"]
    piece = task.evidence.get(number=1)
    assert item["id"] == first.label and item["lines"][0]["verdict"] == "supported"
    (cited,) = item["lines"][0]["cited"]
    assert (cited["evidence"], cited["source"], cited["quote"]) == (piece.label, piece.source.label, piece.quote)
    again = send(desk, f"{path}/{first.label}/look-up", {})
    assert (again.status_code, again.json()["state"]) == (202, "asked")


def test_a_number_of_evidence_that_the_task_has_not_leads_nowhere(
    room: Workspace, ada: User, task: ResearchTask
) -> None:
    reviewed_report(room, ada)
    said = {"text": "x", "kind": "fact", "evidence": [3, 77], "verdict": "partly", "reason": ""}
    (line,) = view(rows.asked_further(task, sentences=[said])).lines
    assert [cited.evidence.task_id for cited in line.cited] == [task.pk]


def test_a_person_without_the_right_to_ask_sees_answers_and_no_form(client: Client, task: ResearchTask) -> None:
    rows.asked_further(task)
    ResearchTask.objects.filter(pk=task.pk).update(status="running", phase="retrospect")
    client.force_login(task.owner)
    shown = below(client.get(f"/tasks/T-{task.pk}/report"))
    assert not pick(shown, "textarea") and "Once the report is written" in words(shown)
    with pytest.raises(actions.Refused):
        actions.ask_further(task.owner, task, "What burned?")
