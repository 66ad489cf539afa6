"""What a task may cost, what of it is set aside for its report, and how long that gets (R124, C30)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

BUDGET = "budget"


@dataclass(frozen=True)
class BudgetLimits:
    tokens: int = number(80_000, "tokens", 1000, 10_000_000, BUDGET, "One ordinary task, all roles (R124, C30).")
    hard_tokens: int = number(
        120_000, "tokens", 1000, 10_000_000, BUDGET, "A hard task: an 80,000 one ran to 89,000 once (C30)."
    )
    hard_answers: int = number(
        6, "answers", 2, 100, BUDGET, "Things listed times kinds of answer: that many make a question hard. Proposal."
    )
    reporter_tokens: int = number(
        22_000, "tokens", 0, 1_000_000, BUDGET, "Set aside from the start, so that a report always fits (R021, C30)."
    )
    checker_tokens: int = number(
        6_000, "tokens", 0, 1_000_000, BUDGET, "Set aside for its check: forty sentences at a cheap model. Proposal."
    )
    reporter_share: float = number(
        0.35, "share", 0, 0.9, BUDGET, "Of a small budget both together take no more than this (C30)."
    )
    no_new_goals_after: float = number(
        0.85, "share", 0.1, 1, BUDGET, "Of the budget; later goals would go unread (C30)."
    )
    answer_tokens: int = number(1200, "tokens", 100, 8000, BUDGET, "The longest planner or executor answer.")
    report_characters_en: int = number(
        11_500, "characters", 1000, 100_000, BUDGET, "An English report without its sources; longer goes unread."
    )
    report_characters_zh: int = number(
        5_700, "characters", 500, 60_000, BUDGET, "The same in Chinese (R071 had 4,000)."
    )
    short_report: float = number(
        0.4, "times", 0.1, 1, BUDGET, "A short one, against those: what fits two pages. Proposal."
    )
    long_report: float = number(
        2.0, "times", 1, 10, BUDGET, "A long one: every piece that was kept, rather than the best. Proposal."
    )
    section_tokens: int = number(2500, "tokens", 300, 16000, BUDGET, "The longest reporter answer for one section.")
