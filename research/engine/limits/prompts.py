"""What fits a prompt, what is packed into it first, and what stays free (R125, R236-R239)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

PROMPTS = "prompts"


@dataclass(frozen=True)
class PromptLimits:
    input_tokens: int = number(6000, "tokens", 1000, 60000, PROMPTS, "The ceiling of one prompt (R125).")
    window_share: float = number(
        0.65, "share of the window", 0.1, 0.8, PROMPTS, "Of a smaller model a prompt takes no more (R193, C24)."
    )
    system_tokens: int = number(800, "tokens", 100, 4000, PROMPTS, "System text and task, of the 6,000 (C32).")
    segment_tokens: int = number(1900, "tokens", 100, 20_000, PROMPTS, "Quotations and pages, of the 6,000 (C32).")
    slack_tokens: int = number(
        400, "tokens", 50, 4000, PROMPTS, "Left free: counts differ, and an answer is sent back."
    )
    external_share: float = number(
        0.4, "share", 0.05, 0.9, PROMPTS, "Of a prompt's ceiling for words from outside, summed up or not (R236)."
    )
    pack_relevance: float = number(0.5, "share", 0, 1, PROMPTS, "What is packed into a prompt first (R237, R238).")
    pack_credibility: float = number(0.2, "share", 0, 1, PROMPTS, "The publisher's trust in the same (R238).")
    pack_freshness: float = number(0.2, "share", 0, 1, PROMPTS, "How far it speaks of the time asked about (R238).")
    pack_brevity: float = number(0.1, "share", 0, 1, PROMPTS, "Else long pages crowd out short notices (R239).")
    long_piece_tokens: int = number(400, "tokens", 20, 4000, PROMPTS, "A digest's length; longer ones aren't brief.")
    resum_share: float = number(
        0.8, "share of the window", 0.3, 1, PROMPTS, "Where a loop's history is summed up in its middle (R181)."
    )
    resum_last: int = number(5, "turns", 0, 20, PROMPTS, "Latest turns of a loop that stay as they are (R183).")
    goals_told: int = number(10, "goals", 2, 64, PROMPTS, "Of the tree, in a prompt: open ones first (R040).")
    tombstones: int = number(20, "branches", 1, 100, PROMPTS, "Directions not to be entered again, in a prompt.")
