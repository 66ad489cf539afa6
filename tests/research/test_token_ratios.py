"""How far our count of tokens is off is measured for each model against what its server says, and used (R122)."""

from collections.abc import Sequence
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from research.engine.limits import Limits
from research.models import TokenRatio
from research.roles.assembling import Part
from research.roles.briefing import latest
from research.roles.endpoints import Request
from research.roles.endpoints.openai import OpenAIEndpoint
from research.roles.gauge import OFFLINE
from research.roles.sizes import Sizes
from research.roles.standby import Model
from research.roles.tokens import count_tokens
from research.store import statements
from research.store.token_ratios import HIGHEST, LOWEST, WEIGHED, RowGauge, errors, learnt, lesson, ratio_of
from tests.roles.made import PATIENCE, Server, request, said

pytestmark = pytest.mark.django_db

PLACE = "http://127.0.0.1:1/v1/m"


def using(prompt_tokens: Any, **more: Any) -> OpenAIEndpoint:
    usage = {"prompt_tokens": prompt_tokens, "completion_tokens": 7}
    server = Server(said("{}", **more) | {"usage": usage})
    return OpenAIEndpoint("http://127.0.0.1:1/v1", "m", PATIENCE, transport=server.transport)


def written(parts: Sequence[statements.Part]) -> None:
    for part in parts:
        with connection.cursor() as cursor:
            cursor.execute(part.sql, part.values)


def asked_of(endpoint: OpenAIEndpoint, asked: Request) -> None:
    """As when its call is settled."""
    written(learnt(endpoint.name, asked, async_to_sync(endpoint.complete)(asked)))


def learn(endpoint: str, model: str, counted: int, used: int) -> None:
    written(lesson(endpoint, model, counted, used))


def test_before_anything_was_measured_our_count_stands() -> None:
    assert ratio_of(PLACE) == 1.0
    assert errors([PLACE]) == []


def test_what_a_server_says_it_read_is_measured_against_our_count() -> None:
    asked = request("How much grid storage has Lanwan at the end of 2024? " * 30)
    counted = count_tokens(asked.system) + count_tokens(asked.prompt)
    asked_of(using(round(counted * 1.33)), asked)
    assert errors([]) == []
    (error,) = errors([PLACE])
    assert (error.endpoint, error.model, error.calls, error.ratio) == (PLACE, "m", 1, 1.35)
    assert error.off == pytest.approx(0.33, abs=0.01)
    assert error.widest == pytest.approx(0.33, abs=0.01)
    assert ratio_of(PLACE) == 1.35


def test_a_server_that_says_nothing_teaches_nothing() -> None:
    asked_of(using(None), request())
    assert not TokenRatio.objects.exists()


@pytest.mark.parametrize(("used", "ratio"), [(10, LOWEST), (1000, HIGHEST), (100, 1.0), (101, 1.05)])
def test_a_ratio_is_rounded_up_and_stays_between_its_bounds(used: int, ratio: float) -> None:
    learn(PLACE, "m", 100, used)
    assert ratio_of(PLACE) == ratio


def test_the_latest_calls_weigh_most() -> None:
    for _ in range(WEIGHED):
        learn(PLACE, "m", 100, 100)
    for _ in range(WEIGHED):
        learn(PLACE, "m", 100, 160)
    plain = TokenRatio.objects.get().used / TokenRatio.objects.get().counted
    assert plain == pytest.approx((100 * 100 + 200 * 160) / 300 / 100)


def test_a_prompt_is_packed_by_the_measured_count() -> None:
    """Of a model that cuts text into half as many pieces again a third less goes into the same room."""
    sizes = Sizes.of(Limits().values())
    lines = [f"query {at} of this goal about the storage of Lanwan: empty" for at in range(500)]
    values = dict.fromkeys(("today", "language", "question", "goal", "report", "entries"), "x")
    rest = dict.fromkeys(("digest", "branch", "others"), "x")
    values |= {"goals": latest(Part.TASK, lines)}

    def packed(gauge: Any) -> Any:
        from research import prompts

        model = Model("planner", using(1), sizes, lambda role, prompt, kind, detail: None, gauge)
        given = {key: value for key, value in (values | rest).items() if key in prompts.placeholders("reflect")}
        return async_to_sync(model.assembled)("reflect", given)

    plain = packed(OFFLINE)
    learn(PLACE, "m", 1000, 1480)
    measured = packed(RowGauge([PLACE], []))
    assert plain.tokens <= sizes.input_tokens and measured.tokens <= sizes.input_tokens
    assert len(measured.kept["goals"]) == pytest.approx(len(plain.kept["goals"]) / 1.5, rel=0.05)


def test_of_several_servers_the_widest_ratio_is_packed_by() -> None:
    learn("a", "m", 100, 120)
    learn("b", "m", 100, 150)
    assert async_to_sync(RowGauge(["a", "b", "c"], []).ratio)() == 1.5


def test_a_step_packs_all_its_prompts_by_one_ratio() -> None:
    gauge = RowGauge(["a"], [])
    learn("a", "m", 100, 120)
    first = async_to_sync(gauge.ratio)()
    learn("a", "m", 100, 200)
    assert (first, async_to_sync(gauge.ratio)()) == (1.2, 1.2)
    assert ratio_of("a") == 1.6
