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


async def look_back(state: TaskState, tools: Tools) -> Sequence[Event]:
    sections = await tools.archive.sections()
    used = cited(sections)
    brought = await tools.archive.evidence_by_query()
    kept = Counter(query for query, _ in brought)
    paid = Counter(query for query, evidence in brought if evidence in used)
    yields = tuple((query, kept[query], paid[query]) for query in range(1, state.counts.queries + 1))
    clues = await _clues(used, tools)
    return [
        QueriesScored(yields),
        CluesLearned(clues),
        StepEnded(Phase.DONE, f"{sum(1 for _, _, c in yields if c)} of {len(yields)} queries are cited"),
    ]


async def _clues(used: frozenset[int], tools: Tools) -> tuple[str, ...]:
    """The best of what the report cites, worded as the sources have it."""
    pieces = await tools.archive.evidence_by_number(used)
    best = sorted(pieces, key=lambda piece: -piece.score.total)[: tools.limits.known_facts]
    texts = tuple(f"{piece.source.title}: {piece.quote}" for piece in best)
    await tools.embedder.embed(texts)  # kept by their text's hash: a later task finds clues by their vectors
    return texts
