"""A loop's history that can't outgrow its window: near it, the middle becomes one structured summary (R179-R184, C23).

What stays: the task, word for word; the first observation; the last few. What is between them keeps its facts with
the rows they rest on, the draft and the gaps, and loses its raw words. A later folding goes on from the earlier
summary, so nothing is summed up twice. Where even that is too much, the oldest facts stay on file by their row.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

Count = Callable[[str], int]


class TaskTooLong(ValueError):
    """The task alone passes the window: no history can be kept beside it."""


@dataclass(frozen=True, slots=True)
class Known:
    """A fact as a loop noted it, and the rows it rests on; without a row it is no fact (R168)."""

    text: str
    sources: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.sources:
            raise ValueError(f"a fact without a source: {self.text}")

    def line(self) -> str:
        return f"- {' '.join(self.text.split())} [{', '.join(self.sources)}]"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a loop. `seen` is raw: it is shown while the turn is among the last, and goes when it is folded."""

    seen: str
    facts: tuple[Known, ...] = ()
    draft: str = ""
    gaps: tuple[str, ...] | None = None
    """None: the turn says nothing of gaps; an empty one says that none is left."""

    def text(self) -> str:
        facts = (each.line() for each in self.facts)
        gaps = (f"- open: {gap}" for gap in self.gaps or ())
        return "\n".join(part for part in (self.seen, *facts, self.draft, *gaps) if part)


@dataclass(frozen=True, slots=True)
class Folded:
    """`turns`: how many lie in here. `on_file`: rows whose facts left the text for want of room."""

    turns: int = 0
    facts: tuple[Known, ...] = ()
    draft: str = ""
    gaps: tuple[str, ...] = ()
    on_file: tuple[str, ...] = ()

    def text(self) -> str:
        if not self.turns:
            return ""
        on_file = f"On file, not shown: {len(self.on_file)} rows, latest {self.on_file[-1]}" if self.on_file else ""
        lines = (
            f"Summary of {self.turns} earlier turns.",
            *(["Confirmed facts:"] if self.facts else []),
            *(each.line() for each in self.facts),
            on_file,
            f"Draft conclusion: {self.draft}" if self.draft else "",
            *(["Open:"] if self.gaps else []),
            *(f"- {gap}" for gap in self.gaps),
        )
        return "\n".join(line for line in lines if line)

    def rows(self) -> frozenset[str]:
        return frozenset(row for fact in self.facts for row in fact.sources) | frozenset(self.on_file)


@dataclass(frozen=True, slots=True)
class Window:
    """`share` of `tokens` is where folding begins, `last` how many turns are then kept as they are."""

    tokens: int
    share: float
    last: int

    @property
    def full(self) -> int:
        return int(self.tokens * self.share)


@dataclass(frozen=True, slots=True)
class History:
    """`task` stands above all and never changes; empty where the prompt tells it anyway. `first`: the turn that set the
    loop going; None before it. `turns`: those after what was folded."""

    task: str = ""
    first: Turn | None = None
    folded: Folded = Folded()
    turns: tuple[Turn, ...] = ()

    def text(self) -> str:
        head = [self.first.text()] if self.first else []
        return "\n".join(
            part for part in (self.task, *head, self.folded.text(), *(each.text() for each in self.turns)) if part
        )

    def rows(self) -> frozenset[str]:
        """Every source that the history names, shown or on file: folding may not lessen it."""
        turns = (*([self.first] if self.first else []), *self.turns)
        return self.folded.rows() | frozenset(row for turn in turns for fact in turn.facts for row in fact.sources)


def add(history: History, turn: Turn, window: Window, count: Count) -> History:
    """The history with one more turn, folded if it reached its share of the window (R181, R186)."""
    opening = history.first is None and not history.folded.turns
    grown = replace(history, first=turn) if opening else replace(history, turns=(*history.turns, turn))
    return resumed(grown, window, count)


def resumed(history: History, window: Window, count: Count) -> History:
    """Folds the middle once; what is still too long gives way from its oldest end: turns, then the first one's words,
    then facts, which stay on file. A history of no more than the first and the last few has no middle."""
    if count(history.text()) < window.full:
        return history
    for last in range(min(window.last, len(history.turns)), -1, -1):
        history = _fold(history, len(history.turns) - last)
        if count(history.text()) < window.full:
            return history
    history = _without_first(history)
    while count(history.text()) >= window.full and (thinner := _thinner(history.folded)):
        history = replace(history, folded=thinner)
    if count(history.text()) > window.tokens:
        raise TaskTooLong(f"the task doesn't fit into {window.tokens} tokens")
    return history


def _fold(history: History, many: int) -> History:
    if many <= 0:
        return history
    return replace(history, folded=_joined(history.folded, history.turns[:many]), turns=history.turns[many:])


def _without_first(history: History) -> History:
    if history.first is None:
        return history
    return replace(history, first=None, folded=_joined(history.folded, [history.first], before=True))


def _joined(folded: Folded, turns: Sequence[Turn], before: bool = False) -> Folded:
    """The newest draft holds, and the gaps of the newest turn that named any: later turns close what earlier opened."""
    fresh = tuple(fact for turn in turns for fact in turn.facts)
    drafts = [turn.draft for turn in turns if turn.draft]
    gaps = [turn.gaps for turn in turns if turn.gaps is not None]
    said = not before or not folded.turns
    return Folded(
        folded.turns + len(turns),
        tuple(dict.fromkeys((*fresh, *folded.facts) if before else (*folded.facts, *fresh))),
        drafts[-1] if drafts and (said or not folded.draft) else folded.draft,
        gaps[-1] if gaps and said else folded.gaps,
        folded.on_file,
    )


def _thinner(folded: Folded) -> Folded | None:
    """One thing less: the oldest fact, which stays on file by its rows; then gaps, then the draft. None: no more."""
    if folded.facts:
        rows = folded.facts[0].sources
        return replace(folded, facts=folded.facts[1:], on_file=tuple(dict.fromkeys((*folded.on_file, *rows))))
    if folded.gaps:
        return replace(folded, gaps=folded.gaps[:-1])
    return replace(folded, draft="") if folded.draft else None
