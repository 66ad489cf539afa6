"""Between two decisions: holds, drafts, undo, more evidence, offered quotes, several at once, two opinions."""

from datetime import timedelta

import pytest
from django.db.models import F

from research import actions
from research.actions.errands import bring_back
from research.actions.holding import LONGEST_DRAFT
from research.actions.personal import LONGEST_NOTE
from research.models import (
    Audit,
    Claim,
    Decision,
    Draft,
    Errand,
    Evidence,
    Hold,
    ResearchTask,
    SpotCheck,
    Thresholds,
    User,
    Workspace,
)
from research.store import desk as desk_rows
from tests.web import report_rows, rows
from tests.web.parsed import all_words, page, pick, words
from tests.web.rows import door

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(room: Workspace) -> tuple[ResearchTask, list[Claim]]:
    return report_rows.reviewed_report(room, rows.person("ana", room, "reviewer"))


def post(person: User, claim: Claim, move: str, **fields: object):
    return door(person).post(f"/review/C-{claim.task_id}-{claim.number}/{move}", fields)


def lapse() -> None:
    Hold.objects.update(until=F("until") - timedelta(days=1))


def test_two_reviewers_who_start_at_once_get_different_sentences(written, mei, rui):
    starts = [door(person).post("/review/start")["Location"] for person in (mei, rui, mei)]
    assert starts[0] != starts[1]
    assert starts[2] == starts[0], "one's own comes back"
    queue = desk_rows.waiting_for(rui)
    assert [row.holder for row in queue] == ["mei", "", ""]


def test_what_another_has_in_hand_is_not_decided_and_says_who_has_it(written, mei, rui):
    _task, claims = written
    actions.take(mei, claims[1])
    answer = post(rui, claims[1], "decide", seen_version=1, ruling="approved")
    assert answer.status_code == 422 and "mei has this sentence in hand." in words(page(answer))
    assert pick(page(answer), "fieldset[disabled]")
    lapse()
    assert post(rui, claims[1], "decide", seen_version=1, ruling="approved").status_code == 302


def test_what_was_typed_comes_back_after_the_hold_has_lapsed(written, mei, rui):
    _task, claims = written
    assert post(mei, claims[1], "draft", text="Output fell by 15 %", note="半句话").status_code == 302
    lapse()
    actions.take(rui, claims[1])
    shown = page(door(mei).get(f"/review/C-{claims[1].task_id}-2"))
    assert words(shown.get_element_by_id("text")) == "Output fell by 15 %"
    assert words(shown.get_element_by_id("note")) == "半句话"
    assert "rui has this sentence in hand" in words(shown)
    actions.give_back(rui, claims[1])
    post(mei, claims[1], "decide", seen_version=1, ruling="edited", text="Output fell by 15 %.", note="shorter")
    assert not Draft.objects.exists() and not Hold.objects.filter(claim=claims[1]).exists()


def test_a_script_keeps_what_is_typed_without_a_page(written, mei):
    _task, claims = written
    address = f"/review/C-{claims[1].task_id}-2/draft"
    assert door(mei).post(address, {"note": "x"}, headers={"X-Draft": "yes"}).status_code == 204
    assert Draft.objects.get().note == "x"


def test_a_draft_has_an_end_and_what_is_beyond_it_is_said_with_the_text_kept_on_the_page(written, mei):
    _task, claims = written
    most, address = "x" * LONGEST_DRAFT, f"/review/{claims[1].label}/draft"
    assert post(mei, claims[1], "draft", text=most, note=most).status_code == 302
    answer = post(mei, claims[1], "draft", text=f"{most}y", note="n")
    assert answer.status_code == 422 and "at most 20000 characters" in words(page(answer))
    assert words(page(answer).get_element_by_id("text")) == f"{most}y"
    assert pick(page(answer), "details[data-edit]")[0].get("open") is not None
    assert door(mei).post(address, {"note": f"{most}y"}, headers={"X-Draft": "yes"}).status_code == 422
    by_script = door(mei).put(
        f"/api/v1/claims/{claims[1].label}/draft", {"note": f"{most}y"}, content_type="application/json"
    )
    assert (by_script.status_code, by_script.json()["code"]) == (422, "refused")
    assert Draft.objects.get().text == most


def test_a_decisions_note_has_an_end_and_a_refused_one_of_any_length_is_on_its_page(written, mei):
    _task, claims = written
    note = "x" * (LONGEST_NOTE + 1)
    answer = post(mei, claims[1], "decide", seen_version=1, ruling="approved", note=note)
    assert answer.status_code == 422 and words(page(answer).get_element_by_id("note")) == note
    assert Draft.objects.get().note == note
    far = post(mei, claims[1], "decide", seen_version=1, ruling="approved", note="x" * (LONGEST_DRAFT + 1))
    assert far.status_code == 422 and Draft.objects.get().note == note, "longer than any draft: the page alone has it"
    assert post(mei, claims[1], "decide", seen_version=1, ruling="approved", note=note[1:]).status_code == 302


def test_a_stale_decision_keeps_what_was_typed(written, mei, rui):
    _task, claims = written
    post(mei, claims[1], "decide", seen_version=1, ruling="approved")
    answer = post(rui, claims[1], "decide", seen_version=1, ruling="edited", text="Mine.", note="why")
    assert answer.status_code == 409 and Draft.objects.get(person=rui).text == "Mine."
    assert not Hold.objects.filter(claim=claims[1]).exists(), "whoever was late doesn't keep others from it"


def test_the_last_decision_is_one_press_away_on_the_next_page(written, mei):
    _task, claims = written
    client = door(mei)
    answer = client.post(f"/review/C-{claims[1].task_id}-2/decide", {"seen_version": 1, "ruling": "approved"})
    form = pick(page(client.get(answer["Location"])), "form.undo-last")[0]
    fields = {field.get("name"): field.get("value") for field in pick(form, "input[name]")}
    assert client.post(form.get("action"), fields).status_code == 302
    claims[1].refresh_from_db()
    assert claims[1].waits and list(Decision.objects.values_list("ruling", flat=True)) == ["approved", "reverted"]
    assert not pick(page(client.get(answer["Location"])), "form.undo-last")


def found_by(child: ResearchTask, *quotes: str) -> None:
    """As the small search leaves its rows."""
    goal = rows.goal(child, child.question)
    rows.query(goal, "Red Cape output second quarter")
    source = rows.source(child.workspace, " ".join(quotes), "Quarterly figures")
    for quote in quotes:
        rows.evidence(goal, source, quote)


def test_more_evidence_is_a_small_search_of_its_own_that_brings_its_quotes_to_the_claim(written, mei):
    task, claims = written
    assert post(mei, claims[1], "more").status_code == 302
    errand = Errand.objects.get()
    assert (errand.child.parent, errand.child.narrow, errand.child.auto_approve) == (task, True, True)
    assert claims[1].text.rstrip(".") in errand.child.question
    assert claims[1].pk not in [row.claim.pk for row in desk_rows.waiting_for(mei)]
    assert [row.claim.pk for row in desk_rows.waiting_for(mei, out=True)] == [claims[1].pk]
    found_by(errand.child, "Output fell by a fifth, or 20 %, in the second quarter.")
    ResearchTask.objects.filter(pk=errand.child_id).update(status="finished", phase="done")
    bring_back(ResearchTask.objects.get(pk=errand.child_id))
    errand.refresh_from_db()
    claims[1].refresh_from_db()
    assert errand.brought == 1 and errand.back and claims[1].waits
    piece = Evidence.objects.get(task=task, number=claims[1].offered[0]["evidence"])
    assert claims[1].offered[0]["verdict"] == "supported" and piece.source.text[piece.start : piece.end] == piece.quote
    shown = page(door(mei).get(f"/review/C-{task.pk}-2"))
    assert piece.quote in all_words(shown, ".card-offered .quote")
    assert post(mei, claims[1], f"cite/E-{piece.pk}", seen_version=claims[1].version).status_code == 302
    claims[1].refresh_from_db()
    assert claims[1].verdict == "supported" and claims[1].waits, "a person still says so"
    assert [row.evidence for row in claims[1].citations.all()][-1] == piece


def test_a_challenge_asks_for_what_refutes_the_claim(written, mei):
    _task, claims = written
    post(mei, claims[1], "more", refute="on")
    errand = Errand.objects.get()
    assert errand.refute and "refutes" in errand.child.question
    again = post(mei, claims[1], "more")
    assert again.status_code == 422 and "being looked for already" in words(page(again))
    ResearchTask.objects.filter(pk=errand.child_id).update(status="stopped", phase="query")
    actions.sweep()
    errand.refresh_from_db()
    assert errand.back and errand.brought == 0


def test_a_quote_that_was_not_offered_is_not_cited(written, mei):
    task, claims = written
    other = Evidence.objects.get(task=task, number=1)
    assert post(mei, claims[1], f"cite/E-{other.pk}", seen_version=1).status_code == 422
    assert claims[1].citations.count() == 1


@pytest.fixture
def exact(room: Workspace) -> list[Claim]:
    """In the summary, in the body, and one whose quote was altered."""
    task = rows.task(room, rows.person("bo", room, "reviewer"), phase="review", status="waiting_for_review")
    goal = rows.goal(task)
    source = rows.source(room, report_rows.OFFICIAL)
    piece = rows.evidence(goal, source, "No one was hurt.")
    weak = {"cites": (piece,), "verdict": "not_checked"}
    quote = report_rows.sentence("No one was hurt.", "quote", **weak)
    altered = report_rows.sentence("Nobody was hurt.", "quote", **weak)
    return report_rows.report(task, ("Summary", None, [quote]), ("Body", goal, [quote, altered]))


def test_only_exact_quotes_outside_of_the_summary_are_approved_together(exact, mei):
    chosen = [f"{claim.pk}@1" for claim in exact]
    answer = door(mei).post("/review/approve", {"chosen": chosen})
    assert answer.status_code == 409 and len(all_words(page(answer), ".queued")) == 2
    assert [made.claim for made in Decision.objects.all()] == [exact[1]]
    assert len(pick(page(door(mei).get("/review")), "input[name=chosen]")) == 0


def test_one_that_was_decided_meanwhile_stays_behind_alone(exact, mei, rui):
    post(rui, exact[1], "decide", seen_version=1, ruling="approved")
    answer = door(mei).post("/review/approve", {"chosen": [f"{exact[1].pk}@1"]})
    assert answer.status_code == 409 and "Somebody decided" in words(page(answer))


def test_what_is_left_when_several_are_approved_says_its_own_reason(exact, mei, rui, room):
    def left(verdict: str = "not_checked") -> str:
        Claim.objects.filter(pk=exact[1].pk).update(verdict=verdict)
        body = {"chosen": [{"claim": exact[1].label, "seen_version": Claim.objects.get(pk=exact[1].pk).version}]}
        answer = door(mei).post("/api/v1/claims/approve", body, content_type="application/json").json()
        assert answer["approved"] == []
        return answer["left"][0]["why"]

    assert left("not_found").startswith("No quote it cites says this.")
    SpotCheck.objects.create(workspace=room, claim=exact[1], draw=1, seed="1", person=rui)
    assert left() == "This sentence is a spot check: decide on it by itself."
    actions.flag_claim(rui, exact[1], reason_code="figure_differs")
    assert left() == "A reader doubts this sentence: decide on it by itself."


@pytest.fixture
def in_pairs(written) -> list[Claim]:
    """Thresholds under which what a source contradicts is decided by two."""
    task, claims = written
    kept = task.thresholds
    values = {**kept.values, "second_opinions": 1}
    changed = Thresholds.objects.create(workspace=task.workspace, number=kept.number + 1, values=values)
    ResearchTask.objects.filter(pk=task.pk).update(thresholds=changed)
    Claim.objects.filter(pk=claims[3].pk).update(verdict="contradicted")
    claims[3].refresh_from_db()
    return claims


def reject(person: User, claim: Claim, seen: int, effect: str = "remove"):
    ruling = f"rejected:{effect}"
    return post(person, claim, "decide", seen_version=seen, ruling=ruling, reason_code="no_source", note="secret note")


def test_the_second_person_decides_without_sight_of_the_first(in_pairs, mei, rui):
    claim = in_pairs[3]
    reject(mei, claim, 1)
    claim.refresh_from_db()
    assert (claim.stage, claim.waits, claim.in_force()) == ("second", True, None)
    told = ("/review?decided=on", f"/history/{claim.label}", f"/history/T-{claim.task_id}")
    for address in (f"/review/C-{claim.task_id}-4", *told):
        assert "secret note" not in words(page(door(rui).get(address))), address
    told = door(rui).get(f"/api/v1/claims/{claim.label}").json()
    assert told["decisions"] == [] and told["stage"] == "second"
    assert reject(mei, claim, 2).status_code == 422, "not the same person twice"
    reject(rui, claim, 2)
    claim.refresh_from_db()
    assert (claim.stage, claim.waits, claim.in_force().person) == ("", False, rui)


def test_two_that_differ_go_to_an_admin_with_both_notes(in_pairs, mei, rui, room):
    claim = in_pairs[3]
    reject(mei, claim, 1, "remove")
    reject(rui, claim, 2, "mark")
    claim.refresh_from_db()
    assert claim.stage == "lead" and claim.in_force() is None
    assert reject(mei, claim, 3).status_code == 422
    lead = rows.person("lin", room, "admin")
    shown = words(page(door(lead).get(f"/review/C-{claim.task_id}-4")))
    assert shown.count("secret note") == 2 and "Two reviewers differ" in shown
    reject(lead, claim, 3, "mark")
    claim.refresh_from_db()
    assert (claim.stage, claim.in_force().person) == ("", lead)


def test_letters_of_the_desk_are_chosen_by_each_person(written, mei):
    _task, claims = written
    client = door(mei)
    assert client.post("/account", {"single_keys": "on", "language": "", "key_a": "q", "key_n": "j"}).status_code == 200
    client.post("/account", {"single_keys": "on", "language": "", "key_a": "q"})
    shown = page(client.get(f"/review/C-{claims[1].task_id}-2"))
    assert pick(shown, "button[value=approved]")[0].get("data-key") == "q"
    assert pick(shown, "form[data-decision]")[0].get("data-deciding").startswith("q")


def test_the_history_of_a_claim_says_who_when_what_why_and_by_which_door(written, mei):
    _task, claims = written
    reject(mei, claims[1], 1)
    line = words(page(door(mei).get(f"/history/{claims[1].label}")))
    for told in ("mei", "sentence decided", claims[1].text[:20], "remove", "no source", "page"):
        assert told in line, told
    assert Audit.objects.filter(object=claims[1].label).count() == 1
