"""What a planner fails at goes once to a stronger model (C15)."""

from typing import Any

import pytest

from research.roles.briefs import GrowBrief, PlanBrief, ReflectBrief
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.endpoints import EndpointError, EndpointKind
from research.roles.endpoints.scripted import Scripted
from research.roles.escalating import ESCALATED, EscalatingPlanner, Stronger
from research.roles.planner import ModelPlanner
from tests.roles.made import ASK, ENTRY, GOAL, SIZES, Told

PLAN = PlanBrief(ASK, (), (), 3)
REFLECT = ReflectBrief(ASK, (GOAL,), GOAL, "", (ENTRY,))
GROW = GrowBrief(ASK, (GOAL,), GOAL, "", (ENTRY,), 2)
GOOD = {"goals": [{"question": "What did the 2025 notice change in Lanwan's storage subsidy?", "wanted": ["the sum"]}]}
STRONG = {"goals": [{"question": "Which storage subsidy did Lanwan pay in 2023?", "wanted": ["the sum"]}]}
FAILED = {"supports": False, "off_goal": False, "overlooked": "", "reason": "The subsidy of 2025 is not there."}
SOUND = {"supports": True, "off_goal": False, "overlooked": "", "reason": "The subsidy is dated by two."}


class Made:
    def __init__(
        self, weak: Any, strong: Any, *, left: int = 3, always: frozenset[str] = frozenset(), bound: bool = True
    ) -> None:
        self.weak, self.strong, self.told = Scripted(weak), Scripted(strong), Told()
        stronger = Stronger(self.strong, always, left)
        self.planner = EscalatingPlanner(
            self.weak if bound else None,
            stronger,
            BuiltinPlanner(),
            lambda endpoint, fallback, tell: ModelPlanner(endpoint, fallback, SIZES, tell),
            self.told,
        )

    @property
    def asked(self) -> tuple[int, int]:
        return len(self.weak.asked), len(self.strong.asked)


async def test_a_planner_that_answers_never_reaches_the_stronger_model():
    made = Made({"plan": GOOD, "reflect": SOUND, "grow": STRONG}, {})
    await made.planner.draft_plan(PLAN)
    await made.planner.reflect(REFLECT)
    await made.planner.grow(GROW)
    assert made.asked == (3, 0) and made.told.kinds == []


async def test_two_malformed_answers_in_a_row_go_once_to_the_stronger_model():
    made = Made({"plan": "not json"}, {"plan": STRONG})
    goals = await made.planner.draft_plan(PLAN)
    assert [goal.question for goal in goals] == ["Which storage subsidy did Lanwan pay in 2023?"]
    assert made.asked == (2, 1)
    assert [(row[0], row[1], row[2]) for row in made.told.rows] == [("planner", "plan", ESCALATED)]
    assert "not_json" in made.told.rows[0][3] and "scripted://" in made.told.rows[0][3]


async def test_one_malformed_answer_that_is_repaired_is_no_failure():
    made = Made({"plan": ["not json", GOOD]}, {})
    await made.planner.draft_plan(PLAN)
    assert made.asked == (2, 0)


async def test_where_the_stronger_one_fails_too_the_builtin_answers_and_both_are_told():
    made = Made({"plan": "not json"}, {"plan": "neither"})
    assert await made.planner.draft_plan(PLAN)
    assert made.asked == (2, 2)
    assert made.told.kinds == [ESCALATED, "not_json"]


@pytest.mark.parametrize("kind", [EndpointKind.UNAVAILABLE, EndpointKind.REFUSED, EndpointKind.TOO_SLOW])
async def test_a_server_that_is_away_or_a_spent_budget_is_no_matter_of_strength(kind):
    made = Made({"plan": EndpointError(kind, "no")}, {})
    assert await made.planner.draft_plan(PLAN)
    assert made.asked == (1, 0) and made.told.kinds == [str(kind)]


async def test_a_failed_reflection_gets_a_second_opinion_once():
    made = Made({"reflect": FAILED}, {"reflect": SOUND})
    assert (await made.planner.reflect(REFLECT)).supports is True
    assert made.asked == (1, 1)
    assert made.told.kinds == [ESCALATED]
    assert "subsidy of 2025 is not there" in made.told.rows[0][3]


async def test_where_no_second_opinion_comes_the_first_stands():
    made = Made({"reflect": FAILED}, {"reflect": EndpointError(EndpointKind.UNAVAILABLE, "away")})
    said = await made.planner.reflect(REFLECT)
    assert (said.supports, said.reason) == (False, FAILED["reason"])


async def test_a_malformed_reflection_is_not_asked_a_third_time():
    made = Made({"reflect": "not json"}, {"reflect": FAILED})
    assert (await made.planner.reflect(REFLECT)).supports is False
    assert made.asked == (2, 1) and made.told.kinds == [ESCALATED]


async def test_the_number_in_a_task_is_bounded():
    made = Made({"plan": "not json", "reflect": FAILED}, {"plan": STRONG}, left=1)
    for _ in range(3):
        await made.planner.draft_plan(PLAN)
    assert (await made.planner.reflect(REFLECT)).supports is False
    assert made.asked == (7, 1)
    assert made.told.kinds == [ESCALATED, "not_json", "not_json"]


async def test_questions_may_be_the_stronger_models_by_configuration():
    made = Made({"grow": GOOD}, {"plan": STRONG}, always=frozenset({"plan"}), left=0)
    await made.planner.draft_plan(PLAN)
    await made.planner.grow(GROW)
    assert made.asked == (1, 1)


async def test_the_builtin_planner_hands_nothing_on_but_what_is_configured():
    made = Made({}, {"plan": STRONG}, always=frozenset({"plan"}), bound=False)
    await made.planner.draft_plan(PLAN)
    await made.planner.reflect(REFLECT)
    assert made.asked == (0, 1)
