"""Tables in Markdown, and means with one number of digits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import mean
from typing import Any

Line = Mapping[str, Any]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---", *(["---:"] * (len(head) - 1))], *rows]
    return "\n".join("| " + " | ".join(_cell(each) for each in line) + " |" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "**no**", None: "–"}[value]
    return f"{value:,}" if isinstance(value, int) else str(value)


def mean_of(lines: Iterable[Line], of: Callable[[Line], float], digits: int = 2) -> float:
    return round(mean(map(of, lines)), digits)


def percent(share: float) -> str:
    return f"{share:.0%}"


def newest(lines: Iterable[Line]) -> list[Line]:
    """Those of the last one's commit: another program's figures are no part of a mean."""
    told = list(lines)
    return [line for line in told if line["commit"] == told[-1]["commit"]]
