"""Two machines as tables. Whatever moves a task stands in this file.

A **phase** is moved by the engine, a **status** by people and workers. They answer two questions (what is being
done, and is anybody doing it?), so they never share a column. An illegal move raises and changes nothing.
The diagrams in docs/architecture.md are printed from these tables.
"""

from enum import StrEnum


class Phase(StrEnum):
    PLAN = "plan"
    QUERY = "query"
    REACH = "reach"
    EVIDENCE = "evidence"
    MEMORY = "memory"
    REFLECT = "reflect"
    REPORT = "report"
    CLAIMS = "claims"
    REVIEW = "review"
    RETROSPECT = "retrospect"
    DONE = "done"


class Status(StrEnum):
    DRAFT = "draft"
    AWAITING_APPROVAL = "awaiting_approval"
    RUNNING = "running"
    PAUSED = "paused"
    WAITING_FOR_REVIEW = "waiting_for_review"
    FINISHED = "finished"
    STOPPED = "stopped"
    FAILED = "failed"

    @property
    def resting(self) -> bool:
        """Nothing moves it but a person."""
        return self is not Status.RUNNING

    @property
    def over(self) -> bool:
        return self in (Status.FINISHED, Status.STOPPED)


PHASE_MOVES: dict[Phase, frozenset[Phase]] = {
    Phase.PLAN: frozenset({Phase.QUERY, Phase.REPORT}),
    Phase.QUERY: frozenset({Phase.QUERY, Phase.REACH, Phase.EVIDENCE, Phase.MEMORY, Phase.REPORT}),
    Phase.REACH: frozenset({Phase.EVIDENCE, Phase.REPORT}),
    Phase.EVIDENCE: frozenset({Phase.MEMORY, Phase.REPORT}),
    Phase.MEMORY: frozenset({Phase.REFLECT, Phase.QUERY, Phase.REPORT}),
    Phase.REFLECT: frozenset({Phase.QUERY, Phase.REPORT}),
    Phase.REPORT: frozenset({Phase.CLAIMS}),
    Phase.CLAIMS: frozenset({Phase.REVIEW, Phase.RETROSPECT}),
    Phase.REVIEW: frozenset({Phase.RETROSPECT}),
    Phase.RETROSPECT: frozenset({Phase.DONE}),
    Phase.DONE: frozenset(),
}

STATUS_MOVES: dict[Status, frozenset[Status]] = {
    Status.DRAFT: frozenset({Status.RUNNING, Status.STOPPED}),
    Status.AWAITING_APPROVAL: frozenset({Status.RUNNING, Status.STOPPED}),
    Status.RUNNING: frozenset(
        {
            Status.AWAITING_APPROVAL,
            Status.PAUSED,
            Status.WAITING_FOR_REVIEW,
            Status.FINISHED,
            Status.STOPPED,
            Status.FAILED,
        }
    ),
    Status.PAUSED: frozenset({Status.RUNNING, Status.STOPPED}),
    Status.WAITING_FOR_REVIEW: frozenset({Status.RUNNING, Status.STOPPED}),
    Status.FAILED: frozenset({Status.RUNNING, Status.STOPPED}),
    Status.FINISHED: frozenset(),
    Status.STOPPED: frozenset(),
}

SEARCHING = frozenset({Phase.QUERY, Phase.REACH, Phase.EVIDENCE, Phase.MEMORY, Phase.REFLECT})
"""From each of these a person may ask for the report from what is there."""

RESTS: dict[Phase, Status] = {
    Phase.REVIEW: Status.WAITING_FOR_REVIEW,
    Phase.DONE: Status.FINISHED,
}
"""Phases in which a running task rests until a person acts, or for good."""


class IllegalMove(Exception):
    """A move that no table allows. Nothing was changed."""


def move_phase(now: Phase, then: Phase) -> Phase:
    if then not in PHASE_MOVES[now]:
        raise IllegalMove(f"phase {now} cannot become {then}")
    return then


def move_status(now: Status, then: Status) -> Status:
    if then not in STATUS_MOVES[now]:
        raise IllegalMove(f"status {now} cannot become {then}")
    return then
