"""What every brief begins with, built in one place from the state."""

from memory.working import Entry
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import Ask, Card
from research.terms import Evidence


def ask_of(state: TaskState, tools: Tools) -> Ask:
    return Ask(state.question, state.language, state.period, tools.now.date())


def entry_of(piece: Evidence, step: int) -> Entry:
    published = piece.source.published.isoformat() if piece.source.published else ""
    title, total = piece.source.title, piece.score.total
    return Entry(piece.number, piece.goal, piece.quote, title, published, total, step, piece.place)


def card_of(piece: Evidence, witnesses: int = 0) -> Card:
    source, total = piece.source, piece.score.total
    origin = (source.title, source.publisher, source.published)
    return Card(piece.number, piece.quote, *origin, total, piece.place, witnesses)
