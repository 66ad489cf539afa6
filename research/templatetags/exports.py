"""The menu of files that a report can be taken away as."""

from typing import Any

from django import template

from research.models import ResearchTask
from research.store.exports.formats import FORMATS

register = template.Library()


@register.inclusion_tag("report/_files.html")
def report_files(task: ResearchTask) -> dict[str, Any]:
    return {"task": task, "formats": FORMATS.values()}
