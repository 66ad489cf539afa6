from django.http import HttpRequest, HttpResponse
from django.urls import path


def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [path("health/live", alive)]
