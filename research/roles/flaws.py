"""What can be wrong with a model's answer, and the one rule for each. Nothing else decides what is done about it.

A flaw that is accepted changes no word of the answer: what stands around it is left out, or its spelling is read as
what it means. All others are sent back once; a second answer that isn't accepted gives way to the builtin role.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable


class Flaw(StrEnum):
    NONE = ""
    FENCED = "fenced"
    THOUGHTS = "thoughts"
    PROSE = "prose_around"
    PYTHON = "python_spelling"
    MENDED = "spelling_mended"
    WRONG_TOP = "wrong_top"
    WRONG_SHAPE = "wrong_shape"
    DOUBLE_KEY = "double_key"
    NOT_FINITE = "not_finite"
    TOO_DEEP = "too_deep"
    UNCLOSED = "unclosed"
    NOT_JSON = "not_json"
    EMPTY = "empty"
    BLANKS = "blanks"
    WRONG_LANGUAGE = "wrong_language"
    BROKEN_RULE = "broken_rule"
    TRUNCATED = "truncated_output"
    REFUSED = "refused"
    TOO_LONG = "prompt_too_long"


class Rule(StrEnum):
    ACCEPT = "accept"
    REPAIR = "repair"
    """Asked once more, with the fault named."""
    RETRY = "retry"
    """Asked once more, word for word, with more room for the answer."""
    FALL_BACK = "fall_back"
    """Not asked again: the builtin role answers, and a row says so."""


RULES: Mapping[Flaw, Rule] = {
    Flaw.NONE: Rule.ACCEPT,
    Flaw.FENCED: Rule.ACCEPT,
    Flaw.THOUGHTS: Rule.ACCEPT,
    Flaw.PROSE: Rule.ACCEPT,
    Flaw.PYTHON: Rule.ACCEPT,
    Flaw.MENDED: Rule.ACCEPT,
    Flaw.WRONG_TOP: Rule.REPAIR,
    Flaw.WRONG_SHAPE: Rule.REPAIR,
    Flaw.DOUBLE_KEY: Rule.REPAIR,
    Flaw.NOT_FINITE: Rule.REPAIR,
    Flaw.TOO_DEEP: Rule.REPAIR,
    Flaw.UNCLOSED: Rule.REPAIR,
    Flaw.NOT_JSON: Rule.REPAIR,
    Flaw.EMPTY: Rule.REPAIR,
    # More room would only fill with more of it.
    Flaw.BLANKS: Rule.REPAIR,
    Flaw.WRONG_LANGUAGE: Rule.REPAIR,
    Flaw.BROKEN_RULE: Rule.REPAIR,
    Flaw.TRUNCATED: Rule.RETRY,
    # Another try at a refusal is pressure, not a question (B-015); the same prompt would be as long again (B-023).
    Flaw.REFUSED: Rule.FALL_BACK,
    Flaw.TOO_LONG: Rule.FALL_BACK,
}
ACCEPTED = frozenset(flaw for flaw, rule in RULES.items() if rule is Rule.ACCEPT)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One try at one prompt, as a row keeps it: every try counts, not only the last (R065)."""

    role: str
    prompt: str
    endpoint: str
    model: str
    attempt: int
    flaw: Flaw
    offered: int = 0
    """Parts of an accepted answer (queries, goals, quotes) …"""
    dropped: int = 0
    """… and those of them that broke a rule and went unused (R064)."""


@runtime_checkable
class Hears(Protocol):
    """An endpoint that wants to know what became of its answers."""

    def judged(self, verdict: Verdict) -> None: ...

    def parted(self, prompt: str, offered: int, dropped: int) -> None:
        """Of the last answer to that prompt."""
