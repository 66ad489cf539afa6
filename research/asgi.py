"""What uvicorn serves: pages by Django, sockets by Channels, and neither reads a request of any size."""

import os
import warnings
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "research.settings")

from channels.routing import ProtocolTypeRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

django = get_asgi_application()  # sets the apps up; what imports models comes after it

from research.web.sockets import sockets  # noqa: E402  # its consumers import models

# WhiteNoise hands Django a plain file; reading it whole before sending is what a few kilobytes want.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")


class BodyLimit:
    """Django bounds a form, not its files. Too large a body ends here, its length declared or not."""

    def __init__(self, application: Any, most: int) -> None:
        self.application, self.most = application, most

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > self.most:
            await refuse(send)
            return
        read, answered = 0, False

        async def counted() -> Any:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            return {"type": "http.disconnect"} if read > self.most else message

        async def noted(message: Any) -> None:
            nonlocal answered
            answered = True
            await send(message)

        await self.application(scope, counted, noted)
        if read > self.most and not answered:
            await refuse(send)


async def refuse(send: Any) -> None:
    said = b"This request is too large. Send fewer or smaller files."
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": said})


application = ProtocolTypeRouter(
    {
        "http": BodyLimit(django, settings.REQUEST_BYTES),
        "websocket": sockets,
    }
)
