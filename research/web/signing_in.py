"""The sign-in page: a name, a password, and a wait once too many didn't fit together."""

import math
import secrets
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy, ngettext

from research import actions
from research.models import User
from research.web.frame import remember_language

TOO_MANY = "too_many"
KNOWN = "sign-in"
"""Salt of the mark that a browser keeps."""
MARK_BYTES = 12


class SignInForm(AuthenticationForm):
    """`wait`: seconds until the next try; while there are any, no password is looked at."""

    wait = 0
    error_messages = {
        "invalid_login": gettext_lazy("Name and password do not fit together. Both are case-sensitive."),
        "inactive": gettext_lazy("This account is closed. Ask an admin of your workspace."),
    }

    def clean(self) -> dict[str, Any]:
        assert self.request is not None
        name = self.cleaned_data.get("username")
        if name and self.cleaned_data.get("password"):
            self.wait = math.ceil(actions.admit(name, address(self.request), mark_for(self.request, name)))
        if self.wait:
            raise forms.ValidationError(_sentence(self.wait), code=TOO_MANY)
        return super().clean()


class SignIn(LoginView):
    template_name = "registration/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        person = form.get_user()
        name = form.cleaned_data["username"]
        actions.welcome(name, address(self.request), mark_for(self.request, name))
        response = super().form_valid(form)
        if isinstance(person, User):
            if person.language:
                remember_language(response, person.language)
            _remember(self.request, response, person)
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        if isinstance(form, SignInForm) and form.wait:
            response.status_code, response["Retry-After"] = 429, str(form.wait)
        return response


def address(request: HttpRequest) -> str:
    """The caller's, or the proxy's word for it where BEHIND_PROXY is on: the web server has set it then."""
    return str(request.META.get("REMOTE_ADDR", ""))


def mark_for(request: HttpRequest, name: str) -> str:
    """The browser's own mark, if the person of this name has signed in with it before."""
    kept = _kept(request)
    known = kept and User.objects.filter(username=name, pk__in=kept["people"]).exists()
    return str(kept["mark"]) if known else ""


def _kept(request: HttpRequest) -> dict[str, Any]:
    try:
        kept = signing.loads(
            request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE, ""), salt=KNOWN, max_age=settings.KNOWN_BROWSER_AGE
        )
    except signing.BadSignature:
        return {}
    return dict(kept)


def _remember(request: HttpRequest, response: HttpResponse, person: User) -> None:
    kept = _kept(request)
    people = [person.pk, *(each for each in kept.get("people", []) if each != person.pk)]
    mark = kept.get("mark") or secrets.token_urlsafe(MARK_BYTES)
    value = signing.dumps({"mark": mark, "people": people[: settings.KNOWN_BROWSER_PEOPLE]}, salt=KNOWN)
    response.set_cookie(
        settings.KNOWN_BROWSER_COOKIE,
        value,
        max_age=settings.KNOWN_BROWSER_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.COOKIE_SECURE,
        path=settings.LOGIN_URL,
    )


def _sentence(wait: int) -> str:
    return ngettext(
        "Too many sign-ins failed. Try again in %(wait)s second, or in a browser in which you have signed in before.",
        "Too many sign-ins failed. Try again in %(wait)s seconds, or in a browser in which you have signed in before.",
        wait,
    ) % {"wait": wait}
