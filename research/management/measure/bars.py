"""What the figures are held to, and which of them fall short (issue of measuring: "must show")."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Line = Mapping[str, Any]
TOKENS = {"append everything": 0.20, "observation masking": 0.60, "summary only": 0.60}
"""Share of each baseline's tokens that ours may come to."""
CEILING = 6_000
"""Tokens of one main input (R125)."""
REPEATED = 0.06
REACH_LONGEST = 15.5
"""Seconds: fifteen, and what it takes to notice them (R061)."""
REACH_P95 = 6.0
PAGE_TOKENS = 900
OWN_CPU = 0.150
"""Seconds of processor a step, without embedding."""


@dataclass(frozen=True, slots=True)
class Bar:
    """`key` names the cause in the file of causes."""

    key: str
    what: str
    measured: str
    bar: str
    met: bool


def bars(means: Line, ladder: Line | None) -> list[Bar]:
    return [*_of_means(means), *_against(means["against"]), *(_of_ladder(ladder) if ladder else [])]


def _of_means(means: Line) -> Iterator[Bar]:
    yield Bar(
        "coverage",
        "mean coverage",
        _percent(means["coverage"]),
        f"at least {_percent(means['floor'])}",
        means["coverage"] >= means["floor"],
    )
    most: Sequence[tuple[str, str, float, Callable[[float], str]]] = (
        ("longest_input", "longest main input, tokens", CEILING, _whole),
        ("repeated_share", "repeated queries", REPEATED, _percent),
        ("reach_longest", "longest reach, s", REACH_LONGEST, _plain),
        ("reach_p95", "reach P95, s", REACH_P95, _plain),
        ("page_tokens", "tokens per page, median", PAGE_TOKENS, _whole),
        ("own_cpu_per_step", "own processor time per step, s", OWN_CPU, _plain),
    )
    for key, what, bar, said in most:
        yield Bar(key, what, said(means[key]), f"at most {said(bar)}", means[key] <= bar)


def _against(told: Mapping[str, Line]) -> Iterator[Bar]:
    for name, other in told.items():
        share, bar = other["our_share_of_tokens"], TOKENS.get(name)
        if bar is not None:
            what = f"tokens as a share of {name}'s"
            yield Bar(f"tokens: {name}", what, _percent(share), f"at most {_percent(bar)}", share <= bar)
        ours, theirs = other["our_coverage"], other["coverage"]
        what = f"coverage beside {name}'s"
        yield Bar(f"coverage: {name}", what, _percent(ours), f"at least {_percent(theirs)}", ours >= theirs)


def _of_ladder(ladder: Line) -> Iterator[Bar]:
    ours, *rest = ladder["systems"]
    value, low, high = ours["slope"]
    told = f"{value:+.1f} ({low:+.1f} to {high:+.1f}) tokens an asking"
    yield Bar("slope", "slope of main input from step 6", told, "an interval around 0", low <= 0 <= high)
    longest = ours["longest"]
    yield Bar(
        "ladder longest", "longest main input of the ladder", _whole(longest), _whole(CEILING), longest <= CEILING
    )
    for other in rest:
        if other["system"] == "append everything":
            told = f"{other['overflow']} observations lost"
            yield Bar("collapse", "append everything at its window", told, "shown to overflow", other["overflow"] > 0)


def _percent(share: float) -> str:
    return f"{share:.0%}" if round(share, 2) == round(share, 3) else f"{share:.1%}"


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def _plain(value: float) -> str:
    return f"{value:g}"
