"""A report to take away: one address a format, for whoever may read the report."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from research.models import ResearchTask
from research.store.exports.formats import FORMATS, Format
from research.web.frame import Asked, signed_in


@signed_in
@require_safe
def report_file(request: Asked, task: int, ending: str) -> HttpResponse:
    if ending not in FORMATS:
        raise Http404
    found = get_object_or_404(ResearchTask.objects.visible_to(request.user), pk=task)
    get_object_or_404(found.reports.order_by("-version")[:1])
    return attached(found, FORMATS[ending])


def attached(task: ResearchTask, format: Format) -> HttpResponse:
    """Never shown in place: a file holds words of strangers, and this is the address of the product."""
    answer = HttpResponse(format.build(task), content_type=format.media_type)
    answer["Content-Disposition"] = f'attachment; filename="{format.file_name(task)}"'
    return answer
