"""What the current goal has found lately: bounded, and emptied when the goal changes (R035, R036, C1, C27).

Eviction takes an entry out of the prompt, never out of the rows: `evicted` counts what left, so a page can say so.
"""

from dataclasses import dataclass, replace


def label(evidence: int) -> str:
    """The one way an evidence row is written inside memory's texts; retention looks for exactly this."""
    return f"E-{evidence}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted piece of evidence. `source` is the title, `published` the date as the source gives it, or ""."""

    evidence: int
    goal: int
    quote: str
    source: str
    published: str
    score: float
    step: int
    place: str = ""
    """Where in the source the words stand: "p. 3, ¶ 12"."""
    relevance: float | None = None
    credibility: float | None = None
    timeliness: float | None = None
    """What `score` was made of; None in entries older than these fields: then the score stands for each."""
    link: str = ""


@dataclass(frozen=True, slots=True)
class WorkingMemory:
    goal: int | None = None
    entries: tuple[Entry, ...] = ()
    evicted: int = 0

    def admit(self, entry: Entry, cap: int) -> "WorkingMemory":
        """Add one entry and let the weakest go, the oldest of equals first (C27). Never above `cap` entries.

        An entry of another goal is an error of the caller: mixing goals is what the switch exists to prevent.
        """
        if entry.goal != self.goal:
            raise ValueError(f"entry of goal {entry.goal} offered to the memory of goal {self.goal}")
        held = (*(kept for kept in self.entries if kept.evidence != entry.evidence), entry)
        kept = _strongest(held, cap)
        return replace(self, entries=kept, evicted=self.evicted + len(held) - len(kept))

    def for_goal(self, goal: int | None) -> "WorkingMemory":
        """The same memory for the same goal; an empty one at a switch. The caller summarises before it switches."""
        return self if goal == self.goal else WorkingMemory(goal=goal)


def _strongest(entries: tuple[Entry, ...], cap: int) -> tuple[Entry, ...]:
    """In their old order, so that a prompt doesn't reshuffle when one entry goes."""
    if len(entries) <= cap:
        return entries
    by_worth = sorted(range(len(entries)), key=lambda at: (entries[at].score, entries[at].step, at), reverse=True)
    kept = set(by_worth[: max(cap, 0)])
    return tuple(entry for at, entry in enumerate(entries) if at in kept)
