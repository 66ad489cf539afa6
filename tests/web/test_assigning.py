"""Whose turn a sentence is: assigned to a reviewer, shown, filtered by, told in the trail, and a lock to nobody."""

import pytest

from research import actions
from research.models import Assignment, Audit, Claim, Hold, User
from research.store import desk as desk_rows
from tests.web import rows
from tests.web.parsed import addresses, all_words, page, words
from tests.web.rows import door

pytestmark = pytest.mark.django_db


def queued(person: User, **wanted: str) -> list[int]:
    return [row.claim.number for row in desk_rows.waiting_for(person, **wanted)]


def test_a_sentence_is_assigned_shown_and_told_in_the_trail(written, mei, rui):
    _task, claims = written
    answer = door(mei).post(f"/review/{claims[1].label}/assign", {"to": "rui"})
    assert answer.status_code == 302 and Assignment.objects.get().person == rui
    assert "Assigned to rui by mei" in words(page(door(rui).get(f"/review/{claims[1].label}")))
    assert "assigned to rui" in " ".join(all_words(page(door(rui).get("/review")), ".queued"))
    line = Audit.objects.get(verb="assign_claim")
    assert (line.object, line.before, line.after) == (claims[1].label, {"to": ""}, {"to": "rui"})
    assert "sentence assigned" in words(page(door(rui).get(f"/history/{claims[1].label}")))


def test_the_queue_is_filtered_by_whose_turn_it_is(written, mei, rui):
    _task, claims = written
    actions.assign_claim(mei, claims[1], "rui")
    everybody = queued(rui)
    assert queued(rui, assigned="mine") == [2] and queued(mei, assigned="mine") == []
    assert queued(rui, assigned="nobody") == [number for number in everybody if number != 2]
    shown = page(door(rui).get("/review?assigned=mine"))
    assert all_words(shown, ".queued .label") == [claims[1].label]
    told = " ".join(all_words(shown, "nav.tabs a"))
    assert "Assigned to me 1" in told and f"Assigned to nobody {len(everybody) - 1}" in told


def test_all_that_waits_of_a_task_is_assigned_at_once_and_given_back(written, mei, rui):
    task, _claims = written
    waiting = len(queued(mei))
    shown = page(door(mei).get(f"/review?task={task.pk}"))
    address = f"/review/T-{task.pk}/assign?task={task.pk}"
    assert address in addresses(shown)
    assert not [each for each in addresses(page(door(mei).get("/review"))) if "/assign" in each]
    door(mei).post(f"/review/T-{task.pk}/assign", {"to": "rui"})
    assert len(queued(rui, assigned="mine")) == waiting == Audit.objects.filter(verb="assign_claim").count()
    assert actions.assign_task(mei, task, "rui") == [], "what is so already makes no line in the trail"
    assert len(actions.assign_task(mei, task, "")) == waiting and not Assignment.objects.exists()


def test_an_assignment_is_a_wish_and_no_lock(written, mei, rui):
    _task, claims = written
    first = queued(mei)[0]
    actions.assign_claim(mei, claims[first - 1], "rui")
    assert actions.take(mei, Claim.objects.get(pk=claims[first - 1].pk)) and Hold.objects.count() == 1
    actions.give_back(mei, claims[first - 1])
    made = actions.decide_claim(
        mei, claims[first - 1], seen_version=1, ruling="rejected", reason_code="no_source", note=""
    )
    assert made.person == mei


def test_what_is_assigned_to_another_is_offered_last_and_ones_own_in_its_place(written, mei, rui):
    _task, claims = written
    first, *rest = queued(mei)
    actions.assign_claim(mei, claims[first - 1], "rui")
    offered = [claim.number for claim in desk_rows.offered_for(desk_rows.waiting_for(mei), mei)]
    assert offered == [*rest, first]
    assert [claim.number for claim in desk_rows.offered_for(desk_rows.waiting_for(rui), rui)] == [first, *rest]


@pytest.mark.parametrize("to", ["ana", "nobody-here", "eve", "rui\0"])
def test_only_who_reviews_in_the_workspace_is_given_anything(written, mei, to):
    _task, claims = written
    rows.person("eve", rows.room("Elsewhere"), "admin")
    answer = door(mei).post(f"/review/{claims[1].label}/assign", {"to": to})
    assert answer.status_code == 422 and "reviews in this workspace" in words(page(answer))
    assert not Assignment.objects.exists()


def to_nobody(claim: Claim) -> list[dict[str, str]]:
    return [
        line.after for line in Audit.objects.filter(verb="assign_claim", object=claim.label) if not line.after["to"]
    ]


def test_who_reviews_no_longer_has_no_turn_and_nothing_in_hand(written, room, mei, rui):
    _task, claims = written
    admin = rows.person("lin", room, "admin")
    for claim in (claims[1], claims[3]):
        actions.assign_claim(mei, claim, "rui")
    actions.take(rui, claims[3])
    answer = door(admin).post("/settings/people/role", {"member": rui.pk, "role": "analyst"})
    assert answer.status_code == 302 and not Assignment.objects.exists() and not Hold.objects.exists()
    for claim in (claims[1], claims[3]):
        assert to_nobody(claim) == [{"to": "", "role": "analyst"}]
    assert queued(rui, assigned="mine") == [] and queued(mei, assigned="nobody") == queued(mei)
    assert "assigned to rui" not in " ".join(all_words(page(door(mei).get("/review")), ".queued"))


def test_a_change_of_role_that_leaves_the_right_to_decide_leaves_the_turn(written, room, mei, rui):
    _task, claims = written
    actions.assign_claim(mei, claims[1], "rui")
    actions.change_role(rows.person("lin", room, "admin"), room, rui, "admin")
    assert queued(rui, assigned="mine") == [2]


@pytest.mark.parametrize("lost", [{"role": "analyst"}, {"is_active": False}])
def test_a_turn_of_somebody_who_may_not_decide_is_shown_nowhere(written, mei, rui, lost):
    """As rows from before have it, and as when somebody is assigned while their role changes."""
    _task, claims = written
    actions.assign_claim(mei, claims[1], "rui")
    if "role" in lost:
        rui.memberships.update(**lost)
    else:
        User.objects.filter(pk=rui.pk).update(**lost)
    assert queued(rui, assigned="mine") == [] and queued(mei, assigned="nobody") == queued(mei)
    assert "Assigned to rui" not in words(page(door(mei).get(f"/review/{claims[1].label}")))
    assert "Assigned to nobody 3" in " ".join(all_words(page(door(mei).get("/review")), "nav.tabs a"))
    assert door(mei).get(f"/api/v1/claims/{claims[1].label}/assignment").json()["person"] is None


@pytest.mark.parametrize("ended", ["settled", "withdrawn", "decided"])
def test_the_turn_ends_when_the_sentence_waits_no_longer(written, mei, rui, ended):
    task, claims = written
    carried = claims[0]
    flag = actions.flag_claim(task.owner, carried, reason_code="other", note="really?")
    actions.assign_claim(mei, Claim.objects.get(pk=carried.pk), "rui")
    carried.refresh_from_db()
    if ended == "settled":
        actions.settle_flag(rui, flag, note="the gazette says so")
    elif ended == "withdrawn":
        actions.withdraw_flag(task.owner, flag)
    else:
        actions.decide_claim(mei, carried, seen_version=carried.version, ruling="approved")
    assert not Assignment.objects.exists() and to_nobody(carried) == [{"to": ""}]
    actions.flag_claim(mei, carried, reason_code="other", note="again")
    assert queued(rui, assigned="mine") == [], "an old turn doesn't come back"


def test_a_doubt_that_is_answered_leaves_the_turn_where_something_else_waits(written, mei, rui):
    task, claims = written
    flag = actions.flag_claim(task.owner, claims[1], reason_code="other", note="really?")
    actions.assign_claim(mei, claims[1], "rui")
    actions.settle_flag(mei, flag, note="that is what the check says, too")
    assert queued(rui, assigned="mine") == [2]


def test_what_waits_no_longer_is_assigned_to_nobody(written, mei, rui):
    _task, claims = written
    with pytest.raises(actions.Refused):
        actions.assign_claim(mei, claims[0], "rui")


def test_who_only_reads_assigns_nothing_and_sees_whose_turn_it_is(written, mei, rui):
    task, claims = written
    actions.assign_claim(mei, claims[1], "rui")
    ana = door(task.owner)
    assert ana.post(f"/review/{claims[1].label}/assign", {"to": "rui"}).status_code == 403
    assert ana.post(f"/review/T-{task.pk}/assign", {"to": "rui"}).status_code == 403
    shown = page(ana.get(f"/review/{claims[1].label}"))
    assert "Assigned to rui" in words(shown) and not [each for each in addresses(shown) if "/assign" in each]


def test_the_api_assigns_one_and_all(written, mei, rui):
    task, claims = written
    client, one = door(mei), f"/api/v1/claims/{claims[1].label}/assignment"
    assert client.get(one).json() == {"person": None, "by": None, "at": None}
    made = client.put(one, {"person": "rui"}, content_type="application/json").json()
    assert (made["person"], made["by"]) == ("rui", "mei")
    assert client.put(one, {"person": "x"}, content_type="application/json").status_code == 422
    changed = client.put(f"/api/v1/tasks/T-{task.pk}/assignment", {"person": "mei"}, content_type="application/json")
    assert claims[1].label in changed.json()["changed"] and len(changed.json()["changed"]) == len(queued(mei))
    assert client.put(one, {"person": ""}, content_type="application/json").json()["person"] is None


def test_a_letter_that_somebody_chose_before_stays_theirs(mei):
    from research.web.desk_keys import keys_of

    mei.desk_keys = {"a": "t"}
    assert keys_of(mei)["a"] == "t" and keys_of(mei)["t"] == ""
