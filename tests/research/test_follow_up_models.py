"""A question on a report with models behind planner, reporter and checker: who is asked what, and what it costs."""

from collections.abc import Iterator
from typing import Any

import pytest

from research import actions
from research.engine.limits import Limits
from research.models import Entry, FollowUp, ModelCall, ResearchTask
from research.store.load import spent_tokens
from tests.research.test_follow_ups import OFFICIAL, ask, done, limited
from tests.whole.fake_model import FakeModel, serving

__all__ = ["done"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]

OPEN = "How was the loss of the brigade put right?"
"""No rule speaks of it, and one quote bears on it."""
WRITTEN = "The loss came to 1.2 million yuan."


def says(body: dict[str, Any]) -> dict[str, Any]:
    wanted = body["response_format"]["json_schema"]["schema"]["properties"]
    if "reach" in wanted:
        return {"reach": False, "reason": "The evidence names the loss."}
    if "sentences" in wanted:
        return {"heading": "Loss", "sentences": [{"text": WRITTEN, "kind": "fact", "evidence": [2]}]}
    return {"verdict": "supported", "reason": "The quote speaks of the loss."}


@pytest.fixture
def model(settings: Any) -> Iterator[FakeModel]:
    from research.bound import _endpoint

    with serving(says) as made:
        bound = dict.fromkeys(("planner", "reporter", "checker"), made.binding)
        settings.ROLE_ENDPOINTS = settings.ROLE_ENDPOINTS | bound
        _endpoint.cache_clear()
        yield made
    _endpoint.cache_clear()


def fresh(row: FollowUp) -> FollowUp:
    row.refresh_from_db()
    return row


def test_what_no_rule_decides_the_planner_does_and_the_reporter_writes_from_the_evidence(
    done: ResearchTask, model: FakeModel
) -> None:
    row = ask(done, OPEN)
    assert actions.answer_follow_up(row.pk)
    row = fresh(row)
    assert (row.state, row.rule, row.named) == ("answered", "model", "The evidence names the loss.")
    (said,) = row.sentences
    assert (said["text"], said["evidence"], said["verdict"]) == (WRITTEN, [2], "supported")
    calls = ModelCall.objects.filter(follow_up=row)
    assert {"planner", "reporter"} <= set(calls.values_list("role", flat=True))
    assert set(calls.values_list("task", "state")) == {(done.pk, "settled")}
    assert spent_tokens(done) == 120 * calls.count()
    assert "each reach outside costs resources" not in model.asked[0].lower(), "the cost stands in the system part"
    assert OFFICIAL not in "".join(model.asked), "quotes alone go out, no page"


def test_an_answer_that_is_taken_up_again_pays_nothing_twice(done: ResearchTask, model: FakeModel) -> None:
    row = ask(done, OPEN)
    assert actions.answer_follow_up(row.pk)
    asked, said = len(model.asked), fresh(row).sentences
    FollowUp.objects.filter(pk=row.pk).update(state="asked")
    assert actions.answer_follow_up(row.pk)
    assert len(model.asked) == asked and fresh(row).sentences == said


def test_a_question_that_a_rule_decides_asks_no_planner(done: ResearchTask, model: FakeModel) -> None:
    assert actions.answer_follow_up(ask(done, "Is Ines Brandt still in charge?").pk)
    assert model.asked == []


def test_beyond_its_budget_the_builtin_roles_answer_and_the_journal_says_so(
    done: ResearchTask, model: FakeModel
) -> None:
    limited(done, follow_up_tokens=1000)
    row = ask(done, OPEN)
    assert actions.answer_follow_up(row.pk)
    row = fresh(row)
    assert (row.state, row.rule) == ("answered", "default") and model.asked == []
    assert {said["kind"] for said in row.sentences} == {"quote"}
    told = Entry.objects.filter(task=done, kind="RoleFellBack").values_list("payload__role", flat=True)
    assert set(told) == {"planner", "reporter"}


def test_a_server_that_needs_an_operator_fails_the_question_with_its_reason(done: ResearchTask, settings: Any) -> None:
    from research.bound import _endpoint

    with serving(says, status=401) as closed:
        settings.ROLE_ENDPOINTS = settings.ROLE_ENDPOINTS | {"planner": closed.binding}
        _endpoint.cache_clear()
        row = ask(done, OPEN)
        assert not actions.answer_follow_up(row.pk)
    _endpoint.cache_clear()
    row = fresh(row)
    assert row.state == "failed" and row.failure
    assert Limits().attempts > row.attempts == 1, "asking again would not help"
