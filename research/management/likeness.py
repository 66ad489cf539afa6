"""How well the bound embedder and the contrast check tell a repeated search from a new one, on labelled pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asgiref.sync import async_to_sync

from memory.figures import contrast
from research.engine.limits import Limits
from research.engine.repeats import same_search
from research.roles.embedder import Embedder

Pairs = Sequence[tuple[bool, str, str]]


@dataclass(frozen=True, slots=True)
class Judged:
    same: bool
    """By whoever labelled it."""
    first: str
    second: str
    similarity: float
    dropped: bool

    def line(self) -> str:
        why = "; ".join(contrast(self.first, self.second)) or "no contrast"
        kind = "missed" if self.same else "dropped wrongly"
        return f"{kind}: {self.first} | {self.second} ({self.similarity:.2f}; {why})"


def judged(embedder: Embedder, pairs: Pairs, limits: Limits) -> list[Judged]:
    return list(async_to_sync(_judged)(embedder, pairs, limits))


async def _judged(embedder: Embedder, pairs: Pairs, limits: Limits) -> list[Judged]:
    vectors = await embedder.embed([text for _, first, second in pairs for text in (first, second)])
    likeness = (embedder.similarity(vectors[at], vectors[at + 1]) for at in range(0, len(vectors), 2))
    return [
        Judged(same, first, second, near, same_search(first, second, near, limits))
        for (same, first, second), near in zip(pairs, likeness, strict=True)
    ]


def report(made: Sequence[Judged]) -> Iterator[str]:
    """The disagreements, then both shares in one line that a script can read."""
    yield from (each.line() for each in made if each.same != each.dropped)
    yield f"recall {_share(made, True):.2f} false {_share(made, False):.2f}"


def _share(made: Sequence[Judged], same: bool) -> float:
    """Of the pairs with this label, those whose second query would not be sent."""
    of_it = [each.dropped for each in made if each.same is same]
    return sum(of_it) / len(of_it)
