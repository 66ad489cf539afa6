"""Similar sentences that wait, decided together: each unticked, each with a decision and a version of its own."""

import pytest

from research import actions
from research.models import Claim, Decision, User, Workspace
from research.store.similar import similar_to
from tests.web import report_rows, rows
from tests.web.parsed import page, pick, words
from tests.web.rows import door

pytestmark = pytest.mark.django_db


@pytest.fixture
def claims(room: Workspace) -> list[Claim]:
    """0 and 1 say the same, 2 rests on the quote of 0, 3 is another matter, 4 is supported."""
    task = rows.task(room, rows.person("ana", room), phase="review", status="waiting_for_review")
    goal = rows.goal(task)
    fall = rows.evidence(goal, rows.source(room, "Output fell by 15 % in the second quarter."), "Output fell by 15 %")
    other = rows.evidence(goal, rows.source(room, "The harbour was dredged in spring."), "The harbour was dredged")
    weak = {"verdict": "partly", "reason": "The figure differs."}
    return report_rows.report(
        task,
        (
            "Output",
            goal,
            [
                report_rows.sentence("Output fell by a fifth in the second quarter.", cites=(fall,), **weak),
                report_rows.sentence("In the second quarter output fell by a fifth.", cites=(other,), **weak),
                report_rows.sentence("Demand for steel was weak everywhere.", cites=(fall,), **weak),
                report_rows.sentence("The harbour is the deepest of the coast.", cites=(other,), **weak),
                report_rows.sentence("Output fell by a fifth in the second quarter!", cites=(fall,)),
            ],
        ),
    )


def decide(person: User, claim: Claim, *also: str, ruling: str = "rejected:remove", **fields: object):
    given = {"seen_version": 1, "ruling": ruling, "reason_code": "figure_differs", "also": also, **fields}
    return door(person).post(f"/review/{claim.label}/decide", given)


def pair(claim: Claim, version: int = 1) -> str:
    return f"{claim.pk}@{version}"


def test_those_that_say_the_same_or_rest_on_the_same_quote_are_offered_unticked(claims, mei):
    assert [each.claim for each in similar_to(claims[0], mei)] == [claims[1], claims[2]]
    boxes = pick(page(door(mei).get(f"/review/{claims[0].label}")), "input[name=also]")
    assert [box.get("value") for box in boxes] == [pair(claims[1]), pair(claims[2])]
    assert not [box for box in boxes if box.get("checked") is not None]


def test_a_chinese_sentence_said_again_is_found(room, mei):
    task = rows.task(room, rows.person("bo", room), language="zh", phase="review", status="waiting_for_review")
    weak = {"verdict": "partly"}
    said = ["第二季度产量下降了两成。", "产量在第二季度下降了两成。", "港口今年春天完成疏浚。"]
    made = report_rows.report(task, ("产量", rows.goal(task), [report_rows.sentence(text, **weak) for text in said]))
    assert [each.claim for each in similar_to(made[0], mei)] == [made[1]]


def test_each_ticked_one_gets_the_same_decision_in_a_row_of_its_own(claims, mei):
    answer = decide(mei, claims[0], pair(claims[1]), note="15, not 20")
    assert answer.status_code == 302
    rows_made = list(Decision.objects.values_list("claim", "claim_version", "ruling", "reason_code", "note"))
    same = (1, "rejected", "figure_differs", "15, not 20")
    assert rows_made == [(claims[0].pk, *same), (claims[1].pk, *same)]
    assert Claim.objects.get(pk=claims[2].pk).waits, "what nobody ticked stays"


def test_one_that_was_decided_or_taken_meanwhile_stays_behind_alone_and_is_named(claims, mei, rui):
    actions.decide_claim(rui, claims[1], seen_version=1, ruling="approved")
    actions.take(rui, claims[2])
    client = door(mei)
    given = {"seen_version": 1, "ruling": "approved", "also": [pair(claims[1]), pair(claims[2]), pair(claims[3])]}
    answer = client.post(f"/review/{claims[0].label}/decide", given)
    told = words(page(client.get(answer["Location"], follow=True)))
    assert f"{claims[1].label} was left as it is" in told and f"{claims[2].label} was left as it is" in told
    assert "1 similar sentence decided alike." in told
    assert Decision.objects.filter(person=mei).count() == 2 and not Claim.objects.get(pk=claims[3].pk).waits


def test_a_stale_first_decision_decides_none_of_the_others(claims, mei, rui):
    actions.decide_claim(rui, claims[0], seen_version=1, ruling="approved")
    assert decide(mei, claims[0], pair(claims[1])).status_code == 409
    assert not Decision.objects.filter(person=mei).exists()


def test_an_edited_text_is_for_its_own_sentence_and_the_ticks_stay(claims, mei):
    answer = decide(mei, claims[0], pair(claims[1]), ruling="edited", text="Output fell by 15 %.")
    assert answer.status_code == 422 and not Decision.objects.exists()
    ticked = [box.get("value") for box in pick(page(answer), "input[name=also]") if box.get("checked") is not None]
    assert ticked == [pair(claims[1])]


def test_sentences_of_another_report_or_workspace_are_not_decided_along(claims, mei, room):
    other = report_rows.reviewed_report(room, rows.person("bo", room))[1][1]
    away = rows.room("Elsewhere")
    foreign = report_rows.reviewed_report(away, rows.person("eve", away))[1][1]
    decide(mei, claims[0], pair(other), pair(foreign), "nonsense", "1@x")
    assert list(Decision.objects.values_list("claim", flat=True)) == [claims[0].pk]


def test_the_api_lists_them_with_the_version_to_decide_on(claims, mei):
    told = door(mei).get(f"/api/v1/claims/{claims[0].label}/similar").json()
    assert [(each["claim"], each["version"], each["same_quote"]) for each in told] == [
        (claims[1].label, 1, False),
        (claims[2].label, 1, True),
    ]
