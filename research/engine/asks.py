"""What every brief begins with, built in one place from the state."""

from memory.working import Entry, WorkingMemory
from reach.providers.pages import without_addresses
from reach.tags import without_tags
from reach.words import content_terms
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import Ask, Card
from research.terms import Evidence, Language

NAMED = {Language.ENGLISH: "the pages that the question names", Language.CHINESE: "问题所指的页面"}


def ask_of(state: TaskState, tools: Tools) -> Ask:
    return Ask(worded(state.question, state.language), state.language, state.period, tools.now.date())


def worded(text: str, language: Language) -> str:
    """What a question or a goal says in words. The addresses in it are read as pages; as words they would be sent to
    search services, and those of an inner network are none of a stranger's business. HTML around words is no word."""
    said = without_addresses(without_tags(text))
    if said == text or content_terms(said):
        return said
    return NAMED[language]


def entry_of(piece: Evidence, step: int) -> Entry:
    published = piece.source.published.isoformat() if piece.source.published else ""
    title, made = piece.source.title, piece.score
    grades = (made.relevance, made.credibility, made.timeliness)
    place, link = piece.place, piece.source.url
    return Entry(piece.number, piece.goal, piece.quote, title, published, made.total, step, place, *grades, link)


async def filled(goal: int, step: int, tools: Tools) -> WorkingMemory:
    """Memory of a goal as its rows have it: the strongest pieces under the cap."""
    working = WorkingMemory(goal)
    for piece in await tools.archive.evidence([goal]):
        if piece.same_as is None:
            working = working.admit(entry_of(piece, step), tools.limits.working_entries)
    return working


def card_of(piece: Evidence, witnesses: int = 0) -> Card:
    source, made = piece.source, piece.score
    origin = (source.title, source.publisher, source.published)
    grades = (made.relevance, made.credibility, made.timeliness)
    return Card(piece.number, piece.quote, *origin, made.total, piece.place, witnesses, *grades)
