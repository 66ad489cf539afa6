"""Which value of a threshold is the best, and what memory a long task takes: runs of their own, with their plots."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from research.engine.limits import Limits
from research.management.measure.plots import drawn
from research.management.measure.results_page.tables import Line, newest, percent, table
from research.management.measure.sweeps import SWEEPS, coverage_and_tokens, recommended


def sweeps_told(lines: Sequence[Line], causes: Mapping[str, str], plots: Path, link: str) -> str:
    """`causes`: why a default stands though another value is recommended, by `sweep: ` and the limit's name."""
    swept: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        swept[line["sweep"]].append(line)
    parts = [_sweep(name, newest(each), causes.get(f"sweep: {name}", ""), plots, link) for name, each in swept.items()]
    return "\n\n".join(["## Sweeps", *parts]) if parts else ""


def _sweep(name: str, lines: Sequence[Line], why: str, plots: Path, link: str) -> str:
    values = sorted({line["value"] for line in lines})
    grouped = {value: [line for line in lines if line["value"] == value] for value in values}
    told = {value: coverage_and_tokens(each) for value, each in grouped.items()}
    rows = [
        (
            f"{value:g}",
            len(each),
            percent(told[value][0]),
            round(told[value][1]),
            *_window(each),
            _finished(each),
            _folded(each),
        )
        for value, each in grouped.items()
    ]
    most = max(tokens for _, tokens in told.values())
    points = {
        "coverage": (values, [told[value][0] for value in values]),
        "tokens, as a share of the most": (values, [told[value][1] / most for value in values]),
    }
    drawn(plots / f"sweep-{name}.svg", points, SWEEPS[name].what, name, "share", shares=True)
    head = [name, "runs", "coverage", "tokens", "mean of the window", "most of it", "finished", "summed up"]
    return "\n\n".join(
        [
            f"### {SWEEPS[name].what}",
            _beside(name, lines),
            table(head, rows),
            _advice(name, recommended(told, getattr(Limits(), name)), why),
            f"![{SWEEPS[name].what}]({link}/sweep-{name}.svg)",
        ]
    )


def _beside(name: str, lines: Sequence[Line]) -> str:
    """Over what it was swept, and with which other limits."""
    asked = ", ".join(sorted({line["question"] for line in lines}))
    others = ", ".join(f"{limit} {value:g}" for limit, value in SWEEPS[name].beside.items())
    said = f"Questions: {asked}" + (f"; at every value: {others}." if others else ".")
    return said if name != RESUM or _folded(lines) else f"{said} {NOT_REACHED}"


RESUM = "resum_share"
NOT_REACHED = (
    "Nothing was summed up: where prompts are only counted no passage is chosen in them, so the history of a page's "
    "turns stays short. What ReSum does is told by the loops under *ReSum, on and off*."
)


def _advice(name: str, best: float, why: str) -> str:
    default = getattr(Limits(), name)
    said = f"Recommended: **{best:g}**, the cheapest of those within a point of the best coverage. "
    said += "It is the default." if best == default else f"The default is {default:g}."
    return f"{said} {why}".rstrip()


def _window(lines: Sequence[Line]) -> tuple[str, str]:
    sizes = [size for line in lines for size in line["main_input"]["per_step"]]
    room = lines[0]["window"]
    return percent(sum(sizes) / len(sizes) / room), percent(max(sizes) / room)


def _finished(lines: Sequence[Line]) -> str:
    return f"{sum(line['status'] == 'finished' for line in lines)} of {len(lines)}"


def _folded(lines: Sequence[Line]) -> int:
    return sum(line.get("folded", 0) for line in lines)


def endurance_told(told: Mapping[str, Any] | None, plots: Path, link: str) -> str:
    if not told:
        return ""
    every = told["every"]
    points = {
        each["process"]: ([every * (at + 1) for at in range(len(each["mb"]))], each["mb"]) for each in told["processes"]
    }
    drawn(plots / "endurance.svg", points, "Memory of each process", "step", "MB")
    head = ["process", "at once", "begun", "mean MB", "most MB", "MB per 100 steps", "of it its own", "over steps"]
    rows = [
        (
            each["process"],
            each["processes"],
            each["begun"],
            each["warm_mean_mb"],
            each["peak_mb"],
            _interval(each["mb_per_100_steps"]),
            _interval(each["own_mb_per_100_steps"]),
            each["over_steps"],
        )
        for each in told["processes"]
    ]
    said = (
        f"One task of {told['steps']} steps through a worker of its own, {told['pages_read']} pages of a made-up web "
        f"read, with its page open all the while ({told['pages_shown']} times loaded, {told['news_shown']} pieces of "
        f"news); every prompt put together and counted. Resident memory each {every} steps; slopes are of the "
        f"process that lived longest, from its step {told['warm']} on, with their 95 % intervals; its own is what no "
        "file backs, such as the embedder's weights, which workers share. A worker ends itself after "
        f"{told['most_jobs']} jobs, or above {told['most_mb']} MB between two jobs, and is begun anew: that "
        f"happened {told['begun_anew']} times here."
    )
    picture = f"![Memory of each process]({link}/endurance.svg)"
    return f"## Memory over a long task\n\n{said}\n\n{table(head, rows)}\n\n{picture}"


def _interval(told: Sequence[float] | None) -> str | None:
    return f"{told[0]:+.1f} ({told[1]:+.1f} to {told[2]:+.1f})" if told else None
