"""A checker with a model behind it: code's word on figures is final."""

from dataclasses import replace

import pytest

from research import prompts
from research.roles.briefs import CheckBrief
from research.roles.builtin.claims.checker import BuiltinChecker
from research.roles.checker import READ, ModelChecker
from research.roles.endpoints import EndpointError, EndpointKind
from research.roles.endpoints.scripted import Scripted
from research.terms import Language, SentenceKind, Verdict
from tests.roles.made import CARD, QUOTE, SIZES, Told

PARAPHRASE = "Operators get considerable public help."
BRIEF = CheckBrief(Language.ENGLISH, PARAPHRASE, SentenceKind.FACT, (CARD,), 0.9, 0.6)


def checker(answer) -> tuple[ModelChecker, Scripted, Told]:
    told, endpoint = Told(), Scripted({"claim": answer})
    return ModelChecker(endpoint, BuiltinChecker(), SIZES, told), endpoint, told


def says(verdict: str) -> dict:
    return {"verdict": verdict, "reason": "The subsidy is public help to operators."}


@pytest.mark.parametrize("verdict", ["supported", "partly", "contradicted", "not_found"])
async def test_other_wording_is_for_the_model_to_judge(verdict):
    made, _, told = checker(says(verdict))
    found, reason, _ = await made.check(BRIEF)
    assert (found, reason, told.rows) == (Verdict(verdict), "The subsidy is public help to operators.", [])


async def test_what_passes_the_rules_in_another_order_is_asked_of_the_model():
    made, endpoint, _ = checker({"verdict": "contradicted", "reason": "Lanwan opened another storage hall."})
    quoted = replace(CARD, quote="In May 2024 Lanwan opened its storage hall, which serves the island grid.")
    brief = replace(BRIEF, claim="Lanwan opened its storage hall in May 2024.", cards=(quoted,))
    assert (await made.check(brief))[0] is Verdict.SUPPORTED
    assert (await made.check(replace(brief, words_in_order=1)))[0] is Verdict.CONTRADICTED
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize(
    ("quote", "claim"),
    [
        ("Orlin Works built the hull of the ferry Sula.", "The ferry Sula got its hull from Orlin Works."),
        ("Most ferries of the island run all winter.", "In winter, too, the island's ferries run, nearly all of them."),
    ],
)
async def test_who_does_what_and_of_how_many_is_read_by_the_model(quote, claim):
    made, endpoint, _ = checker({"verdict": "supported", "reason": "The ferry and the ferries are told alike."})
    brief = replace(BRIEF, claim=claim, cards=(replace(CARD, quote=quote),))
    first, _, atoms = await BuiltinChecker().check(brief)
    assert first is not Verdict.SUPPORTED
    assert {atom.kind for atom in atoms if not atom.found} & READ - {"words", "order"}
    assert (await made.check(brief))[0] is Verdict.SUPPORTED
    assert len(endpoint.asked) == 1


async def test_what_code_supports_is_not_asked():
    made, endpoint, _ = checker(says("contradicted"))
    assert (await made.check(replace(BRIEF, claim=QUOTE)))[0] is Verdict.SUPPORTED
    assert endpoint.asked == []


@pytest.mark.parametrize(
    "claim",
    [
        "The Lanwan storage subsidy is 0.52 yuan per kWh.",
        "The Lanwan storage subsidy is 0.25 yuan per kWh from 1 April 2023.",
        "The Lanwan storage subsidy isn't 0.25 yuan per kWh.",
    ],
)
async def test_no_model_turns_a_wrong_figure_date_or_negation_into_support(claim):
    made, endpoint, _ = checker(says("supported"))
    assert (await made.check(replace(BRIEF, claim=claim)))[0] is not Verdict.SUPPORTED
    assert endpoint.asked == []


@pytest.mark.parametrize(
    "said",
    [
        "nonsense",
        '{"verdict":"yes"}',
        {"verdict": "supported", "reason": "zzz qqq"},
        "I'm sorry",
        EndpointError(EndpointKind.OVERLOADED, "busy"),
    ],
)
async def test_a_model_that_fails_leaves_the_claim_not_checked(said):
    made, _, told = checker(said)
    assert (await made.check(BRIEF))[0] is Verdict.NOT_CHECKED
    assert len(told.rows) == 1


async def test_without_quotations_nothing_is_asked():
    made, endpoint, _ = checker(says("supported"))
    assert (await made.check(replace(BRIEF, cards=())))[0] is Verdict.NOT_CHECKED
    assert endpoint.asked == []


async def test_the_example_is_an_answer_and_the_claim_is_fenced():
    made, endpoint, _ = checker(prompts.example("claim"))
    assert (await made.check(BRIEF))[0] is Verdict.PARTLY or endpoint.asked
    assert endpoint.asked[0].prompt.split("The sentence:\n")[1].startswith("<DATA-")
