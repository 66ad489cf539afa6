"""An agent that keeps what it sees, in a small window, with ReSum and without it (R179-R185, R193, C23, C24).

Our own prompts stay under their ceiling without it, so it is measured where it is the net: in a loop that appends each
observation. It is given a task's own searches and reads, in a window in which they don't fit. With ReSum the middle of
its history becomes a summary of facts when the window is nearly full. Without it the loop ends when the window is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.resum import History, Known, Window, add
from memory.resum import Turn as Kept
from research.engine.limits import Limits
from research.management.measure.baselines import INSTRUCTIONS, Noted, Quoting
from research.management.measure.observed import Turn
from research.roles.tokens import count_tokens

WINDOW = 32_000
"""Tokens: as in the published measurements of ReSum. In 128,000 most tasks would not reach it (C23)."""
STEPS = 40
"""A task of fewer is no long one (R185)."""


@dataclass(frozen=True, slots=True)
class Loop:
    """`inputs`: of each call. `turns`: how many of the task's were taken; fewer than all where the window was full."""

    on: bool
    inputs: tuple[int, ...]
    turns: int
    completed: bool
    folded: int
    held: tuple[Noted, ...]

    @property
    def shares(self) -> list[float]:
        return [tokens / WINDOW for tokens in self.inputs]


async def looped(question: str, turns: Sequence[Turn], quoting: Quoting, on: bool) -> Loop:
    """Off: `share` 1 of a window without an end, so that nothing is ever summed up; whoever calls sees what is too
    long."""
    fixed = count_tokens(INSTRUCTIONS) + count_tokens(question)
    window = _window(fixed, quoting.limits) if on else Window(_ENDLESS, 1.0, 0)
    history, inputs, noted = History(), [fixed], dict[str, Noted]()
    for at, turn in enumerate(turns, start=1):
        found = await quoting.noted(turn.texts)
        grown = add(history, _kept(turn, found), window, count_tokens)
        tokens = fixed + count_tokens(grown.text())
        if tokens > WINDOW:
            return Loop(on, tuple(inputs), at - 1, False, history.folded.turns, _held(history, noted))
        history, inputs = grown, [*inputs, tokens]
        for each in found:
            noted.setdefault(each.card.quote, each)
    return Loop(on, tuple(inputs), len(turns), True, history.folded.turns, _held(history, noted))


_ENDLESS = 10**9


def _window(fixed: int, limits: Limits) -> Window:
    """Its share is of the whole window (R181): what stands above the history is part of it."""
    room = WINDOW - fixed
    return Window(room, (limits.resum_share * WINDOW - fixed) / room, limits.resum_last)


def _kept(turn: Turn, found: Sequence[Noted]) -> Kept:
    """The quotes are its facts: what stays of it when its words go."""
    facts = {each.card.quote: Known(each.card.quote, (each.card.title,)) for each in found}
    return Kept(f"{turn.action}\n{turn.observation}", tuple(facts.values()))


def _held(history: History, noted: dict[str, Noted]) -> tuple[Noted, ...]:
    """What a report could still be written from: all that is shown, and what was folded but for facts on file."""
    shown = [fact for turn in (*([history.first] if history.first else []), *history.turns) for fact in turn.facts]
    texts = dict.fromkeys(fact.text for fact in (*history.folded.facts, *shown))
    return tuple(noted[text] for text in texts if text in noted)
