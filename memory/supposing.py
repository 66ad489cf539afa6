"""Hypotheses held against fresh evidence: borne out they become facts with a row, contradicted they go (R165, R168).

Precision before recall: what only speaks of the same thing is progress, and settles nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from memory.conflicts import Quoted, clash
from memory.evolving import EvolvingReport, Hypothesis
from memory.figures import content_words, direction, names, negated
from memory.retention import missing


@dataclass(frozen=True, slots=True)
class Found:
    """A fresh piece of evidence. `told`: title and quote, as the report states a fact."""

    evidence: int
    quote: str
    told: str
    confidence: float
    goal: int
    published: date | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    hypothesis: Hypothesis
    borne_out: bool
    """Else contradicted."""
    evidence: int


def weigh(
    report: EvolvingReport, found: Sequence[Found], round: int, alike: float
) -> tuple[EvolvingReport, tuple[Settled, ...]]:
    """`alike`: share of a hypothesis' words that evidence must hold to bear it out; half of that is progress."""
    settled: list[Settled] = []
    for idea in report.hypotheses:
        if end := _end(idea, found, alike):
            piece, borne_out = end
            settled.append(Settled(idea, borne_out, piece.evidence))
            report = _without(report, idea)
            if borne_out:
                report = report.promoted(idea.text, (piece.evidence,), piece.confidence, round, piece.goal)
        elif any(_shared(idea.text, piece.told) * 2 >= alike for piece in found):
            report = _brought_forward(report, idea, round)
    return report, tuple(settled)


def _end(idea: Hypothesis, found: Sequence[Found], alike: float) -> tuple[Found, bool] | None:
    """What it came from can't bear it out."""
    others = [piece for piece in found if f"E-{piece.evidence}" != idea.origin]
    if against := next((piece for piece in others if _contradicts(piece, idea.text)), None):
        return against, False
    borne = next((piece for piece in others if _says(piece.told, idea.text, alike)), None)
    return (borne, True) if borne else None


def _contradicts(piece: Found, text: str) -> bool:
    about = frozenset(name.normal for name in names(text))
    return clash(Quoted(text), Quoted(piece.quote, piece.published), about) is not None


def _says(told: str, text: str, alike: float) -> bool:
    same_way = negated(told) == negated(text) and direction(told) == direction(text)
    return same_way and _shared(text, told) >= alike and missing(text, told).empty


def _shared(text: str, told: str) -> float:
    words = content_words(text)
    return len(words & content_words(told)) / len(words) if words else 0.0


def _without(report: EvolvingReport, idea: Hypothesis) -> EvolvingReport:
    return replace(report, hypotheses=tuple(each for each in report.hypotheses if each != idea))


def _brought_forward(report: EvolvingReport, idea: Hypothesis, round: int) -> EvolvingReport:
    ideas = (replace(each, since=round) if each == idea else each for each in report.hypotheses)
    return replace(report, hypotheses=tuple(ideas))
