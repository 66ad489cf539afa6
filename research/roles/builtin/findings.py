"""What the evidence brings up that nobody asked for by name: identifiers that recur, and how documents are titled."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.figures import identifiers
from memory.figures.values import Identifier, IdentifierKind
from memory.working import Entry
from reach.words import content_terms
from research.roles.builtin.question import Question
from research.roles.builtin.tuning import TUNING

_SERIES = re.compile(r"[A-Za-z][A-Za-z/ -]*\d[\w.-]*")
_PLACES = re.compile(
    r"(?:sections?|chapter|article|clause|part|figure|fig|table|step|level|tier|line|page|issue|ticket|phase|stage|rule|paragraph|no)\b",
    re.I,
)
"""Numbers of a place inside a document lead to no other document."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An identifier with a name to search it by, and what to say beside it."""

    normal: str
    name: str
    beside: str
    weight: float


def shape(normal: str) -> str:
    """pep703 and pep684 have one shape; so have 7.4.0 and 8.0.0."""
    return re.sub(r"\d+", "#", normal)


def leads_on(mark: Identifier) -> bool:
    """Whether an identifier may name another document."""
    if mark.kind is IdentifierKind.VERSION:
        return mark.normal.count(".") >= 1
    return mark.kind is IdentifierKind.CODE and bool(_SERIES.fullmatch(mark.text)) and not _PLACES.match(mark.text)


def brought_up(question: Question, entries: Sequence[Entry], known: str) -> tuple[Mention, ...]:
    """Identifiers in quotes that no goal names and no source read so far is titled by, most telling first.

    One counts when documents seen here are titled by its kind, or when several sources mention it: "PEP 703" in a
    quote leads to a document if another one is called "PEP 684 …"; "3.13" beside it doesn't.
    """
    titles = {mark.normal: (entry.source, mark) for entry in entries for mark in identifiers(entry.source)}
    shapes = {shape(normal): found for normal, found in titles.items()}
    taken = {mark.normal for mark in identifiers(known)} | set(titles)
    asked = set(content_terms(question.words))
    weights: dict[str, float] = {}
    marks: dict[str, Identifier] = {}
    sources: dict[str, set[str]] = {}
    for entry in entries:
        for mark in identifiers(entry.quote):
            if mark.normal in taken or not leads_on(mark):
                continue
            near = _words_near(entry.quote, mark) & asked
            weights[mark.normal] = weights.get(mark.normal, 0.0) + 1 + len(near)
            sources.setdefault(mark.normal, set()).add(entry.source)
            marks.setdefault(mark.normal, mark)
    found = [
        Mention(normal, _name(marks[normal], shapes.get(shape(normal))), _beside(question, marks[normal]), weight)
        for normal, weight in weights.items()
        if shape(normal) in shapes or len(sources[normal]) >= TUNING.recurring
    ]
    return tuple(sorted(found, key=lambda mention: (-mention.weight, mention.normal)))


def title_lines(about: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """The goal's identifier put into the form in which several sources are titled: "{} release notes" (title-like)."""
    wanted = identifiers(about)
    forms: dict[str, set[str]] = {}
    for entry in entries:
        for mark in identifiers(entry.source)[:1]:
            form = f"{entry.source[: mark.start]}{{}}{entry.source[mark.end :]}"
            forms.setdefault(form, set()).add(mark.normal)
    shared = [form for form, seen in forms.items() if len(seen) >= TUNING.recurring]
    return tuple(form.format(mark.text) for form in shared if "{}" in form for mark in wanted[:1])


def _words_near(quote: str, mark: Identifier) -> set[str]:
    return set(content_terms(quote[max(0, mark.start - TUNING.near_chars) : mark.end + TUNING.near_chars]))


def _name(mark: Identifier, titled: tuple[str, Identifier] | None) -> str:
    """As documents of its kind are titled: the version 8.0.0 alone says nothing, "TiDB 8.0.0" does."""
    if mark.kind is not IdentifierKind.VERSION or titled is None:
        return mark.text
    title, other = titled
    return f"{title[: other.start].strip()} {mark.normal}".strip()


def _beside(question: Question, mark: Identifier) -> str:
    """A version needs its matter named; a document of a series is its own matter."""
    if mark.kind is not IdentifierKind.VERSION:
        return ""
    head, _, rest = question.subject.partition(" ")
    return rest or head
