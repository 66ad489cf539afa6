"""Questions on a report with their answers, put together from rows for the page and the API.

References are numbered here, within each answer, in the order of their first use; behind each stands a row.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from research.models import Claim, Evidence, FollowUp, ResearchTask, Source
from research.models.claim import VERDICT_WORDS
from research.store.archive import report_sections
from research.terms import Verdict


@dataclass(frozen=True, slots=True)
class Cited:
    number: int
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """`verdict` is empty for speculation, and for what waits for its check."""

    text: str
    kind: str
    verdict: str
    reason: str
    cited: tuple[Cited, ...]

    @property
    def verdict_word(self) -> str:
        return str(VERDICT_WORDS[Verdict(self.verdict)]) if self.verdict else ""

    @property
    def weak(self) -> bool:
        return self.verdict not in ("", Verdict.SUPPORTED.value)


@dataclass(frozen=True, slots=True)
class AskedView:
    row: FollowUp
    lines: tuple[AnswerLine, ...]
    """From the report's own evidence."""
    found: tuple[AnswerLine, ...]
    """From the search that was begun for it, once its report is written."""
    sources: tuple[tuple[int, Source], ...]
    nothing_found: bool
    """That search has ended without a sentence."""


class _References:
    def __init__(self) -> None:
        self.by_source: dict[int, int] = {}
        self.sources: dict[int, Source] = {}

    def of(self, piece: Evidence) -> Cited:
        number = self.by_source.setdefault(piece.source_id, len(self.by_source) + 1)
        self.sources[number] = piece.source
        return Cited(number, piece)


def rows_of(task: ResearchTask) -> QuerySet[FollowUp]:
    """The newest first."""
    rows: QuerySet[FollowUp] = FollowUp.objects.filter(task=task).select_related("person", "child", "task")
    return rows


def views(rows: Iterable[FollowUp]) -> list[AskedView]:
    return [view(row) for row in rows]


def view(row: FollowUp) -> AskedView:
    references = _References()
    pieces = _pieces(row.task, (number for each in row.sentences for number in each["evidence"]))
    lines = tuple(_line(each, pieces, references) for each in row.sentences)
    found = _found(row.child, references) if row.child else ()
    ended = bool(row.child and row.child.reports.exists())
    return AskedView(row, lines, found, tuple(references.sources.items()), ended and not found)


def _pieces(task: ResearchTask, numbers: Iterable[int]) -> dict[int, Evidence]:
    """Of the task alone: a number of another's evidence leads nowhere."""
    wanted = set(numbers)
    rows = Evidence.objects.filter(task=task, number__in=wanted).select_related("source") if wanted else ()
    return {row.number: row for row in rows}


def _line(said: Mapping[str, Any], pieces: Mapping[int, Evidence], references: _References) -> AnswerLine:
    cited = tuple(references.of(pieces[number]) for number in said["evidence"] if number in pieces)
    verdict = "" if said["kind"] == "speculation" else said["verdict"]
    return AnswerLine(said["text"], said["kind"], verdict, said["reason"], cited)


def _found(child: ResearchTask, references: _References) -> tuple[AnswerLine, ...]:
    """The sentences of its report as they stand now: what people removed is gone, what they wrote anew is theirs."""
    sections = report_sections(child)
    claims = {(claim.section, claim.position): claim for claim in Claim.objects.filter(task=child).of_sentences()}
    placed = [
        (sentence, claims.get((s, p)))
        for s, section in enumerate(sections)
        for p, sentence in enumerate(section.sentences)
        if sentence.text
    ]
    pieces = _pieces(child, (number for sentence, _ in placed for number in sentence.evidence))
    return tuple(_line(_told(sentence, claim), pieces, references) for sentence, claim in placed)


def _told(sentence: Any, claim: Claim | None) -> dict[str, Any]:
    verdict, reason = (claim.verdict, claim.reason) if claim else ("", "")
    evidence: Sequence[int] = sentence.evidence
    return {"text": sentence.text, "kind": sentence.kind, "evidence": evidence, "verdict": verdict, "reason": reason}
