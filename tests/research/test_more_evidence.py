"""M at the desk, with the engine itself: the search runs, ends, and its quotes are back at the claim."""

import pytest

from research import actions
from research.models import Claim, Errand, Evidence, ResearchTask
from tests.research.test_follow_up_search import EAGER, QUESTION, Net, net
from tests.web import rows
from tests.whole.tasks import advance_until, asked, fresh, room

__all__ = ["net"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]


def reported(net: Net) -> tuple[ResearchTask, Claim]:
    """A finished report; one of its sentences is doubted."""
    task = advance_until(asked(room(), QUESTION, limits=EAGER))
    ResearchTask.objects.filter(pk=task.pk).update(status="finished", phase="done")
    text = "The warden of the east dike is Berta Lorne."
    claim = Claim.objects.create(
        task=task, number=900, section=0, position=90, kind="fact", text=text, verdict="not_found"
    )
    return fresh(task), claim


@pytest.mark.parametrize("refute", [False, True])
def test_the_small_search_runs_ends_and_is_back_at_the_claim(net: Net, refute: bool) -> None:
    task, claim = reported(net)
    grace = rows.person("grace at the desk", task.workspace, "reviewer")
    errand = actions.send_for(grace, claim, refute=refute)
    claim.refresh_from_db()
    assert claim.waits, "it waits while it is looked for"
    advance_until(errand.child)
    errand.refresh_from_db()
    claim.refresh_from_db()
    assert errand.back is not None and errand.brought == len(claim.offered)
    assert not Claim.objects.filter(task=errand.child, waits=True).exists()
    if not refute:
        pieces = Evidence.objects.filter(task=task, number__in=[offer["evidence"] for offer in claim.offered])
        assert any("Berta Lorne" in piece.quote for piece in pieces)
        assert claim.offered[0]["verdict"] == "supported"
    assert Errand.objects.out().count() == 0
