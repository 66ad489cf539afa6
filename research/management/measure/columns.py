"""The figures of a run for somebody at a terminal: the page of results is for all others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from research.management.measure.bars import Bar

Line = Mapping[str, Any]
HEAD = ("question", "kind", "coverage", "tokens", "steps", "queries", "longest input", "repeated", "s", "CPU a step")


def in_columns(lines: Sequence[Line]) -> str:
    """A row a run, and under it what others would have taken."""
    return _table(HEAD, [row for line in lines for row in _rows(line)])


def held_in_columns(held: Sequence[Bar]) -> str:
    rows = [(bar.what, bar.measured, bar.bar, "yes" if bar.met else "NO") for bar in held]
    return _table(("figure", "measured", "bar", "met"), rows)


def _rows(line: Line) -> Iterator[tuple[str, ...]]:
    yield (
        f"{line['question']} {line.get('run', '')}".rstrip(),
        line["kind"],
        f"{line['coverage']:.0%}",
        f"{line['tokens']['total']:,}",
        str(line["steps"]),
        str(line["queries"]),
        f"{line['main_input']['longest']:,}",
        f"{line['repeated_share']:.0%}",
        f"{line['seconds']:g}",
        f"{line['own_cpu_per_step']:g}",
    )
    for other in line["baselines"]:
        share = f"{line['tokens']['total'] / max(1, other['tokens']):.0%} of these"
        covered, tokens, longest = f"{other['coverage']:.0%}", f"{other['tokens']:,}", f"{other['longest_input']:,}"
        yield (f"  {other['system']}", "", covered, tokens, "", "", longest, "", "", share)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first column to the left, figures to the right."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    lines = [head, tuple("-" * width for width in widths), *rows]
    return "\n".join("  ".join(map(_cell, line, widths, range(len(widths)))) for line in lines)


def _cell(text: str, width: int, at: int) -> str:
    return text.rjust(width) if at else text.ljust(width)
