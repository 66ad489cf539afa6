"""The one way in which a prompt is put together: under a ceiling that holds whatever there is to say (R125, R236-R240).

The 6,000 are split as C32 says: system and task, report, newest summary, segments, slack; words from outside take at
most their share of the whole. What doesn't fit is left out in whole pieces, the least worthy first, and the prompt
says how many are on file. A piece is never cut, so no quotation is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from memory.compact import Packable, Weights, gather, pack, worth
from research import prompts
from research.prompts import NONE, Rendered, fence
from research.roles.sizes import Sizes

Count = Callable[[str], int]
OPEN = "-"
"""Stands where a list will: its heading is counted with the prompt's own words."""
MARKS_DIFFER = 12
"""Tokens by which the marks around fenced words were seen to differ: they name a hash, and hashes differ (of 5,000)."""
SHORTENED = " … [shortened here, whole on file]"
SHORTENED_ONLY = frozenset({"question", "subject", "goal", "closing", "gap", "why"})
"""What people and goals say. Nothing else is ever cut: it could hold a quotation."""
SHORTEST = 80
"""Characters of a question below which it isn't shortened any more: less would ask something else."""


class Part(StrEnum):
    TASK = "task"
    REPORT = "report"
    SUMMARY = "summary"
    SEGMENTS = "segments"


ORDER = (Part.REPORT, Part.SUMMARY, Part.SEGMENTS, Part.TASK)
OUTSIDE = (Part.SUMMARY, Part.SEGMENTS)
"""Words from outside, as they stand or summed up: together at most 40 % (R236, C32)."""


@dataclass(frozen=True, slots=True)
class Several:
    """A place of a prompt that may hold less than there is. `head` stands above the pieces while any of them does.
    `beyond`: how many more are on file, that were none of the nearest."""

    part: Part
    pieces: tuple[Packable, ...]
    fenced: bool = False
    head: str = ""
    beyond: int = 0

    def text(self, kept: frozenset[int]) -> str:
        shown = [piece.text for at, piece in enumerate(self.pieces) if at in kept]
        body = "\n".join(([self.head] if self.head else []) + shown)
        left = len(self.pieces) - len(shown) + self.beyond
        said = (fence(body) if self.fenced else body) if shown else NONE
        return f"{said}\n({left} more on file)" if left else said


@dataclass(frozen=True, slots=True)
class Fenced:
    """Words from outside that a prompt is about, such as a claim: they stand whole, or the prompt isn't sent."""

    text: str


Values = Mapping[str, object]
"""By placeholder: a Several, a Fenced, or anything that is written as it is."""


@dataclass(frozen=True, slots=True)
class Budget:
    """In tokens. `ceiling` is the smaller of the set one and a share of the model's window."""

    ceiling: int
    outside: int
    slack: int
    shares: Mapping[Part, int]
    weights: Weights
    alike: float

    @classmethod
    def of(cls, sizes: Sizes, window: int | None) -> "Budget":
        ceiling = min(sizes.input_tokens, int(sizes.window_share * window)) if window else sizes.input_tokens
        told = (sizes.report_tokens, sizes.summary_tokens, sizes.segment_tokens)
        whole = sizes.system_tokens + sum(told) + sizes.slack_tokens
        report, summary, segments, slack = (ceiling * share // whole for share in (*told, sizes.slack_tokens))
        shares = {Part.REPORT: report, Part.SUMMARY: summary, Part.SEGMENTS: segments}
        return cls(ceiling, int(sizes.external_share * ceiling), slack, shares, sizes.weights, sizes.same_matter)

    @property
    def fill(self) -> int:
        """What is filled: the slack is for what counting before the call can't know, and for a second asking."""
        return self.ceiling - self.slack


@dataclass(frozen=True, slots=True)
class Assembled:
    """`kept`: for each place of several, which of its pieces are shown, in their order."""

    name: str
    values: Mapping[str, str]
    kept: Mapping[str, tuple[int, ...]]
    tokens: int
    outside: int
    ceiling: int

    @property
    def rendered(self) -> Rendered:
        return prompts.render(self.name, **self.values)


def assembled(name: str, values: Values, budget: Budget, count: Count) -> Assembled:
    """Never above the ceiling, unless not even the prompt's own words fit: whoever sends it looks at `tokens`."""
    places = {key: value for key, value in values.items() if isinstance(value, Several)}
    fixed = _shortened(name, values, places, budget, count)
    rooms = _rooms(name, fixed, places, budget, count)
    kept: dict[str, frozenset[int]] = {}
    for part in ORDER:
        kept |= rooms.fill(part, places, count)
    while not _fits(made := _made(name, fixed, places, kept, budget, count), budget):
        if (least := _least(places, kept, budget.weights, count, made.outside > budget.outside)) is None:
            break
        kept[least[0]] = kept[least[0]] - {least[1]}
    return made


def room(name: str, values: Values, place: str, part: Part, budget: Budget, count: Count) -> int:
    """Tokens that a text in this place, fenced and the only one of its part, may take beside what goes before it."""
    there = Several(part, one_piece(place), fenced=True)
    places = {key: value for key, value in values.items() if isinstance(value, Several)} | {place: there}
    rooms = _rooms(name, _shortened(name, values, places, budget, count), places, budget, count)
    for before in ORDER[: ORDER.index(part)]:
        rooms.fill(before, places, count)
    return max(0, rooms.cap(part) - _around(there, count))


@dataclass
class _Rooms:
    """What each part may take: its share, scaled down where the prompt's own words take more than theirs. What a part
    leaves unused lists of the task may take, and segments the summary's as well."""

    budget: Budget
    free: int
    shares: Mapping[Part, int]
    used: dict[Part, int]

    def cap(self, part: Part) -> int:
        cap = self.shares.get(part, self.free)
        if part is Part.SEGMENTS:
            cap = min(cap + self.shares[Part.SUMMARY], self.budget.outside) - self.used[Part.SUMMARY]
        return max(0, min(cap, self.free - sum(self.used.values())))

    def fill(self, part: Part, places: Mapping[str, Several], count: Count) -> dict[str, frozenset[int]]:
        mine = {key: place for key, place in places.items() if place.part is part}
        chosen, self.used[part] = _packed(mine, self.cap(part), self.budget, count)
        return chosen


def _rooms(name: str, fixed: Mapping[str, str], places: Mapping[str, Several], budget: Budget, count: Count) -> _Rooms:
    bare = {key: OPEN if place.pieces else NONE for key, place in places.items()}
    free = max(0, budget.fill - _tokens(name, {**fixed, **bare}, count))
    there = {place.part for place in places.values() if place.pieces}
    scale = min(1.0, free / max(1, sum(tokens for part, tokens in budget.shares.items() if part in there)))
    shares = {part: int(tokens * scale) for part, tokens in budget.shares.items()}
    return _Rooms(budget, free, shares, dict.fromkeys(Part, 0))


def _fits(made: Assembled, budget: Budget) -> bool:
    return made.tokens <= budget.fill and made.outside <= budget.outside


def _made(
    name: str,
    fixed: Mapping[str, str],
    places: Mapping[str, Several],
    kept: Mapping[str, frozenset[int]],
    budget: Budget,
    count: Count,
) -> Assembled:
    texts = {key: place.text(kept[key]) for key, place in places.items()}
    outside = sum(count(texts[key]) for key, place in places.items() if place.part in OUTSIDE and kept[key])
    values = {**fixed, **texts}
    in_order = {key: tuple(sorted(each)) for key, each in kept.items()}
    return Assembled(name, values, in_order, _tokens(name, values, count), outside, budget.ceiling)


def _tokens(name: str, values: Mapping[str, str], count: Count) -> int:
    rendered = prompts.render(name, **values)
    return count(rendered.system) + count(rendered.prompt)


def _shortened(
    name: str, values: Values, places: Mapping[str, Several], budget: Budget, count: Count
) -> dict[str, str]:
    """The texts that always stand, together with the prompt's own at most half of what there is: an endless question
    is marked as shortened, rather than leaving no room for an answer to it."""
    fixed = {key: _written(value) for key, value in values.items() if key not in places}
    whole = dict(fixed)
    gone = dict.fromkeys(places, NONE)
    while _tokens(name, {**fixed, **gone}, count) > budget.fill // 2:
        longest = max(
            (key for key in fixed if key in SHORTENED_ONLY and isinstance(values[key], str)),
            key=lambda key: len(fixed[key]),
            default="",
        )
        length = len(fixed[longest]) // 2 if longest else 0
        if length < SHORTEST:
            break
        fixed[longest] = whole[longest][:length].rstrip() + SHORTENED
    return fixed


def _written(value: object) -> str:
    return fence(value.text) if isinstance(value, Fenced) else str(value)


def _packed(
    places: Mapping[str, Several], cap: int, budget: Budget, count: Count
) -> tuple[dict[str, frozenset[int]], int]:
    """All places of one part share its room, and the worthiest pieces of any of them take it."""
    where = [(key, at) for key, place in places.items() for at in range(len(place.pieces))]
    items = [places[key].pieces[at] for key, at in where]
    around = sum(_around(place, count) for place in places.values() if place.pieces)

    def cost(text: str) -> int:
        return count(f"{text}\n")

    chosen = pack(items, max(0, cap - around), budget.weights, cost)
    if len(chosen) < len(items) and any(place.part in OUTSIDE for place in places.values()):
        chosen = _witnesses_last(items, max(0, cap - around), budget, cost)
    kept = {key: frozenset(where[at][1] for at in chosen if where[at][0] == key) for key in places}
    return kept, (sum(cost(items[at].text) for at in chosen) + around if chosen else 0)


def _around(place: Several, count: Count) -> int:
    """What a place takes beside its pieces. Marks name a text's own hash: they differ by some tokens."""
    said = f"{place.head}\n{NONE}\n({len(place.pieces)} more on file)"
    return count(f"{said}\n{fence('')}") + MARKS_DIFFER if place.fenced else count(said)


def _witnesses_last(items: Sequence[Packable], cap: int, budget: Budget, cost: Count) -> tuple[int, ...]:
    """Where room is short, a text that only says again what a richer one says gives way first (R240)."""
    heads = [each.index for each in gather([item.words or item.text for item in items], budget.alike)]
    others = [at for at in range(len(items)) if at not in set(heads)]
    first = [heads[at] for at in pack([items[at] for at in heads], cap, budget.weights, cost)]
    left = cap - sum(cost(items[at].text) for at in first)
    return *first, *(others[at] for at in pack([items[at] for at in others], left, budget.weights, cost))


def _least(
    places: Mapping[str, Several], kept: Mapping[str, frozenset[int]], weights: Weights, count: Count, outside: bool
) -> tuple[str, int] | None:
    def shown() -> Iterator[tuple[float, str, int]]:
        for key, place in places.items():
            if not outside or place.part in OUTSIDE:
                for at in kept[key]:
                    yield worth(place.pieces[at], count(place.pieces[at].text), weights), key, at

    least = min(shown(), default=None)
    return least and least[1:]


def in_rank(texts: Sequence[str]) -> tuple[Packable, ...]:
    """Of a list whose best comes first, and of which nothing else is known."""
    return tuple(Packable(text, 1 - at / len(texts), 1.0, 1.0) for at, text in enumerate(texts))


def newest_last(texts: Sequence[str]) -> tuple[Packable, ...]:
    return tuple(Packable(text, 1.0, 1.0, (at + 1) / len(texts)) for at, text in enumerate(texts))


def one_piece(text: str) -> tuple[Packable, ...]:
    return (Packable(text, 1.0, 1.0, 1.0),) if text.strip() else ()


def report_lines(text: str) -> tuple[Packable, ...]:
    """The evolving report line by line: its headings and its draft outlast the items of its lists, newer ones older."""
    lines = text.split("\n") if text.strip() else []
    ranked = newest_last(lines)
    return tuple(
        replace(piece, relevance=0.0) if piece.text.startswith("- ") else replace(piece, freshness=1.0)
        for piece in ranked
    )
