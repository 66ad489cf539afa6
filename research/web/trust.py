"""How far hosts are believed: the product's table, the workspace's marks, and which of them an address meets."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from research import actions
from research.models import TrustMark, Workspace
from research.store.sayings import said
from research.web.frame import Asked, signed_in
from research.web.room import own_room

CLASS_WORDS = {
    "primary": gettext_lazy("decides the fact"),
    "checked": gettext_lazy("edited or reviewed"),
    "plain": gettext_lazy("nothing known"),
    "interested": gettext_lazy("speaks for itself"),
    "anyone": gettext_lazy("anybody may write"),
}
WHY_WORDS = {
    "primary": gettext_lazy("Governments, standards, statistics, official documentation: what they say is the fact."),
    "checked": gettext_lazy("Somebody checks what they print: reference works, journals, press with an editor."),
    "plain": gettext_lazy("Nothing is known for them or against them: every host that no rule fits."),
    "interested": gettext_lazy("They speak for themselves: press releases, company blogs, self-published pages."),
    "anyone": gettext_lazy("Anybody may write there: forums and social networks."),
}


class MarkForm(forms.Form):
    host = forms.CharField(
        label=gettext_lazy("Host"),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
    )
    trust = forms.ChoiceField(label=gettext_lazy("Class"))
    reason = forms.CharField(label=gettext_lazy("Why?"), widget=forms.TextInput({"autocomplete": "off"}))

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        choices = [(each.name, f"{each.grade:.2f} – {CLASS_WORDS[each.name]}") for each in actions.trust_table()]
        self.fields["trust"].choices = choices  # type: ignore[attr-defined]  # the field is a ChoiceField


@signed_in
def trust(request: Asked) -> HttpResponse:
    room = own_room(request, "tune")
    form = MarkForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, room, form, status=422 if form.errors else 200)
    try:
        mark = actions.mark_host(request.user, room, **form.cleaned_data)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        form.add_error("host", refused.sentence)
        return _page(request, room, form, status=422)
    messages.success(
        request, _("%(host)s is marked. Quotes weighed from now on are graded by it.") % {"host": mark.host}
    )
    return redirect("trust")


@signed_in
@require_POST
def remove(request: Asked) -> HttpResponse:
    room, host = own_room(request, "tune"), request.POST.get("host", "")
    try:
        actions.unmark_host(request.user, room, host, reason=request.POST.get("reason", ""))
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return _page(request, room, MarkForm(), refused=refused.sentence, removing=request.POST, status=422)
    messages.success(request, _("The mark on %(host)s is gone; the product's table holds again.") % {"host": host})
    return redirect("trust")


def _page(request: Asked, room: Workspace, form: MarkForm, status: int = 200, **more: Any) -> HttpResponse:
    marks = TrustMark.objects.filter(workspace=room).select_related("person")
    shown = {
        "room": room,
        "form": form,
        "classes": [(each, CLASS_WORDS[each.name], WHY_WORDS[each.name]) for each in actions.trust_table()],
        "marks": [(mark, actions.class_of(mark.grade), CLASS_WORDS[actions.class_of(mark.grade)]) for mark in marks],
        **_looked_up(request, room),
        **more,
    }
    return render(request, "settings/trust.html", shown, status=status)


def _looked_up(request: Asked, room: Workspace) -> dict[str, Any]:
    """What a page at the address that somebody asked about would get now."""
    address = request.GET.get("address", "").strip()
    if not address:
        return {}
    found = actions.trust_of(room, address)
    if found is None:
        return {"address": address, "no_host": True}
    return {"address": address, "found": found, "found_class": CLASS_WORDS[actions.class_of(found.grade)],
            "found_why": said(found.why)}  # fmt: skip
