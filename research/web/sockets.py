"""Where sockets come in, and from where they may: a page of another site carries the same cookie (B-124)."""

from typing import Any
from urllib.parse import urlsplit

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.urls import path

from research.web.desk_watch import Hands
from research.web.watch import Watch

routes = [path("ws/tasks/T-<int:task>", Watch.as_asgi()), path("ws/review", Hands.as_asgi())]
DEFAULT_PORTS = {"http": 80, "https": 443}


class OwnPagesOnly:
    """The origin must be the host that was asked, port included, or one that CSRF_TRUSTED_ORIGINS names.

    Channels' own validator compares names alone, and would let in any other service of the same machine.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        inside = self.application if ours(origin, host) else WebsocketDenier()
        return await inside(scope, receive, send)


def ours(origin: str, host: str) -> bool:
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    parts = urlsplit(origin)
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        return False
    asked = urlsplit(f"{parts.scheme}://{host}")
    try:
        return place(parts, parts.scheme) == place(asked, parts.scheme)
    except ValueError:  # a port that is no number
        return False


def place(parts: Any, scheme: str) -> tuple[str | None, int]:
    return parts.hostname, parts.port or DEFAULT_PORTS[scheme]


sockets = OwnPagesOnly(AuthMiddlewareStack(URLRouter(routes)))
