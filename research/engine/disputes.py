"""Which pieces of evidence can't both hold: by their quotes, and by the facts that were drawn from them (R139)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from memory import conflicts as rules
from memory.divergence import Divergence, diverge
from memory.figures import names
from memory.figures.folding import plain
from memory.sayings import marks
from research.terms import Conflict, Evidence, Fact, Goal

Pair = tuple[Evidence, Evidence]


def disputes(
    goal: Goal,
    fresh: Sequence[Evidence],
    standing: Sequence[Evidence],
    elsewhere: Sequence[Evidence],
    facts: Collection[Fact] = (),
) -> tuple[Conflict, ...]:
    """Of a round, each pair once, the earlier piece left. `facts` are those of fresh and standing pieces."""
    about = frozenset(name.normal for name in names(goal.question))
    found = dict(_by_facts((*standing, *fresh), facts, {piece.number for piece in fresh}))
    for left, right in _pairs(fresh, standing, elsewhere):
        if why := _clash(left, right, about):
            found[left.number, right.number] = why
    return tuple(Conflict(left, right, why, goal.number) for (left, right), why in sorted(found.items()))


def _pairs(fresh: Sequence[Evidence], standing: Sequence[Evidence], elsewhere: Sequence[Evidence]) -> Iterator[Pair]:
    """Within the goal, and within a source for whatever goal it was quoted: a source may contradict itself, and two
    sections must not each state one of its values (B-100)."""
    pairs = ((old, new) for new in fresh for old in standing)
    own = ((old, new) for new in fresh for old in elsewhere if old.source.key == new.source.key)
    within = ((a, b) for i, a in enumerate(fresh) for b in fresh[i + 1 :])
    yield from ((a, b) if a.number < b.number else (b, a) for a, b in chain(pairs, own, within))


def _clash(left: Evidence, right: Evidence, about: frozenset[str]) -> str | None:
    why = rules.clash(_quoted(left), _quoted(right), about)
    return why if why and _one_subject(left, right, about) else None


def _quoted(piece: Evidence) -> rules.Quoted:
    return rules.Quoted(piece.quote, piece.source.published)


def _one_subject(left: Evidence, right: Evidence, about: frozenset[str]) -> bool:
    """ "The station holds 30 MWh" is said of what its page is called, so the titles decide where no quote names it."""
    if marks(left.quote) or any(name in plain(left.quote) and name in plain(right.quote) for name in about):
        return True
    ours, theirs = marks(left.source.title), marks(right.source.title)
    return not ours or not theirs or bool(ours & theirs)


def _by_facts(
    pieces: Iterable[Evidence], facts: Collection[Fact], fresh: Collection[int]
) -> Iterator[tuple[tuple[int, int], str]]:
    """A model's triples meet where the quotes' words don't. Built-in ones come from patterns and seldom do."""
    at = {piece.number: piece for piece in pieces}
    for found in rules.conflicts(_told(fact, at) for fact in facts if fact.evidence in at):
        left, right = sorted((found.left.evidence, found.right.evidence))
        if left != right and {left, right} & set(fresh):
            yield (left, right), found.reason


def _told(fact: Fact, at: Mapping[int, Evidence]) -> rules.Fact:
    source = at[fact.evidence].source
    return rules.Fact(fact.evidence, fact.subject, fact.relation, fact.object, source.key, source.published)


def divergences(pieces: Sequence[Evidence]) -> tuple[tuple[int, int, Divergence], ...]:
    """Pairs of a goal's pieces whose matters go opposite ways: the signal to split it (R030)."""
    heads = [piece for piece in pieces if piece.same_as is None]
    pairs = ((a, b) for i, a in enumerate(heads) for b in heads[i + 1 :])
    found = ((a.number, b.number, diverge(a.quote, b.quote)) for a, b in pairs)
    return tuple((a, b, signal) for a, b, signal in found if signal)
