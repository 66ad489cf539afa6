"""A form that is refused comes back with what was typed into it, at the desk as in the settings."""

import pytest
from django.test import Client

from research import actions
from research.models import Errand, Flag, SavedView, User, Workspace
from tests.web import rows
from tests.web.parsed import page, pick, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def lin(room: Workspace) -> User:
    return rows.person("lin", room, "admin")


@pytest.fixture
def office(lin: User) -> Client:
    return rows.door(lin)


def field(answer, chosen: str):
    """The one field of the page that is so, after a refusal."""
    assert answer.status_code == 422
    (found,) = pick(page(answer), chosen)
    return found


@pytest.mark.parametrize(
    "sent", [{"seen_number": "x"}, {}, {"seen_number": "0", "text": "Round to\0 minutes."}, {"seen_number": "-1"}]
)
def test_guidelines_that_are_not_taken_stay_in_their_box(office, sent):
    answer = office.post("/settings/guidelines", {"text": "Round to minutes.", **sent})
    assert words(field(answer, "textarea[name=text]")) == "Round to minutes."


def test_guidelines_that_are_too_long_stay_in_their_box(office):
    answer = office.post("/settings/guidelines", {"text": "x" * 20_001, "seen_number": "0"})
    assert words(field(answer, "textarea[name=text]")) == "x" * 20_001


def test_a_binding_that_came_incomplete_stays_with_its_reason_and_its_tick(office):
    sent = {"endpoint": "openai://127.0.0.1:9/v1/m", "reason": "cheaper", "anyway": "on", "seen_number": "x"}
    shown = page(office.post("/settings/roles/planner/bind", sent))
    assert [pick(shown, f"#{name}-planner")[0].get("value") for name in ("line", "why")] == [
        "openai://127.0.0.1:9/v1/m", "cheaper",
    ]  # fmt: skip
    (box,) = pick(shown, "section[aria-labelledby=role-planner] input[name=anyway]")
    assert box.get("checked") is not None
    assert not pick(shown, "section[aria-labelledby=role-checker] input[name=anyway][checked]")


def test_the_reason_of_a_restoring_that_is_refused_stays_at_its_version(office, lin, room):
    for value in (0.7, 0.8):
        seen = actions.shown_thresholds(room).number
        actions.change_thresholds(lin, room, {"accept_score": value}, reason="a trial", seen_number=seen)
    number = actions.shown_thresholds(room).number
    office.get("/settings/thresholds")
    older = number - 1
    answer = office.post("/settings/thresholds/restore", {"number": f"{older}", "reason": "   "})
    assert answer.status_code == 422
    lost = office.post("/settings/thresholds/restore", {"number": f"{older}", "reason": "it was better\0"})
    (typed,) = pick(page(lost), ".version-list details[open] input[name=reason]")
    assert typed.get("value").startswith("it was better")


def test_the_reason_for_removing_a_mark_stays_at_its_host(office, lin, room):
    for host in ("a.example", "b.example"):
        actions.mark_host(lin, room, host, "checked", reason="edited")
    actions.unmark_host(lin, room, "a.example", reason="gone")
    actions.mark_host(lin, room, "a.example", "checked", reason="edited")
    answer = office.post("/settings/trust/remove", {"host": "b.example", "reason": "  "})
    opened = field(answer, "table.marks details[open]")
    assert [each.get("value") for each in pick(opened, "input[name=host]")] == ["b.example", "b.example"]


def test_the_role_that_was_chosen_stays_chosen_when_it_is_refused(office, lin):
    answer = office.post("/settings/people/role", {"member": lin.pk, "role": "analyst"})
    assert field(answer, "table.members select option[selected]").get("value") == "analyst"


def test_the_name_of_a_view_that_is_not_saved_stays_in_its_field(written, mei):
    actions.save_view(mei, "weak", {"severity": "3"})
    answer = rows.door(mei).post("/review/views?verdict=partly", {"name": "weak"})
    assert field(answer, ".saved-views input[name=name]").get("value") == "weak"
    assert "already" in words(page(answer).get_element_by_id("view-wrong")) and SavedView.objects.count() == 1
    assert pick(page(answer), ".queued"), "the queue stands there as it was filtered"


def test_a_flag_with_what_no_row_takes_is_no_failure_and_its_note_stays(written, mei):
    task, claims = written
    sent = {"claim": claims[0].number, "note": "Really\0?"}
    answer = rows.door(mei).post(f"/tasks/T-{task.pk}/flag", sent)
    assert words(field(answer, "textarea[name=note]")).startswith("Really")
    again = rows.door(mei).post(f"/tasks/T-{task.pk}/flag", {**sent, "reason_code": "other"})
    assert again.status_code == 302 and Flag.objects.get().note == "Really?"


def test_of_two_doubts_the_one_that_was_answered_keeps_its_answer(written, room, mei, rui):
    task, claims = written
    first = actions.flag_claim(task.owner, claims[0], reason_code="other", note="one")
    actions.flag_claim(rui, claims[0], reason_code="other", note="two")
    sent = {"answer": "x" * 1001}
    answer = rows.door(mei).post(f"/tasks/T-{task.pk}/flags/{first.pk}/settle", sent)
    assert words(field(answer, "details.settle[open] textarea")) == "x" * 1001
    assert len(pick(page(answer), "details.settle textarea")) == 2


def test_what_was_asked_for_more_evidence_stays(written, mei, rui):
    _task, claims = written
    address = f"/review/{claims[1].label}/more"
    actions.take(rui, claims[1])
    assert rows.door(mei).post(address, {"about": "the gazette"}).status_code == 422
    actions.give_back(rui, claims[1])
    assert rows.door(mei).post(address, {"about": "the gaz\0ette"}).status_code == 302
    assert Errand.objects.get().child.question == "the gazette?", "no word of it is lost without a sentence"
    again = rows.door(mei).post(address, {"about": "its annex"})
    assert again.status_code == 422 and "its annex" in words(pick(page(again), ".pane-decide")[0])


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_refused_decision_keeps_all_of_it_in_both_languages(written, mei, language):
    _task, claims = written
    User.objects.filter(pk=mei.pk).update(language=language)
    typed = {"seen_version": 1, "ruling": "edited", "text": "产量下降了 99 %。", "note": " "}
    answer = rows.door(mei).post(f"/review/{claims[1].label}/decide", typed, headers={"accept-language": language})
    assert words(field(answer, "#text")) == "产量下降了 99 %。"
    assert page(answer).get_element_by_id("note").get("aria-invalid") == "true"
