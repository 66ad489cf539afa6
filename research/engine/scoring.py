"""The score of one piece of evidence, from its three parts (R057)."""

from research.engine.limits import Limits
from research.terms import Score

PLACES = 6
"""Decimals kept: 0.65 reached by a sum of floats is 0.65."""


def score(relevance: float, credibility: float, timeliness: float, reason: str, limits: Limits) -> Score:
    """Parts in 0..1; what lies outside is a broken answer and is refused."""
    for part in (relevance, credibility, timeliness):
        if not 0 <= part <= 1:
            raise ValueError(f"a score part must lie in 0..1, not {part!r}")
    total = (
        limits.weight_relevance * relevance
        + limits.weight_credibility * credibility
        + limits.weight_timeliness * timeliness
    )
    return Score(relevance, credibility, timeliness, round(total, PLACES), reason)


def accepted(made: Score, limits: Limits) -> bool:
    return made.total >= limits.accept_score
