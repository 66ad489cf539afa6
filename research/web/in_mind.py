"""What a task has in mind now, for its page: memory of the goal in work, the newest digest, the report, the summaries.

Read from the notebook and the rows as they stand; what left memory for want of room is counted, and stays as evidence.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from research.models import Evidence, ResearchTask, SummaryRow
from research.store.load import limits_of


@dataclass(frozen=True, slots=True)
class Ref:
    """A piece of evidence as a page names it: its label, and the source that it stands in."""

    label: str
    source: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """Words with what they rest on. `mark`: a confidence, an origin, or nothing."""

    text: str
    refs: tuple[Ref, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Digest:
    conclusion: str
    entities: str
    numbers: str
    lines: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Summed:
    """`left`: of a branch that was gone back from; people may read it, no prompt is told of it."""

    question: str
    outcome: str
    conclusion: str
    support: tuple[Told, ...]
    doubts: tuple[str, ...]
    on_file: int
    left: bool


@dataclass(frozen=True, slots=True)
class InMind:
    goal: str
    entries: tuple[Told, ...]
    evicted: int
    most: int
    digests: tuple[Digest, ...]
    facts: tuple[Told, ...]
    hypotheses: tuple[Told, ...]
    gaps: tuple[str, ...]
    draft: str
    archived: int
    tokens: int | None
    """Of the report after the last round; None before the first."""
    cap: int
    summaries: tuple[Summed, ...]


def in_mind(task: ResearchTask) -> InMind:
    mind: Mapping[str, Any] = task.notebook.body.get("mind", {})
    working, report = mind.get("working", {}), mind.get("evolving", {})
    rows = list(SummaryRow.objects.filter(task=task).select_related("goal").order_by("-id"))
    refs, limits = _Refs(task), limits_of(task)
    names = {goal["number"]: goal["question"] for goal in mind.get("goals", ())}
    return InMind(
        goal=names.get(working.get("goal"), ""),
        entries=tuple(Told(each["quote"], refs([each["evidence"]])) for each in working.get("entries", ())),
        evicted=working.get("evicted", 0),
        most=limits.working_entries,
        digests=tuple(_digest(each, refs) for each in mind.get("digests", ())),
        facts=tuple(_fact(each, refs) for each in report.get("facts", ())),
        hypotheses=tuple(Told(each["text"], mark=each.get("origin", "")) for each in report.get("hypotheses", ())),
        gaps=tuple(report.get("gaps", ())),
        draft=report.get("draft", ""),
        archived=report.get("archived_count", 0),
        tokens=_report_tokens(task),
        cap=limits.report_tokens,
        summaries=tuple(_summed(row, refs) for row in rows if not row.dropped or row.body["outcome"] == "abandoned"),
    )


class _Refs:
    """Labels and sources of a task's evidence, asked for once."""

    def __init__(self, task: ResearchTask) -> None:
        self._sources = dict(Evidence.objects.filter(task=task).values_list("number", "source_id"))

    def __call__(self, numbers: Iterable[int]) -> tuple[Ref, ...]:
        return tuple(Ref(f"E-{number}", self._sources.get(number)) for number in numbers)


def _fact(fact: Mapping[str, Any], refs: _Refs) -> Told:
    return Told(fact["text"], refs(fact["evidence"]), f"{fact['confidence']:.2f}")


def _digest(body: Mapping[str, Any], refs: _Refs) -> Digest:
    origins = (Told(each["title"], refs([each["evidence"]])) for each in body["origins"])
    points = (Told(each["text"], refs([each["evidence"]])) for each in body["points"])
    return Digest(body["conclusion"], "; ".join(body["entities"]), "; ".join(body["numbers"]), (*points, *origins))


def _summed(row: SummaryRow, refs: _Refs) -> Summed:
    body = row.body
    support = tuple(Told(line["text"], refs([line["evidence"]])) for line in body["support"])
    on_file = len(body.get("spilled", ()))
    return Summed(
        row.goal.question,
        body["outcome"],
        body["conclusion"],
        support,
        tuple(body["doubts"]),
        on_file,
        row.dropped,
    )


def _report_tokens(task: ResearchTask) -> int | None:
    last = task.entries.filter(kind="RoundClosed").order_by("-seq").first()
    return last.payload.get("report_tokens") if last else None
