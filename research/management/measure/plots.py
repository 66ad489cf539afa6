"""Curves as SVG files that don't change unless their numbers do, so that a commit shows what moved."""

from collections.abc import Mapping, Sequence
from pathlib import Path

WIDTH, HEIGHT = 7.2, 3.6
"""Inches: a column of a page."""
INK = ("#b3261e", "#6b7280", "#9ca3af", "#1f2937")
"""The thread is red; what it is compared with is grey."""


def curves(
    to: Path, lines: Mapping[str, Sequence[float]], title: str, across: str, upwards: str, log: bool = False
) -> None:
    """One line a name, against 1, 2, 3 …; the first is ours."""
    points = {name: (range(1, len(values) + 1), values) for name, values in lines.items()}
    drawn(to, points, title, across, upwards, log)


def drawn(
    to: Path,
    points: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    title: str,
    across: str,
    upwards: str,
    log: bool = False,
) -> None:
    """Needs matplotlib, which only measuring needs (requirements-dev.txt). The file doesn't tell when it was made."""
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": to.name, "font.size": 9, "axes.spines.top": False}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = figure.subplots()
        for ink, (name, (xs, ys)) in zip(INK * len(points), points.items(), strict=False):
            axes.plot(list(xs), list(ys), label=name, color=ink, linewidth=1.6, marker="." if len(xs) < MARKED else "")
        axes.set(title=title, xlabel=across, ylabel=upwards, yscale="log" if log else "linear")
        axes.spines["right"].set_visible(False)
        axes.legend(frameon=False)
        to.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(to, format="svg", metadata={"Date": None, "Creator": None})


MARKED = 40
"""Points of a line from which marks would hide it."""
