"""What an earlier task knew, handed to a later one as something to check, never as something known (R172-R176)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

DISTRUST = (
    "Clues from earlier tasks follow. They are unverified and may be out of date or wrong: treat each as a hypothesis, "
    "verify it against fresh evidence before acting on it, and never cite a clue as a source."
)


@dataclass(frozen=True, slots=True)
class Clue:
    """`task` is the number people see (T-128)."""

    text: str
    learned_on: date
    task: str


def as_prompt_lines(clues: Sequence[Clue], limit: int, limit_bytes: int | None = None) -> tuple[str, ...]:
    """The distrust sentence, then at most `limit` clues (and at most `limit_bytes` of UTF-8 for all clue lines).

    The caller orders the clues: what is cut is cut from the end, whole lines only, and the cut is said aloud (R174).
    No clues, no lines: a warning about nothing would cost tokens in every prompt.
    """
    if not clues:
        return ()
    shown: list[str] = []
    used = 0
    for clue in clues[: max(limit, 0)]:
        line = _line(clue)
        used += len(line.encode()) + 1
        if limit_bytes is not None and used > limit_bytes:
            break
        shown.append(line)
    left_out = len(clues) - len(shown)
    warning = (f"Warning: the list was cut; {left_out} of {len(clues)} clues are not shown.",) if left_out else ()
    return (DISTRUST, *shown, *warning)


def _line(clue: Clue) -> str:
    """One clue is one line whatever it contains: a line break in old text must not pose as a new instruction."""
    return f"- {' '.join(clue.text.split())} (learned {clue.learned_on.isoformat()}, {clue.task})"
