"""Questions on a finished report: what answers them, and what a further look may cost (R201, R267)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

FOLLOW_UPS = "follow_ups"


@dataclass(frozen=True)
class FollowUpLimits:
    follow_up_characters: int = number(
        1000, "characters", 50, 8000, FOLLOW_UPS, "A question on a report is short; a longer one is a task of its own."
    )
    follow_ups_an_hour: int = number(30, "questions", 1, 1000, FOLLOW_UPS, "Of one person; each may cost a search.")
    follow_up_pieces: int = number(
        12, "pieces", 1, 60, FOLLOW_UPS, "The nearest of the task's evidence; what lies beyond seldom speaks of it."
    )
    follow_up_bears: float = number(
        0.4, "share of words", 0, 1, FOLLOW_UPS, "Of the question's words in a piece from which it may be answered."
    )
    follow_up_held: float = number(
        0.6, "share of words", 0, 1, FOLLOW_UPS, "In one piece: then the report holds it, no look outside (R201)."
    )
    follow_up_similar: float = number(
        0.4, "similarity", 0, 1, FOLLOW_UPS, "To such a piece that says it in other words of the same language."
    )
    follow_up_foreign: float = number(
        0.1,
        "similarity",
        0,
        1,
        FOLLOW_UPS,
        "In another language all lies lower: answers at 0.1 to 0.3, others at 0.04.",
    )
    follow_up_answer: int = number(1200, "characters", 200, 8000, FOLLOW_UPS, "An answer, not a second report.")
    follow_up_tokens: int = number(
        24_000, "tokens", 1000, 1_000_000, FOLLOW_UPS, "Of one answer, and of one search for it: a third of a task."
    )
    follow_up_rounds: int = number(2, "rounds", 1, 20, FOLLOW_UPS, "Of a search for one narrow goal.")
    follow_up_reads: int = number(4, "pages", 1, 50, FOLLOW_UPS, "Of such a search, beside those read already (R267).")
