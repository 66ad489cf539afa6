"""R050 as a world: a search for separator capacity slides to electrolyte additives for four rounds, and comes back.

Models answer for planner and executor, faked at the wire alone; all that stands above the endpoint is the product's.
"""

from collections.abc import Sequence
from typing import Any

from research.engine.limits import Limits
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.endpoints import Request
from research.roles.endpoints.scripted import Scripted
from research.roles.executor import ModelExecutor
from research.roles.planner import ModelPlanner
from research.roles.sizes import Sizes
from research.terms import Language, Period
from tests.builders import World, begin, leaf, world

ADDITIVES = ("vinylene", "fluoride", "sulfone", "nitrile")
LEAVES = [
    *(
        leaf(f"Electrolyte additives: {name}", f"In Lanwan the electrolyte additive {name} sold well in 2024.")
        for name in ADDITIVES
    ),
    leaf("Separator works", "Lanwan built separator capacity of 310 million square metres in 2024."),
    leaf("Membrane yearbook", "The separator capacity added by Lanwan during 2024 came to 310 million square metres."),
]
SLIDING = [[f"Lanwan electrolyte additive {name}"] for name in ADDITIVES]
BACK = [["Lanwan separator capacity built 2024"], ["separator capacity added by Lanwan, million square metres"]]


def queries(texts: list[str]) -> dict[str, Any]:
    return {"queries": [{"text": text, "hopes": "a figure"} for text in texts]}


def the_first_hit_is_good(request: Request) -> dict[str, Any]:
    assert request.schema is not None
    return {"scores": [9, *(5 for _ in range(1, request.schema["properties"]["scores"]["minItems"]))]}


def first_sentence(request: Request) -> dict[str, Any]:
    marks = 10 if "separator capacity of" in request.prompt or "capacity added by" in request.prompt else 8
    return {"quotes": [{"first": 1, "last": 1, "relevance": marks, "reason": "Names an amount for Lanwan."}]}


def drifts_while_it_reads_of_additives(request: Request) -> dict[str, Any]:
    astray = "Electrolyte additives:" in request.prompt.partition("Tombstones")[0]
    reason = "The evidence is about additives, not separator capacity." if astray else "Separator capacity is found."
    return {"supports": not astray, "off_goal": astray, "overlooked": "", "reason": reason}


def scenario(after: Sequence[list[str]] = ()) -> World:
    wire = Scripted(
        {
            "plan": {"goals": [{"question": "separator capacity Lanwan built in 2024", "wanted": ["square metres"]}]},
            "query": [queries(texts) for texts in (*SLIDING, *after, *BACK)],
            "triage": the_first_hit_is_good,
            "quote": first_sentence,
            "facts": {"facts": []},
            "reflect": drifts_while_it_reads_of_additives,
            "summary": "no summary from this server",
            "digest": "no digest either",
            "grow": {"goals": []},
        }
    )
    limits = Limits()
    sizes = Sizes.of(limits.values())
    told: list[str] = []

    def tell(role: str, prompt: str, kind: str, detail: str) -> None:
        told.append(f"{role} {prompt} {kind}")

    asked = begin("How much separator capacity did Lanwan build in 2024?", Language.ENGLISH, Period(None, None))
    return world(
        LEAVES,
        begun=asked,
        planner=ModelPlanner(wire, BuiltinPlanner(), sizes, tell),
        executor=ModelExecutor(wire, BuiltinExecutor(HashingEmbedder()), sizes, tell),
        variants=1,
        reflect_every=4,
        reads_per_round=1,
        reads_per_goal=9,
        rounds_per_goal=6,
        answers_in_part=0.9,
    )
