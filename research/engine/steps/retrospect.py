"""Which queries paid: for each, how much it brought and how much of that the report cites (R073).

What was cited becomes a clue for later tasks; what was never cited is told to the next planner as waste (R074).
"""

from collections import Counter
from collections.abc import Sequence

from memory.figures import names
from memory.figures.folding import plain
from memory.sayings import marks
from research.engine.citations import cited
from research.engine.events import CluesLearned, Event, QueriesScored, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.patterns import SAID, Wording, tallied
from research.terms import Evidence, Ruling


async def look_back(state: TaskState, tools: Tools) -> Sequence[Event]:
    sections = await tools.archive.sections()
    used = cited(sections)
    brought = await tools.archive.evidence_by_query()
    kept = Counter(query for query, _ in brought)
    paid = Counter(query for query, evidence in brought if evidence in used)
    yields = tuple((query, kept[query], paid[query]) for query in range(1, state.counts.queries + 1))
    wordings = tallied(await tools.archive.sent_queries(), paid.keys(), state.question)
    clues = await _clues(used, state.question, tools)
    return [QueriesScored(yields, wordings), CluesLearned(clues), StepEnded(Phase.DONE, _sentence(wordings))]


def _sentence(wordings: Sequence[tuple[str, int, int]]) -> str:
    """Of the queries that were answered: one that nobody answered says nothing of its words."""
    sent, paid = sum(sent for _, sent, _ in wordings), sum(paid for _, _, paid in wordings)
    never = [f"{SAID[Wording(wording)]} ({sent})" for wording, sent, paid in wordings if not paid]
    waste = f"; never those: {'; '.join(never)}" if never and paid else ""
    return f"{paid} of {sent} queries found something that the report cites{waste}"


async def _clues(used: frozenset[int], question: str, tools: Tools) -> tuple[str, ...]:
    """The best of what the report cites and nobody rejected, worded as the sources have it. What contradicts something
    that stands is no knowledge to hand on."""
    pieces = await tools.archive.evidence_by_number(used - await _doubted(tools))
    best = sorted(pieces, key=lambda piece: (-piece.score.total, piece.number))[: tools.limits.known_facts]
    texts = tuple(dict.fromkeys(_told(piece, question) for piece in best))
    await tools.embedder.embed(texts)  # kept by their text's hash: a later task finds clues by their vectors
    return texts


async def _doubted(tools: Tools) -> set[int]:
    """Evidence of rejected claims alone, and what an open or lost conflict speaks against."""
    rejected = {each.claim for each in await tools.archive.decisions() if each.ruling is Ruling.REJECTED}
    claims = await tools.archive.claims()
    against = {number for claim in claims if claim.number in rejected for number in claim.evidence}
    carried = {number for claim in claims if claim.number not in rejected for number in claim.evidence}
    conflicts = await tools.archive.conflicts()
    return (against - carried) | {
        number for each in conflicts for number in (each.left, each.right) if number != each.settled_for
    }


def _told(piece: Evidence, question: str) -> str:
    """With its title only where the words don't say what they speak of: words alone can be held against others."""
    about = (name.normal for name in names(question))
    named = marks(piece.quote) or any(name in plain(piece.quote) for name in about)
    return piece.quote if named else f"{piece.source.title}. {piece.quote}"
