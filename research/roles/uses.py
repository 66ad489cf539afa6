"""What the input of a call is spent on: results read for the first time, notes read again, instructions.

A prompt is rendered from named values, and each name is of one kind in all prompts, so a table of names suffices.
"""

from dataclasses import dataclass

from research import prompts
from research.roles.endpoints import Request
from research.roles.tokens import count_tokens

RAW = frozenset({"page", "finds"})
"""Words from outside that no model of the task has read before."""
NOTES = frozenset(
    {
        "branch",
        "cards",
        "claim",
        "clues",
        "conflicts",
        "digest",
        "digests",
        "doubtful",
        "doubts",
        "draft",
        "earlier",
        "entries",
        "facts",
        "goals",
        "held",
        "hypotheses",
        "idle",
        "known",
        "lost",
        "notes",
        "others",
        "outcomes",
        "passages",
        "recalled",
        "report",
        "segments",
        "sentence",
        "summary",
        "terms",
        "tombstones",
        "unpaid",
        "wasted",
    }
)
"""What the task holds already."""
INSTRUCTIONS = frozenset(
    {
        "channels",
        "characters",
        "closing",
        "count",
        "distrust",
        "gap",
        "goal",
        "language",
        "languages",
        "most",
        "outcome",
        "period",
        "question",
        "subject",
        "today",
        "tokens",
        "why",
    }
)
"""What is to be done, and how the answer is to be."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Tokens of an input; the rest of it is instructions."""

    raw: int = 0
    notes: int = 0


def parts_of(request: Request, input_tokens: int) -> Parts:
    """Our own count's shares of what the server counted: two vocabularies, one sum."""
    ours = count_tokens(request.system + request.prompt)
    if not ours or request.prompt_name not in prompts.names():
        return Parts()
    values = prompts.taken_apart(request.prompt_name, request.prompt)
    raw, notes = (_tokens(values, names) for names in (RAW, NOTES))
    of_raw = min(raw * input_tokens // ours, input_tokens)
    return Parts(of_raw, min(notes * input_tokens // ours, input_tokens - of_raw))


def _tokens(values: dict[str, str], names: frozenset[str]) -> int:
    return sum(count_tokens(value) for name, value in values.items() if name in names)
