"""Bodies of the API, all of them: true stands for no number and no text, and what is no number for none."""

import json
import math
from collections.abc import Iterator
from typing import Any, get_args, get_origin

import pytest
from pydantic import ValidationError

from research.web.api.addresses import api
from research.web.api.given import Placing, Ruling, Strict


def bodies(of: type[Strict] = Strict) -> Iterator[type[Strict]]:
    for each in of.__subclasses__():
        yield each
        yield from bodies(each)


FIELDS = [(body, name) for body in bodies() for name in body.model_fields]


def takes(annotation: Any, kind: type) -> bool:
    return annotation is kind or any(takes(each, kind) for each in get_args(annotation))


def holds(annotation: Any, kind: type) -> bool:
    return get_origin(annotation) is kind or any(holds(each, kind) for each in get_args(annotation))


def complaints(body: type[Strict], given: dict[str, Any]) -> list[tuple[Any, ...]]:
    try:
        body.model_validate(given)
    except ValidationError as error:
        return [each["loc"] for each in error.errors() if each["type"] != "missing"]
    return []


def test_every_body_of_the_api_is_among_them():
    named = {name.partition(".")[2] or name for name in api.get_openapi_schema()["components"]["schemas"]}
    assert {body.__name__ for body in bodies()} <= named and len({body for body, _name in FIELDS}) > 20


def test_there_are_bodies_with_numbers_and_with_truths():
    kinds = [
        {kind for kind in (int, float, bool) if takes(body.model_fields[name].annotation, kind)}
        for body, name in FIELDS
    ]
    assert {int} in kinds and {float} in kinds and {bool} in kinds and len(FIELDS) > 50


@pytest.mark.parametrize(("body", "name"), FIELDS, ids=[f"{body.__name__}.{name}" for body, name in FIELDS])
@pytest.mark.parametrize("truth", [True, False])
def test_a_truth_is_taken_where_one_is_meant_and_nowhere_else(body, name, truth):
    annotation = body.model_fields[name].annotation
    refused = [where for where in complaints(body, {name: truth}) if where[0] == name]
    assert bool(refused) is not takes(annotation, bool)
    if holds(annotation, dict):
        assert complaints(body, {name: {"task": truth}})
    if holds(annotation, list):
        assert complaints(body, {name: [truth]})


TRUTHS = [(body, name) for body, name in FIELDS if takes(body.model_fields[name].annotation, bool)]


@pytest.mark.parametrize(("body", "name"), TRUTHS, ids=[f"{body.__name__}.{name}" for body, name in TRUTHS])
@pytest.mark.parametrize("given", [0, 1, 1.0, "true", "false", "yes", "on", "1", "", [], [True], {}, None])
def test_nothing_but_true_and_false_is_consent(body, name, given):
    assert complaints(body, {name: given})[:1] == [(name,)]
    assert not complaints(body, {name: True}) and not complaints(body, {name: False})


def test_every_field_for_a_truth_is_a_plain_one():
    assert len(TRUTHS) > 5 and all(body.model_fields[name].annotation is bool for body, name in TRUTHS)


@pytest.mark.parametrize("given", ["NaN", "Infinity", "-Infinity"])
def test_what_python_reads_as_a_number_and_is_none_is_refused(given):
    assert not math.isfinite(json.loads(given))
    assert complaints(Placing, json.loads(f'{{"priority": {given}}}')) == [("priority",)]


def test_numbers_are_numbers_as_before():
    assert Placing.model_validate({"priority": 1}).priority == 1.0
    assert Ruling.model_validate({"ruling": "approved", "seen_version": 3}).seen_version == 3
    assert Ruling.model_validate({"ruling": "approved", "seen_version": None}).seen_version is None
