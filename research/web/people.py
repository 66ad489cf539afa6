"""Who belongs to a workspace, and as what."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from research import actions
from research.models import Membership, User, Workspace
from research.web.frame import Asked, signed_in
from research.web.room import own_room


class NewPersonForm(forms.Form):
    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=User._meta.get_field("username").max_length,
        strip=False,  # whoever typed a space there is told; taken away, it would be missed at the sign-in
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Membership.Role.choices)


class RoleForm(forms.Form):
    member = forms.IntegerField()
    role = forms.ChoiceField(choices=Membership.Role.choices)


@signed_in
@never_cache
def people(request: Asked) -> HttpResponse:
    """The one-time password is shown in the answer to the form and nowhere else: it isn't kept in readable form."""
    room = own_room(request, "tune")
    form = NewPersonForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, room, form, status=422 if form.errors else 200)
    try:
        added, password = actions.add_person(request.user, room, **form.cleaned_data)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        form.add_error("username", refused.sentence)
        return _page(request, room, form, status=422)
    return _page(request, room, NewPersonForm(), added=added, password=password)


@signed_in
@require_POST
def change_role(request: Asked) -> HttpResponse:
    room, form = own_room(request, "tune"), RoleForm(request.POST)
    if not form.is_valid():
        return _page(request, room, NewPersonForm(), refused=_("Choose one of the three roles."), status=422)
    member = get_object_or_404(User, memberships__workspace=room, pk=form.cleaned_data["member"])
    try:
        actions.change_role(request.user, room, member, form.cleaned_data["role"])
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return _page(request, room, NewPersonForm(), refused=refused.sentence, chosen=form.cleaned_data, status=422)
    role = Membership.Role(form.cleaned_data["role"]).label
    messages.success(request, _("%(name)s is %(role)s now.") % {"name": member.username, "role": role})
    return redirect("people")


def _page(request: Asked, room: Workspace, form: NewPersonForm, status: int = 200, **more: Any) -> HttpResponse:
    members = room.memberships.select_related("person").order_by("person__username")
    shown = {"room": room, "members": members, "form": form, "roles": Membership.Role.choices, **more}
    return render(request, "settings/people.html", shown, status=status)
