"""A binding that counts what a model would be told, while the builtin role decides."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from research.engine.limits import Limits
from research.roles import answers
from research.roles.answers import schema_of
from research.roles.binding import BindingError, bind, bind_vectors, each
from research.roles.endpoints import Finish, Request
from research.roles.endpoints.counting import CountingEndpoint, answered, only_counts, smallest
from research.roles.endpoints.patience import Patience
from research.roles.sizes import Sizes
from research.roles.standby import Model
from research.roles.tokens import count_tokens

PATIENCE = Patience.of(Limits().values())
SHAPES = [shape for name, shape in vars(answers).items() if name.endswith("Answer")]


def test_there_are_answers_to_try() -> None:
    assert len(SHAPES) > 5


@pytest.mark.parametrize("shape", SHAPES)
def test_the_smallest_answer_of_each_schema_goes_through(shape: type) -> None:
    TypeAdapter(shape).validate_python(json.loads(json.dumps(smallest(schema_of(shape)))))


@settings(deadline=None)
@given(st.text(max_size=200), st.text(max_size=200))
async def test_a_prompt_costs_what_it_is_counted_at_and_its_answer_what_the_builtin_role_said(prompt: str, said: str):
    request = Request(prompt, "rules", None, "plan", 100, "planner", "plan", "x")
    with answered(said):
        reply = await CountingEndpoint(PATIENCE).complete(request)
    assert reply.finish is Finish.COUNTED
    assert reply.input_tokens == count_tokens(request.prompt) + count_tokens("rules")
    assert reply.output_tokens == count_tokens(said)


async def test_the_builtin_answer_is_used_and_the_model_is_only_counted() -> None:
    told: list[str] = []
    sizes = Sizes.of(Limits().values())
    model = Model("planner", CountingEndpoint(PATIENCE), sizes, lambda *said: told.append(said[1]))
    asked: list[str] = []

    async def by_model() -> str:
        asked.append("asked")
        return "the model's"

    async def instead() -> str:
        return "the builtin's"

    assert await model.or_else("plan", by_model, instead) == "the builtin's"
    assert (asked, told) == (["asked"], [])


def test_it_is_bound_by_its_name_stands_alone_and_serves_no_vectors() -> None:
    bound = bind("counting:", {}, PATIENCE)
    assert bound is not None
    assert only_counts(bound)
    with pytest.raises(BindingError, match="alone"):
        each("counting:,vllm://host:1/m")
    with pytest.raises(BindingError, match="no vectors"):
        bind_vectors("counting:", {}, PATIENCE)
