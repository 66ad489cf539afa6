"""What the baselines would have taken and told, given a finished task's own searches and reads (C26)."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from statistics import mean
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
from research.management.measure.observed import Turn
from research.management.measure.summed_up import WINDOW, looped
from research.management.measure.turns import turns_of
from research.models import ResearchTask
from research.roles.briefs import Ask
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.reporter import BuiltinReporter
from research.store.embeddings import KeptEmbedder
from research.store.load import limits_of, load_state
from research.terms import Language, Section
from research.wiring import embedder_for

Agent = Callable[[str, Sequence[Turn], Quoting], Coroutine[Any, Any, Run]]
AGENTS: tuple[Agent, ...] = (append_everything, observation_masking, summary_only)


def compared(task: ResearchTask, key_points: Sequence[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Parts of a line of results: one entry a baseline, and the loop in a small window with ReSum and without."""
    turns, quoting = turns_of(task), _quoting(task)
    return {
        "baselines": [_baseline(task, agent, turns, quoting, key_points) for agent in AGENTS],
        "loops": [_loop(task, on, turns, quoting, key_points) for on in (True, False)],
    }


def _baseline(
    task: ResearchTask, agent: Agent, turns: Sequence[Turn], quoting: Quoting, points: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    run = async_to_sync(agent)(task.question, turns, quoting)
    report = _report(task, quoting, run.held)
    return _line(run.with_report(report), len(turns), covered(report, points, task.language), len(points))


def _loop(
    task: ResearchTask, on: bool, turns: Sequence[Turn], quoting: Quoting, points: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    loop = async_to_sync(looped)(task.question, turns, quoting, on)
    found = covered(_report(task, quoting, loop.held), points, task.language)
    return {
        "resum": on,
        "window": WINDOW,
        "turns": loop.turns,
        "completed": loop.completed,
        "folded": loop.folded,
        "mean_share": round(mean(loop.shares), 3),
        "most_share": round(max(loop.shares), 3),
        "tokens": sum(loop.inputs),
        "coverage": round(len(found) / len(points), 3),
    }


def _report(task: ResearchTask, quoting: Quoting, held: Sequence[Noted]) -> str:
    return written(async_to_sync(quoting.report)(held, _longest(task)), held)


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
        "overflow": run.overflow,
        "found": found,
        "coverage": round(len(found) / points, 3),
    }
