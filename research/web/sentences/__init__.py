"""The journal in words: one function for each kind of entry, in the reader's language.

An entry of a kind that nobody tells is shown by its name: what a newer program wrote isn't hidden.
"""

from research.models import Entry
from research.web.sentences import planning, running, searching, writing
from research.web.sentences.line import DECISIONS, PROBLEMS, READING, SEARCHING, TELLERS, Line, Names

__all__ = ["DECISIONS", "GROUPS", "PROBLEMS", "READING", "SEARCHING", "Line", "Names", "told"]

assert planning and searching and writing and running  # imported so that their tellers register

GROUPS = (DECISIONS, SEARCHING, READING, PROBLEMS)


def told(entry: Entry, names: Names) -> Line | None:
    """None for what only the engine needs to remember."""
    teller = TELLERS.get(entry.kind)
    if teller is None:
        return Line("note", entry.kind)
    return teller(entry.payload, names)
