"""The tables of docs/architecture.md, from those of the engine. `python -m tests.docs.moves` writes them there."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path

from research.engine.lifecycle import PHASE_MOVES, RESTS, STATUS_MOVES, Status

PAGE = Path(__file__).resolve().parents[2] / "docs" / "architecture.md"


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _next(then: Iterable[StrEnum], order: Mapping[StrEnum, object]) -> str:
    """In the order of the flow, not of a set."""
    return ", ".join(each.value for each in order if each in then) or "–"


def tables() -> dict[str, str]:
    phases = ((f"**{now.value}**", _next(then, PHASE_MOVES)) for now, then in PHASE_MOVES.items())
    statuses = ((f"**{now.value}**", _next(then, STATUS_MOVES), _mover(now)) for now, then in STATUS_MOVES.items())
    rests = ((f"**{phase.value}**", status.value) for phase, status in RESTS.items())
    return {
        "phases": table(("phase", "may become"), phases),
        "statuses": table(("status", "may become", "moved on by"), statuses),
        "rests": table(("phase", "status"), rests),
    }


def _mover(status: Status) -> str:
    if status.over:
        return "nobody"
    return "a person" if status.resting else "workers, or a person"


def printed(text: str) -> str:
    """The page with its tables as they are now."""
    for name, body in tables().items():
        opened, closed = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        before, _open, rest = text.partition(opened)
        _old, _close, after = rest.partition(closed)
        text = f"{before}{opened}{body}\n{closed}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(printed(PAGE.read_text()))
