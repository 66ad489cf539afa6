"""Shapes of answers: every text and list has a ceiling, every example fits, every schema has a grammar."""

import json
import re

import pytest
from pydantic import TypeAdapter

from research import prompts
from research.roles import answers
from research.roles.answers import ANSWERS, narrowed, schema_of
from research.roles.endpoints.grammar import grammar


def endless(part, place="answer"):
    if isinstance(part, list):
        for item in part:
            yield from endless(item, place)
    if not isinstance(part, dict):
        return
    if part.get("type") == "string" and "maxLength" not in part and "enum" not in part:
        yield place
    if part.get("type") == "array" and "maxItems" not in part:
        yield place
    for key, value in part.items():
        yield from endless(value, f"{place}.{key}")


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_no_text_and_no_list_of_an_answer_is_endless(name):
    assert list(endless(schema_of(ANSWERS[name]))) == []


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_the_example_beside_a_prompt_fits_its_shape(name):
    TypeAdapter(ANSWERS[name]).validate_json(prompts.example(name), strict=True)


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_schemas_are_plain_and_closed(name):
    text = json.dumps(schema_of(ANSWERS[name]))
    assert "$ref" not in text
    assert '"additionalProperties": false' in text


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_every_shape_has_a_grammar_without_white_space(name):
    rules = grammar(schema_of(ANSWERS[name]))
    assert rules.startswith("root ::= ")
    literals = re.findall(r'"((?:[^"\\]|\\.)*)"', rules)
    assert not any(literal.isspace() for literal in literals)


ENDLESS = [
    {"type": "string"},
    {"type": "array", "items": {"type": "boolean"}},
    {"type": "number"},
    {"anyOf": []},
    {"type": "object", "properties": {"a": {"type": "boolean"}}},
]


@pytest.mark.parametrize("schema", ENDLESS)
def test_what_a_grammar_cannot_bound_has_none(schema):
    assert grammar(schema) is None


def test_a_grammar_says_exactly_the_shape():
    schema = {
        "type": "object",
        "properties": {"n": {"enum": [3, 14]}, "b": {"type": "array", "maxItems": 2, "items": {"type": "boolean"}}},
        "required": ["n", "b"],
    }
    flag = '("true" | "false")'
    parts = f'"\\"n\\":" ("3" | "14") "," "\\"b\\":" ("[" ({flag} ("," {flag}){{0,1}})? "]")'
    assert grammar(schema) == f'root ::= ("{{" {parts} "}}")\n'


def test_a_schema_is_narrowed_where_the_field_stands():
    schema = narrowed(schema_of(ANSWERS["section"]), "evidence", {"enum": [4, 7]})
    sentence = schema["properties"]["sentences"]["items"]["properties"]
    assert sentence["evidence"]["items"] == {"enum": [4, 7]}
    assert narrowed(schema_of(ANSWERS["facts"]), "evidence", {"enum": [4]})["properties"]["facts"]["items"][
        "properties"
    ]["evidence"] == {"enum": [4]}


def test_no_shape_of_an_answer_is_left_out_of_the_walk():
    shapes = {each for each in vars(answers).values() if isinstance(each, type) and issubclass(each, answers.Shape)}
    assert {each for each in shapes if each.__name__.endswith("Answer")} == set(ANSWERS.values())
