"""What is judged at the desk is judged as the report was: where other wording counts in one, it counts in the other."""

import asyncio

import pytest
from django.db import transaction

from research import actions
from research.actions.citing import checked_again
from research.actions.errands import bring_back
from research.engine.checking import with_others_offered
from research.engine.limits import Limits
from research.models import Claim, Evidence, ResearchTask
from research.roles.builtin.claims.checker import BuiltinChecker, best_checker
from research.roles.builtin.embedder import meaning
from research.terms import Checked, Language, SentenceKind, Verdict
from research.terms import Claim as ClaimValue
from tests.builders import evidence
from tests.web import rows
from tests.whole.tasks import Room, asked, room

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("post"),
    pytest.mark.skipif(meaning() is None, reason="the embedder's engine doesn't run on this machine"),
]
CLAIM = "The jury apologised to Edda Moss for the delay in handing over the Harl prize."
QUOTE = "The jury said sorry to Edda Moss for how late the Harl prize had been handed over."


@pytest.fixture
def here() -> Room:
    return room()


def at_the_desk(here: Room, text: str, words_in_order: float = 0) -> tuple[Claim, Evidence]:
    task = asked(here, limits={"words_in_order": words_in_order})
    piece = rows.evidence(rows.goal(task), rows.source(here.workspace, QUOTE), QUOTE)
    claim = Claim.objects.create(
        task=task, number=1, section=0, position=0, kind="fact", text=text, verdict="partly", waits=True
    )
    claim.citations.create(task=task, evidence=piece, position=0)
    return claim, piece


def test_a_claim_that_the_report_calls_supported_stays_so_when_it_is_checked_again(here: Room) -> None:
    claim, _piece = at_the_desk(here, CLAIM)
    assert checked_again(claim).verdict is Verdict.SUPPORTED


def test_what_a_report_leaves_to_a_reader_the_desk_leaves_to_one(here: Room) -> None:
    claim, _piece = at_the_desk(here, CLAIM, words_in_order=0.9)
    assert checked_again(claim).verdict is Verdict.PARTLY


def test_edited_words_are_read_as_the_reports_are(here: Room) -> None:
    claim, _piece = at_the_desk(here, "It was Edda Moss.")
    made = actions.decide_claim(here.grace, claim, seen_version=1, ruling="edited", text=CLAIM)
    assert Verdict(made.verdict) is Verdict.SUPPORTED


def test_what_was_sent_for_is_offered_under_the_verdict_that_it_would_get(here: Room) -> None:
    claim, _piece = at_the_desk(here, CLAIM)
    child = actions.send_for(here.grace, claim).child
    rows.evidence(rows.goal(child), rows.source(here.workspace, QUOTE), QUOTE)
    ResearchTask.objects.filter(pk=child.pk).update(status="stopped")
    with transaction.atomic():
        bring_back(ResearchTask.objects.select_for_update().get(pk=child.pk))
    claim.refresh_from_db()
    assert [offer["verdict"] for offer in claim.offered] == ["supported"]


@pytest.mark.parametrize(
    ("checker", "found"), [(best_checker(), [(2, Verdict.SUPPORTED)]), (BuiltinChecker(), [])], ids=["wording", "words"]
)
def test_the_engine_offers_by_the_checker_that_it_is_given(
    checker: BuiltinChecker, found: list[tuple[int, Verdict]]
) -> None:
    weak, claim = Checked(1, Verdict.PARTLY, "", ()), ClaimValue(1, 0, 0, CLAIM, SentenceKind.FACT, (1,))
    others = [evidence(2, quote=QUOTE)]
    made = asyncio.run(with_others_offered(weak, claim, others, Language.ENGLISH, checker, Limits(words_in_order=0)))
    assert [(each.evidence, each.verdict) for each in made.offered] == found
