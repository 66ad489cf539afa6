"""Readers' doubts: whoever reads flags a sentence, the desk has it, a decision answers, and the report says so."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from research import actions
from research.models import Audit, Claim, Entry, Flag, Membership, Report, ResearchTask, User, Workspace
from research.store import desk as desk_rows
from research.store.exports.everything import everything
from research.store.markdown import markdown
from tests.web import report_rows, rows
from tests.web.parsed import addresses, all_words, page, pick, words
from tests.web.rows import door

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(room: Workspace) -> User:
    return rows.person("ana", room)


@pytest.fixture
def written(room: Workspace, ana: User) -> tuple[ResearchTask, list[Claim]]:
    return report_rows.reviewed_report(room, ana)


def flag(person: User, sentence: Claim, **fields: object):
    given = {"claim": sentence.number, "reason_code": "out_of_date", "note": "It was counted again.", **fields}
    return door(person).post(f"/tasks/T-{sentence.task_id}/flag", given)


def fresh(claim: Claim) -> Claim:
    return Claim.objects.get(pk=claim.pk)


def test_whoever_reads_the_report_flags_a_supported_sentence_and_it_waits(written, ana, mei):
    task, claims = written
    answer = flag(ana, claims[0])
    assert answer.status_code == 302 and answer["Location"].endswith("/report#c-1")
    made = Flag.objects.get()
    assert (made.person, made.reason_code, made.note, made.decision) == (
        ana,
        "out_of_date",
        "It was counted again.",
        None,
    )
    assert fresh(claims[0]).waits and fresh(claims[0]).verdict == "supported"
    row = next(row for row in desk_rows.waiting_for(mei) if row.claim == claims[0])
    assert row.severity_weight == desk_rows.FLAGGED_WEIGHT and row.since == made.at
    assert Entry.objects.filter(task=task, kind="ClaimFlagged").count() == 1
    assert Audit.objects.get(verb="flag_claim").object == claims[0].label


def test_a_flagged_sentence_stands_between_what_is_contradicted_and_what_is_partly_carried(written, ana, mei):
    _task, claims = written
    Claim.objects.filter(pk=claims[3].pk).update(verdict="contradicted")
    flag(ana, claims[2])
    order = [row.claim.number for row in desk_rows.waiting_for(mei)]
    assert order[:2] == [4, 3] and set(order[2:]) == {2, 5}
    assert [row.claim.number for row in desk_rows.waiting_for(mei, flagged=True)] == [3]


def test_the_queue_and_the_claim_say_who_doubts_and_why(written, ana, mei):
    _task, claims = written
    flag(ana, claims[0])
    for address in ("/review?flagged=on", f"/review/{claims[0].label}"):
        told = words(page(door(mei).get(address)))
        assert "flagged by ana" in told and "out of date" in told and "It was counted again." in told, address


def test_a_decision_answers_the_doubt_and_taking_it_back_raises_it_again(written, ana, mei):
    _task, claims = written
    flag(ana, claims[0])
    actions.decide_claim(mei, fresh(claims[0]), seen_version=1, ruling="approved")
    assert not fresh(claims[0]).waits and Flag.objects.get().decision.person == mei
    assert "flagged by ana" in words(page(door(ana).get(f"/review/{claims[0].label}")))
    actions.undo_decision(mei, fresh(claims[0]), seen_version=2)
    assert fresh(claims[0]).waits and Flag.objects.get().decision is None


def test_the_report_and_what_is_taken_away_mark_the_sentence_until_it_is_decided(written, ana, mei):
    task, claims = written
    flag(ana, claims[0])
    shown = page(door(ana).get(f"/tasks/T-{task.pk}/report"))
    assert "doubted by ana" in words(shown.get_element_by_id("c-1"))
    assert "doubted by ana; not decided yet" in markdown(task)
    assert json.loads(everything(task))["flags"][0]["note"] == "It was counted again."
    actions.decide_claim(mei, fresh(claims[0]), seen_version=1, ruling="approved")
    assert "doubted by" not in markdown(task)


def test_what_was_published_stays_published_and_says_that_it_is_doubted(written, ana, mei):
    task, claims = written
    Claim.objects.update(waits=False)
    ResearchTask.objects.filter(pk=task.pk).update(status="finished", phase="done")
    task.refresh_from_db()
    actions.publish(mei, task, seen_version=1)
    flag(ana, claims[0])
    told = words(page(door(ana).get(f"/tasks/T-{task.pk}/report")))
    assert "Draft." not in told and "doubted by ana" in told
    actions.decide_claim(mei, fresh(claims[0]), seen_version=1, ruling="rejected", reason_code="out_of_date")
    assert [(row.version, row.published_at is None) for row in Report.objects.all()] == [(1, False), (2, True)]


def test_without_a_script_every_sentence_can_be_chosen_on_one_page(written, ana):
    task, claims = written
    shown = page(door(ana).get(f"/tasks/T-{task.pk}/flag"))
    assert [each.get("value") for each in pick(shown, "input[name=claim]")] == [str(each.number) for each in claims]
    one = page(door(ana).get(f"/tasks/T-{task.pk}/flag?claim=1"))
    assert all_words(one, ".flagged-text") == [claims[0].text]
    links = [link.get("href") for link in pick(page(door(ana).get(f"/tasks/T-{task.pk}/report")), "a[href]")]
    assert f"/tasks/T-{task.pk}/flag" in links


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"reason_code": ""}, "Choose what is wrong"),
        ({"reason_code": "other", "note": " "}, "in a few words"),
        ({"claim": 99}, "Choose the sentence"),
        ({"claim": "x"}, "Choose the sentence"),
        ({"note": "x" * 1001}, "at most 1000"),
    ],
)
def test_a_flag_without_a_reason_is_refused_and_keeps_what_was_typed(written, ana, fields, sentence):
    _task, claims = written
    answer = flag(ana, claims[0], **fields)
    assert answer.status_code == 422 and sentence in words(page(answer))
    assert words(page(answer).get_element_by_id("note")) == str(fields.get("note", "It was counted again.")).strip()
    assert not Flag.objects.exists() and not fresh(claims[0]).waits


def test_each_person_flags_a_sentence_once_and_one_decision_answers_all(written, ana, mei):
    _task, claims = written
    flag(ana, claims[0])
    again = flag(ana, claims[0])
    assert again.status_code == 422 and "already" in words(page(again))
    flag(mei, claims[0], reason_code="wrong_subject", note="")
    actions.decide_claim(mei, fresh(claims[0]), seen_version=1, ruling="approved")
    assert Flag.objects.standing().count() == 0 and Flag.objects.count() == 2
    assert flag(ana, claims[0]).status_code == 302, "what was answered can be doubted anew"


def test_a_report_that_is_still_checked_is_not_flagged(written, ana):
    task, claims = written
    ResearchTask.objects.filter(pk=task.pk).update(status="running", phase="claims")
    assert flag(ana, claims[0]).status_code == 422


def test_whoever_is_not_of_the_workspace_finds_no_sentence_to_flag(written):
    _task, claims = written
    stranger = rows.person("eve", rows.room("Elsewhere"), "admin")
    assert flag(stranger, claims[0]).status_code == 404 and not Flag.objects.exists()


def test_the_api_flags_and_lists_with_the_same_refusals(written, ana, mei):
    _task, claims = written
    client, address = door(ana), f"/api/v1/claims/{claims[0].label}"
    assert client.post(f"{address}/flag", {"reason_code": "?"}, content_type="application/json").status_code == 422
    made = client.post(f"{address}/flag", {"reason_code": "opinion"}, content_type="application/json")
    assert made.status_code == 201 and made.json()["person"] == "ana"
    actions.decide_claim(mei, fresh(claims[0]), seen_version=1, ruling="approved")
    assert [each["settled"] for each in client.get(f"{address}/flags").json()] == [True]


def test_a_flag_while_the_last_decisions_are_folded_in_calls_the_task_back_to_the_desk(written, ana):
    task, claims = written
    Claim.objects.update(waits=False)
    ResearchTask.objects.filter(pk=task.pk).update(status="running", phase="review")
    actions.flag_claim(ana, fresh(claims[0]), reason_code="opinion")
    task.refresh_from_db()
    assert task.status == "waiting_for_review"


@pytest.mark.django_db(transaction=True)
def test_two_who_flag_at_once_leave_two_flags_and_one_person_twice_leaves_one():
    room = rows.room()
    ana, bo = rows.person("ana", room), rows.person("bo", room)
    _task, claims = report_rows.reviewed_report(room, ana)

    def doubt(person: User) -> bool:
        try:
            actions.flag_claim(person, claims[0], reason_code="opinion")
            return True
        except actions.Refused:
            return False
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        made = list(pool.map(doubt, (ana, ana, bo)))
    assert sorted(made) == [False, True, True] and Flag.objects.count() == 2


def test_a_sentence_that_a_reader_doubts_is_not_approved_unseen_with_others(written, ana, mei):
    _task, claims = written
    flag(ana, claims[2])
    answer = door(mei).post("/review/approve", {"chosen": [f"{claims[2].pk}@1"]})
    assert answer.status_code == 409 and fresh(claims[2]).waits


def test_whoever_flagged_a_sentence_withdraws_it_and_it_waits_no_longer(written, ana, mei):
    task, claims = written
    flag(ana, claims[0])
    raised = Flag.objects.get()
    assert door(mei).post(f"/tasks/T-{task.pk}/flags/{raised.pk}/withdraw").status_code == 403
    answer = door(ana).post(f"/tasks/T-{task.pk}/flags/{raised.pk}/withdraw")
    raised.refresh_from_db()
    assert answer.status_code == 302 and (raised.outcome, raised.closed_by) == ("withdrawn", ana)
    assert not fresh(claims[0]).waits and "doubted by" not in markdown(task)
    assert Audit.objects.get(verb="withdraw_flag").object == claims[0].label
    assert Entry.objects.filter(task=task, kind="FlagClosed").count() == 1
    again = door(ana).post(f"/tasks/T-{task.pk}/flags/{raised.pk}/withdraw")
    assert again.status_code == 422 and "answered already" in words(page(again))
    assert flag(ana, claims[0]).status_code == 302, "it can be doubted anew"


def test_a_reviewer_answers_that_nothing_is_wrong_and_decides_nothing(written, ana, mei):
    task, claims = written
    flag(ana, claims[0])
    raised = Flag.objects.get()
    address = f"/tasks/T-{task.pk}/flags/{raised.pk}/settle"
    assert "Say in a note" in words(page(door(mei).post(address, {"answer": " "})))
    assert door(mei).post(address, {"answer": "The gazette counts 38, too."}).status_code == 302
    assert not fresh(claims[0]).waits and not fresh(claims[0]).decisions.exists() and fresh(claims[0]).version == 1
    told = words(page(door(ana).get(f"/review/{claims[0].label}")))
    assert "nothing wrong" in told and "The gazette counts 38, too." in told


def test_who_asked_the_question_answers_no_doubt_about_it_where_others_may(written, ana, mei):
    task, claims = written
    Membership.objects.filter(person=ana).update(role="reviewer")
    flag(mei, claims[0])
    address = f"/tasks/T-{task.pk}/flags/{Flag.objects.get().pk}/settle"
    assert door(ana).post(address, {"answer": "It is right."}).status_code == 422
    for person, may in ((ana, False), (mei, True)):
        shown = addresses(page(door(person).get(f"/review/{claims[0].label}")))
        assert (address in shown) is may


@pytest.mark.parametrize(("other", "waits"), [("check", True), ("flag", True), ("opinion", True), ("decision", False)])
def test_a_flag_that_ends_leaves_waiting_what_something_else_keeps(written, ana, mei, other, waits):
    _task, claims = written
    claim = claims[1] if other in ("check", "decision") else claims[0]
    if other == "decision":
        actions.decide_claim(mei, fresh(claim), seen_version=1, ruling="approved")
    if other == "flag":
        actions.flag_claim(mei, claim, reason_code="opinion")
    if other == "opinion":
        Claim.objects.filter(pk=claim.pk).update(stage="second", waits=True)
    actions.withdraw_flag(ana, actions.flag_claim(ana, fresh(claim), reason_code="opinion"))
    assert fresh(claim).waits is waits


def test_the_last_flag_withdrawn_sends_the_task_on(written, ana):
    task, claims = written
    Claim.objects.update(waits=False)
    raised = actions.flag_claim(ana, claims[0], reason_code="opinion")
    actions.withdraw_flag(ana, raised)
    task.refresh_from_db()
    assert task.status == "running"


def test_a_decision_taken_back_doesnt_double_the_flag_of_who_flagged_anew(written, ana, mei):
    _task, claims = written
    flag(ana, claims[0])
    actions.decide_claim(mei, fresh(claims[0]), seen_version=1, ruling="approved")
    flag(ana, claims[0])
    actions.undo_decision(mei, fresh(claims[0]), seen_version=2)
    assert Flag.objects.standing().count() == 1 and fresh(claims[0]).waits


def test_a_flag_on_a_heading_is_marked_beneath_it_and_in_the_files(written, ana, mei):
    task, _claims = written
    heading = Claim.objects.create(
        task=task, number=50, section=0, position=0, kind="fact", text="What burned?", place="heading",
        verdict="supported",
    )  # fmt: skip
    chosen = page(door(ana).get(f"/tasks/T-{task.pk}/flag"))
    assert "50" in [each.get("value") for each in pick(chosen, "input[name=claim]")]
    assert flag(ana, heading).status_code == 302
    shown = page(door(ana).get(f"/tasks/T-{task.pk}/report"))
    assert "The heading: doubted by ana" in words(shown.get_element_by_id("c-50"))
    assert "The heading: doubted by ana; not decided yet" in markdown(task)
    actions.decide_claim(mei, fresh(heading), seen_version=1, ruling="approved")
    assert "doubted by" not in markdown(task)


def test_the_api_withdraws_and_answers_flags(written, ana, mei):
    _task, claims = written
    address = f"/api/v1/claims/{claims[0].label}/flags"
    for person, verb, body in ((ana, "withdraw", {}), (mei, "settle", {"note": "It was looked up."})):
        raised = actions.flag_claim(ana, fresh(claims[0]), reason_code="opinion")
        done = door(person).post(f"{address}/{raised.pk}/{verb}", body, content_type="application/json")
        assert (
            done.status_code == 200 and done.json()["settled"] is True and done.json()["closed_by"] == person.username
        )
    assert [each["outcome"] for each in door(ana).get(address).json()] == ["withdrawn", "unfounded"]
    stranger = rows.person("eve", rows.room("Elsewhere"), "admin")
    assert door(stranger).post(f"{address}/{raised.pk}/withdraw").status_code == 404
