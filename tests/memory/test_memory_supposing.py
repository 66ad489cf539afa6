"""A hypothesis becomes a fact by evidence, goes when it is contradicted, and is else only waited for (R165, R168)."""

import pytest

from memory.evolving import ConfirmedFact, EvolvingReport, Hypothesis
from memory.supposing import Found, weigh

IDEA = "Lanwan had 1,240 MWh of storage at the end of 2024."


def report(*ideas):
    return EvolvingReport("How much storage?", hypotheses=ideas)


def found(quote, evidence=7):
    return Found(evidence, quote, f"Statistics: {quote}", 0.8, goal=2)


def weighed(idea, *quotes, round=5):
    return weigh(report(idea), [found(quote) for quote in quotes], round, alike=0.85)


def test_evidence_that_says_the_same_bears_it_out():
    now, (settled,) = weighed(Hypothesis(IDEA, 1, "T-12"), "At the end of 2024, Lanwan had 1,240 MWh of grid storage.")
    assert (settled.borne_out, settled.evidence, settled.hypothesis.origin) == (True, 7, "T-12")
    assert now.facts == (ConfirmedFact(IDEA, (7,), 0.8, 5, 2),)
    assert now.hypotheses == ()


def test_evidence_that_contradicts_it_ends_it_without_a_fact():
    now, (settled,) = weighed(Hypothesis(IDEA, 1), "Lanwan had 1,420 MWh of storage at the end of 2024.")
    assert not settled.borne_out
    assert (now.facts, now.hypotheses) == ((), ())


@pytest.mark.parametrize(
    "quote",
    [
        "Lanwan did not have 1,240 MWh of storage at the end of 2024, the auditor found.",
        "Lanwan had 1,240 MWh of storage at the end of 2023.",
        "Fishing in the bay of Lanwan stays free.",
    ],
)
def test_what_says_something_else_bears_nothing_out(quote):
    now, settled = weighed(Hypothesis(IDEA, 1), quote)
    assert not [each for each in settled if each.borne_out]
    assert now.facts == ()


def test_what_speaks_of_it_without_settling_it_is_progress():
    now, settled = weighed(Hypothesis(IDEA, 1), "Storage in Lanwan grew by the end of the year 2024.")
    assert settled == ()
    assert [idea.since for idea in now.hypotheses] == [5]


def test_what_speaks_of_something_else_is_none():
    now, _ = weighed(Hypothesis(IDEA, 1), "Fishing in the bay stays free.")
    assert [idea.since for idea in now.hypotheses] == [1]


def test_the_piece_that_raised_it_cannot_bear_it_out():
    now, settled = weighed(Hypothesis(IDEA, 1, "E-7"), IDEA)
    assert settled == ()
    assert now.facts == ()


def test_nothing_known_or_supposed_already_is_supposed_and_the_oldest_give_way():
    known = EvolvingReport("How?", facts=(ConfirmedFact("It is large.", (1,), 0.9, 1),))
    now = known.supposing([Hypothesis("It is large.", 2), Hypothesis("It is old.", 1), Hypothesis("it is OLD.", 3)], 8)
    assert [idea.text for idea in now.hypotheses] == ["It is old."]
    more = now.supposing([Hypothesis(f"Idea {at}", 2 + at) for at in range(3)], most=2)
    assert [idea.text for idea in more.hypotheses] == ["Idea 1", "Idea 2"]
    assert known.supposing([Hypothesis("x", 1)], most=0).hypotheses == ()
