"""The page of results: made from the lines of a run and from nothing else, so that no figure on it is typed by hand.

Causes of what falls short are found by people; they stand in a file beside the lines, by the bar's key.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from research.management.measure.bars import Bar, bars
from research.management.measure.questions import SAMPLE_SET
from research.management.measure.results_page.apart import endurance_told, sweeps_told
from research.management.measure.results_page.rest import ladder_told, latest, once, scale_told
from research.management.measure.results_page.runs import of_runs
from research.management.measure.results_page.tables import Line, newest, table
from research.management.measure.verdict import means

DOCS = Path(__file__).resolve().parents[4] / "docs" / "benchmarks"
RESULTS = DOCS / "results.jsonl"
CAUSES = "causes.json"
"""Beside the lines: a sentence for each bar that was missed, by its key."""
NO_CAUSE = "The cause has not been found yet."


def read_lines(file: Path) -> list[dict[str, Any]]:
    """One JSON object a line. Lines are only ever added: what is newer outdoes what stands before it."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def read_causes(file: Path) -> dict[str, str]:
    told: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return told


def written(lines: Sequence[Line], causes: Mapping[str, str], plots: Path, link: str) -> str:
    """`plots`: the folder that SVG files are written to; `link`: how the page names it."""
    asked = [line for line in lines if "question" in line and "sweep" not in line]
    samples = newest(line for line in asked if line.get("file") == SAMPLE_SET)
    runs = newest(line for line in asked if line.get("file") != SAMPLE_SET)
    runs, samples = (runs, samples) if runs else (samples, [])
    ladder = latest(lines, "ladder")
    parts = [HEAD]
    if runs:
        told = means(runs)
        parts += [
            _whence(runs),
            _held_to(bars(told, ladder), causes),
            *of_runs(runs, samples, plots, link),
        ]
    if ladder:
        parts.append(ladder_told(ladder, plots, link))
    parts.append(sweeps_told([line for line in lines if "sweep" in line], causes, plots, link))
    parts += [scale_told(latest(lines, "scale")), endurance_told(latest(lines, "endurance"), plots, link)]
    parts += [once(lines), FOOT]
    return "\n\n".join(part for part in parts if part) + "\n"


HEAD = (
    "# Benchmarks\n\nWhat research costs and finds, beside what people would run instead. Written by `manage.py bench "
    "--page` from the lines in `benchmarks/results.jsonl`; figures are never edited here. `make bench` measures again."
)
FOOT = (
    "## How it is measured\n\n"
    "- *Accounting*: where no model is bound the builtin roles decide, and each prompt that a model would be sent is "
    "put together, counted with one tokenizer and added up, input and output, for every role.\n"
    "- *Baselines* replay the same searches and page reads. Each has a window of 128,000 tokens and no budget; an "
    "observation is ten hits with their whole extracts (our engine is shown six, and the first 200 characters of each) "
    "or the whole page, both up to 8,000 tokens. Their coverage is what the same builtin reporter writes, within the "
    "same length, from what their last prompt still holds, each text quoted for whatever goal it serves. An "
    "observation that the window had no room for is lost, and counted once. All tokens count, though a server that "
    "keeps the beginning of a prompt would bill an agent that only appends less for them.\n"
    "- *Coverage* is the share of a question's key points that stand in one passage of the report (600 characters); "
    "the list of sources doesn't count.\n"
    "- *Own processor time* is that of this process and of its children that read pages, without embedding; the "
    "database is a server of its own."
)


def _whence(runs: Sequence[Line]) -> str:
    one = runs[-1]
    bound = ", ".join(f"{role} `{line or 'builtin:'}`" for role, line in one["bindings"].items())
    said = f"{len(runs)} runs of {len({line['question'] for line in runs})} questions"
    return f"{said}; commit `{one['commit']}`, {one['machine']}, Python {one['python']}; {bound}."


def _held_to(held: Sequence[Bar], causes: Mapping[str, str]) -> str:
    rows = [(bar.what, bar.measured, bar.bar, bar.met) for bar in held]
    short = [
        f"- **{bar.what}**: {bar.measured}, {bar.bar}. {causes.get(bar.key, NO_CAUSE)}" for bar in held if not bar.met
    ]
    said = "\n".join(short) or "None."
    return (
        f"## What is held to\n\n{table(['figure', 'measured', 'bar', 'met'], rows)}\n\n### What falls short\n\n{said}"
    )
