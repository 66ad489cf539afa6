"""Where in its report a claim stands. Sections and positions of claims count in the version that was written."""

from collections.abc import Iterable, Mapping
from typing import Any

from research.models import Claim, Report


def as_written(tasks: Iterable[int]) -> dict[int, Report]:
    """The newest written version of each task, before decisions moved anything."""
    rows = Report.objects.filter(task_id__in=tasks).exclude(cause="decided").order_by("version")
    return {report.task_id: report for report in rows}


def section_of(report: Report | None, index: int) -> Mapping[str, Any]:
    sections = report.sections if report else []
    return sections[index] if index < len(sections) else {}


def place_of(claim: Claim, section: Mapping[str, Any]) -> str:
    if claim.section == 0 and section.get("goal") is None:
        return "summary"
    return "opening" if claim.position == 0 else "body"


def in_summary(claim: Claim) -> bool:
    return place_of(claim, section_of(as_written([claim.task_id]).get(claim.task_id), claim.section)) == "summary"
