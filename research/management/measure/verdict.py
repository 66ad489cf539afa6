"""The means of a run of the benchmark, and whether it fails: coverage comes first, tokens after it (R135, R136)."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean
from typing import Any

FLOOR_MODEL = 0.70
"""Mean coverage below which a run with models fails, whatever it saved (R136)."""
FLOOR_BUILTIN = 0.60
"""The same where the builtin roles decide: they quote, and can't put two passages together."""
WITHOUT_MODEL = ("counting:", "builtin:", "builtin", "")

Line = Mapping[str, Any]


def means(lines: Sequence[Line]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "runs": len(lines),
        "coverage": _mean(line["coverage"] for line in lines),
        "floor": floor_of(lines),
        "tokens": round(mean(line["tokens"]["total"] for line in lines)),
        "longest_input": max(line["main_input"]["longest"] for line in lines),
        "repeated_share": _mean(line["repeated_share"] for line in lines),
        "fresh_share": _mean(line["fresh_share"] for line in lines),
        "reach_p95": _mean(line["reach"]["p95"] for line in lines),
        "reach_longest": max(line["reach"]["longest"] for line in lines),
        "page_tokens": _mean(line["page_tokens"]["median"] for line in lines),
        "own_cpu_per_step": _mean(line["own_cpu_per_step"] for line in lines),
    }
    kinds = sorted({line["kind"] for line in lines if line["kind"]})
    told |= {"by_kind": {kind: _mean(each["coverage"] for each in lines if each["kind"] == kind) for kind in kinds}}
    return told | {"against": against(lines)}


def against(lines: Sequence[Line]) -> dict[str, dict[str, float]]:
    """Each baseline over the questions it was worked out for: its coverage, and our tokens as a share of its."""
    told: dict[str, dict[str, float]] = {}
    both = [(line, other) for line in lines for other in line["baselines"]]
    for name in dict.fromkeys(other["system"] for _, other in both):
        pairs = [(line, other) for line, other in both if other["system"] == name]
        ours, theirs = (sum(line["tokens"]["total"] for line, _ in pairs), sum(other["tokens"] for _, other in pairs))
        told[name] = {
            "coverage": _mean(other["coverage"] for _, other in pairs),
            "our_coverage": _mean(line["coverage"] for line, _ in pairs),
            "our_share_of_tokens": round(ours / theirs, 3),
            "overflow": sum(other["overflow"] for _, other in pairs),
        }
    return told


def below_floor(lines: Sequence[Line]) -> str:
    """A sentence, or nothing."""
    floor = floor_of(lines)
    coverage = mean(line["coverage"] for line in lines)
    return (
        f"Mean coverage is {coverage:.0%}, below {floor:.0%}: no saving makes up for that." if coverage < floor else ""
    )


def floor_of(lines: Sequence[Line]) -> float:
    return FLOOR_BUILTIN if all(map(_without_model, lines)) else FLOOR_MODEL


def _without_model(line: Line) -> bool:
    return all(line["bindings"].get(role, "") in WITHOUT_MODEL for role in ("planner", "executor", "reporter"))


def _mean(values: Iterable[float]) -> float:
    return round(float(mean(values)), 3)
