"""What a claim must hold to be carried, what settles a conflict, and how people check (F-56, R057)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

CHECKING = "checking"


@dataclass(frozen=True)
class CheckingLimits:
    near_quote: float = number(
        0.9, "similarity", 0.5, 1, CHECKING, "A retyped quote this near counts as the words (F-56)."
    )
    carried_words: float = number(
        0.6, "share of words", 0, 1, CHECKING, "Content words of a claim that its quotes must hold; proposal."
    )
    words_in_order: float = number(
        1.0,
        "share of words",
        0,
        1,
        CHECKING,
        "Said in one sentence's order with nothing put in, or a reader must see it (docs/claims.md).",
    )
    wrong_supported: float = number(
        0.02, "share of claims", 0, 1, CHECKING, "A checker that lets more of the wrong ones pass isn't fit."
    )
    right_supported: float = number(
        0.85, "share of claims", 0, 1, CHECKING, "A checker that supports fewer of the right ones: told, and bound."
    )
    offered_evidence: int = number(
        3,
        "quotes",
        0,
        50,
        CHECKING,
        "Of other evidence, the nearest in words, looked through for each claim. Proposal.",
    )
    hold_seconds: int = number(
        600, "s", 60, 14_400, CHECKING, "A sentence in a reviewer's hand; typing extends it. Twenty seconds is usual."
    )
    second_opinions: int = number(
        0, "times", 0, 1, CHECKING, "1: what the summary says or a source contradicts is decided by two, unseen."
    )
    similar_claims: int = number(
        5,
        "sentences",
        0,
        50,
        CHECKING,
        "Offered beside the one in hand; more is a list that nobody reads. Proposal.",
    )
    similar_likeness: float = number(
        0.9,
        "similarity",
        0.5,
        1,
        CHECKING,
        "Sentences this alike may be decided together; a person ticks. Proposal.",
    )
    spot_checks: int = number(
        5, "sentences", 1, 200, CHECKING, "Of a draw: two minutes' work; the figure adds up over draws. Proposal."
    )
    settle_days: int = number(
        90, "days", 1, 3650, CHECKING, "A figure later by a quarter was counted again; by less, told again. Proposal."
    )
    settle_trust: float = number(
        0.2, "share", 0.01, 1, CHECKING, "One class of source above the other, as the table of trust has them (R057)."
    )
    settle_publishers: int = number(
        2, "publishers", 1, 10, CHECKING, "Three against one; two against one may be chance. Proposal."
    )
