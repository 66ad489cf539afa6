"""A sample of what passed: drawn by a seed, looked at by a person, counted for the workspace."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from research import actions
from research.actions.sampling import sample, unseen
from research.models import Audit, Claim, ResearchTask, SpotCheck, User, Workspace
from research.store import desk as desk_rows
from research.store.spot_checks import Precision, precision_of
from tests.web import report_rows, rows
from tests.web.parsed import page, pick, words
from tests.web.rows import door

pytestmark = pytest.mark.django_db
SENTENCES = [f"Rack {number} was replaced." for number in range(12)]


def room_with_sentences() -> tuple[Workspace, ResearchTask]:
    room = rows.room()
    task = rows.task(room, rows.person("ana", room), phase="done", status="finished")
    goal = rows.goal(task)
    said = [
        report_rows.sentence(text, cites=(rows.evidence(goal, rows.source(room, text), text),)) for text in SENTENCES
    ]
    report_rows.report(task, ("Racks", goal, said))
    return room, task


@pytest.fixture
def written() -> tuple[Workspace, ResearchTask]:
    return room_with_sentences()


@pytest.fixture
def mei(written) -> User:
    return rows.person("mei", written[0], "reviewer")


def decide(person: User, claim: Claim, ruling: str = "approved") -> None:
    actions.decide_claim(person, claim, seen_version=claim.version, ruling=ruling, reason_code="does_not_say")


def test_the_same_seed_draws_the_same_sentences_and_another_one_others(written):
    room, _task = written
    among = list(unseen(room))
    assert sample(among, "a", 5) == sample(list(reversed(among)), "a", 5)
    assert len({tuple(each.pk for each in sample(among, seed, 5)) for seed in "abcdefgh"}) > 4


def test_a_draw_waits_in_the_queue_under_a_tab_of_its_own_and_makes_no_draft(written, mei):
    room, task = written
    answer = door(mei).post("/review/spot-check", {"workspace": room.pk})
    assert answer["Location"] == "/review?spot=on"
    drawn = SpotCheck.objects.all()
    assert len(drawn) == 5 and {row.seed for row in drawn} == {f"{room.pk}.1"}
    shown = page(door(mei).get("/review?spot=on"))
    assert len(pick(shown, ".queued")) == 5 and "5 are still to be looked at" in words(shown)
    assert not task.claims.filter(waits=True).exists() and desk_rows.waiting_for(mei) == []
    assert "Draft." not in words(page(door(mei).get(f"/tasks/T-{task.pk}/report")))
    assert Audit.objects.get(verb="draw_spot_checks").after["among"] == 12


def test_a_decision_counts_and_taking_it_back_takes_the_count_back(written, mei):
    room, _task = written
    drawn = [row.claim for row in actions.draw_spot_checks(mei, room)]
    for claim in drawn[:3]:
        decide(mei, claim)
    decide(mei, drawn[3], "rejected")
    assert precision_of(room) == Precision(room, confirmed=3, looked=4, left=1)
    told = words(page(door(mei).get("/review")))
    assert "3 of 4 looked at were confirmed" in told and "at least 30 %" in told
    actions.undo_decision(mei, Claim.objects.get(pk=drawn[3].pk), seen_version=2)
    assert precision_of(room) == Precision(room, confirmed=3, looked=3, left=2)
    assert not Claim.objects.get(pk=drawn[3].pk).waits


def test_after_a_decision_the_next_sentence_of_the_sample_comes_up(written, mei):
    room, _task = written
    drawn = [row.claim for row in actions.draw_spot_checks(mei, room)]
    answer = door(mei).post(f"/review/{drawn[0].label}/decide?spot=on", {"seen_version": 1, "ruling": "approved"})
    assert answer["Location"].startswith("/review/C-") and answer["Location"].endswith("?spot=True")
    assert "Spot check" in words(page(door(mei).get(answer["Location"])))


def test_a_sample_is_looked_at_before_another_is_drawn_and_nobody_is_asked_twice(written, mei):
    room, _task = written
    first = actions.draw_spot_checks(mei, room)
    with pytest.raises(actions.Refused, match="5 are still to be looked at"):
        actions.draw_spot_checks(mei, room)
    for row in first:
        decide(mei, row.claim)
    second = actions.draw_spot_checks(mei, room)
    assert not {row.claim_id for row in first} & {row.claim_id for row in second} and second[0].draw == 2


def test_only_what_the_machine_alone_vouches_for_is_drawn(written, mei):
    room, task = written
    claims = list(task.claims.all())
    decide(mei, claims[0])
    actions.flag_claim(mei, claims[1], reason_code="opinion")
    Claim.objects.filter(pk=claims[2].pk).update(verdict="partly")
    assert {claim.pk for claim in unseen(room)} == {claim.pk for claim in claims[3:]}
    ResearchTask.objects.filter(pk=task.pk).update(status="running", phase="claims")
    with pytest.raises(actions.Refused, match="no supported sentence"):
        actions.draw_spot_checks(mei, room)


def test_a_spot_check_is_not_approved_unseen_with_others(written, mei):
    room, _task = written
    drawn = actions.draw_spot_checks(mei, room)
    answer = door(mei).post("/review/approve", {"chosen": [f"{row.claim_id}@1" for row in drawn]})
    assert answer.status_code == 409 and precision_of(room).looked == 0
    assert not pick(page(door(mei).get("/review?spot=on")), "input[name=chosen]")


def test_an_analyst_draws_nothing_and_sees_no_figures(written):
    room, _task = written
    ada = rows.person("ada", room)
    assert door(ada).post("/review/spot-check", {"workspace": room.pk}).status_code == 403
    assert not pick(page(door(ada).get("/review")), ".spot")
    assert door(ada).get("/api/v1/spot-checks").json() == {"workspaces": [], "claims": []}


def test_the_api_draws_by_a_seed_and_tells_the_figures(written, mei):
    room, _task = written
    expected = [claim.label for claim in sample(list(unseen(room)), "tuesday", 5)]
    given = {"workspace": room.pk, "seed": "tuesday"}
    made = door(mei).post("/api/v1/spot-checks", given, content_type="application/json")
    assert made.status_code == 201 and [each["claim"] for each in made.json()] == expected
    assert door(mei).post("/api/v1/spot-checks", given, content_type="application/json").status_code == 422
    told = door(mei).get("/api/v1/spot-checks").json()
    assert sorted(told["claims"]) == sorted(expected) and told["workspaces"][0]["left"] == 5


def test_few_confirmed_sentences_prove_little():
    room = Workspace(name="x")
    least = [Precision(room, n, n, 0).least for n in (0, 1, 5, 20, 100, 1000)]
    assert least == [0, 20, 56, 83, 96, 99]
    assert Precision(room, 0, 10, 0).least == 0


@pytest.mark.django_db(transaction=True)
def test_two_reviewers_who_draw_at_once_get_one_sample():
    room, _task = room_with_sentences()
    people = [rows.person(name, room, "reviewer") for name in ("mei", "rui")]
    actions.current_thresholds(room)

    def draw(person: User) -> int:
        try:
            return len(actions.draw_spot_checks(person, room))
        except actions.Refused:
            return 0
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(draw, people)) == [0, 5]
    assert SpotCheck.objects.count() == 5
