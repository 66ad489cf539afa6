"""How a question is taken apart and its goals are gone about: the tree, its queries, and looks back (R029, R044)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

PLANNING = "planning"


@dataclass(frozen=True)
class PlanningLimits:
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
