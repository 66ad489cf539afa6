"""A checker is asked about labelled claims: how many wrong ones it lets pass decides. The model is scripted."""

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from research.engine.limits import Limits
from research.roles.conformance import Desk, Outcome, Table, examine, fit
from research.roles.conformance.pairs import (
    RIGHT,
    WRONG,
    BadPairs,
    Pair,
    PairRules,
    most_calls,
    pair_probes,
    pairs_of,
    shipped,
)
from research.roles.conformance.tasks import TASKS
from research.roles.endpoints import EndpointError, EndpointKind, Request
from research.roles.endpoints.scripted import Scripted
from tests.roles.made import SIZES
from tests.sayings import is_known

RULES = PairRules.of(Limits().values())
CLAIMS = Path(__file__).parents[1] / "claims"
KINDS = {
    "wrong-number",
    "wrong-unit",
    "wrong-entity",
    "wrong-year",
    "negated",
    "reversed-direction",
    "over-general",
    "stitched",
    "unrelated",
}


def asked_about(prompt: str) -> Pair:
    """Which of the pairs a prompt shows."""
    (pair,) = (each for each in shipped() if f"\n{each.claim}\n" in prompt)
    return pair


def said(pair: Pair, verdict: str) -> dict[str, str]:
    return {"verdict": verdict, "reason": pair.claim[:80]}


def perfect(request: Request) -> object:
    pair = asked_about(request.prompt)
    return said(pair, "supported" if pair.label == RIGHT else "not_found")


def agreeing(request: Request) -> object:
    return said(asked_about(request.prompt), "supported")


def refusing(request: Request) -> object:
    return said(asked_about(request.prompt), "not_found")


async def asked(answers: object, rules: PairRules = RULES) -> tuple[dict[str, Outcome], bool, Scripted]:
    endpoint, probes = Scripted({"claim": answers}), pair_probes(rules)
    found = [each async for each in examine(Desk(endpoint, SIZES, date(2026, 3, 5)), probes, 90)]
    return {each.probe: each for each in found}, fit(found, probes), endpoint


def counted(table: Table, verdict: str) -> int:
    return sum(row[verdict] for row in table.values())


def test_sixty_pairs_come_with_it_half_of_them_chinese_and_two_thirds_wrong_in_nine_ways():
    lines = [json.loads(line) for line in FILE_LINES]
    assert Counter(each["language"] for each in lines) == {"en": 30, "zh": 30}
    for language in ("en", "zh"):
        mine = [each for each in lines if each["language"] == language]
        assert Counter(each["label"] for each in mine) == {WRONG: 20, RIGHT: 10}
        assert {each["kind"] for each in mine if each["label"] == WRONG} == KINDS
    assert len({each["claim"] for each in lines}) == len({each["id"] for each in lines}) == 60


FILE_LINES = (Path("research/roles/conformance/pairs.jsonl")).read_text(encoding="utf-8").splitlines()


def test_none_of_them_is_of_a_set_that_the_checker_is_measured_on():
    measured = "".join(path.read_text(encoding="utf-8") for path in CLAIMS.glob("*.jsonl"))
    assert not [each.claim for each in shipped() if each.claim in measured or each.quote in measured]


async def test_a_perfect_checker_is_fit_and_most_of_the_pairs_were_its_to_judge():
    """What code settles alone says nothing of the model."""
    found, passes, endpoint = await asked(perfect)
    assert passes and found["wrong_pairs"].passed and found["right_pairs"].passed
    assert len(endpoint.asked) >= 0.75 * len(shipped())
    assert found["wrong_pairs"].detail.startswith("0 of 40 wrong claims called supported, at most 2 % wanted; ")
    assert found["right_pairs"].detail.startswith("20 of 20 right claims called supported, at least 85 % wanted; ")
    assert all(is_known(found[name].detail) for name in ("wrong_pairs", "right_pairs"))


async def test_a_checker_that_calls_everything_supported_is_not_fit_and_the_table_says_what_it_let_pass():
    found, passes, endpoint = await asked(agreeing)
    wrong = [each for each in endpoint.asked if asked_about(each.prompt).label == WRONG]
    assert not passes and not found["wrong_pairs"].passed
    assert counted(found["wrong_pairs"].table, "supported") == len(wrong) > 20
    assert found["wrong_pairs"].table["negated"]["supported"] == 4
    assert set(found["wrong_pairs"].table) == KINDS
    assert found["right_pairs"].passed


async def test_a_checker_that_agrees_with_nothing_is_fit_with_a_note():
    found, passes, _ = await asked(refusing)
    assert passes and found["wrong_pairs"].passed
    assert not found["right_pairs"].passed and not found["right_pairs"].required
    assert found["right_pairs"].detail.startswith("0 of 20 right claims")


@pytest.mark.parametrize("prose", ["It is supported.", "supported", "[]", '{"verdict": "supported"'])
async def test_an_answer_that_is_no_json_of_the_form_never_counts_as_supported(prose):
    found, passes, endpoint = await asked(prose)
    assert counted(found["right_pairs"].table, "supported") == counted(found["wrong_pairs"].table, "supported") == 0
    assert counted(found["right_pairs"].table, "not_checked") == 20
    assert found["right_pairs"].detail.endswith("the model was asked about 20; answers of no use: 20")
    assert passes and not found["right_pairs"].passed
    assert not found["form"].passed
    assert len(endpoint.asked) <= most_calls(0)


def one_slips(request: Request) -> object:
    pair = asked_about(request.prompt)
    return said(pair, "supported" if pair.label == RIGHT or pair.kind == "wrong-year" else "contradicted")


async def test_the_bars_are_thresholds():
    strict, passes, _ = await asked(one_slips)
    slipped = counted(strict["wrong_pairs"].table, "supported")
    assert not passes and slipped == 4
    lax, passes, _ = await asked(one_slips, replace(RULES, wrong_supported=slipped / 40))
    assert passes and lax["wrong_pairs"].passed
    told, _, _ = await asked(refusing, replace(RULES, right_supported=0))
    assert told["right_pairs"].passed


@pytest.mark.parametrize("kind", [EndpointKind.OVERLOADED, EndpointKind.RATE_LIMITED, EndpointKind.UNAVAILABLE])
async def test_a_server_that_fails_in_the_middle_ends_it_and_nothing_is_known_of_the_model(kind):
    class Failing(Scripted):
        async def complete(self, request: Request) -> Any:
            if len(self.asked) == 7:
                raise EndpointError(kind, "the server went away")
            return await super().complete(request)

    probes, desk = pair_probes(RULES), Desk(Failing({"claim": perfect}), SIZES, date(2026, 3, 5))
    found = [each async for each in examine(desk, probes, 90)]
    assert [(each.probe, each.passed, each.last) for each in found] == [("wrong_pairs", False, True)]
    assert not fit(found, probes)


async def test_a_call_that_is_too_slow_is_one_that_brought_nothing():
    class Slow(Scripted):
        async def complete(self, request: Request) -> Any:
            raise EndpointError(EndpointKind.TOO_SLOW, "no answer within 90 s")

    probes, desk = pair_probes(RULES), Desk(Slow({}), SIZES, date(2026, 3, 5))
    found = {each.probe: each async for each in examine(desk, probes, 90)}
    assert counted(found["right_pairs"].table, "not_checked") == 20
    assert not found["right_pairs"].passed


def test_the_bound_on_calls_holds_for_every_task_and_pair():
    assert most_calls(len(TASKS["checker"])) == 2 * (5 + 60)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("claim, quote", "line 2 is no object"),
        ('{"claim": "a", "quote": "b", "label": "supported"}', "line 2 is no object"),
        ('{"claim": "a", "quote": " ", "label": "wrong", "kind": "negated"}', "line 2 is no object"),
        ('{"claim": "a", "quote": "b", "label": "maybe", "kind": "negated"}', "line 2: the label"),
    ],
)
def test_a_line_that_is_no_labelled_pair_is_named(line, why):
    good = '{"claim": "a", "quote": "b", "label": "wrong", "kind": "negated", "why": "more"}'
    assert pairs_of(f"{good}\n\n") == [Pair("a", "b", "wrong", "negated")]
    with pytest.raises(BadPairs, match=why):
        pairs_of(f"{good}\n{line}\n")
