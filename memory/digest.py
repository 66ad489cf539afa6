"""What one reach brought, small enough for a prompt: a conclusion, names, figures, title and link (R100, R101, R144).

Raw text never enters a prompt: it stays in its rows, and each digest names them. Nothing is cut inside; what fits into
no digest stays named by its row (C13).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from memory.figures import names, read
from memory.sayings import sentences
from memory.summary import Support, on_file
from memory.working import Entry, label

Count = Callable[[str], int]
PARTS = 2
"""A second digest where one doesn't hold all, never a third: the rest is named by its rows."""


LONGEST = 160
"""Characters of a title or link that is printed; both stand whole in the rows."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Title and link stay, for whoever verifies it (R144)."""

    evidence: int
    title: str
    link: str

    def line(self) -> str:
        """A title or an address as long as a page isn't needed to find the row by."""
        title = self.title if len(self.title) <= LONGEST else f"{self.title[:LONGEST].rstrip()}…"
        link = self.link if len(self.link) <= LONGEST else ""
        return f"- [{label(self.evidence)}] {title} {link}".rstrip()


@dataclass(frozen=True, slots=True)
class Digest:
    """`entities` and `numbers`: as the words quoted have them. `points`: one line a source instead, so that a figure
    stays with what it is said of, or lines kept word for word. `spilled`: rows that no digest has room for."""

    conclusion: str = ""
    entities: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    origins: tuple[Origin, ...] = ()
    points: tuple[Support, ...] = ()
    spilled: tuple[int, ...] = ()

    @property
    def worded(self) -> bool:
        """Whether it says anything in words of its own; else its quotations may as well stand themselves."""
        return bool(self.conclusion or self.entities or self.numbers or self.spilled)

    def text(self) -> str:
        """What enters a prompt, and what a cap is counted on."""
        lines = [f"Conclusion: {self.conclusion}"] if self.conclusion else []
        if self.entities:
            lines.append(f"Entities: {'; '.join(self.entities)}")
        if self.numbers:
            lines.append(f"Numbers: {'; '.join(self.numbers)}")
        lines += [f"- [{label(point.evidence)}] {point.text}" for point in self.points]
        if self.origins:
            lines += ["From:", *(origin.line() for origin in self.origins)]
        return "\n".join([*lines, *([on_file(self.spilled)] if self.spilled else [])])


@dataclass(frozen=True, slots=True)
class Room:
    """`target`: tokens aimed at. `cap`: never more, which one long piece alone may need (C13)."""

    target: int
    cap: int
    count: Count
    dense: bool = False
    """Of a comparison: a line a source, and the cap for a target."""


def plain_digests(entries: Sequence[Entry], room: Room) -> tuple[Digest, ...]:
    """Quotes and lists, rewords nothing: strongest pieces first, as many as one digest holds, then a second."""
    ranked = sorted(entries, key=lambda entry: (-entry.score, entry.step, entry.evidence))
    parts: list[list[Entry]] = []
    spilled: list[int] = []
    for entry in ranked:
        if parts and _fits([*parts[-1], entry], room):
            parts[-1].append(entry)
        elif len(parts) < PARTS and _fits([entry], replace(room, target=room.cap)):
            parts.append([entry])
        else:
            spilled.append(entry.evidence)
    made = [digest_of(part, room.dense) for part in parts] or ([Digest()] if spilled else [])
    return _with_spilled(made, tuple(spilled), room)


def as_quoted(entries: Sequence[Entry], room: Room) -> tuple[Digest, ...]:
    """The quotations themselves, where one digest holds them: other words could only lose something (R145). Empty
    where they need digesting."""
    points = tuple(Support(each.evidence, " ".join(each.quote.split())) for each in entries)
    quoted = "\n".join(point.text for point in points)
    return (Digest(points=points),) if room.count(quoted) <= room.target else ()


def digest_of(entries: Sequence[Entry], dense: bool = False) -> Digest:
    origins = tuple(Origin(each.evidence, each.source, each.link) for each in entries)
    if dense:
        points = tuple(Support(each.evidence, _point(each)) for each in entries)
        return Digest(conclusion=_conclusion(entries), origins=origins, points=points)
    return Digest(
        conclusion=_conclusion(entries),
        entities=_once(name for each in entries for name in named(each.quote)),
        numbers=_once(figure for each in entries for figure in figures(each.quote)),
        origins=origins,
    )


def named(text: str) -> tuple[str, ...]:
    """Names and identifiers, as they stand there."""
    return tuple(_once([*(name.text for name in names(text)), *(found.text for found in read(text).identifiers)]))


def figures(text: str) -> tuple[str, ...]:
    found = read(text)
    return tuple(_once([*(each.text for each in found.quantities), *(each.text for each in found.dates)]))


def with_raw(made: Sequence[Digest], raw: Sequence[Entry], room: Room) -> tuple[Digest, ...]:
    """Lines kept word for word, in the last digest that has room for them, in a second one, or named by their rows."""
    parts, spilled = list(made), list[int]()
    for entry in raw:
        line = Support(entry.evidence, entry.quote)
        if parts and (longer := _longer(parts[-1], line, room)):
            parts[-1] = longer
        elif len(parts) < PARTS and (alone := _longer(Digest(origins=(_origin(entry),)), line, room)):
            parts.append(alone)
        else:
            spilled.append(entry.evidence)
    return _with_spilled(parts, tuple(spilled), room)


def rows_in(made: Sequence[Digest]) -> frozenset[int]:
    """Every row that a digest names."""
    return frozenset(
        row
        for part in made
        for row in (*part.spilled, *(at.evidence for at in part.origins), *(at.evidence for at in part.points))
    )


def _origin(entry: Entry) -> Origin:
    return Origin(entry.evidence, entry.source, entry.link)


def _longer(part: Digest, line: Support, room: Room) -> Digest | None:
    made = replace(part, points=(*part.points, line))
    return made if room.count(made.text()) <= room.cap else None


def _with_spilled(made: Sequence[Digest], spilled: tuple[int, ...], room: Room) -> tuple[Digest, ...]:
    """In the last digest's own line; a digest too full for that line gives up its last source for it."""
    if not spilled or not made:
        return tuple(made)
    *before, last = made
    full = replace(last, spilled=(*last.spilled, *spilled))
    while room.count(full.text()) > room.cap and (full.origins or full.points):
        full = _lighter(full)
    return (*before, full)


def _lighter(part: Digest) -> Digest:
    gone = part.points[-1].evidence if part.points else part.origins[-1].evidence
    left = replace(
        part,
        points=tuple(each for each in part.points if each.evidence != gone),
        origins=tuple(each for each in part.origins if each.evidence != gone),
        spilled=tuple(dict.fromkeys((*part.spilled, gone))),
    )
    return left if left.origins or left.points else Digest(spilled=left.spilled)


def _fits(entries: Sequence[Entry], room: Room) -> bool:
    target = room.cap if room.dense else room.target
    return room.count(digest_of(entries, room.dense).text()) <= target


def _point(entry: Entry) -> str:
    """Names, then figures: of one source, so that no figure is read as another one's."""
    said = [", ".join(part) for part in (named(entry.quote), figures(entry.quote)) if part]
    return ": ".join(said) or entry.source


def _conclusion(entries: Sequence[Entry]) -> str:
    """The best piece's own sentence that tells most: quoted, so that nothing can be lost in it."""
    if not entries:
        return ""
    best = max(entries, key=lambda entry: entry.score)
    said = max(sentences(best.quote) or (best.quote,), key=lambda each: len(figures(each)) + len(named(each)))
    return f"“{said}” [{label(best.evidence)}]"


def _once(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
