"""Every try of a model at a prompt becomes a row with the step that it was made for (R065)."""

from typing import Any

import pytest

from research.models import Answered, ModelCall
from tests.roles import misbehaving as wire
from tests.roles.misbehaving import serving
from tests.whole.tasks import advance_until, asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]


def test_each_unusable_answer_counts_and_not_only_the_last_of_a_prompt(settings: Any) -> None:
    settings.PLANNER_ESCALATION = "none"
    with serving(wire.answer("no plan at all")) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": server.binding}
        task = asked(room())
        advance_until(task, "query")
    rows = Answered.objects.filter(task=task, prompt="plan").order_by("id")
    assert [(row.role, row.model, row.attempt, row.flaw) for row in rows] == [
        ("planner", "m", 1, "not_json"),
        ("planner", "m", 2, "not_json"),
    ]
    assert len(rows) == ModelCall.objects.filter(task=task, prompt="plan").count()
