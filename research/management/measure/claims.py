"""The checker measured on labelled pairs of claim and quote: how often each label gets which verdict."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from asgiref.sync import async_to_sync

from reach.words import is_chinese
from research.engine.limits import Limits
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.claims.checker import best_checker
from research.roles.checker import Checker
from research.terms import Language, SentenceKind, Verdict

Pair = Mapping[str, Any]
Judged = tuple[Pair, Verdict]
RIGHT, WRONG = "supported", "wrong"
WHOLE = "all"
"""The one part of a file that names none."""


def pairs_of(path: Path) -> list[Pair]:
    """One a line: {claim, quote, label, kind, language}, and part where the file has parts."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def judged(pairs: Iterable[Pair], checker: Checker | None = None, words_in_order: float | None = None) -> list[Judged]:
    """By the product's own limits; with 0 `words_in_order` the rules alone, as they stand behind a checker model."""
    check = async_to_sync((checker or best_checker()).check)
    limits = Limits() if words_in_order is None else Limits(words_in_order=words_in_order)
    return [(pair, check(_brief(pair, limits))[0]) for pair in pairs]


def _brief(pair: Pair, limits: Limits) -> CheckBrief:
    language = Language.CHINESE if is_chinese(pair["claim"]) else Language.ENGLISH
    card = Card(1, pair["quote"], "", "", None, 1.0)
    return CheckBrief(
        language,
        pair["claim"],
        SentenceKind.FACT,
        (card,),
        limits.near_quote,
        limits.carried_words,
        limits.words_in_order,
    )


def rates(found: Iterable[Judged]) -> dict[str, float]:
    """Of the wrong ones, how many are called supported; of the right ones, how many are, and how many contradicted."""
    told = list(found)
    counts = Counter((pair["label"], verdict is Verdict.SUPPORTED) for pair, verdict in told)
    denied = Counter((pair["label"], verdict is Verdict.CONTRADICTED) for pair, verdict in told)
    return {
        "false_supported": _share(counts[WRONG, True], counts[WRONG, False]),
        "supported": _share(counts[RIGHT, True], counts[RIGHT, False]),
        "false_contradicted": _share(denied[RIGHT, True], denied[RIGHT, False]),
    }


def _share(yes: int, no: int) -> float:
    return round(yes / (yes + no), 3) if yes + no else 0.0


def confusion(found: Iterable[Judged]) -> dict[str, dict[str, int]]:
    table: dict[str, Counter[str]] = {}
    for pair, verdict in found:
        table.setdefault(pair["kind"], Counter())[verdict.value] += 1
    return {name: {verdict.value: table[name][verdict.value] for verdict in Verdict} for name in sorted(table)}


def as_table(counts: Mapping[str, Mapping[str, int]]) -> str:
    """Markdown, a row for each kind: the right ones first."""
    heads = ["kind", *(verdict.value.replace("_", " ") for verdict in Verdict)]
    ranked = sorted(counts, key=lambda name: (not name.startswith(RIGHT), name))
    rows = [[name, *(str(counts[name][verdict.value]) for verdict in Verdict)] for name in ranked]
    lines = [heads, ["---", *("---:" for _ in Verdict)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def in_words(found: Mapping[str, Any]) -> str:
    return (
        f"{found['pairs']} pairs; wrong called supported {found['false_supported']:.1%}, right called supported "
        f"{found['supported']:.1%}, right called contradicted {found['false_contradicted']:.1%}"
    )


def told(path: Path) -> dict[str, Any]:
    """For `bench`: each part by itself, and a file without parts as a whole."""
    pairs = pairs_of(path)
    parts = {}
    for part in sorted({pair.get("part", WHOLE) for pair in pairs}, reverse=True):
        found = judged(pair for pair in pairs if pair.get("part", WHOLE) == part)
        parts[part] = {"pairs": len(found), **rates(found), "confusion": confusion(found)}
    return parts
