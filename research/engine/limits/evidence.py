"""What a page gives: which hit is read, how much of it is shown, and what counts as evidence (R056, R057, R088)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

EVIDENCE = "evidence"


@dataclass(frozen=True)
class EvidenceLimits:
    weight_relevance: float = number(0.6, "share", 0, 1, EVIDENCE, "How well a quote answers the goal (R057).")
    weight_credibility: float = number(0.2, "share", 0, 1, EVIDENCE, "How far its publisher is trusted (R057).")
    weight_timeliness: float = number(0.2, "share", 0, 1, EVIDENCE, "Whether it speaks of the time asked about (R057).")
    accept_score: float = number(
        0.65, "score", 0, 1, EVIDENCE, "Below 0.6 mostly stale overviews come in (R059, R061)."
    )
    promising_snippet: float = number(
        0.75, "relevance", 0, 1, EVIDENCE, "Only a highly relevant hit is read; builtin triage is fitted to it (R056)."
    )
    passable_snippet: float = number(
        0.55, "relevance", 0, 1, EVIDENCE, "A hit from here on is read where a round has places left (R056)."
    )
    quotes_per_page: int = number(
        3, "quotes", 1, 6, EVIDENCE, "The best one or two paragraphs carry a page (R088); its head gives their day."
    )
    quote_characters: int = number(380, "characters", 80, 1200, EVIDENCE, "A quote is a passage, not a page.")
    page_tokens: int = number(900, "tokens", 200, 4000, EVIDENCE, "What a model sees of one page (R089, C10).")
    embedded_paragraphs: int = number(
        6, "paragraphs", 1, 20, EVIDENCE, "Of a page, after a ranking by words: each takes 0.2 s (R087)."
    )
    embedded_characters: int = number(
        300, "characters", 80, 1000, EVIDENCE, "A paragraph's beginning tells its matter; the rest costs time."
    )
    opening_characters: int = number(
        400, "characters", 0, 2000, EVIDENCE, "A page's head holds its date, status and version; always shown."
    )
    same_text: float = number(
        0.85, "share of words", 0.5, 1, EVIDENCE, "Texts with this much in a row in common are one text (R251, R252)."
    )
    same_matter: float = number(0.85, "similarity", 0.5, 1, EVIDENCE, "Two quotes above this say one thing (R252).")
    answers_in_part: float = number(
        0.45, "relevance", 0, 1, EVIDENCE, "A gap is closed by evidence at least this near to it; proposal."
    )
