"""What a model wrote, and what is read from it: fences, thoughts, Python's spelling, noise."""

import json
import os
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.roles.flaws import Flaw
from research.roles.reading import _clean, fault_of, found, without_thoughts


def values(text: str):
    return (each.value for each in found(text))


def first(text: str):
    return next(values(text), None)


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ('{"a": 1}', Flaw.NONE),
        ('```json\n{"a": 1}\n```', Flaw.FENCED),
        ('<think>{"a": 2}</think>{"a": 1}', Flaw.THOUGHTS),
        ('Sure! {"a": 1} Anything else?', Flaw.PROSE),
        ("{'a': 1}", Flaw.PYTHON),
        ('{"a": 1,}', Flaw.PYTHON),
        ('{a: 1, "b": "x"}', Flaw.MENDED),
    ],
)
def test_what_had_to_be_read_past_is_named(text, flaw):
    assert next(found(text)).flaw is flaw
    assert next(found(text)).value["a"] == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Flaw.EMPTY),
        ("<think>hm", Flaw.EMPTY),
        ("Sorry, no idea.", Flaw.NOT_JSON),
        ("85", Flaw.WRONG_TOP),
        ('"a text"', Flaw.WRONG_TOP),
        ('{"a": ["b"', Flaw.UNCLOSED),
        ("[" * 50_000, Flaw.TOO_DEEP),
        ('{"a":' * 40 + "1" + "}" * 40, Flaw.TOO_DEEP),
        ('{"a": NaN}', Flaw.NOT_FINITE),
        ('{"a": 1e999}', Flaw.NOT_FINITE),
        ('{"a": 1, "a": 2}', Flaw.DOUBLE_KEY),
        ("so: {'a': 1, 'a': 2}", Flaw.DOUBLE_KEY),
    ],
)
def test_why_nothing_was_read_is_named(text, fault):
    assert list(found(text)) == []
    assert fault_of(text) is fault


def test_json_in_a_fence_is_read_and_the_prose_after_it_is_not():
    text = '```json\n{"queries":["tidal barrage cost","tidal barrage output"]}\n```\nChosen because of [2] and {notes}.'
    assert first(text) == {"queries": ["tidal barrage cost", "tidal barrage output"]}


def test_brackets_of_the_prose_before_are_passed_over():
    assert list(values('As [a] and {notes} say: {"a": 1}')) == [{"a": 1}]


@pytest.mark.parametrize(
    "text",
    [
        '<think>perhaps {"queries":["draft idea"]}</think>\n{"queries":["final idea"]}',
        'perhaps {"queries":["draft idea"]}</think>{"queries":["final idea"]}',
        '<thinking>{"queries":["draft"]}</thinking>```{"queries":["final idea"]}```',
    ],
)
def test_thoughts_are_no_answer(text):
    assert list(values(text)) == [{"queries": ["final idea"]}]


def test_a_thought_that_never_ends_hides_everything_after_it():
    assert list(values('<think>I would say {"a": 1}')) == []
    assert without_thoughts("kept <think>gone") == "kept "


def test_a_whole_answer_may_speak_of_thoughts():
    assert first('{"q": "what does <think> mean"}') == {"q": "what does <think> mean"}


def test_python_literals_are_read_as_what_they_mean():
    text = r"{'queries': ['what\'s new in LFP cells'], 'enough': False, 'note': None}"
    assert first(text) == {"queries": ["what's new in LFP cells"], "enough": False, "note": None}


@pytest.mark.parametrize(
    "text",
    [
        '{"queries":["wind lulls 2023","wind lu',
        '```json\n{"goals":[{"question":"a","wanted":["b"]},{"question":"c"',
        "{'queries': ['a'",
        '["a", "b"',
    ],
)
def test_a_cut_value_is_never_completed_and_no_part_of_it_taken(text):
    assert list(values(text)) == []


def test_what_stands_in_a_value_with_bare_keys_is_no_value_of_its_own():
    assert list(values('{answer: {"a": [1]}}')) == [{"answer": {"a": [1]}}]


def test_spelling_is_mended_in_a_closed_value():
    assert first('{"a": ["x", "y",], b: 2}') == {"a": ["x", "y"], "b": 2}


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 2}', "{'a': 1, 'a': 2}", '{"a": NaN}', '{"a": -Infinity}', '{"a": 1e999}']
)
def test_what_has_no_one_meaning_is_not_read(text):
    assert list(values(text)) == []


def test_a_key_said_twice_alike_is_one_key():
    assert first('{"a": 1, "a": 1}') == {"a": 1}


@pytest.mark.parametrize(
    "text", ["8/10", "There are 3 reasons, I'd say 9", "not excellent", "85", "N/A", "", " \n" * 5000]
)
def test_prose_holds_no_numbers(text):
    assert list(values(text)) == []


@pytest.mark.parametrize("mark", ["[", '{"a":', "[{", "(", "{'a':["])
def test_deep_nesting_is_refused_at_once(mark):
    began = time.process_time()
    assert list(values(mark * 50_000)) == []
    assert time.process_time() - began < 2


def test_half_characters_and_control_characters_do_not_come_through():
    value = first('{"a": "x\\ud83dy\\u0000z\\u0007", "b": "line\\nline"}')
    value["a"].encode("utf-8")
    assert "\x00" not in value["a"]
    assert value["b"] == "line\nline"


def test_nothing_is_evaluated():
    assert {"a": os.getcwd()} not in list(values("{'a': __import__('os').getcwd()}"))
    assert list(values("{'a': 2**9**9}")) != [{"a": 2**81}]


@given(st.text(alphabet="{}[]\"':,\\ truefalsn01.eE-\n", max_size=120))
def test_no_text_breaks_the_reader(text):
    for value in values(text):
        assert isinstance(value, dict | list)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5), lambda x: st.lists(x, max_size=3)
    )
)
def test_what_json_wrote_comes_back_between_any_prose(inner):
    assert _clean({"a": inner}) in list(values(f"Here you are:\n```json\n{json.dumps({'a': inner})}\n```\nBye (1)."))
