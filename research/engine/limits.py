"""Every number of the product, with unit, range and reason. No number stands in a step.

An admin changes these in the browser; each save is a new version, and a task keeps the version it began with.
What concerns fetching alone is in `reach/settings.py`.
"""

from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields
from typing import Any


class OutOfRange(ValueError):
    """A value that an admin may not set. The text says which, and the range."""


def number(default: float, unit: str, low: float, high: float, group: str, reason: str) -> Any:
    """A limit: the page that edits it shows unit, range, group and reason beside the value."""
    about = {"unit": unit, "low": low, "high": high, "group": group, "reason": reason}
    return field(default=default, metadata=about)


EVIDENCE, PLANNING, MEMORY, SEARCH, STOPPING, CHECKING, BUDGET, FOLLOW_UPS, MODELS, DURABILITY = (
    "evidence",
    "planning",
    "memory",
    "search",
    "stopping",
    "checking",
    "budget",
    "follow_ups",
    "models",
    "durability",
)


@dataclass(frozen=True, slots=True)
class Limits:
    # evidence
    weight_relevance: float = number(0.6, "share", 0, 1, EVIDENCE, "How well a quote answers the goal (R057).")
    weight_credibility: float = number(0.2, "share", 0, 1, EVIDENCE, "How far its publisher is trusted (R057).")
    weight_timeliness: float = number(0.2, "share", 0, 1, EVIDENCE, "Whether it speaks of the time asked about (R057).")
    accept_score: float = number(
        0.65, "score", 0, 1, EVIDENCE, "Below 0.6 mostly stale overviews come in (R059, R061)."
    )
    promising_snippet: float = number(
        0.75, "relevance", 0, 1, EVIDENCE, "Only a highly relevant hit is read; builtin triage is fitted to it (R056)."
    )
    quotes_per_page: int = number(2, "quotes", 1, 6, EVIDENCE, "The best one or two paragraphs carry a page (R088).")
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

    # planning
    question_characters: int = number(
        8000, "characters", 100, 20_000, PLANNING, "A longer text is a document: it is uploaded."
    )
    first_goals: int = number(4, "goals", 1, 8, PLANNING, "Start coarse (R029).")
    goals_in_all: int = number(16, "goals", 1, 64, PLANNING, "Keeps the tree, and so every prompt, bounded.")
    goal_depth: int = number(3, "levels", 1, 6, PLANNING, "Deeper than this a task has lost its question; proposal.")
    children_per_goal: int = number(
        6, "goals", 1, 16, PLANNING, "Finer goals of one; a goal that needs more was no goal. Proposal."
    )
    full_memories: int = number(
        2, "rounds", 1, 20, PLANNING, "In which working memory was full: the goal is more than one, and is split (C1)."
    )
    near_goal: float = number(
        0.1,
        "share of words",
        0,
        1,
        PLANNING,
        "A round whose quotes share fewer of the goal's words is looked at (C16).",
    )
    replans: int = number(3, "times", 0, 20, PLANNING, "The planner is asked for goals again this often. Proposal.")
    overlooked_priority: float = number(
        1.5, "priority", 0.1, 5, PLANNING, "Of what a reflection found overlooked: before the goals of the plan (R045)."
    )
    funded_rounds: int = number(
        8, "rounds", 0, 100, PLANNING, "That people may grant one goal beyond its limit; the budget binds all the same."
    )
    gaps_per_goal: int = number(4, "gaps", 1, 8, PLANNING, "More are two goals.")
    variants: int = number(3, "queries", 1, 6, PLANNING, "One rewrite has three phrasings (R051).")
    query_similarity: float = number(0.85, "similarity", 0.5, 1, PLANNING, "Above it a query repeats another (R086).")
    term_sources: int = number(
        40, "sources", 0, 500, PLANNING, "The newest; what they call a term in another language may be searched (R051)."
    )
    embedded_again: int = number(
        64, "texts", 0, 1000, PLANNING, "Of older texts after a change of embedder, a step: each takes 0.02 s (B-135)."
    )
    reflect_every: int = number(3, "rounds", 1, 20, PLANNING, "Longer drifts, shorter interrupts (R044, R046).")
    backtracks_per_goal: int = number(2, "times", 0, 5, PLANNING, "Then the goal is insufficient (C17).")
    goal_cost: float = number(
        0.05, "gain", 0, 1, PLANNING, "Expected cost of one more round, in units of gain; proposal."
    )
    known_facts: int = number(10, "facts", 0, 30, PLANNING, "Listed as known in a query prompt (C22).")
    unpaid_tries: int = number(
        6,
        "queries",
        1,
        100,
        PLANNING,
        "Two rewrites of one wording, never cited: at a usual 40 % chance is 5 % (R074).",
    )
    looked_back_tasks: int = number(
        20, "tasks", 0, 500, PLANNING, "What older tasks learned of wordings is let go, so that they are tried again."
    )

    # search and reading
    hits: int = number(6, "hits", 3, 12, SEARCH, "Beyond ten, noise grows and quality doesn't (R255, R256).")
    reads_per_round: int = number(2, "pages", 1, 10, SEARCH, "Fetch wide, use narrow (R250).")
    reads_per_goal: int = number(3, "pages", 1, 60, SEARCH, "Deep digging is how a bill jumps midway (R082).")
    reads_in_all: int = number(12, "pages", 1, 500, SEARCH, "The same for the whole task (R082).")
    site_pages: int = number(
        4, "pages", 2, 50, SEARCH, "Earlier pages of a site from which it is known how long its texts are (R275)."
    )
    thin_text: float = number(
        0.2, "share of the median", 0, 1, SEARCH, "Below it, and below half of the shortest, extraction failed (R275)."
    )

    # memory
    working_entries: int = number(30, "entries", 5, 60, MEMORY, "The current goal's fragments in a prompt (R036).")
    report_tokens: int = number(
        2400, "tokens", 500, 3000, MEMORY, "The evolving report inside a 6,000 input (C12, C32)."
    )
    summary_tokens: int = number(500, "tokens", 200, 1000, MEMORY, "Beyond it a summary spills into rows (C13).")
    stale_rounds: int = number(3, "rounds", 1, 20, MEMORY, "A hypothesis without progress for this long goes.")
    report_room: float = number(
        0.8, "share", 0.5, 1, MEMORY, "A full report is compressed to this share, so that not each round does it again."
    )
    hypotheses: int = number(8, "ideas", 0, 40, MEMORY, "To be verified at a time; the oldest give way (R165).")
    digest_tokens: int = number(400, "tokens", 100, 1000, MEMORY, "Of one reach; 300 lost figures (R145, C13).")
    digest_most: int = number(500, "tokens", 100, 1500, MEMORY, "Then a second digest, never a cut one (C13).")
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
    input_tokens: int = number(6000, "tokens", 1000, 60000, MEMORY, "The ceiling of one prompt (R125).")
    window_share: float = number(
        0.65, "share of the window", 0.1, 0.8, MEMORY, "Of a smaller model a prompt takes no more (R193, C24)."
    )
    system_tokens: int = number(800, "tokens", 100, 4000, MEMORY, "System text and task, of the 6,000 (C32).")
    segment_tokens: int = number(1900, "tokens", 100, 20_000, MEMORY, "Quotations and pages, of the 6,000 (C32).")
    slack_tokens: int = number(400, "tokens", 50, 4000, MEMORY, "Left free: counts differ, and an answer is sent back.")
    external_share: float = number(
        0.4, "share", 0.05, 0.9, MEMORY, "Of a prompt's ceiling for words from outside, summed up or not (R236)."
    )
    pack_relevance: float = number(0.5, "share", 0, 1, MEMORY, "What is packed into a prompt first (R237, R238).")
    pack_credibility: float = number(0.2, "share", 0, 1, MEMORY, "The publisher's trust in the same (R238).")
    pack_freshness: float = number(0.2, "share", 0, 1, MEMORY, "How far it speaks of the time asked about (R238).")
    pack_brevity: float = number(0.1, "share", 0, 1, MEMORY, "Else long pages crowd out short notices (R239).")
    long_piece_tokens: int = number(400, "tokens", 20, 4000, MEMORY, "A digest's length; longer ones aren't brief.")
    resum_share: float = number(
        0.8, "share of the window", 0.3, 1, MEMORY, "Where a loop's history is summed up in its middle (R181)."
    )
    resum_last: int = number(5, "turns", 0, 20, MEMORY, "Latest turns of a loop that stay as they are (R183).")
    tombstones: int = number(20, "branches", 1, 100, MEMORY, "Directions not to be entered again, in a prompt.")

    # stopping
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

    # checking
    near_quote: float = number(
        0.9, "similarity", 0.5, 1, CHECKING, "A retyped quote this near counts as the words (F-56)."
    )
    carried_words: float = number(
        0.6, "share of words", 0, 1, CHECKING, "Content words of a claim that its quotes must hold; proposal."
    )
    offered_evidence: int = number(
        3,
        "quotes",
        0,
        50,
        CHECKING,
        "Of other evidence, the nearest in words, looked through for each claim. Proposal.",
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

    # budget
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
    section_tokens: int = number(2500, "tokens", 300, 16000, BUDGET, "The longest reporter answer for one section.")

    # follow-ups: questions on a finished report
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

    # models: what one call may take, and how short its answers are
    decision_tokens: int = number(500, "tokens", 50, 4000, MODELS, "A planner or checker answer is very short (R016).")
    call_seconds: int = number(90, "s", 1, 900, MODELS, "One model call with its retries; two fit into a step.")
    call_tries: int = number(4, "times", 1, 5, MODELS, "A busy server is asked this often (F-23).")
    call_wait_seconds: float = number(0.5, "s", 0, 30, MODELS, "Before the second try; doubles, with jitter.")
    call_longest_wait_seconds: float = number(8, "s", 0, 60, MODELS, "A longer wait frees the worker instead (B-026).")
    escalations: int = number(
        3, "times", 0, 100, MODELS, "The planner's failures that go to the stronger model, in one task (C15)."
    )
    call_seats: int = number(8, "calls", 1, 100, MODELS, "At once at one server, of all workers together (C18).")
    seat_seconds: float = number(
        20, "s", 0.1, 600, MODELS, "A killed worker's seat is free after this; kept meanwhile."
    )
    seat_look_seconds: float = number(0.1, "s", 0.01, 5, MODELS, "Between two looks for a free seat.")
    breaker_failures: int = number(5, "times", 1, 100, MODELS, "Failures in a row after which a server is left alone.")
    breaker_seconds: float = number(20, "s", 0.1, 600, MODELS, "So long; then one call is sent as a probe.")
    reply_bytes: int = number(4_000_000, "bytes", 10_000, 50_000_000, MODELS, "A larger HTTP answer is refused.")
    query_words: int = number(12, "words", 3, 40, MODELS, "A search text in a language with spaces (R206).")
    query_han: int = number(30, "characters", 5, 100, MODELS, "A search text in Chinese (R206).")

    # durability: wall clock of workers
    lease_seconds: int = number(60, "s", 2, 600, DURABILITY, "A dead worker's task waits this long at most.")
    beat_seconds: float = number(15, "s", 0.2, 120, DURABILITY, "Three beats may be missed before a takeover.")
    step_seconds: int = number(200, "s", 5, 3600, DURABILITY, "A step ends with what it has.")
    attempts: int = number(3, "times", 1, 10, DURABILITY, "A step that kills its worker is dead after this (F-07).")
    reach_wait_seconds: int = number(
        60, "s", 0, 900, DURABILITY, "A task that could reach nothing waits at most this, if it was told to (C18)."
    )
    retry_seconds: int = number(5, "s", 0, 600, DURABILITY, "Before a failed step is tried again; doubles each time.")

    def values(self) -> dict[str, float]:
        return asdict(self)

    @classmethod
    def of(cls, values: Mapping[str, float]) -> "Limits":
        """Limits from stored or typed values. Unknown names, wrong types and ranges raise OutOfRange."""
        known = {f.name: f for f in fields(cls)}
        if unknown := sorted(set(values) - set(known)):
            raise OutOfRange(f"unknown limit: {', '.join(unknown)}")
        checked: dict[str, Any] = {name: _checked(known[name], value) for name, value in values.items()}
        limits = cls(**checked)
        _check_together(limits)
        return limits

    @classmethod
    def kept(cls, values: Mapping[str, float]) -> "Limits":
        """Limits of a stored version: what was allowed when it was saved holds for ever. A limit that is gone since is
        passed over, one that is new has its default."""
        known: dict[str, Any] = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        return cls(**known)


def _checked(limit: "Field[Any]", value: float) -> float:
    about = limit.metadata
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OutOfRange(f"{limit.name} must be a number")
    if not about["low"] <= value <= about["high"]:
        raise OutOfRange(f"{limit.name} must be between {about['low']} and {about['high']} {about['unit']}")
    if isinstance(limit.default, int) and value != int(value):
        raise OutOfRange(f"{limit.name} must be a whole number")
    return int(value) if isinstance(limit.default, int) else float(value)


def _check_together(limits: Limits) -> None:
    weights = limits.weight_relevance + limits.weight_credibility + limits.weight_timeliness
    if round(weights, 6) != 1:
        raise OutOfRange(f"the three weights of evidence must sum to 1, they sum to {weights:g}")
    packing = limits.pack_relevance + limits.pack_credibility + limits.pack_freshness + limits.pack_brevity
    if round(packing, 6) != 1:
        raise OutOfRange(f"the four weights of packing must sum to 1, they sum to {packing:g}")
    if limits.beat_seconds * 2 > limits.lease_seconds:
        raise OutOfRange("beat_seconds must be at most half of lease_seconds")
    if limits.digest_tokens > limits.digest_most:
        raise OutOfRange("digest_tokens must not exceed digest_most")
    if limits.first_goals > limits.goals_in_all:
        raise OutOfRange("first_goals must not exceed goals_in_all")
