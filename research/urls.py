"""Every address. Pages of one kind stay together in the file that shows them."""

from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse
from django.urls import path

from research.web import frame


def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [
    path("health/live", alive),
    path("sign-in", frame.SignIn.as_view(), name="sign_in"),
    path("sign-out", LogoutView.as_view(), name="sign_out"),
    path("password", frame.password, name="password"),
    path("account", frame.account, name="account"),
    path("language", frame.language, name="language"),
]
