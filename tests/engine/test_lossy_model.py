"""A model that rewords and loses everything that matters, on the wire: what it sums up keeps every labelled fact.

Told once what it lost, it mends every second quotation and loses the others again (R041, R077, R143).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from memory.rewriting import Retained
from memory.working import Entry, WorkingMemory
from research.engine.closing import summarised
from research.engine.events import Summarised
from research.management.measure.retention import Passage
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.endpoints.openai import OpenAIEndpoint
from research.roles.executor import ModelExecutor
from research.terms import GoalState, Language
from tests.builders import goal, state, world
from tests.memory.labelled import passages
from tests.roles.made import PATIENCE, SIZES, Told
from tests.roles.misbehaving import Call, by_rule, serving

A_GOAL = 5
"""Passages summed up at once, as a goal's quotations are."""
LANGUAGES = {"en": Language.ENGLISH, "zh": Language.CHINESE}
A_LINE = 150
"""Characters: as long as one supporting line of an answer may be."""
_NUMBER = re.compile(r"^\[(\d+)\] ", re.MULTILINE)
_BREAK = re.compile(r"\n- \[E-\d+\] ")
_LOST = re.compile(r"must not be lost: (.*)\Z", re.DOTALL)


@dataclass
class Losing:
    """What it answers; `held` are the passages it is asked about now, by their evidence numbers."""

    held: dict[int, Passage]
    asked: int = 0

    def __call__(self, call: Call) -> dict[str, Any]:
        self.asked += 1
        told = _LOST.search(call.prompt)
        again = told is not None
        numbers = [int(each) for each in _NUMBER.findall(call.prompt)]
        lines = [line for each in numbers for line in _lines(each, _reworded(self.held[each], again and each % 2 == 0))]
        words = "What the passages say of it." if self.held[1].language == "en" else "所引段落对此的说法。"
        return {"conclusion": words, "supporting": lines, "doubts": []}


def _reworded(passage: Passage, mended: bool) -> str:
    return passage.text if mended else passage.without([fact.text for fact in passage.facts])


def _lines(number: int, text: str) -> list[dict[str, Any]]:
    words = text.split(" ") if " " in text else list(text)
    lines, space = [""], " " if " " in text else ""
    for word in words:
        if len(lines[-1]) + len(word) > A_LINE:
            lines.append("")
        lines[-1] += (space if lines[-1] else "") + word
    return [{"text": line, "evidence": [number]} for line in lines]


async def summed_up(held: dict[int, Passage], executor: ModelExecutor) -> list[Summarised]:
    language = LANGUAGES[held[1].language]
    aim = goal(1, "what the passages say" if language is Language.ENGLISH else "所引段落的说法", state=GoalState.DONE)
    entries = tuple(Entry(number, 1, each.text, "", "", 0.9, 1) for number, each in held.items())
    begun = replace(state(aim), question=aim.question, language=language)
    events = await summarised(begun, aim, WorkingMemory(1, entries), (), world(executor=executor, summary_from=1).tools)
    return [event for event in events if isinstance(event, Summarised)]


def goals(part: str, language: str) -> Iterator[dict[int, Passage]]:
    every: Sequence[Passage] = passages(language, part)
    for at in range(0, len(every), A_GOAL):
        yield dict(enumerate(every[at : at + A_GOAL], start=1))


async def kept(part: str, language: str) -> Retained:
    counts, told, losing = Retained(), Told(), Losing({})
    with serving(by_rule(losing)) as server:
        endpoint = OpenAIEndpoint(server.base_url, "m", PATIENCE)
        executor = ModelExecutor(endpoint, BuiltinExecutor(HashingEmbedder()), SIZES, told)
        for held in goals(part, language):
            losing.held, losing.asked = held, 0
            made = await summed_up(held, executor)
            text = _BREAK.sub(" ", "\n".join(event.summary.text() for event in made))
            gone = [(each.id, fact.text) for each in held.values() for fact in each.facts if fact.text not in text]
            assert gone == []
            assert losing.asked == 2, "once, and exactly once more"
            counts += made[0].retained
    assert told.rows == [], "every answer was the model's, none its twin's"
    return counts


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("part", ["open", "held", "names"])
async def test_what_a_lossy_model_sums_up_keeps_every_fact(part: str, language: str) -> None:
    counts = await kept(part, language)
    print(f"{language} {part}: {counts}")
    assert counts.by_retry > 0 and counts.by_raw > 0
    assert counts.saved == counts.lost
