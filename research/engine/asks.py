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
    return Entry(piece.number, piece.goal, piece.quote, piece.source.title, published, piece.score.total, step)


def card_of(piece: Evidence) -> Card:
    source = piece.source
    return Card(piece.number, piece.quote, source.title, source.publisher, source.published, piece.score.total)
