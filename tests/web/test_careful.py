"""A careful wording at the desk: offered where quotes carry a sentence in part, put into a box, decided by a person."""

import pytest

from research.models import Claim, Decision, ResearchTask, User
from tests.web import report_rows, rows
from tests.web.parsed import all_words, page, words
from tests.web.report_rows import atom
from tests.web.rows import door

pytestmark = pytest.mark.django_db
MENDED = "Output fell by 15 % in the second quarter."


@pytest.fixture
def mei() -> User:
    return rows.person("mei", rows.room(), "reviewer")


@pytest.fixture
def weak(mei: User) -> Claim:
    room = mei.memberships.get().workspace
    _task, claims = report_rows.reviewed_report(room, rows.person("ana", room))
    told = {"text": "Output fell by 20 % in the second quarter.", "atoms": [atom("20 %", False)]}
    Claim.objects.filter(pk=claims[1].pk).update(**told)
    return Claim.objects.get(pk=claims[1].pk)


def test_it_is_offered_and_goes_into_the_box_on_a_click_and_no_further(weak, mei):
    client = door(mei)
    shown = page(client.get(f"/review/{weak.label}"))
    assert all_words(shown, ".careful blockquote") == [MENDED]
    assert words(shown.get_element_by_id("text")) == weak.text, "nothing is put there by itself"
    taken = page(client.get(f"/review/{weak.label}?careful=on"))
    assert words(taken.get_element_by_id("text")) == MENDED
    assert not Decision.objects.exists() and Claim.objects.get(pk=weak.pk).text == weak.text


def test_what_was_taken_is_checked_again_like_any_edit(weak, mei):
    sent = {"seen_version": 1, "ruling": "edited", "text": MENDED}
    door(mei).post(f"/review/{weak.label}/decide", sent)
    made = Decision.objects.get()
    assert (made.ruling, made.text, made.verdict) == ("edited", MENDED, "supported")


@pytest.mark.parametrize("change", [{"verdict": "not_found"}, {"atoms": [atom("20 %", True)]}, {"kind": "quote"}])
def test_only_what_is_partly_carried_gets_one(weak, mei, change):
    Claim.objects.filter(pk=weak.pk).update(**change)
    assert not all_words(page(door(mei).get(f"/review/{weak.label}?careful=on")), ".careful")


def test_whoever_may_not_decide_is_offered_nothing_and_the_api_tells_it(weak, mei):
    ana = ResearchTask.objects.get().owner
    assert not all_words(page(door(ana).get(f"/review/{weak.label}")), ".careful")
    assert door(mei).get(f"/api/v1/claims/{weak.label}/careful").json() == {"text": MENDED}
