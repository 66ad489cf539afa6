"""What an earlier task knew, handed to a later one as something to check, never as something known (R172-R176)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

DISTRUST = (
    "Clues from earlier tasks follow. They are unverified and may be out of date or wrong: treat each as a hypothesis, "
    "verify it against fresh evidence before acting on it, and never cite a clue as a source. "
    "Only evidence that this task finds itself confirms a clue."
)


@dataclass(frozen=True, slots=True)
class Clue:
    """`task` is the number people see (T-128). `confirmed_by`: the last task whose own evidence bore it out, or ""."""

    text: str
    learned_on: date
    task: str
    confirmed_by: str = ""

    def line(self) -> str:
        """One line whatever it contains: a line break in old text must not pose as a new instruction."""
        told = f"learned {self.learned_on.isoformat()}, {self.task}"
        more = f"; confirmed then by {self.confirmed_by}" if self.confirmed_by else ""
        return f"{' '.join(self.text.split())} ({told}{more})"


@dataclass(frozen=True, slots=True)
class Index:
    """Of what a workspace's tasks learned, as much as may be handed on (R173, C28). What is asked for of an index keeps
    its `left_out`: whoever reads the answer must know that there was more."""

    clues: tuple[Clue, ...]
    left_out: int = 0


def held(lines: Sequence[str], most: int, most_bytes: int) -> int:
    """How many of these, from the first, an index has room for: whole lines only, counted in UTF-8 with their ends."""
    used = 0
    for at, line in enumerate(lines):
        used += len(line.encode()) + 1
        if at == most or used > most_bytes:
            return at
    return len(lines)


def warnings(index: Index) -> tuple[str, ...]:
    """What has to stand beside the clues: the distrust, and that the index was cut (R174). No clues, no words: a
    warning about nothing would cost tokens in every prompt."""
    if not index.clues:
        return ()
    cut = f"Warning: the index of clues was cut; {index.left_out} older clues are in none of these lines."
    return (DISTRUST, *((cut,) if index.left_out else ()))
