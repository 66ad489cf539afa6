"""One's own views of the queue: saved under a name, one click away, deleted again."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from research import actions
from research.models import SavedView
from research.web.frame import Asked, signed_in
from research.web.queue_form import QueueForm, kept
from research.web.review import queue_shown, with_filters


@signed_in
@require_POST
def save(request: Asked) -> HttpResponse:
    """The filters are those of the address, as the queue has them."""
    wanted, name = QueueForm(request.GET).wanted(), request.POST.get("name", "")
    try:
        made = actions.save_view(request.user, name, kept(wanted))
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return queue_shown(request, wanted, status=422, not_saved=refused.sentence, view_name=name)
    messages.success(request, _("The view “%(name)s” is saved.") % {"name": made.name})
    return redirect(with_filters(request, reverse("desk")))


@signed_in
@require_POST
def delete(request: Asked, view: int) -> HttpResponse:
    found = get_object_or_404(SavedView, pk=view, person=request.user)
    actions.delete_view(request.user, found)
    messages.success(request, _("The view “%(name)s” is deleted.") % {"name": found.name})
    return redirect(with_filters(request, reverse("desk")))
