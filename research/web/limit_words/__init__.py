"""Every limit in plain words, in both languages: what an admin reads in place of a field's name (A2).

A table of its own, since `engine/limits` is pure and knows no translation; a test holds the two together.
"""

from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from research.web.limit_words.budget import BUDGET
from research.web.limit_words.checking import CHECKING
from research.web.limit_words.durability import DURABILITY
from research.web.limit_words.evidence import EVIDENCE
from research.web.limit_words.follow_ups import FOLLOW_UPS
from research.web.limit_words.memory import MEMORY
from research.web.limit_words.models import MODELS
from research.web.limit_words.planning import PLANNING
from research.web.limit_words.prompts import PROMPTS
from research.web.limit_words.searching import SEARCH
from research.web.limit_words.stopping import STOPPING
from research.web.limit_words.table import Table

GROUP_WORDS = {
    "evidence": _("Evidence"),
    "planning": _("Planning"),
    "search": _("Search and reading"),
    "memory": _("Memory"),
    "prompts": _("Prompts"),
    "stopping": _("Stopping"),
    "checking": _("Checking"),
    "budget": _("Budget"),
    "follow_ups": _("Follow-up questions"),
    "models": _("Models"),
    "durability": _("Workers and repeats"),
}

UNIT_WORDS = {
    "share": _("share"),
    "score": _("score"),
    "relevance": _("relevance"),
    "similarity": _("similarity"),
    "gain": _("gain"),
    "share of claims": _("share of claims"),
    "share of goals": _("share of goals"),
    "share of words": _("share of words"),
    "share of the window": _("share of the window"),
    "turns": _("turns"),
    "share of the median": _("share of the median"),
    "paragraphs": _("paragraphs"),
    "quotes": _("quotes"),
    "characters": _("characters"),
    "words": _("words"),
    "tokens": _("tokens"),
    "answers": _("answers"),
    "goals": _("goals"),
    "levels": _("levels"),
    "gaps": _("gaps"),
    "priority": _("priority"),
    "queries": _("queries"),
    "texts": _("texts"),
    "sources": _("sources"),
    "questions": _("questions"),
    "rounds": _("rounds"),
    "times": _("times"),
    "facts": _("facts"),
    "hits": _("hits"),
    "pages": _("pages"),
    "entries": _("entries"),
    "ids": _("row numbers"),
    "branches": _("branches"),
    "publishers": _("publishers"),
    "sentences": _("sentences"),
    "tasks": _("tasks"),
    "clues": _("clues"),
    "ideas": _("ideas"),
    "lines": _("lines"),
    "calls": _("calls"),
    "pieces": _("pieces"),
    "steps": _("steps"),
    "bytes": _("bytes"),
    "s": _("seconds"),
    "days": _("days"),
}


@dataclass(frozen=True, slots=True)
class Words:
    english: str
    chinese: str
    reason: str
    """Why the limit is there, in Chinese; the English reason stands beside the limit itself."""

    def __str__(self) -> str:
        return self.chinese if _reads_chinese() else self.english

    def because(self, english: str) -> str:
        return self.reason if _reads_chinese() else english


def _reads_chinese() -> bool:
    return (get_language() or "").startswith("zh")


LIMIT_WORDS: Table = {
    **EVIDENCE,
    **PLANNING,
    **SEARCH,
    **MEMORY,
    **PROMPTS,
    **STOPPING,
    **CHECKING,
    **BUDGET,
    **FOLLOW_UPS,
    **MODELS,
    **DURABILITY,
}


def words_for(name: str) -> Words:
    """A limit that nobody has named yet still shows, under its own name."""
    return Words(*LIMIT_WORDS[name]) if name in LIMIT_WORDS else Words(name, name, "")


def group_word(group: str) -> str:
    return str(GROUP_WORDS.get(group, group))


def unit_word(unit: str) -> str:
    return str(UNIT_WORDS.get(unit, unit))
