"""When a goal is done, when it is given up, and when a search is over (R103, R118)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

STOPPING = "stopping"


@dataclass(frozen=True)
class StoppingLimits:
    independent_sources: int = number(
        2, "publishers", 1, 5, STOPPING, "A goal is done with two that don't copy each other."
    )
    enough_evidence: int = number(8, "pieces", 1, 40, STOPPING, "More on one goal repeats; it is done. Proposal.")
    dry_rounds: int = number(2, "rounds", 1, 10, STOPPING, "In a row without a valuable fact (R103).")
    valuable_relevance: float = number(
        0.65, "relevance", 0, 1, STOPPING, "A fact of a round counts as news only from here on (C4)."
    )
    plan_share: float = number(
        0.8, "share of goals", 0, 1, STOPPING, "Dry rounds may stop a task only when so much is answered (R118)."
    )
    rounds_per_goal: int = number(4, "rounds", 1, 50, STOPPING, "Then it is insufficient; the report says so (C6).")
    steps: int = number(600, "steps", 10, 20000, STOPPING, "A backstop behind all others.")
