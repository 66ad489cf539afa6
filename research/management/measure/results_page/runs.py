"""What runs of questions say: coverage, tokens, time and claims, beside the baselines."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean

from research.management.measure.plots import curves
from research.management.measure.results_page.tables import Line, mean_of, table


def of_runs(runs: Sequence[Line], plots: Path, link: str) -> list[str]:
    return [
        _questions(runs),
        _baselines(runs),
        _inputs(runs, plots, link),
        _tokens(runs),
        _time(runs),
        _claims(runs),
        _kinds(runs),
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
            f"{mean_of(lines, lambda line: line['repeated_share'], 3):.1%}",
            f"{mean_of(lines, lambda line: line['fresh_share'], 3):.0%}",
            round(mean_of(lines, lambda line: line["database_bytes"]) / 1000),
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
        "repeated",
        "new",
        "kB of rows",
    ]
    return f"## By question\n\n{table(head, rows)}"


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


def _time(runs: Sequence[Line]) -> str:
    rows = [
        (
            name,
            mean_of(lines, lambda line: line["seconds"], 1),
            *(mean_of(lines, lambda line, part=part: line["split"][part], 1) for part in PARTS),  # type: ignore[misc]
            mean_of(lines, lambda line: line["own_cpu_per_step"], 3),
            mean_of(lines, lambda line: line["reach"]["p50"]),
            mean_of(lines, lambda line: line["reach"]["p95"]),
            round(mean_of(lines, lambda line: line["page_tokens"]["median"])),
            round(mean_of(lines, lambda line: mean(line["queries_of_step"]))),
        )
        for name, lines in _by_question(runs).items()
    ]
    head = ["question", "s", *PARTS, "own CPU a step", "reach P50", "P95", "page tokens", "database queries a step"]
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
    kinds = sorted({line["kind"] for line in runs if line["kind"]})
    rows = []
    for kind in kinds:
        lines = [line for line in runs if line["kind"] == kind]
        tokens = round(mean_of(lines, lambda line: line["tokens"]["total"]))
        rows.append((kind, len(lines), f"{mean_of(lines, lambda line: line['coverage'], 3):.0%}", tokens))
    return f"## By kind of question\n\n{table(['kind', 'runs', 'coverage', 'tokens'], rows)}" if rows else ""
