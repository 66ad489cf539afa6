"""Links to published versions: making and ending them, an admin's leave, and the one door without an account."""

from functools import partial
from typing import Any

from csp.decorators import csp
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from research import actions
from research.models import ResearchTask, ShareLink, Workspace
from research.store.exports.reading import paper
from research.store.exports.webpage import html
from research.web import sizes
from research.web.frame import Asked, signed_in
from research.web.pace import Pace
from research.web.room import own_room
from research.web.signing_in import address
from research.web.versions import versions_page

ALONE = {
    "default-src": ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
}
"""The file's own policy: its style stands in it, and nothing is loaded, sent or run."""
openings = Pace(sizes.OPENINGS_A_MINUTE, sizes.MINUTE_SECONDS, sizes.ADDRESSES_KEPT)


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponseBase:
    """Whatever is wrong with a link, it answers alike: it isn't there."""
    wait = openings.wait(address(request))
    if wait:
        return _unlisted(HttpResponse(_("Too many requests."), status=429, headers={"Retry-After": str(wait)}))
    found = actions.opened_by(token)
    if found is None:
        return _unlisted(render(request, "404.html", status=404))
    return _unlisted(csp(ALONE)(partial(_file, found))(request))


def _file(link: ShareLink, _request: HttpRequest) -> HttpResponseBase:
    return HttpResponse(html(paper(link.task, link.report)), content_type="text/html; charset=utf-8")


def _unlisted(answer: HttpResponseBase) -> HttpResponseBase:
    """In no search engine, and the address, which is the key, goes to no site that the report links to."""
    answer["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


class ShareForm(forms.Form):
    days = forms.IntegerField()


@signed_in
@never_cache
@require_POST
def share(request: Asked, task: int, version: int) -> HttpResponse:
    """The address is shown in the answer to the form and nowhere else: it isn't kept in readable form."""
    found, form = _task(request, task), ShareForm(request.POST)
    try:
        days = form.cleaned_data["days"] if form.is_valid() else 0
        link, token = actions.make_link(request.user, found, version, days=days)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return versions_page(request, found, status=422, refused=refused.sentence)
    made = request.build_absolute_uri(reverse("shared", args=[token]))
    return versions_page(request, found, made=made, link=link)


@signed_in
@require_POST
def revoke(request: Asked, task: int, link: int) -> HttpResponse:
    rows = ShareLink.objects.visible_to(request.user).select_related("task__workspace", "report")
    found = get_object_or_404(rows, pk=link, task=task)
    try:
        actions.revoke_link(request.user, found)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, _("The link is revoked: it opens nothing any more."))
    return redirect("versions", task)


@signed_in
def settings(request: Asked) -> HttpResponse:
    room = own_room(request, "tune")
    if request.method != "POST":
        return _settings(request, room)
    made = actions.allow_links(request.user, room, "allowed" in request.POST)
    said = _("Reports can be shared by link.") if made.links_allowed else _("No link opens anything any more.")
    messages.success(request, said)
    return redirect(f"{reverse('sharing')}?workspace={room.pk}")


def _settings(request: Asked, room: Workspace) -> HttpResponse:
    visible = ShareLink.objects.visible_to(request.user).filter(task__workspace=room)
    rows = visible.select_related("task", "report", "person", "revoked_by")
    shown: dict[str, Any] = {"room": room, "links": rows[: sizes.LINKS_SHOWN]}
    return render(request, "settings/sharing.html", shown)


def _task(request: Asked, task: int) -> ResearchTask:
    rows = ResearchTask.objects.visible_to(request.user).select_related("workspace", "owner")
    found: ResearchTask = get_object_or_404(rows, pk=task)
    return found
