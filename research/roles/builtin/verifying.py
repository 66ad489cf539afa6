"""A search line for what an earlier task believed: of what it speaks, without what it says of it (R176)."""

from collections.abc import Iterable, Sequence

from memory.figures import read
from reach.words import content_terms
from research.roles.briefs import QueryBrief
from research.roles.builtin.query_lines import clip, fresh


def with_verifying(lines: list[str], earlier: Sequence[str], brief: QueryBrief) -> list[str]:
    """One of several phrasings asks after a clue that speaks of the goal; the last place says least of the goal itself.
    A goal that is down to one line keeps it."""
    told = (clip(_subject(clue)) for clue in brief.clues if _bears(clue, brief))
    more = next(iter(fresh((line for line in told if line), [*earlier, *lines], 1)), "")
    return [*lines[: brief.most - 1], more] if more and len(lines) >= 1 and brief.most > 1 else lines


def _subject(clue: str) -> str:
    """Asked with its own figure, an outdated page would be found and the newer one not."""
    found = read(clue)
    figures = [(each.start, each.end) for each in found.quantities]
    return _without(clue, [*figures, *((each.start, each.end) for each in found.dates)])


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


def _bears(clue: str, brief: QueryBrief) -> bool:
    """Half of its goal's words, so that one clue doesn't take a place of every goal's search."""
    aim = set(content_terms(f"{brief.goal.question} {brief.gap}"))
    return len(aim & set(content_terms(clue))) * 2 >= len(aim)
