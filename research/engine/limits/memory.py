"""What a task keeps in mind, what it is told of other goals, and of other tasks (R036, R173)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

MEMORY = "memory"


@dataclass(frozen=True)
class MemoryLimits:
    working_entries: int = number(30, "entries", 5, 60, MEMORY, "The current goal's fragments in a prompt (R036).")
    report_tokens: int = number(
        2400, "tokens", 500, 3000, MEMORY, "The evolving report inside a 6,000 input (C12, C32)."
    )
    summary_tokens: int = number(500, "tokens", 200, 1000, MEMORY, "Beyond it a summary spills into rows (C13).")
    summary_from: int = number(
        2, "quotes", 1, 30, MEMORY, "From so many on a model sums a goal up; fewer stand as they are. Proposal."
    )
    stale_rounds: int = number(3, "rounds", 1, 20, MEMORY, "A hypothesis without progress for this long goes.")
    report_room: float = number(
        0.8, "share", 0.5, 1, MEMORY, "A full report is compressed to this share, so that not each round does it again."
    )
    hypotheses: int = number(8, "ideas", 0, 40, MEMORY, "To be verified at a time; the oldest give way (R165).")
    digest_tokens: int = number(400, "tokens", 100, 1000, MEMORY, "Of one reach; 300 lost figures (R145, C13).")
    digest_most: int = number(500, "tokens", 100, 1500, MEMORY, "Then a second digest, never a cut one (C13).")
    digest_above: int = number(
        400, "tokens", 0, 1500, MEMORY, "A reach that brought no more stands as quoted: other words only lose (R145)."
    )
    found_tokens: int = number(
        300, "tokens", 100, 1900, MEMORY, "The best quotations of the goal in work, in a planner's prompt (R101, R161)."
    )
    nearest_tokens: int = number(
        200,
        "tokens",
        100,
        2400,
        MEMORY,
        "Of the report, of finished goals and of what is held for others, each (R161).",
    )
    archived_ids: int = number(200, "ids", 20, 2000, MEMORY, "Row ids kept in the report's archive line.")
    recalled: int = number(6, "pieces", 0, 30, MEMORY, "Of other goals, in a prompt or a section's brief. Proposal.")
    recall_near: float = number(
        0.25, "similarity", 0, 1, MEMORY, "To what is missing; what is farther has nothing to do with it. Proposal."
    )
    clue_lines: int = number(200, "lines", 0, 2000, MEMORY, "Of what earlier tasks learned, the newest (R173).")
    clue_bytes: int = number(25_000, "bytes", 0, 250_000, MEMORY, "The same lines together, in UTF-8 (C28).")
    clues_told: int = number(6, "clues", 0, 30, MEMORY, "To one new task: each is a line of its report till verified.")
    clue_near: float = number(
        0.15, "similarity", 0, 1, MEMORY, "To the question: clues on it lay at 0.17 to 0.86, others mostly below."
    )
