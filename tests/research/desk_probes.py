"""Where the limits of the review desk have their effect."""

from itertools import count
from typing import Any

from django.db.models.functions import Now

from research import actions
from research.engine.limits import Limits
from research.models import Claim, Thresholds, User
from research.store.similar import similar_to
from tests.research.probing import probe
from tests.web import report_rows, rows

_rooms = count(1)
LONGER = 1000
"""Seconds: more than the default."""


def desk(limits: Limits) -> tuple[User, list[Claim]]:
    """A reviewer before a written report; somebody else could decide as well."""
    at = next(_rooms)
    room = rows.room(f"Review desk {at}")
    Thresholds.objects.create(workspace=room, number=1, values=limits.values(), reason="probe")
    owner = rows.person(f"ana at desk {at}", room, "reviewer")
    _task, claims = report_rows.reviewed_report(room, owner)
    return rows.person(f"mei at desk {at}", room, "reviewer"), claims


def alike(limits: Limits, *texts: str) -> tuple[User, list[Claim]]:
    person, claims = desk(limits)
    task = claims[0].task
    weak = {"task": task, "section": 0, "kind": "fact", "verdict": "partly", "waits": True}
    return person, [
        Claim.objects.create(number=50 + at, position=50 + at, text=text, **weak) for at, text in enumerate(texts)
    ]


@probe(hold_seconds=LONGER)
def how_long_a_sentence_stays_in_a_hand(limits: Limits) -> Any:
    person, claims = desk(limits)
    hold = actions.take(person, claims[1])
    now = type(hold).objects.annotate(now=Now()).values_list("now", flat=True).get(pk=hold.pk)
    return round((hold.until - now).total_seconds())


@probe(second_opinions=1)
def what_a_contradicted_sentence_still_lacks(limits: Limits) -> Any:
    person, claims = desk(limits)
    Claim.objects.filter(pk=claims[1].pk).update(verdict="contradicted")
    claim = Claim.objects.get(pk=claims[1].pk)
    actions.decide_claim(person, claim, seen_version=claim.version, ruling="approved", note="the source is outdated")
    return Claim.objects.get(pk=claim.pk).stage


@probe(similar_claims=2)
def how_many_similar_sentences_are_offered(limits: Limits) -> Any:
    person, claims = alike(limits, *(f"The yard of rack {number} was cleared." for number in range(9)))
    return len(similar_to(claims[0], person))


@probe(similar_likeness=0.5)
def which_sentences_are_alike_enough(limits: Limits) -> Any:
    person, claims = alike(limits, "The yard of the plant was cleared.", "The yard of the plant was swept at dawn.")
    return [each.claim.number for each in similar_to(claims[0], person)]


@probe(spot_checks=1)
def how_many_sentences_a_spot_check_draws(limits: Limits) -> Any:
    person, claims = desk(limits)
    return len(actions.draw_spot_checks(person, claims[0].task.workspace))
