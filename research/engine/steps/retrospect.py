"""Which queries paid: for each, how much it brought and how much of that the report cites (R073).

What was cited becomes a clue for later tasks; what was never cited is told to the next planner as waste (R074).
"""

from collections import Counter
from collections.abc import Sequence

from research.engine.citations import cited
from research.engine.events import CluesLearned, Event, QueriesScored, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.patterns import SAID, Wording, tallied


async def look_back(state: TaskState, tools: Tools) -> Sequence[Event]:
    sections = await tools.archive.sections()
    used = cited(sections)
    brought = await tools.archive.evidence_by_query()
    kept = Counter(query for query, _ in brought)
    paid = Counter(query for query, evidence in brought if evidence in used)
    yields = tuple((query, kept[query], paid[query]) for query in range(1, state.counts.queries + 1))
    wordings = tallied(await tools.archive.sent_queries(), paid.keys(), state.question)
    clues = await _clues(used, tools)
    return [QueriesScored(yields, wordings), CluesLearned(clues), StepEnded(Phase.DONE, _sentence(wordings))]


def _sentence(wordings: Sequence[tuple[str, int, int]]) -> str:
    """Of the queries that were answered: one that nobody answered says nothing of its words."""
    sent, paid = sum(sent for _, sent, _ in wordings), sum(paid for _, _, paid in wordings)
    never = [f"{SAID[Wording(wording)]} ({sent})" for wording, sent, paid in wordings if not paid]
    waste = f"; never those: {'; '.join(never)}" if never and paid else ""
    return f"{paid} of {sent} queries found something that the report cites{waste}"


async def _clues(used: frozenset[int], tools: Tools) -> tuple[str, ...]:
    """The best of what the report cites, worded as the sources have it."""
    pieces = await tools.archive.evidence_by_number(used)
    best = sorted(pieces, key=lambda piece: -piece.score.total)[: tools.limits.known_facts]
    texts = tuple(f"{piece.source.title}: {piece.quote}" for piece in best)
    await tools.embedder.embed(texts)  # kept by their text's hash: a later task finds clues by their vectors
    return texts
