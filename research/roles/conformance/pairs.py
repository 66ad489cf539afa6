"""A checker's word is the product's promise: it is asked about labelled pairs of claim and quote, as the product would.

Code's own check stands in front of it, and the verdict counts that a report would show. What code settles tells nothing
of a model, so most of the pairs that come with the program pass code's rules: an examination is no estimate of how
often reports err. That is measured on pairs that a person brings (`manage.py calibrate claims`).
"""

import asyncio
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from reach.words import is_chinese
from research.roles.asking import ASKS
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.claims.checker import best_checker
from research.roles.checker import Checker, ModelChecker
from research.roles.conformance import HOPELESS, Desk, Probe, Seen, Table, Unfit
from research.roles.endpoints import EndpointError, EndpointKind
from research.roles.flaws import Verdict as Heard
from research.roles.heard import HeardEndpoint
from research.terms import Language, SentenceKind, Verdict

FILE = Path(__file__).parent / "pairs.jsonl"
RIGHT, WRONG = "supported", "wrong"
WRONG_PAIRS, RIGHT_PAIRS = "wrong_pairs", "right_pairs"
NEEDED = ("claim", "quote", "label", "kind")


class BadPairs(ValueError):
    """A list that can't be read. The text names the line."""


@dataclass(frozen=True, slots=True)
class Pair:
    claim: str
    quote: str
    label: str
    kind: str

    def brief(self, rules: "PairRules") -> CheckBrief:
        language = Language.CHINESE if is_chinese(self.claim) else Language.ENGLISH
        card = Card(1, self.quote, "", "", None, 1.0)
        numbers = (rules.near_quote, rules.carried_words, rules.words_in_order)
        return CheckBrief(language, self.claim, SentenceKind.FACT, (card,), *numbers)


@dataclass(frozen=True, slots=True)
class PairRules:
    """The numbers stand in the engine's limits; `of` takes them from there by name."""

    near_quote: float
    carried_words: float
    words_in_order: float
    wrong_supported: float
    right_supported: float

    @classmethod
    def of(cls, values: Mapping[str, float]) -> "PairRules":
        return cls(**{each.name: values[each.name] for each in fields(cls)})


def pairs_of(text: str) -> list[Pair]:
    """One a line, as an object with claim, quote, label (supported or wrong) and kind; the rest is ignored."""
    pairs = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            pairs.append(_pair(line, number))
    return pairs


def _pair(line: str, number: int) -> Pair:
    try:
        told: Any = json.loads(line)
    except ValueError:
        told = None
    parts = [told.get(name) for name in NEEDED] if isinstance(told, dict) else []
    said = [part for part in parts if isinstance(part, str) and part.strip()]
    if len(said) < len(NEEDED):
        raise BadPairs(f"line {number} is no object with {', '.join(NEEDED)}")
    pair = Pair(*said)
    if pair.label not in (RIGHT, WRONG):
        raise BadPairs(f"line {number}: the label is {RIGHT} or {WRONG}, not {pair.label}")
    return pair


@cache
def shipped() -> tuple[Pair, ...]:
    return tuple(pairs_of(FILE.read_text(encoding="utf-8")))


def most_calls(tasks: int) -> int:
    """Of an examination of a checker with so many tasks beside the pairs; tries that a busy server turns away aside."""
    return ASKS * (tasks + len(shipped()))


@dataclass(frozen=True, slots=True)
class Judged:
    pair: Pair
    verdict: Verdict
    asked: bool
    """The model was; else code had settled it."""
    unusable: bool = False
    """It gave no answer that could be used: the claim is not checked, which never counts as supported (P4)."""


def pair_probes(rules: PairRules, pairs: Sequence[Pair] = ()) -> tuple[Probe[Desk], ...]:
    """One that decides and one that is told: a checker that lets wrong claims pass does harm, one that is slow to
    agree leaves more to people."""
    every = pairs or shipped()
    wrong, right = ([pair for pair in every if pair.label == label] for label in (WRONG, RIGHT))

    async def let_through(desk: Desk) -> Seen:
        found = await judged(desk, wrong, rules)
        return _decided(found, "wrong", "at most", rules.wrong_supported, passed=share(found) <= rules.wrong_supported)

    async def agreed(desk: Desk) -> Seen:
        found = await judged(desk, right, rules)
        return _decided(found, "right", "at least", rules.right_supported, passed=share(found) >= rules.right_supported)

    probes = (Probe(WRONG_PAIRS, let_through), Probe(RIGHT_PAIRS, agreed, required=False))
    return tuple(probe for probe, its in zip(probes, (wrong, right), strict=True) if its)


def supported(found: Collection[Judged]) -> int:
    return sum(each.verdict is Verdict.SUPPORTED for each in found)


def share(found: Collection[Judged]) -> float:
    return supported(found) / len(found)


def _decided(found: Sequence[Judged], label: str, bound: str, bar: float, *, passed: bool) -> Seen:
    asked, unusable = sum(each.asked for each in found), sum(each.unusable for each in found)
    detail = (
        f"{supported(found)} of {len(found)} {label} claims called supported, {bound} {100 * bar:g} % wanted; "
        f"the model was asked about {asked}; answers of no use: {unusable}"
    )
    if not passed:
        raise Unfit(detail, confusion(found))
    return Seen(detail, confusion(found))


def confusion(found: Iterable[Judged]) -> Table:
    table: Table = {}
    for each in found:
        row = table.setdefault(each.pair.kind, {verdict.value: 0 for verdict in Verdict})
        row[each.verdict.value] += 1
    return table


async def by_code(pairs: Sequence[Pair], rules: PairRules) -> list[Judged]:
    """Where no model is bound."""
    first = best_checker()
    return [Judged(pair, (await first.check(pair.brief(rules)))[0], False) for pair in pairs]


async def judged(desk: Desk, pairs: Sequence[Pair], rules: PairRules) -> list[Judged]:
    """All at once: the endpoint lets in as many as its server has seats. The first failure that says nothing of the
    model ends them all."""
    first = best_checker()
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_judged(desk, first, pair, rules)) for pair in pairs]
    except ExceptionGroup as several:
        raise several.exceptions[0] from None
    return [task.result() for task in tasks]


async def _judged(desk: Desk, first: Checker, pair: Pair, rules: PairRules) -> Judged:
    heard: list[Heard] = []
    failed: list[tuple[str, str]] = []

    def tell(role: str, prompt: str, kind: str, detail: str) -> None:
        failed.append((kind, detail))

    checker = ModelChecker(HeardEndpoint(desk.meter, heard), first, desk.sizes, tell)
    verdict, _reason, _atoms = await checker.check(pair.brief(rules))
    desk.verdicts.extend(heard)
    for kind, detail in failed:
        if kind in HOPELESS:
            raise EndpointError(EndpointKind(kind), detail)
    return Judged(pair, verdict, bool(heard or failed), bool(failed))
