"""Versions of a report: which decisions each one holds, and what changed from one to the next, with its cause.

Reads rows only. Making and publishing a version are verbs (`research.actions.folding`).
"""

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from research.models import Claim, Decision, Report, ResearchTask
from research.models.claim import last_word
from research.store.payloads import revived
from research.terms import Decided, Ruling, Section


@dataclass(frozen=True, slots=True)
class Change:
    """One sentence or heading. `cause` is the decision that came in or was taken back; none where the report was
    written anew. Old and new are alike where only its standing changed: approved, or marked as without evidence."""

    section: str
    old: str
    new: str
    cause: Decision | None
    taken_back: bool = False


def in_force(task: ResearchTask) -> list[Decision]:
    """The last word on each claim, by claim number. What waits for a second person's opinion is none yet."""
    rows = Decision.objects.filter(claim__task=task, claim__stage="").select_related("claim", "person")
    said: dict[int, list[Decision]] = {}
    for row in rows:
        said.setdefault(row.claim.number, []).append(row)
    last = (last_word(said[number]) for number in sorted(said))
    return [row for row in last if row is not None]


def decided(row: Decision) -> Decided:
    return Decided(row.claim.number, Ruling(row.ruling), row.text, row.effect)


def sections_of(report: Report) -> tuple[Section, ...]:
    return tuple(revived(Section, section, report.v) for section in report.sections)


def written_before(report: Report) -> Report:
    """The text that a writer made, of which this version is a state."""
    rows = Report.objects.filter(task=report.task_id, version__lte=report.version)
    return rows.exclude(cause="decided").order_by("-version").first() or report


def changes(old: Report, new: Report) -> tuple[Change, ...]:
    """Sentence by sentence. A decision leaves everything in its place, so places are compared; a report that was
    written anew is compared by its words."""
    if new.cause != "decided":
        return tuple(_rewritten(old, new))
    before, after = (_held(report) for report in (old, new))
    coming = [(row, False) for key, row in after.items() if key not in before]
    going = [(row, True) for key, row in before.items() if key not in after and row.claim_id not in _claims(after)]
    causes = coming + going
    return tuple(_of_cause(cause, back, old, new) for cause, back in causes)


def _held(report: Report) -> dict[int, Decision]:
    return {row.pk: row for row in report.decisions.select_related("claim", "person")}


def _claims(held: dict[int, Decision]) -> set[int]:
    return {row.claim_id for row in held.values()}


def _of_cause(cause: Decision, back: bool, old: Report, new: Report) -> Change:
    heading, before = _at(cause.claim, old)
    _heading, after = _at(cause.claim, new)
    return Change(heading, before, after, cause, back)


def _at(claim: Claim, report: Report) -> tuple[str, str]:
    """Heading and sentence where the claim stands, as this version has them."""
    sections = sections_of(report)
    if claim.section >= len(sections):
        return "", ""
    section = sections[claim.section]
    if claim.place == "heading":
        return section.heading, section.heading
    there = claim.position < len(section.sentences)
    return section.heading, section.sentences[claim.position].text if there else ""


def _rewritten(old: Report, new: Report) -> Iterator[Change]:
    left, right = list(_sentences(old)), list(_sentences(new))
    was, now = ([text for _heading, text in side] for side in (left, right))
    for kind, i, j, k, m in difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from _pairs(left[i:j], right[k:m])


def _pairs(left: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]]) -> Iterator[Change]:
    for gone, come in zip_longest(left, right):
        heading = (come or gone)[0]
        yield Change(heading, gone[1] if gone else "", come[1] if come else "", None)


def _sentences(report: Report) -> Iterable[tuple[str, str]]:
    for section in sections_of(report):
        for sentence in section.sentences:
            if sentence.text:
                yield section.heading, sentence.text
