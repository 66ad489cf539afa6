"""The desk: the most urgent sentence first, one decision a version, nothing lost."""

from datetime import timedelta

import pytest
from django.test import Client

from research import actions
from research.models import Audit, Claim, Decision, Draft, Report, ResearchTask, User, Workspace
from research.store import desk as desk_rows
from research.web.claim_page import difference
from tests.web import report_rows, rows
from tests.web.parsed import addresses, all_words, page, pick, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(room: Workspace) -> User:
    return rows.person("ana", room, "reviewer")


@pytest.fixture
def reviewer(room: Workspace) -> User:
    return rows.person("rui", room, "reviewer")


@pytest.fixture
def written(room: Workspace, owner: User) -> tuple[ResearchTask, list[Claim]]:
    return report_rows.reviewed_report(room, owner)


@pytest.fixture
def desk(client: Client, reviewer: User) -> Client:
    client.force_login(reviewer)
    return client


def decide(client: Client, claim: Claim, ruling: str, seen: int = 1, query: str = "", **more: str):
    address = f"/review/C-{claim.task_id}-{claim.number}/decide{query}"
    return client.post(address, {"seen_version": seen, "ruling": ruling, **more})


def test_the_queue_is_ordered_by_place_severity_and_age(room, owner, reviewer):
    task = rows.task(room, owner)
    goal = rows.goal(task)
    weak = {"verdict": "partly"}
    report_rows.report(
        task,
        ("Summary", None, [report_rows.sentence("In the summary.", **weak)]),
        (
            "Body",
            goal,
            [
                report_rows.sentence("Opens the section.", **weak),
                report_rows.sentence("In the body.", **weak),
                report_rows.sentence("Against its source.", verdict="contradicted"),
                report_rows.sentence("Carried.", verdict="supported"),
            ],
        ),
    )
    queue = desk_rows.waiting_for(reviewer)
    assert [(row.claim.text, row.weight) for row in queue] == [
        ("In the summary.", 6), ("Opens the section.", 4), ("Against its source.", 4), ("In the body.", 2),
    ]  # fmt: skip
    Report.objects.filter(task=task).update(at=queue[0].since - timedelta(days=8))
    assert [row.weight for row in desk_rows.waiting_for(reviewer)] == [12, 8, 8, 4]


def test_a_fresh_contradiction_in_a_summary_stays_before_everything_old_in_the_body():
    oldest = max(gain for _days, gain in desk_rows.AGE_STEPS)
    body = max(desk_rows.SEVERITY_WEIGHT.values()) * desk_rows.PLACE_WEIGHT["body"] * oldest
    assert desk_rows.PLACE_WEIGHT["summary"] * max(desk_rows.SEVERITY_WEIGHT.values()) > body


def test_the_queue_shows_why_each_sentence_waits_and_filters_live_in_the_address(desk, written):
    task, _claims = written
    shown = page(desk.get("/review"))
    assert all_words(shown, ".queued-text")[0] == "Nobody was in the building."
    assert all_words(shown, ".queued-why")[0] == "not found No quote says it."
    partly = page(desk.get("/review?verdict=partly"))
    assert all_words(partly, ".queued .label") == [f"C-{task.pk}-2"]
    assert f"/review/C-{task.pk}-2?verdict=partly" in addresses(partly)
    assert not pick(page(desk.get("/review?language=zh")), ".queued")
    assert not pick(page(desk.get(f"/review?task={task.pk + 1}")), ".queued")
    assert len(pick(page(desk.get("/review?verdict=nonsense&task=x")), ".queued")) == 3


def test_an_empty_desk_says_so_and_an_empty_filter_offers_to_be_cleared(desk, written):
    assert "Nothing waits under this filter" in words(page(desk.get("/review?verdict=contradicted")))
    Claim.objects.update(waits=False)
    assert "Nothing waits" in words(page(desk.get("/review")))


def test_a_page_of_one_claim_puts_the_sentence_beside_its_quotes(desk, written):
    task, claims = written
    shown = page(desk.get(f"/review/C-{task.pk}-2"))
    assert words(pick(shown, ".here")[0]) == claims[1].text
    assert all_words(shown, ".here mark.missing") == ["20 %"] and all_words(shown, ".here mark.found") == [
        "second quarter"
    ]
    assert claims[0].text in words(pick(shown, ".paragraph")[0])
    assert all_words(shown, ".quote-card .quote") == [claims[1].citations.get().evidence.quote]
    assert not pick(shown, "[checked], [selected]"), "nothing is chosen for the reviewer"


def test_a_claim_that_cites_nothing_shows_what_was_asked_instead(desk, written):
    task, _claims = written
    rows.query(task.goals.get(number=1), "was the station rebuilt")
    shown = page(desk.get(f"/review/C-{task.pk}-5"))
    assert "This sentence cites nothing." in words(shown)
    assert any("was the station rebuilt" in line for line in all_words(shown, ".tried li"))


def test_approving_goes_on_to_the_next_of_the_same_line(desk, written, reviewer):
    task, claims = written
    answer = decide(desk, claims[1], "approved", query=f"?task={task.pk}")
    assert answer.headers["Location"] == f"/review/C-{task.pk}-4?task={task.pk}"
    made = Decision.objects.get()
    assert (made.ruling, made.person, made.claim_version) == ("approved", reviewer, 1)
    following = page(desk.get(answer.headers["Location"]))
    assert f"C-{task.pk}-2: approved." in words(following.get_element_by_id("notes"))
    assert pick(following, "h1[autofocus]"), "focus goes to the heading of the next claim"


def test_the_last_decision_leads_back_to_the_queue(desk, written):
    _task, claims = written
    answers = [decide(desk, claims[at], "rejected:mark", reason_code="no_source") for at in (1, 3, 4)]
    assert answers[-1].headers["Location"] == "/review"


@pytest.mark.parametrize("note", ["", "   "])
def test_rejecting_for_a_reason_that_is_not_on_the_list_asks_which(desk, written, note):
    _task, claims = written
    answer = decide(desk, claims[1], "rejected:mark", reason_code="other", note=note)
    shown = page(answer)
    assert answer.status_code == 422 and not Decision.objects.exists()
    assert "Say in the note what is wrong" in words(shown.get_element_by_id("note-wrong"))
    assert pick(shown, "input[value=other]")[0].get("checked") is not None, "what was chosen stays"
    sent = {"ruling": "rejected", "reason_code": "other", "seen_version": 1}
    over = desk.post(f"/api/v1/claims/{claims[1].label}/decide", sent, content_type="application/json")
    assert over.status_code == 422 and "Say in the note" in over.content.decode()
    assert decide(desk, claims[1], "rejected:mark", reason_code="other", note="a rumour").status_code == 302


@pytest.mark.parametrize("note", ["", "   "])
def test_approving_what_no_quote_carries_needs_a_reason(desk, written, note):
    _task, claims = written
    answer = decide(desk, claims[3], "approved", note=note)
    assert answer.status_code == 422 and not Decision.objects.exists()
    assert "Say in a note why it stands" in words(pick(page(answer), ".pane-decide .strip-bad")[0])
    assert decide(desk, claims[3], "approved", note="I was there").status_code == 302


def test_an_edited_sentence_is_checked_again_and_the_result_is_told(desk, written):
    task, claims = written
    answer = decide(desk, claims[1], "edited", text="Output fell by 15 % in the second quarter.")
    made = Decision.objects.get()
    assert made.verdict == "supported" and made.text == "Output fell by 15 % in the second quarter."
    assert "checked again: supported." in words(page(desk.get(answer.headers["Location"])).get_element_by_id("notes"))
    assert "checked again: supported." in words(pick(page(desk.get(f"/review/C-{task.pk}-2")), ".past")[0])


def test_an_edit_that_its_quotes_do_not_carry_asks_for_a_note_and_keeps_what_was_typed(desk, written, reviewer):
    task, claims = written
    answer = decide(desk, claims[1], "edited", text="Output fell by 99 %.")
    assert answer.status_code == 422 and not Decision.objects.exists()
    shown = page(answer)
    assert "Say in a note why they stand" in words(pick(shown, ".pane-decide .strip-bad")[0])
    assert words(shown.get_element_by_id("text")) == "Output fell by 99 %."
    assert pick(shown, "details[data-edit]")[0].get("open") is not None
    assert shown.get_element_by_id("note").get("aria-invalid") == "true"
    assert Draft.objects.get(person=reviewer).text == "Output fell by 99 %.", "a page that is closed loses nothing"
    assert words(page(desk.get(f"/review/C-{task.pk}-2")).get_element_by_id("text")) == "Output fell by 99 %."
    assert decide(desk, claims[1], "edited", text="Output fell by 99 %.", note="I counted").status_code == 302
    assert Decision.objects.get().note == "I counted" and not Draft.objects.exists()


def test_a_refused_approval_drafts_its_note_and_no_text_that_nobody_changed(desk, written):
    _task, claims = written
    assert decide(desk, claims[1], "rejected:mark", text=f"{claims[1].text}\r\n", note="half").status_code == 422
    assert (Draft.objects.get().text, Draft.objects.get().note) == ("", "half")


@pytest.mark.parametrize(("ruling", "effect"), [("rejected:remove", "remove"), ("rejected:mark", "mark")])
def test_rejecting_takes_one_of_ten_reasons_and_an_effect(desk, written, ruling, effect):
    task, claims = written
    assert len(pick(page(desk.get(f"/review/C-{task.pk}-2")), "input[name=reason_code]")) == 10
    assert decide(desk, claims[1], ruling).status_code == 422
    decide(desk, claims[1], ruling, reason_code="figure_differs")
    made = Decision.objects.get()
    assert (made.ruling, made.effect, made.reason_code) == ("rejected", effect, "figure_differs")


def test_what_was_typed_comes_back_when_a_decision_is_refused(desk, written):
    _task, claims = written
    answer = page(decide(desk, claims[1], "edited", text="  ", note="half a note"))
    assert words(answer.get_element_by_id("note")) == "half a note"


@pytest.mark.parametrize(
    "post", [{}, {"seen_version": "x", "ruling": "approved"}, {"seen_version": 1, "ruling": "maybe"}]
)
def test_a_decision_that_no_page_sends_changes_nothing(desk, written, post):
    task, _claims = written
    assert desk.post(f"/review/C-{task.pk}-2/decide", post).status_code == 422
    assert not Decision.objects.exists()


def test_of_two_reviewers_the_second_sees_both_decisions_and_may_decide_anew(desk, written, room, reviewer):
    """B-132."""
    _task, claims = written
    first = Client()
    first.force_login(rows.person("mei", room, "reviewer"))
    decide(first, claims[1], "edited", text="Output fell by 15 %.", note="as in the source")
    answer = decide(desk, claims[1], "rejected:remove", reason_code="figure_differs", note="wrong figure")
    assert answer.status_code == 409
    shown = page(answer)
    theirs, mine = all_words(shown, ".two .card")
    assert "edited" in theirs and "mei" in theirs and "as in the source" in theirs
    assert "rejected" in mine and "number, unit or date differs" in mine and "wrong figure" in mine
    form = pick(shown, ".two form")[0]
    on_top = {field.get("name"): field.get("value") for field in pick(form, "input[name]")}
    assert on_top["seen_version"] == "2"
    assert desk.post(form.get("action"), on_top).status_code == 302
    assert list(Decision.objects.values_list("ruling", "person__username")) == [("edited", "mei"), ("rejected", "rui")]
    assert Audit.objects.filter(verb="decide_claim").count() == 2
    late = Audit.objects.get(verb="decide_late")
    assert (late.person, late.after["ruling"]) == (reviewer, "rejected"), "the trail has both attempts"


def test_whoever_asked_can_not_approve_where_another_reviewer_is_and_reads_why_beside_the_button(
    client, written, owner, reviewer
):
    task, claims = written
    client.force_login(owner)
    shown = page(client.get(f"/review/C-{task.pk}-2"))
    button = pick(shown, "button[value=approved]")[0]
    assert button.get("disabled") is not None
    assert "You launched this task." in words(shown.get_element_by_id(button.get("aria-describedby")))
    assert decide(client, claims[1], "approved").status_code == 422
    assert decide(client, claims[1], "rejected:mark", reason_code="no_source").status_code == 302


def test_whoever_asked_alone_may_approve(client, room):
    alone = rows.person("solo", room, "admin")
    _task, claims = report_rows.reviewed_report(room, alone)
    client.force_login(alone)
    assert decide(client, claims[1], "approved").status_code == 302


def test_an_analyst_reads_the_desk_and_can_not_decide(client, written, room):
    task, claims = written
    client.force_login(rows.person("lee", room, "analyst"))
    assert pick(page(client.get("/review")), ".queued")
    shown = page(client.get(f"/review/C-{task.pk}-2"))
    assert pick(shown, ".plain-set[disabled]") and "takes the role of a reviewer" in words(shown)
    assert decide(client, claims[1], "approved").status_code == 403
    assert not Decision.objects.exists()


def test_a_stranger_meets_no_claim(client, written):
    task, claims = written
    client.force_login(rows.person("zoe", rows.room("Elsewhere"), "admin"))
    assert not pick(page(client.get("/review")), ".queued")
    assert client.get(f"/review/C-{task.pk}-2").status_code == 404
    assert decide(client, claims[1], "approved").status_code == 404
    assert client.post(f"/review/C-{task.pk}-2/skip").status_code == 404


def test_a_skipped_claim_goes_to_the_end_of_this_persons_line_alone(desk, written, room):
    task, _claims = written
    answer = desk.post(f"/review/C-{task.pk}-4/skip")
    assert answer.headers["Location"] == f"/review/C-{task.pk}-2"
    assert all_words(page(desk.get("/review")), ".queued .label")[-1] == f"C-{task.pk}-4"
    other = Client()
    other.force_login(rows.person("mei", room, "reviewer"))
    assert all_words(page(other.get("/review")), ".queued .label")[0] == f"C-{task.pk}-4"


def test_enter_in_a_form_without_a_script_decides_nothing(desk, written):
    """The first button of a form is what Enter presses: here it's one that can't be pressed (X8)."""
    task, _claims = written
    first = pick(page(desk.get(f"/review/C-{task.pk}-2")), "form[data-decision] button")[0]
    assert first.get("disabled") is not None and first.get("hidden") is not None


def test_the_queue_asks_the_database_as_often_for_many_claims_as_for_few(
    desk, written, room, owner, django_assert_max_num_queries
):
    for _more in range(4):
        report_rows.reviewed_report(room, owner)
    with django_assert_max_num_queries(20):
        assert len(pick(page(desk.get("/review")), ".queued")) == 15


def test_a_difference_joined_gives_back_both_texts():
    pieces = difference("产量下降20%。It fell by 20 %.", "产量下降15%。It fell by 15 %, they say.")
    assert "".join(piece.text for piece in pieces if piece.mark != "added") == "产量下降20%。It fell by 20 %."
    assert "".join(piece.text for piece in pieces if piece.mark != "gone") == "产量下降15%。It fell by 15 %, they say."


def test_the_address_of_a_decision_asked_for_again_leads_to_its_claim(desk, written):
    task, _claims = written
    answer = desk.get(f"/review/C-{task.pk}-4/decide?verdict=not_found")
    assert answer["Location"] == f"/review/C-{task.pk}-4?verdict=not_found"


def test_what_was_decided_is_found_again_and_counted_for_the_day(desk, written, reviewer):
    _task, claims = written
    actions.decide_claim(reviewer, claims[1], seen_version=1, ruling="approved", note="fits the annual report")
    told = words(page(desk.get("/review?decided=on")))
    assert claims[1].text in told and "approved" in told and "fits the annual report" in told
    assert "1 decided by you today" in words(page(desk.get("/review")))
    actions.undo_decision(reviewer, Claim.objects.get(pk=claims[1].pk), seen_version=2)
    assert "decided by you today" not in words(page(desk.get("/review")))
