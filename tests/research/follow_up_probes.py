"""What can be seen of a follow-up under other limits: probes of tests/research/test_thresholds_have_effect.py."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from asgiref.sync import async_to_sync

from research import actions
from research.engine.follow_up import narrowed
from research.engine.limits import Limits
from research.engine.recalled import Near, bearing
from research.engine.trigger import by_rules
from research.models import FollowUp, ModelCall, ResearchTask, Thresholds
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.endpoints import EndpointError, Request
from research.roles.endpoints.scripted import Scripted
from research.store.embeddings import KeptEmbedder
from research.store.follow_up_replies import FollowUpEndpoint, FollowUpReplies
from research.store.recall import recalled
from tests.builders import evidence
from tests.engine.test_follow_up import answer, desk, further
from tests.web import rows
from tests.web.report_rows import report, sentence

SUBJECT = "What did the Red Cape fire change?"
ASKED = "How long did rack 14 burn?"
PAGE = " ".join(f"Rack {n} burned for {n} minutes." for n in range(10, 40))


def reported(limits: Limits) -> ResearchTask:
    """A finished task of a workspace of its own whose newest limits are these."""
    room = rows.room(f"Room {ResearchTask.objects.count()}")
    task = rows.task(room, rows.person(f"ada of {room}", room), phase="done", status="finished")
    Thresholds.objects.create(workspace=room, number=9, values=limits.values(), reason="a probe")
    goal, page = rows.goal(task), rows.source(room, PAGE)
    for n in range(10, 40):
        rows.evidence(goal, page, f"Rack {n} burned for {n} minutes.")
    report(task, ("What burned?", goal, [sentence("Rack 14 burned.")]))
    return task


def asked(limits: Limits, question: str = ASKED) -> FollowUp | str:
    task = reported(limits)
    try:
        return actions.ask_further(task.owner, task, question)
    except actions.Refused as refusal:
        return refusal.sentence


def longest_follow_up(limits: Limits) -> Any:
    return isinstance(asked(limits, "How long did it burn? " * 6), str)


def questions_within_an_hour(limits: Limits) -> Any:
    first = asked(limits)
    assert isinstance(first, FollowUp)
    try:
        actions.ask_further(first.person, first.task, ASKED)
    except actions.Refused:
        return 1
    return 2


def pieces_looked_at(limits: Limits) -> Any:
    embedder = KeptEmbedder(HashingEmbedder())
    return len(async_to_sync(recalled)(reported(limits), ASKED, embedder, limits.follow_up_pieces, 64))


def near(quote: str, similarity: float) -> tuple[Near, ...]:
    return (Near(evidence(1, quote=quote), similarity),)


def bears_by_words(limits: Limits) -> Any:
    return len(bearing(ASKED, SUBJECT, near("Rack 14 was new.", 0), limits))


def bears_by_meaning(limits: Limits) -> Any:
    return len(bearing(ASKED, SUBJECT, near("It took half an hour.", 0.5), limits))


def bears_across_languages(limits: Limits) -> Any:
    return len(bearing(ASKED, SUBJECT, near("十四号电池架起火。", 0.2), limits))


def ruled_as(limits: Limits) -> Any:
    return by_rules("How long did rack 14 burn at last?", SUBJECT, near("Rack 14 was new.", 0.1), (), limits)


def length_of_an_answer(limits: Limits) -> Any:
    quotes = [f"Rack {n} burned for {n} minutes and then went out by itself." for n in range(9)]
    made = async_to_sync(answer)(further("How long did each rack burn?", *quotes), desk(**limits.values()))
    return sum(len(said.text) for said in made)


def calls_of_one_answer(limits: Limits) -> Any:
    row = asked(limits)
    assert isinstance(row, FollowUp)
    FollowUp.objects.filter(pk=row.pk).update(attempts=1)
    row.attempts = 1
    endpoint = FollowUpEndpoint(
        Scripted({"claim": {"verdict": "partly", "reason": "r"}}), FollowUpReplies(row, 9), limits
    )
    request = Request("Question?", "You answer.", None, "claim", 1100, "checker", "claim", "0" * 16)
    for n in range(3):
        try:
            async_to_sync(endpoint.complete)(replace(request, prompt=f"Question {n}?"))
        except EndpointError:
            break
    return ModelCall.objects.filter(follow_up=row).count()


def limits_of_its_search(limits: Limits) -> Any:
    return narrowed(limits)


PROBES: dict[str, tuple[float, Callable[[Limits], Any]]] = {
    "follow_up_characters": (50, longest_follow_up),
    "follow_ups_an_hour": (1, questions_within_an_hour),
    "follow_up_pieces": (3, pieces_looked_at),
    "follow_up_bears": (0.9, bears_by_words),
    "follow_up_similar": (0.9, bears_by_meaning),
    "follow_up_foreign": (0.9, bears_across_languages),
    "follow_up_held": (0.2, ruled_as),
    "follow_up_answer": (200, length_of_an_answer),
    "follow_up_tokens": (1000, calls_of_one_answer),
    "follow_up_rounds": (1, limits_of_its_search),
    "follow_up_reads": (1, limits_of_its_search),
}
"""By limit: a value other than the default, and where its effect is seen."""
