"""Every number of the product, with unit, range and reason: a file for each thing that they are about. No number stands
in a step.

An admin changes these in the browser; each save is a new version, and a task keeps the version it began with.
What concerns fetching alone is in `reach/settings.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from research.engine.limits.budget import BudgetLimits
from research.engine.limits.checking import CheckingLimits
from research.engine.limits.durability import DurabilityLimits
from research.engine.limits.evidence import EvidenceLimits
from research.engine.limits.follow_ups import FollowUpLimits
from research.engine.limits.memory import MemoryLimits
from research.engine.limits.models import ModelLimits
from research.engine.limits.planning import PlanningLimits
from research.engine.limits.prompts import PromptLimits
from research.engine.limits.ranges import OutOfRange, in_range, number
from research.engine.limits.searching import SearchLimits
from research.engine.limits.stopping import StoppingLimits

__all__ = ["Limits", "OutOfRange", "number"]

WEIGHT_DIGITS = 6  # behind the point: shares that people type sum to 1 but for what floats lose


@dataclass(frozen=True)
class Limits(
    DurabilityLimits,
    ModelLimits,
    FollowUpLimits,
    BudgetLimits,
    CheckingLimits,
    StoppingLimits,
    PromptLimits,
    MemoryLimits,
    SearchLimits,
    PlanningLimits,
    EvidenceLimits,
):
    """Fields come from the last class named here to the first: so a page shows them from evidence to durability.
    Without slots, which several parents can't share."""

    def values(self) -> dict[str, float]:
        return dict(vars(self))

    @classmethod
    def of(cls, values: Mapping[str, float]) -> "Limits":
        """Limits from stored or typed values. Unknown names, wrong types and ranges raise OutOfRange."""
        known = {f.name: f for f in fields(cls)}
        if unknown := sorted(set(values) - set(known)):
            raise OutOfRange(f"unknown limit: {', '.join(unknown)}")
        checked: dict[str, Any] = {name: in_range(known[name], value) for name, value in values.items()}
        limits = cls(**checked)
        _check_together(limits)
        return limits

    @classmethod
    def kept(cls, values: Mapping[str, float]) -> "Limits":
        """Limits of a stored version: what was allowed when it was saved holds for ever. A limit that is gone since is
        passed over, one that is new has its default."""
        known: dict[str, Any] = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        return cls(**known)


def _check_together(limits: Limits) -> None:
    weights = limits.weight_relevance + limits.weight_credibility + limits.weight_timeliness
    if round(weights, WEIGHT_DIGITS) != 1:
        raise OutOfRange(f"the three weights of evidence must sum to 1, they sum to {weights:g}")
    packing = limits.pack_relevance + limits.pack_credibility + limits.pack_freshness + limits.pack_brevity
    if round(packing, WEIGHT_DIGITS) != 1:
        raise OutOfRange(f"the four weights of packing must sum to 1, they sum to {packing:g}")
    if limits.beat_seconds * 2 > limits.lease_seconds:
        raise OutOfRange("beat_seconds must be at most half of lease_seconds")
    if limits.digest_tokens > limits.digest_most:
        raise OutOfRange("digest_tokens must not exceed digest_most")
    if limits.first_goals > limits.goals_in_all:
        raise OutOfRange("first_goals must not exceed goals_in_all")
