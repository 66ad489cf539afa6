"""What the baselines would have taken and told, given a finished task's own searches and reads (C26)."""

from collections.abc import Mapping, Sequence
from typing import Any

from asgiref.sync import async_to_sync

from research.management.measure.baselines import (
    Noted,
    Quoting,
    Run,
    append_everything,
    observation_masking,
    summary_only,
)
from research.management.measure.coverage import covered
from research.management.measure.turns import turns_of
from research.models import ResearchTask
from research.roles.briefs import Ask
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.reporter import BuiltinReporter
from research.store.embeddings import KeptEmbedder
from research.store.load import limits_of, load_state
from research.terms import Language, Section
from research.wiring import embedder_for

AGENTS = (append_everything, observation_masking, summary_only)


def compared(task: ResearchTask, key_points: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One line a baseline, in the words of a line of results."""
    turns, quoting, characters = turns_of(task), _quoting(task), _longest(task)
    told = []
    for agent in AGENTS:
        run = async_to_sync(agent)(task.question, turns, quoting)
        report = written(async_to_sync(quoting.report)(run.held, characters), run.held)
        found = covered(report, key_points, task.language)
        told.append(_line(run.with_report(report), len(turns), found, len(key_points)))
    return told


def _quoting(task: ResearchTask) -> Quoting:
    state, executor = load_state(task), BuiltinExecutor(KeptEmbedder(embedder_for()))
    ask = Ask(task.question, state.language, state.period, task.created.date())
    return Quoting(ask, state.mind.goals, executor, BuiltinReporter(), limits_of(task))


def _longest(task: ResearchTask) -> int:
    limits = limits_of(task)
    return limits.report_characters_zh if task.language == Language.CHINESE else limits.report_characters_en


def written(sections: Sequence[Section], held: Sequence[Noted]) -> str:
    """With title and day before each quote, as our reports have them."""
    cards = {note.card.number: note.card for note in held}
    lines = []
    for section in sections:
        lines.append(f"## {section.heading}")
        for sentence in section.sentences:
            card = cards[sentence.evidence[0]]
            lines.append(f"- **{card.title}** ({card.published or ''}): “{sentence.text}”")
    return "\n\n".join(lines)


def _line(run: Run, turns: int, found: list[str], points: int) -> dict[str, Any]:
    return {
        "system": run.name,
        "turns": turns,
        "tokens": run.tokens,
        "input": sum(call.input for call in run.calls),
        "output": sum(call.output for call in run.calls),
        "longest_input": max(run.main_inputs),
        "main_inputs": list(run.main_inputs),
        "overflow": sum(call.overflow for call in run.calls),
        "found": found,
        "coverage": round(len(found) / points, 3),
    }
