"""What of the evolving report stands in a prompt: as much after five rounds as after five hundred (R040, R161).

The report holds up to its cap, on file. A prompt is told the present draft, and of facts, guesses and gaps those
nearest to what it asks about, within one small room that two finished goals fill; the rest is counted.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from memory.evolving import EvolvingReport
from memory.figures import content_words
from memory.working import label

Count = Callable[[str], int]
HEADS = ("Confirmed facts (fact | source | confidence):", "Hypotheses to verify:", "Gaps:")


@dataclass(frozen=True, slots=True)
class _Line:
    """`under`: which of the headings. `near`: share of the words asked about that it has."""

    text: str
    under: int
    near: float
    round: int


def told(report: EvolvingReport, about: str, shown: Collection[int], draft: str, room: int, count: Count) -> str:
    """`shown`: rows whose own words stand in the prompt: a fact that rests on these alone would be said twice. The goal
    isn't repeated either: it is the question, which each prompt has. `draft`: its line, beside the room; "" where it
    had none. "" where there is nothing to tell."""
    left, kept = room, list[_Line]()
    ranked = sorted(_lines(report, content_words(about), set(shown)), key=lambda line: (-line.near, -line.round))
    for line in ranked:
        if (needed := count(f"{line.text}\n")) <= left:
            kept.append(line)
            left -= needed
    body = [text for under, head in enumerate(HEADS) for text in _section(head, under, kept)]
    on_file = len(ranked) - len(kept) + report.archived_count + bool(report.draft and not draft)
    return "\n".join([*body, *([draft] if draft else []), *([f"({on_file} more on file)"] if on_file else [])])


def _section(head: str, under: int, kept: list[_Line]) -> list[str]:
    texts = [line.text for line in kept if line.under == under]
    return [head, *texts] if texts else []


def _lines(report: EvolvingReport, asked: frozenset[str], shown: set[int]) -> Iterator[_Line]:
    def near(text: str) -> float:
        return len(asked & content_words(text)) / len(asked) if asked else 0.0

    for fact in report.facts:
        if not set(fact.evidence) <= shown and fact.text != report.draft:
            yield _Line(_one_line(fact.line()), 0, near(fact.text), fact.round)
    for idea in report.hypotheses:
        yield _Line(_one_line(idea.line()), 1, near(idea.text), idea.since)
    for gap in dict.fromkeys(report.gaps):
        yield _Line(f"- {_one_line(gap)}", 2, near(gap), 0)


def draft_of(report: EvolvingReport, shown: Collection[int]) -> str:
    """Its line, by the row where that stands in the prompt."""
    if not report.draft:
        return ""
    rows = next((fact.evidence for fact in report.facts if fact.text == report.draft), ())
    said = f"what {label(rows[0])} says" if rows and set(rows) <= set(shown) else _one_line(report.draft)
    return f"Draft conclusion: {said}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
