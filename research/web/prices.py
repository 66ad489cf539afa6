"""What models and paid searches cost, and what may be spent: set by admins, each change with its reason."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from research import actions
from research.models import Budget, ChannelFee, Price, Workspace
from research.store.pricelist import without_price
from research.store.purses import shown
from research.store.sayings import said
from research.web.frame import Asked, signed_in
from research.web.numbers import AmountField, WholeField
from research.web.room import own_room

PARTS = ("input", "output", "cached", "cache_written")


def amount(label: Any, required: bool) -> AmountField:
    return AmountField(label=label, required=required, widget=forms.TextInput({"inputmode": "decimal"}))


class Reasoned(forms.Form):
    currency = forms.CharField(label=gettext_lazy("Currency"), initial="USD", required=False, max_length=3)
    reason = forms.CharField(label=gettext_lazy("Why?"), widget=forms.TextInput({"autocomplete": "off"}))


class PriceForm(Reasoned):
    model = forms.CharField(label=gettext_lazy("Model"), max_length=200)
    input = amount(gettext_lazy("Input, a million tokens"), True)
    output = amount(gettext_lazy("Output, a million tokens"), True)
    cached = amount(gettext_lazy("Input from the cache"), False)
    cache_written = amount(gettext_lazy("Input written to the cache"), False)
    field_order = ["model", *PARTS, "currency", "reason"]


class FeeForm(Reasoned):
    channel = forms.CharField(label=gettext_lazy("Channel"), max_length=40)
    per_call = amount(gettext_lazy("One search"), True)
    field_order = ["channel", "per_call", "currency", "reason"]


class BudgetForm(Reasoned):
    scope = forms.ChoiceField(label=gettext_lazy("Whose"), choices=Budget.Scope.choices)
    who = forms.CharField(label=gettext_lazy("Only this person"), required=False)
    tokens = WholeField(label=gettext_lazy("Tokens"), required=False, min_value=0)
    money = amount(gettext_lazy("Money"), False)
    field_order = ["scope", "who", "tokens", "money", "currency", "reason"]


@signed_in
@require_safe
def prices(request: Asked) -> HttpResponse:
    return _page(request, own_room(request, "tune"))


@signed_in
@require_POST
def set_price(request: Asked) -> HttpResponse:
    form = PriceForm(request.POST)

    def deed(room: Workspace, given: dict[str, Any]) -> str:
        amounts = {part: given.pop(part) for part in PARTS}
        made = actions.set_price(request.user, room, given["model"], amounts, currency=given["currency"],
                                 reason=given["reason"])  # fmt: skip
        return _("%(model)s has a price from today on.") % {"model": made.model}

    return _done(request, form, deed, "price_form")


@signed_in
@require_POST
def set_fee(request: Asked) -> HttpResponse:
    form = FeeForm(request.POST)

    def deed(room: Workspace, given: dict[str, Any]) -> str:
        made = actions.set_fee(request.user, room, given.pop("channel"), given.pop("per_call"), **given)
        return _("A search at %(channel)s costs that from today on.") % {"channel": made.channel}

    return _done(request, form, deed, "fee_form")


@signed_in
@require_POST
def set_budget(request: Asked) -> HttpResponse:
    form = BudgetForm(request.POST)

    def deed(room: Workspace, given: dict[str, Any]) -> str:
        actions.set_budget(request.user, room, given.pop("scope"), **given)
        return _("The budget holds from the next call on.")

    return _done(request, form, deed, "budget_form")


@signed_in
@require_POST
def fill_in(request: Asked) -> HttpResponse:
    found = len(actions.fill_in_prices(request.user, own_room(request, "tune")))
    told = ngettext("%(number)s price was filled in.", "%(number)s prices were filled in.", found) % {"number": found}
    messages.success(request, told if found else _("The list knows none of the models in use."))
    return redirect("prices")


def _done(request: Asked, form: forms.Form, deed: Any, name: str) -> HttpResponse:
    """The verb's sentence beside the form, or the page anew."""
    room = own_room(request, "tune")
    if form.is_valid():
        try:
            messages.success(request, deed(room, dict(form.cleaned_data)))
        except actions.Forbidden:
            raise
        except actions.Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            return redirect("prices")
    return _page(request, room, status=422, **{name: form})


def _page(request: Asked, room: Workspace, status: int = 200, **forms_given: forms.Form) -> HttpResponse:
    rows = Price.objects.filter(workspace=room).order_by("model", "-valid_from")
    told = {
        "room": room,
        "prices": list(rows),
        "unpriced": without_price(room.pk),
        "fees": list(ChannelFee.objects.filter(workspace=room).order_by("channel", "-valid_from")),
        "budgets": [(row, _ceilings(row)) for row in Budget.objects.filter(workspace=room).select_related("person")],
        "left": left_of(request, room),
        "price_form": PriceForm(prefix=None),
        "fee_form": FeeForm(),
        "budget_form": BudgetForm(),
    }
    return render(request, "settings/prices.html", {**told, **forms_given}, status=status)


def _ceilings(row: Budget) -> list[str]:
    told = [said(shown(row.tokens, "tokens"))] if row.tokens is not None else []
    return told + ([shown(row.money, row.currency)] if row.money is not None else [])


def left_of(request: Asked, room: Workspace) -> list[tuple[str, str, str]]:
    """Whose budget, what is left of it, and how much it is, for whoever looks."""
    return [
        (said(each.whose), said(shown(each.left, each.unit)), said(shown(each.most, each.unit)))
        for each in actions.what_is_left(request.user, room)
    ]
