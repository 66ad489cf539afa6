"""What happens to memory: filled, digested into, summed up, and the report that evolves from it."""

from dataclasses import dataclass

from memory.digest import Digest
from memory.evolving import EvolvingReport
from memory.rewriting import Retained
from memory.summary import Summary
from memory.working import WorkingMemory

NOTHING_LOST = Retained()


@dataclass(frozen=True, slots=True)
class Remembered:
    """Working memory after the fresh evidence was admitted."""

    working: WorkingMemory


@dataclass(frozen=True, slots=True)
class Summarised:
    summary: Summary
    retried: bool
    kept_raw: int
    """Lines kept word for word because a rewording lost something (R077)."""
    retained: Retained = NOTHING_LOST
    """What the rewriting had to keep and what was saved, told with the first part of a summary."""
    part: int = 1
    """Of several that one summary was too long for; the first replaces what the goal had before."""


@dataclass(frozen=True, slots=True)
class Digested:
    """One reach as prompts tell of it (R100, R144)."""

    goal: int
    digests: tuple[Digest, ...]
    retried: bool = False
    kept_raw: int = 0
    retained: Retained = NOTHING_LOST


@dataclass(frozen=True, slots=True)
class HypothesisSettled:
    """Borne out or contradicted by evidence; `origin` as the evolving report has it (R165)."""

    text: str
    origin: str
    borne_out: bool
    evidence: int


@dataclass(frozen=True, slots=True)
class ReportEvolved:
    report: EvolvingReport
    retained: Retained = NOTHING_LOST
    """Of facts that a model merged; nothing where a rule did."""
    kept_raw: int = 0
