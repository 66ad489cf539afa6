"""Curves as SVG files that don't change unless their numbers do, so that a commit shows what moved."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

WIDTH, HEIGHT = 7.6, 3.4
"""Inches: a column of a page."""
INK = "#374151"
OURS = "#b3261e"
STYLES: Mapping[str, tuple[str, str]] = {
    "redthread": (OURS, "-"),
    "redthread, smallest memory": ("#e08a82", "-"),
    "append everything": ("#111827", "-"),
    "observation masking": ("#6b7280", "--"),
    "summary only": ("#9ca3af", "-"),
}
"""The thread is red; what it is compared with is grey. A name looks alike on every plot."""
OTHERS = ((OURS, "-"), ("#374151", "--"), ("#6b7280", "-"), ("#9ca3af", "--"))
"""Of names without a look of their own, in their order."""
MARKED = 40
"""Points of a line from which marks would hide it."""
GAP = 0.085
"""Between two names beside the curves, as a share of the height: a line of text."""


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
    shares: bool = False,
) -> None:
    """`shares`: of 1, at a few values that stand under the curve. Needs matplotlib, which only measuring needs
    (requirements-dev.txt). The file doesn't tell when it was made."""
    import matplotlib

    look: dict[Any, Any] = {
        "svg.hashsalt": to.name,
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    look |= dict.fromkeys(("axes.edgecolor", "axes.labelcolor", "text.color", "xtick.color", "ytick.color"), INK)
    with matplotlib.rc_context(look):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = figure.subplots()
        styles = _styles(points)
        for name, (xs, ys) in points.items():
            ink, style = styles[name]
            mark = "." if len(xs) < MARKED else ""
            axes.plot(list(xs), list(ys), color=ink, linestyle=style, linewidth=1.5, marker=mark)
        axes.set(xlabel=across, ylabel=upwards, yscale="log" if log else "linear")
        axes.set_title(title, loc="left", fontweight="bold")
        _scaled(axes, log)
        if shares:
            axes.set_ylim(0, 1.05)
            axes.set_xticks(sorted({x for xs, _ in points.values() for x in xs}))
        if len(points) > 1:
            _named(axes, {name: (ys[-1], styles[name][0]) for name, (_, ys) in points.items() if len(ys)})
        to.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(to, format="svg", metadata={"Date": None, "Creator": None})


def _styles(names: Iterable[str]) -> dict[str, tuple[str, str]]:
    rest = iter(OTHERS * len(STYLES))
    return {name: STYLES.get(name) or next(rest) for name in names}


def _scaled(axes: Any, log: bool) -> None:
    """Numbers as people write them, and no half steps."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

    axes.grid(axis="y", color="#e5e7eb", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.6g}"))
    if log:
        axes.yaxis.set_minor_formatter(NullFormatter())
    low, high = axes.get_xlim()
    if high - low > 2:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _named(axes: Any, ends: Mapping[str, tuple[float, str]]) -> None:
    """Each name beside the end of its line, one above the other where ends are near."""
    place = axes.transData + axes.transAxes.inverted()
    right = axes.get_xlim()[1]
    heights = {name: float(place.transform((right, value))[1]) for name, (value, _) in ends.items()}
    last = float("-inf")
    for name in sorted(heights, key=lambda each: heights[each]):
        last = max(heights[name], last + GAP)
        axes.annotate(
            name,
            (1.0, last),
            xycoords="axes fraction",
            xytext=(6, 0),
            textcoords="offset points",
            color=ends[name][1],
            va="center",
        )
