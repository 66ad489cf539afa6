"""A browser's end of a socket, inside the process: Channels' tools for tests want daphne, which nothing else needs."""

from typing import Any
from urllib.parse import unquote, urlsplit

from asgiref.testing import ApplicationCommunicator

PATIENCE = 60.0  # seconds for what must come: a busy machine


class Socket(ApplicationCommunicator):
    def __init__(self, application: Any, address: str, headers: list[tuple[bytes, bytes]]) -> None:
        parts = urlsplit(address)
        scope = {
            "type": "websocket",
            "path": unquote(parts.path),
            "query_string": parts.query.encode(),
            "headers": headers,
            "subprotocols": [],
        }
        super().__init__(application, scope)

    async def connect(self) -> bool:
        await self.send_input({"type": "websocket.connect"})
        return bool((await self.receive_output(PATIENCE))["type"] == "websocket.accept")

    async def receive(self) -> str:
        message = await self.receive_output(PATIENCE)
        assert message["type"] == "websocket.send", message
        return str(message["text"])

    async def closed_with(self) -> int:
        while True:
            message = await self.receive_output(PATIENCE)
            if message["type"] == "websocket.close":
                return int(message["code"])

    async def disconnect(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(PATIENCE)
