"""What is measured once a run: the ladder, sweeps, scale, rewording, claims, reading, overhead."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from research.management.measure.plots import curves
from research.management.measure.results_page.tables import Line, table


def latest(lines: Iterable[Line], kind: str) -> Any:
    """What is measured once; a later line outdoes an earlier one."""
    return next((line[kind] for line in reversed(list(lines)) if kind in line and "question" not in line), None)


LADDER_HEAD = (
    "system",
    "askings",
    "longest",
    "in all",
    "slope",
    "no slope seen from step",
    "slope from there",
    "overflow",
)
LADDER_PICTURES = (
    ("ladder", "Main input of all systems"),
    ("ladder-ours", "Main input, ours alone"),
    ("ladder-state", "Bytes of the engine's state"),
)


def ladder_told(ladder: Mapping[str, Any], plots: Path, link: str) -> str:
    _ladder_drawn(ladder, plots)
    said = (
        f"{ladder['steps']} steps of a scripted task over {ladder['from']}, no model: what a planner would read at "
        f"each of them, and what the others would over the same {ladder['turns']} searches and reads. Slopes are in "
        "tokens an asking from step 6 on, with their 95 % interval. The step from which no slope is seen is looked "
        "for: it is the first one from which the interval holds 0, so it says where the rise ends, "
        "and proves no flatness. "
        "The engine's state grows with the goals that the script adds to the tree, up to its cap."
    )
    rows = [_rung(each) for each in ladder["systems"]]
    pictures = "\n\n".join(f"![{what}]({link}/{name}.svg)" for name, what in LADDER_PICTURES)
    return f"## The ladder\n\n{said}\n\n{table(LADDER_HEAD, rows)}\n\n{pictures}"


def _ladder_drawn(ladder: Mapping[str, Any], plots: Path) -> None:
    inputs = {each["system"]: each["per_asking"] for each in ladder["systems"]}
    ours = {name: sizes for name, sizes in inputs.items() if name.startswith("redthread")}
    curves(plots / "ladder.svg", inputs, "Main input over the ladder", "asking", "tokens", log=True)
    curves(plots / "ladder-ours.svg", ours, "The same, ours alone", "asking", "tokens")
    curves(plots / "ladder-state.svg", {"state": ladder["state_bytes"]}, "What the engine carries", "step", "bytes")


def _rung(system: Mapping[str, Any]) -> tuple[Any, ...]:
    return (
        system["system"],
        len(system["per_asking"]),
        system["longest"],
        system["total"],
        _interval(system["slope"]),
        system.get("full_at"),
        _interval(system.get("slope_when_full")),
        system["overflow"],
    )


def _interval(told: Sequence[float] | None) -> str | None:
    return f"{told[0]:+.1f} ({told[1]:+.1f} to {told[2]:+.1f})" if told else None


def scale_told(told: Mapping[str, Any] | None) -> str:
    if not told:
        return ""
    parts = ["## Scale", told["machine"]]
    if crowd := told.get("crowd"):
        head = [
            "broker",
            "workers",
            "tasks",
            "ended in time",
            "s",
            "steps",
            "CPU a step",
            "s a step",
            "events P95, ms",
            "peak MB",
        ]
        keys = (
            "broker",
            "workers",
            "tasks",
            "rested",
            "seconds",
            "steps",
            "cpu_per_step",
            "seconds_per_step",
            "event_p95_ms",
        )
        parts.append(table(head, [(*(each[key] for key in keys), each["peak_mb"]) for each in crowd]))
    if recall := told.get("recall"):
        parts.append(
            f"Recall among {recall['own']:,} pieces of a task's own, in tables of {recall['rows']:,}: "
            f"P50 {recall['p50_ms']} ms, P95 {recall['p95_ms']} ms "
            f"over {recall['asked']} questions."
        )
    parts += [f"- {each}" for each in told.get("skipped", [])]
    return "\n\n".join(parts)


def once(lines: Sequence[Line]) -> str:
    parts = []
    tellers: dict[str, Callable[[Mapping[str, Any]], str]] = {
        "reading": _reading,
        "overhead": _overhead,
        "retention": _retention,
        "claims": _verdicts,
    }
    for kind, tell in tellers.items():
        if (told := latest(lines, kind)) is not None:
            parts.append(tell(told))
    return "\n\n".join(["## The parts", *parts]) if parts else ""


def _reading(told: Mapping[str, Any]) -> str:
    return f"**Reading**: {told['pages']} pages in {told['seconds']} s, {told['ratio']} times the extractor alone."


def _overhead(told: Mapping[str, Any]) -> str:
    return (
        f"**A model call without the model**: median {told['median_ms']} ms, of it {told['median_cpu_ms']} ms of "
        f"processor; at most {told['most_ms']} ms is allowed."
    )


def _retention(told: Mapping[str, Any]) -> str:
    return "**Rewording**\n\n" + _flat(told)


def _verdicts(told: Mapping[str, Any]) -> str:
    return "**Check of claims**\n\n" + "\n\n".join(f"{part}\n\n{_flat(found)}" for part, found in told.items())


def _flat(told: Mapping[str, Any]) -> str:
    rows = [(name, value) for name, value in told.items() if not isinstance(value, dict | list)]
    parts = [
        (f"{name}: {inner}", value)
        for name, each in told.items()
        if isinstance(each, dict)
        for inner, value in each.items()
        if not isinstance(value, dict | list)
    ]
    return table(["what", "measured"], [*rows, *parts])
