"""A request's size is bounded before Django reads it, whether the caller told its length or not."""

from typing import Any

import pytest
from django.core.asgi import get_asgi_application

from research.asgi import BodyLimit

MOST = 1000


class Caller:
    """Speaks ASGI to an application as uvicorn does, piece by piece."""

    def __init__(self, pieces: list[bytes], declared: int | None) -> None:
        self.pieces, self.sent = list(pieces), []
        length = [] if declared is None else [(b"content-length", str(declared).encode())]
        self.scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "path": "/nowhere",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), *length],
        }

    async def receive(self) -> dict[str, Any]:
        piece = self.pieces.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(self.pieces)}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def status(self) -> int:
        (start,) = [message for message in self.sent if message["type"] == "http.response.start"]
        return start["status"]


async def read_all(scope: Any, receive: Any, send: Any) -> None:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not message["more_body"]:
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def answer(caller: Caller, application: Any = read_all) -> int:
    await BodyLimit(application, MOST)(caller.scope, caller.receive, caller.send)
    return caller.status()


async def test_a_request_within_the_limit_passes() -> None:
    assert await answer(Caller([b"x" * 400, b"x" * 600], 1000)) == 200


async def test_a_declared_length_above_the_limit_is_refused_before_a_byte_is_read() -> None:
    caller = Caller([b"x"], 1001)
    assert await answer(caller) == 413
    assert caller.pieces == [b"x"]


async def test_an_undeclared_length_is_counted() -> None:
    caller = Caller([b"x" * 400] * 50, None)
    assert await answer(caller) == 413
    assert len(caller.pieces) == 47


async def test_a_length_that_lies_is_counted_too() -> None:
    assert await answer(Caller([b"x" * 700] * 2, 10)) == 413


@pytest.mark.django_db
async def test_django_itself_gives_up_in_peace() -> None:
    assert await answer(Caller([b"x" * 700] * 3, None), get_asgi_application()) == 413
