"""The journal in words: one function for each kind of entry, in the reader's language.

An entry of a kind that nobody tells is shown by its name: what a newer program wrote isn't hidden.
"""

import logging

from research.models import Entry
from research.web.sentences import planning, rewording, running, searching, steering, writing
from research.web.sentences.line import DECISIONS, PROBLEMS, READING, SEARCHING, TELLERS, Line, Names

__all__ = ["DECISIONS", "GROUPS", "PROBLEMS", "READING", "SEARCHING", "Line", "Names", "told"]

logger = logging.getLogger(__name__)

assert (
    planning and rewording and steering and searching and writing and running
)  # imported so that their tellers register

GROUPS = (DECISIONS, SEARCHING, READING, PROBLEMS)


def told(entry: Entry, names: Names) -> Line | None:
    """None for what only the engine needs to remember."""
    teller = TELLERS.get(entry.kind)
    try:
        return teller(entry.payload, names) if teller else Line("note", entry.kind)
    except (KeyError, TypeError, AttributeError, ValueError):
        # Written by another version: one line without its sentence, rather than no page.
        logger.exception("entry %s of task %s can't be told", entry.seq, entry.task_id)
        return Line("note", entry.kind)
