"""The nouns of Redthread as frozen values. They know no row, no model and no page (DESIGN, words)."""

from reach.pages import Period
from research.terms.asking import Channel, Goal, GoalState, Language, Query, Reflection, Stop
from research.terms.finding import Conflict, Evidence, Fact, Find, PageSeen, Score, Source
from research.terms.saying import (
    Atom,
    Checked,
    Claim,
    Decided,
    Offered,
    Place,
    Ruling,
    Section,
    Sentence,
    SentenceKind,
    Unclaimed,
    Verdict,
)

__all__ = [
    "Atom",
    "Channel",
    "Checked",
    "Claim",
    "Conflict",
    "Decided",
    "Evidence",
    "Fact",
    "Find",
    "Goal",
    "GoalState",
    "Language",
    "Offered",
    "PageSeen",
    "Period",
    "Place",
    "Query",
    "Reflection",
    "Ruling",
    "Score",
    "Section",
    "Sentence",
    "SentenceKind",
    "Source",
    "Stop",
    "Unclaimed",
    "Verdict",
]
