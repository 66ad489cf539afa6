"""A report to take away: one address a format, for whoever may read the report."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from research.models import Report, ResearchTask
from research.store.exports.formats import FORMATS, Format
from research.web.frame import Asked, signed_in
from research.web.sizes import NUMBER_DIGITS


@signed_in
@require_safe
def report_file(request: Asked, task: int, ending: str) -> HttpResponse:
    if ending not in FORMATS:
        raise Http404
    found = get_object_or_404(ResearchTask.objects.visible_to(request.user), pk=task)
    return attached(found, FORMATS[ending], version_of(found, request.GET.get("version", "")))


def version_of(task: ResearchTask, wish: str) -> Report:
    """The newest one, or an earlier one by its number: what was published stays to be had as it was."""
    wanted = {"version": int(wish)} if wish.isascii() and wish.isdigit() and len(wish) < NUMBER_DIGITS else {}
    if wish and not wanted:
        raise Http404
    found: Report = get_object_or_404(task.reports.filter(**wanted).order_by("-version")[:1])
    return found


def attached(task: ResearchTask, format: Format, report: Report) -> HttpResponse:
    """Never shown in place: a file holds words of strangers, and this is the address of the product."""
    answer = HttpResponse(format.build(task, report), content_type=format.media_type)
    answer["Content-Disposition"] = f'attachment; filename="{format.file_name(task)}"'
    return answer
