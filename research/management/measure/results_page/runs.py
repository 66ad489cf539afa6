"""What runs of questions say: coverage, tokens, time and claims, beside the baselines."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean

from research.management.measure.plots import curves
from research.management.measure.results_page.tables import Line, mean_of, percent, table
from research.management.measure.summed_up import STEPS


def of_runs(runs: Sequence[Line], samples: Sequence[Line], plots: Path, link: str) -> list[str]:
    """`samples`: runs of the samples' questions, which are short: they count where kinds are told apart."""
    return [
        _questions(runs),
        _kinds([*runs, *samples]),
        _baselines(runs),
        _inputs(runs, plots, link),
        _tokens(runs),
        _reach(runs),
        _time(runs),
        _claims(runs),
        _loops(runs),
    ]


def _by_question(runs: Iterable[Line]) -> dict[str, list[Line]]:
    groups: dict[str, list[Line]] = defaultdict(list)
    for line in runs:
        groups[line["question"]].append(line)
    return groups


def _questions(runs: Sequence[Line]) -> str:
    rows = [
        (
            name,
            len(lines),
            f"{mean_of(lines, lambda line: line['coverage'], 3):.0%}",
            round(mean_of(lines, lambda line: line["tokens"]["total"])),
            round(mean_of(lines, lambda line: line["steps"])),
            round(mean_of(lines, lambda line: line["queries"])),
            max(line["main_input"]["longest"] for line in lines),
            _slope(lines),
            f"{mean_of(lines, lambda line: line['repeated_share'], 3):.1%}",
            f"{mean_of(lines, lambda line: line['fresh_share'], 3):.0%}",
            round(mean_of(lines, lambda line: line["database_bytes"]) / 1000),
            _cost(lines),
        )
        for name, lines in _by_question(runs).items()
    ]
    head = [
        "question",
        "runs",
        "coverage",
        "tokens",
        "steps",
        "queries",
        "longest input",
        "slope of input",
        "repeated",
        "new",
        "kB of rows",
        "cost",
    ]
    said = (
        "Slope: tokens an asking from the sixth on. New: rounds of search that brought a new fact. Cost: – where a "
        "price isn't known; nobody pays for prompts that are only counted."
    )
    return f"## By question\n\n{table(head, rows)}\n\n{said}"


def _slope(lines: Sequence[Line]) -> str | None:
    slopes = [line["main_input"]["slope"][0] for line in lines if line["main_input"].get("slope")]
    return f"{mean(slopes):+.0f}" if slopes else None


def _cost(lines: Sequence[Line]) -> str | None:
    known = [float(line["cost"]) for line in lines if line.get("cost") is not None]
    return f"{mean(known):.4f}" if len(known) == len(lines) else None


def _baselines(runs: Sequence[Line]) -> str:
    rows = [
        (
            name,
            other["system"],
            f"{line['coverage']:.0%}",
            f"{other['coverage']:.0%}",
            line["tokens"]["total"],
            other["tokens"],
            f"{line['tokens']['total'] / other['tokens']:.0%}",
            other["longest_input"],
            other["overflow"],
        )
        for name, lines in _by_question(runs).items()
        for line in lines
        for other in line["baselines"]
    ]
    head = [
        "question",
        "against",
        "coverage",
        "its coverage",
        "tokens",
        "its tokens",
        "share",
        "its longest",
        "overflow",
    ]
    return f"## Against each baseline\n\n{table(head, rows)}" if rows else ""


def _inputs(runs: Sequence[Line], plots: Path, link: str) -> str:
    shown = [line for line in runs if line["baselines"]]
    for line in shown:
        others = {other["system"]: other["main_inputs"] for other in line["baselines"]}
        title = f"Main input, {line['question']}"
        inputs = {"redthread": line["main_input"]["per_step"], **others}
        curves(plots / f"input-{line['question']}.svg", inputs, title, "asking", "tokens", log=True)
    return "\n\n".join(f"![Main input, {line['question']}]({link}/input-{line['question']}.svg)" for line in shown)


def _tokens(runs: Sequence[Line]) -> str:
    roles = sorted({role for line in runs for role in line["tokens"]["by_role"]})
    whole = sum(line["tokens"]["total"] for line in runs)
    rows = []
    for role in roles:
        told = [line["tokens"]["by_role"].get(role, {"input": 0, "output": 0}) for line in runs]
        ins, outs = (round(mean(each[way] for each in told)) for way in ("input", "output"))
        rows.append((role, ins, outs, f"{(ins + outs) * len(runs) / whole:.0%}"))
    uses = {use: sum(line["tokens"]["by_use"][use] for line in runs) for use in runs[0]["tokens"]["by_use"]}
    spent = [(use, round(tokens / len(runs)), f"{tokens / whole:.0%}") for use, tokens in uses.items()]
    by_role = table(["role", "input", "output", "share"], rows)
    return f"## Where tokens go\n\nMeans of a run.\n\n{by_role}\n\n{table(['use', 'tokens', 'share'], spent)}"


def _reach(runs: Sequence[Line]) -> str:
    rows = []
    for name, lines in _by_question(runs).items():
        outcomes = [line["reach"].get("outcomes", {}) for line in lines]
        asked = sum(sum(each.values()) for each in outcomes)
        rows.append(
            (
                name,
                round(mean_of(lines, lambda line: line["reach"].get("excursions", 0))),
                mean_of(lines, lambda line: line["reach"]["p50"]),
                mean_of(lines, lambda line: line["reach"]["p95"]),
                max(line["reach"]["longest"] for line in lines),
                round(asked / len(lines)),
                percent(sum(each.get("cached", 0) for each in outcomes) / asked) if asked else None,
                sum(each.get("failed", 0) for each in outcomes),
                round(mean_of(lines, lambda line: line["page_tokens"]["median"])),
                round(mean_of(lines, lambda line: line["page_tokens"].get("whole_median", 0))),
            )
        )
    head = ["question", "reaches", "P50, s", "P95, s", "longest, s", "requests", "from cache", "failed"]
    head += ["tokens shown of a page", "tokens of the page"]
    said = "Wall clock of a reach, whose targets go out together; medians of the pages that were read."
    return f"## Reach\n\n{said}\n\n{table(head, rows)}"


def _time(runs: Sequence[Line]) -> str:
    rows = [
        (
            name,
            mean_of(lines, lambda line: line["seconds"], 1),
            *(mean_of(lines, lambda line, part=part: line["split"][part], 1) for part in PARTS),  # type: ignore[misc]
            mean_of(lines, lambda line: line["own_cpu_per_step"], 3),
            round(mean_of(lines, lambda line: mean(line["queries_of_step"]))),
        )
        for name, lines in _by_question(runs).items()
    ]
    head = ["question", "s", *PARTS, "own CPU a step", "database queries a step"]
    return f"## Time\n\nSeconds of a run, and where they went.\n\n{table(head, rows)}"


PARTS = ("model", "reach", "database", "embedding", "own")


def _claims(runs: Sequence[Line]) -> str:
    rows = [
        (
            name,
            round(mean_of(lines, lambda line: line["claims"]["total"])),
            *(_share(lines, each) for each in ("citation_precision", "citation_recall", "unsupported_share")),
            round(mean_of(lines, lambda line: line["duplicate_facts"])),
            round(mean_of(lines, lambda line: line["empty_facets"])),
        )
        for name, lines in _by_question(runs).items()
    ]
    head = ["question", "claims", "precision", "recall", "unsupported", "duplicate facts", "empty facets"]
    return f"## Claims\n\nStrict, by sentence.\n\n{table(head, rows)}"


def _share(lines: Sequence[Line], name: str) -> str | None:
    known = [line["claims"][name] for line in lines if line["claims"][name] is not None]
    return f"{mean(known):.0%}" if known else None


def _kinds(runs: Sequence[Line]) -> str:
    kinds = sorted({(line["kind"], line.get("file", "")) for line in runs if line["kind"]})
    rows = []
    for kind, file in kinds:
        lines = [line for line in runs if (line["kind"], line.get("file", "")) == (kind, file)]
        tokens = round(mean_of(lines, lambda line: line["tokens"]["total"]))
        covered = f"{mean_of(lines, lambda line: line['coverage'], 3):.0%}"
        rows.append((kind, file or None, len({line["question"] for line in lines}), len(lines), covered, tokens))
    head = ["kind", "file", "questions", "runs", "coverage", "tokens"]
    return f"## By kind of question\n\n{table(head, rows)}" if rows else ""


def _loops(runs: Sequence[Line]) -> str:
    """ReSum, where the history of a loop would outgrow its window."""
    long = [line for line in runs if line.get("loops") and line["steps"] >= STEPS]
    if not long:
        return ""
    rows = [_looped(line, loop) for line in long for loop in line["loops"]]
    for on in (True, False):
        told = [loop for line in long for loop in line["loops"] if loop["resum"] is on]
        rows.append(_looped_in_all(told, on))
    head = ["question", "ReSum", "completed", "coverage", "mean of the window", "most of it", "turns folded", "tokens"]
    window, room = long[0]["loops"][0]["window"], long[0]
    ours = [tokens / room["window"] for line in long for tokens in line["main_input"]["per_step"]]
    said = (
        f"An agent that keeps what it sees, over the same searches and reads, in a window of {window:,} tokens; tasks "
        f"of {STEPS} steps and more. Without ReSum it ends where the window is full. To hold: at most 65 % of the "
        f"window on average, less than 80 % at most. Our own prompts need no more than a window of {room['window']:,}: "
        f"of that they take {percent(mean(ours))} on average and {percent(max(ours))} at most."
    )
    return f"## ReSum, on and off\n\n{said}\n\n{table(head, rows)}"


def _looped(line: Line, loop: Line) -> tuple[object, ...]:
    done = "yes" if loop["completed"] else f"no, {loop['turns']} of {line['loops'][0]['turns']} turns"
    shares = (percent(loop[name]) for name in ("coverage", "mean_share", "most_share"))
    return (line["question"], "on" if loop["resum"] else "off", done, *shares, loop["folded"], loop["tokens"])


def _looped_in_all(loops: Sequence[Line], on: bool) -> tuple[object, ...]:
    return (
        "all",
        "on" if on else "off",
        percent(mean(loop["completed"] for loop in loops)),
        percent(mean(loop["coverage"] for loop in loops)),
        percent(mean(loop["mean_share"] for loop in loops)),
        percent(max(loop["most_share"] for loop in loops)),
        sum(loop["folded"] for loop in loops),
        sum(loop["tokens"] for loop in loops),
    )
