"""Where the limits of model calls have their effect: in what is sent, and in how patient an endpoint is."""

from collections.abc import Iterator
from datetime import date
from itertools import product
from typing import Any

from asgiref.sync import async_to_sync

from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.state import Round
from research.roles.conformance import Desk, examine
from research.roles.conformance.pairs import Pair, PairRules, pair_probes
from research.roles.endpoints import Request
from research.roles.endpoints.scripted import Scripted
from research.roles.planner import ModelPlanner
from research.roles.sizes import Sizes
from research.terms import Language
from tests.builders import SaidExecutor, evidence, goal, leaf, query, state
from tests.research.probing import WORDS, probe, step, there
from tests.whole.tasks import asked, room


@probe(decision_tokens=50, answer_tokens=200, section_tokens=300, input_tokens=1500, query_words=3, query_han=5)
def what_the_roles_send(limits: Limits) -> Any:
    wire = Scripted(
        {
            "plan": {"goals": [{"question": "grid storage of Lanwan", "wanted": []}]},
            "query": {"queries": [{"text": "Lanwan grid storage capacity end", "hopes": ""}]},
            "quote": {"quotes": []},
            "section": {"heading": "", "sentences": [{"text": WORDS, "kind": "fact", "evidence": [1]}]},
        }
    )
    return _sent(wire, limits, Language.ENGLISH), _sent(_chinese(), limits, Language.CHINESE)


def _chinese() -> Scripted:
    return Scripted(
        {
            "plan": {"goals": [{"question": "澜湾电网储能容量", "wanted": []}]},
            "query": {"queries": [{"text": "澜湾电网储能装机容量", "hopes": ""}]},
            "quote": {"quotes": []},
            "section": {"heading": "", "sentences": [{"text": WORDS, "kind": "fact", "evidence": [1]}]},
        }
    )


def _sent(wire: Scripted, limits: Limits, language: Language) -> Any:
    """Lengths asked for by prompt, how often each was asked, and the length of the longest prompt."""
    from research.roles.builtin.embedder import HashingEmbedder
    from research.roles.builtin.executor import BuiltinExecutor
    from research.roles.builtin.planner import BuiltinPlanner
    from research.roles.builtin.reporter import BuiltinReporter
    from research.roles.executor import ModelExecutor
    from research.roles.reporter import ModelReporter

    sizes = Sizes.of(limits.values())

    def told(role: str, prompt: str, kind: str, detail: str) -> None:
        """The effect is seen in what was asked."""

    question = "澜湾电网储能容量" if language is Language.CHINESE else "How much grid storage has Lanwan?"
    planner = ModelPlanner(wire, BuiltinPlanner(), sizes, told)
    made = there(limits, (), state(question=question, phase=Phase.PLAN, language=language), planner=planner)
    step(step(made))
    executor = ModelExecutor(wire, BuiltinExecutor(HashingEmbedder()), sizes, told)
    pages = [leaf("Page", f"{question} {WORDS} " * 3)]
    round_ = Round(gap="capacity", queries=(query(text=question),), finds=())
    made = there(limits, pages, state(goal(), phase=Phase.REACH, active=1, round=round_), executor=_Triaged(executor))
    step(step(made))
    reporter = ModelReporter(wire, BuiltinReporter(), sizes, told)
    made = there(limits, (), state(goal(), phase=Phase.REPORT), reporter=reporter)
    made.box.pieces = {n: evidence(n, quote=f"{WORDS} {n} " * 4) for n in range(1, 60)}
    step(made)
    longest = max(len(request.prompt) for request in wire.asked)
    return sorted((request.prompt_name, request.max_tokens) for request in wire.asked), longest


class _Triaged(SaidExecutor):
    """Triage by the test, quotes by the model's role."""

    def __init__(self, inner: Any) -> None:
        super().__init__()
        self.quote = inner.quote  # type: ignore[method-assign]


@probe(
    call_seconds=5,
    call_tries=1,
    call_wait_seconds=2,
    call_longest_wait_seconds=1,
    reply_bytes=10_000,
    escalations=0,
    call_seats=1,
    seat_seconds=1,
    seat_look_seconds=1,
    breaker_failures=1,
    breaker_seconds=1,
)
def how_patient_an_endpoint_is(limits: Limits) -> Any:
    """Asked of the wiring, which builds endpoints: what a model's server meets in life."""
    from django.conf import settings
    from django.utils import timezone

    from research import wiring
    from research.store.lease import Held
    from research.store.replies import StepReplies

    task = asked(room("of patience"))
    bound = settings.ROLE_ENDPOINTS
    try:
        settings.ROLE_ENDPOINTS = {
            **bound,
            "planner": "openai://127.0.0.1:9/small",
            "reporter": "openai://127.0.0.1:9/large",
        }
        kit = wiring.kit_for(task, timezone.now(), StepReplies(task, 0, Held(task.pk, 0, 1)), limits)
        planner = kit.tools.planner
        layers = list(_layers(planner._weak._model.endpoint))  # type: ignore[attr-defined]
        told = [getattr(each, name, None) for each in layers for name in ("_patience", "_rules", "patience")]
        return planner._left, *filter(None, told)  # type: ignore[attr-defined]
    finally:
        settings.ROLE_ENDPOINTS = bound
        task.workspace.name = f"of patience {task.pk}"
        task.workspace.save()
        for person in (task.owner, *type(task.owner).objects.filter(username__endswith="of patience")):
            type(person).objects.filter(pk=person.pk).update(username=f"{person.username} {task.pk}")


def _layers(endpoint: Any) -> Iterator[Any]:
    """An endpoint and all that it stands before."""
    while endpoint is not None:
        yield endpoint
        endpoint = getattr(endpoint, "inner", None) or getattr(endpoint, "_inner", None)


@probe(wrong_supported=0, right_supported=0.5)
def what_decides_of_an_examined_checker(limits: Limits) -> Any:
    """It supports all of twenty right pairs but nine, and one of a hundred wrong ones."""
    words = [f"the wall is {one}{two}" for one, two in product("bcdfghklmnprst", "aeiouymnrs")]
    quote = "Nothing is told here."
    right = [Pair(claim, quote, "supported", "other words") for claim in words[:20]]
    wrong = [Pair(claim, quote, "wrong", "unrelated") for claim in words[20:120]]
    said = dict.fromkeys(words, "not_found") | dict.fromkeys([*words[9:20], words[20]], "supported")

    def answer(request: Request) -> object:
        (claim,) = (each for each in said if f"\n{each}\n" in request.prompt)
        return {"verdict": said[claim], "reason": claim}

    probes = pair_probes(PairRules.of(limits.values()), [*right, *wrong])
    desk = Desk(Scripted({"claim": answer}), Sizes.of(limits.values()), date(2026, 3, 5))

    async def outcomes() -> list[bool]:
        return [each.passed async for each in examine(desk, probes, limits.call_seconds) if "pairs" in each.probe]

    return async_to_sync(outcomes)()
