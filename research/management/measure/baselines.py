"""Three agents that analysts would run instead, each over the same searches and page reads, as strong as they are fair.

Append-everything keeps all that it saw (R158); masking keeps its actions and the last five observations; summary-only
rewrites one summary after each observation. None has a budget; each has a window of 128,000 tokens, and when that is
full the oldest observation goes and the overflow is counted. Each call reads its whole prompt: that is what it costs
(R004).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from research.engine.limits import Limits
from research.engine.scoring import accepted, score
from research.management.measure.observed import Text, Turn
from research.roles.briefs import Ask, Card, PageText, QuoteBrief, ReportBrief, SectionBrief
from research.roles.executor import Executor
from research.roles.reporter import Reporter
from research.roles.tokens import count_tokens
from research.terms import Goal, Section

WINDOW = 128_000
"""Tokens of the models that such agents are run with."""
KEPT = 5
"""Observations that masking leaves in sight."""
SUMMARY_TOKENS = 2_400
"""Of the one summary: as much as our evolving report may have."""
INSTRUCTIONS = (
    "You are a research agent. Answer the question from what you find, and from nothing else. In each turn either call "
    "a tool or write the report. Tools: search takes a list of queries, each with the reason for asking it, and gives "
    "ten results with title, address, date and an extract; read takes an address and gives the whole text of the page. "
    "Never repeat a query. Prefer primary sources. Note the date of every figure. Cite the address of the page after "
    "every sentence of the report. Say what could not be answered. Answer with one JSON object per turn: "
    '{"tool": "search", "argument": [{"query": "…", "because": "…"}]} or {"tool": "read", "argument": "https://…"} or '
    '{"report": "…"}.'
)
SUMMARISE = (
    "Rewrite the summary so that it also holds what the new observation says of the question. Keep every figure, "
)
SUMMARISE += "date, name and address. At most 2,400 tokens."
PASSAGES = 4
"""Quotes of one text: twice what our reader takes from a page at one sight, since these agents see it only once."""
MASKED = "[An earlier observation was left out here.]"


@dataclass(frozen=True, slots=True)
class Call:
    """One prompt and its answer, in tokens."""

    main: bool
    """False for the summariser's."""
    input: int
    output: int
    overflow: int = 0
    """Observations that the window had no room for."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A quote, and the goal that it bears on."""

    goal: int
    card: Card


@dataclass(frozen=True, slots=True)
class Run:
    """What a baseline took, and what could be quoted from its last prompt."""

    name: str
    calls: tuple[Call, ...]
    held: tuple[Noted, ...]

    @property
    def tokens(self) -> int:
        return sum(call.input + call.output for call in self.calls)

    @property
    def overflow(self) -> int:
        """Observations lost. The oldest go first, so those that one call has no room for are among the next call's; a
        summariser loses the end of one observation at a time."""
        lost = max((call.overflow for call in self.calls if call.main), default=0)
        return lost + sum(call.overflow for call in self.calls if not call.main)

    @property
    def main_inputs(self) -> tuple[int, ...]:
        return tuple(call.input for call in self.calls if call.main)

    def with_report(self, report: str) -> "Run":
        """The last call wrote it."""
        return replace(self, calls=(*self.calls[:-1], replace(self.calls[-1], output=count_tokens(report))))


@dataclass(slots=True)
class _Window:
    """A growing prompt whose parts are counted once. Parts of a prompt that is put together count as their sum: joints
    are a token or so."""

    fixed: int
    actions: list[int] = field(default_factory=list)
    observations: list[int] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    def add(self, turn: Turn) -> None:
        self.turns.append(turn)
        self.actions.append(count_tokens(turn.action))
        self.observations.append(count_tokens(turn.observation))

    def prompt(self, shown: Sequence[int], masked: int) -> tuple[int, int, tuple[int, ...]]:
        """Tokens of a prompt with these observations, how many had to go first, and which are left."""
        rest = self.fixed + sum(self.actions) + masked * (len(self.turns) - len(shown))
        left = list(shown)
        tokens = rest + sum(self.observations[at] for at in left)
        while tokens > WINDOW and left:
            tokens += masked - self.observations[left.pop(0)]
        return min(tokens, WINDOW), len(shown) - len(left), tuple(left)


async def append_everything(question: str, turns: Sequence[Turn], quoting: "Quoting") -> Run:
    return await _growing("append everything", question, turns, len(turns), quoting)


async def observation_masking(question: str, turns: Sequence[Turn], quoting: "Quoting") -> Run:
    return await _growing("observation masking", question, turns, KEPT, quoting)


async def _growing(name: str, question: str, turns: Sequence[Turn], kept: int, quoting: "Quoting") -> Run:
    window, masked = _Window(count_tokens(INSTRUCTIONS) + count_tokens(question)), count_tokens(MASKED)
    calls: list[Call] = []
    left: tuple[int, ...] = ()
    for turn in (*turns, None):
        shown = range(max(0, len(window.turns) - kept), len(window.turns))
        tokens, overflow, left = window.prompt(shown, masked)
        calls.append(Call(True, tokens, count_tokens(turn.action) if turn else 0, overflow))
        if turn:
            window.add(turn)
    return Run(name, tuple(calls), await quoting.noted([text for at in left for text in window.turns[at].texts]))


async def summary_only(question: str, turns: Sequence[Turn], quoting: "Quoting") -> Run:
    """The summary holds the best quotes of all observations; the weakest go when it is full, so it is as good as a
    summary by quotation can be."""
    fixed = count_tokens(INSTRUCTIONS) + count_tokens(question)
    calls: list[Call] = []
    summary: tuple[Noted, ...] = ()
    for turn in turns:
        before = sum(map(_size, summary))
        calls.append(Call(True, fixed + before, count_tokens(turn.action)))
        summary = _best((*summary, *await quoting.noted(turn.texts)))
        asked = count_tokens(SUMMARISE) + count_tokens(question) + before + count_tokens(turn.observation)
        calls.append(Call(False, min(asked, WINDOW), sum(map(_size, summary)), int(asked > WINDOW)))
    calls.append(Call(True, fixed + sum(map(_size, summary)), 0))
    return Run("summary only", tuple(calls), summary)


def _best(notes: Sequence[Noted]) -> tuple[Noted, ...]:
    room, kept = SUMMARY_TOKENS, []
    for note in sorted(_once(notes), key=lambda each: (-each.card.score, each.card.number)):
        if _size(note) <= room:
            kept.append(note)
            room -= _size(note)
    return tuple(sorted(kept, key=lambda each: each.card.number))


def _once(notes: Sequence[Noted]) -> Iterator[Noted]:
    """Each quote for the goal that it was found for first."""
    seen: set[str] = set()
    for note in notes:
        if note.card.quote not in seen:
            seen.add(note.card.quote)
            yield note


def _size(note: Noted) -> int:
    card = note.card
    return count_tokens(f"- {card.title} ({card.published or ''}): {card.quote}\n")


@dataclass(slots=True)
class Quoting:
    """The builtin executor and reporter over what a prompt still holds: the same hands as ours, so that coverage
    differs by what was kept and by nothing else."""

    ask: Ask
    goals: tuple[Goal, ...]
    executor: Executor
    reporter: Reporter
    limits: Limits
    any_goal: bool = True
    """Off where nothing but lengths is looked at: fifty goals over hundreds of texts take their time."""
    _known: dict[tuple[str, str, int, str], tuple[Card, ...]] = field(default_factory=dict)

    async def noted(self, texts: Sequence[Text]) -> tuple[Noted, ...]:
        """For the goals that a text was looked at for, then for all others: who sees it whole may use it for any."""
        return tuple(
            [
                Noted(goal, card)
                for text in texts
                for goal, gap in (*text.aims, *self._others(text))
                for card in await self._of(text, goal, gap)
            ]
        )

    def _others(self, text: Text) -> list[tuple[int, str]]:
        looked_for = {goal for goal, _ in text.aims}
        rest = self.goals if self.any_goal else ()
        return [(goal.number, goal.question) for goal in rest if goal.number not in looked_for]

    async def report(self, held: Sequence[Noted], characters: int) -> tuple[Section, ...]:
        """Under the goals for which each text was looked at, as ours is: the strongest report that is in the prompt."""
        once = tuple(_once(held))
        sections = tuple(
            SectionBrief(goal, None, cards)
            for goal in self.goals
            if (cards := tuple(note.card for note in once if note.goal == goal.number))
        )
        return await self.reporter.write(ReportBrief(self.ask, sections, (), characters))

    async def _of(self, text: Text, goal: int, gap: str) -> tuple[Card, ...]:
        known = (text.key, text.text, goal, gap)
        if known not in self._known:
            self._known[known] = await self._quoted(text, next(each for each in self.goals if each.number == goal), gap)
        return self._known[known]

    async def _quoted(self, text: Text, goal: Goal, gap: str) -> tuple[Card, ...]:
        limits, page = self.limits, PageText(text.title, text.text, text.published)
        whole = max(limits.page_tokens, count_tokens(text.text))
        brief = QuoteBrief(self.ask, goal, gap, page, PASSAGES, limits.quote_characters, whole)
        first = len(self._known) * PASSAGES
        made = [
            (draft, score(draft.relevance, text.credibility, 1.0, "", limits))
            for draft in await self.executor.quote(brief)
        ]
        return tuple(
            Card(first + at, draft.quote, text.title, text.publisher, text.published, worth.total)
            for at, (draft, worth) in enumerate(made, start=1)
            if accepted(worth, limits)
        )
