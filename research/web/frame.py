"""Who stands at the door: the account, the password, the language; and the guard that every page wears."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordMixin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.i18n import set_language

from research import actions
from research.models import User
from research.web.desk_keys import DeskKeysForm

View = Callable[..., HttpResponseBase]


class Asked(HttpRequest):
    """A request behind `signed_in`: whoever sends it is somebody."""

    user: User


def signed_in(view: View) -> View:
    """A person with a password of their own, or the sign-in page; a right that is missing becomes a 403.

    A part of a page answers 401 instead of a redirect: the sign-in page must not appear inside another page (B-126).
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            if "HX-Request" in request.headers:
                return HttpResponse(status=401)
            return redirect_to_login(_page_of(request))
        if request.user.must_change_password:
            return redirect("password")
        try:
            response = view(request, *args, **named)
        except actions.Forbidden as refusal:
            raise PermissionDenied(str(refusal)) from refusal
        patch_vary_headers(response, ["HX-Request", "Cookie"])
        return response

    return guarded


def _page_of(request: HttpRequest) -> str:
    """Where the sign-in leads back to. A form that was sent isn't sent again: back to the page it stood on, where the
    tab still has its words, and not to an address that only takes forms."""
    sent_from = request.headers.get("Referer", "")
    if request.method == "POST" and url_has_allowed_host_and_scheme(sent_from, {request.get_host()}):
        page = urlsplit(sent_from)
        return page.path + (f"?{page.query}" if page.query else "")
    return request.get_full_path()


class OwnPasswordForm(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]  # a generic only for mypy
    """Twice the same, and not a weak one. The old one was typed to get here, or was a one-time password."""

    password1, password2 = SetPasswordMixin.create_password_fields(
        label1=gettext_lazy("New password"), label2=gettext_lazy("The same again")
    )

    def __init__(self, person: User, *args: Any, **named: Any) -> None:
        self.person = person
        super().__init__(*args, **named)

    def clean(self) -> dict[str, Any] | None:
        self.validate_passwords("password1", "password2")
        self.validate_password_for_user(self.person, "password2")
        if self.person.must_change_password and self.person.check_password(self.cleaned_data.get("password1", "")):
            self.add_error("password1", _("This is the one-time password, and others may know it. Choose another."))
        return super().clean()


@login_required
def password(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = OwnPasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.set_password_and_save(request.user, "password1", commit=False)
        request.user.must_change_password = False
        request.user.save(update_fields=["password", "must_change_password"])
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your password is set."))
        return redirect("home")
    return render(request, "registration/password.html", {"form": form}, status=422 if form.errors else 200)


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]  # a generic only for mypy, not at run time
    class Meta:
        model = User
        fields = ["language", "single_keys"]
        labels = {
            "language": gettext_lazy("Language of the pages"),
            "single_keys": gettext_lazy("Single-letter shortcuts"),
        }
        help_texts = {"single_keys": gettext_lazy("Off if you dictate, or if keys fire by accident.")}


@signed_in
def account(request: Asked) -> HttpResponse:
    form = AccountForm(request.POST or None, instance=request.user)
    keys = DeskKeysForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid() and keys.is_valid():
        form.instance.desk_keys = keys.cleaned_data["desk_keys"]
        form.save()
        response = redirect("account")
        remember_language(response, request.user.language)
        messages.success(request, _("Saved."))
        return response
    memberships = request.user.memberships.select_related("workspace")
    return render(request, "registration/account.html", {"form": form, "keys_form": keys, "memberships": memberships})


def language(request: HttpRequest) -> HttpResponseBase:
    """The switch in the footer: for this browser, and for the person's next one."""
    chosen = request.POST.get("language", "")
    if request.user.is_authenticated and check_for_language(chosen):
        User.objects.filter(pk=request.user.pk).update(language=chosen)
    return set_language(request)


def remember_language(response: HttpResponse, chosen: str) -> None:
    from django.conf import settings

    if chosen:
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, chosen, samesite="Lax", secure=settings.COOKIE_SECURE)
