"""One fake model server on loopback that can misbehave in every way that real ones were seen to.

    with serving(fenced({"queries": []}), status(429, headers={"retry-after": "3"}), answer("x")) as server:
        ...  # server.binding, server.base_url; server.asked are the bodies that came, in order

A manner is said per request, in turn; the last one for ever. Each is a function of the `Call`, so a test may write its
own. `server.left` is set once a caller closed its connection before it was answered (a cancellation that reached the
socket). Anthropic's paths are served as well: `message(...)`.
"""

import gzip
import json
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = {"prompt_tokens": 40, "completion_tokens": 7, "total_tokens": 47}
UNTIL_LEFT = 60.0
"""Seconds that a server which says nothing waits for its caller to go."""


@dataclass
class Call:
    """One request, and the hand to answer it with."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    talk: BaseHTTPRequestHandler

    @property
    def prompt(self) -> str:
        return str(self.body["messages"][-1]["content"])

    def send(self, status: int, said: bytes, kind: str = "application/json", **headers: str) -> None:
        self.begin(status, kind, **{"content-length": str(len(said))} | headers)
        self.write(said)

    def begin(self, status: int, kind: str, **headers: str) -> None:
        self.talk.send_response(status)
        for name, value in {"content-type": kind, "connection": "close", **headers}.items():
            self.talk.send_header(name, value)
        self.talk.end_headers()

    def write(self, said: bytes) -> None:
        self.talk.wfile.write(said)
        self.talk.wfile.flush()

    def gone(self, seconds: float) -> bool:
        """Whether the caller closes its connection within that time."""
        ready, _, _ = select.select([self.talk.connection], [], [], seconds)
        return bool(ready) and not self.talk.connection.recv(1, socket.MSG_PEEK)


Manner = Callable[[Call], None]


@dataclass
class Misbehaving:
    base_url: str = ""
    binding: str = ""
    calls: list[Call] = field(default_factory=list)
    left: threading.Event = field(default_factory=threading.Event)
    at_once: int = 0
    """The most calls that were open together."""
    open: int = 0

    @property
    def asked(self) -> list[dict[str, Any]]:
        return [call.body for call in self.calls]

    @property
    def prompts(self) -> list[str]:
        return [call.prompt for call in self.calls]


@contextmanager
def serving(*manners: Manner, family: str = "openai") -> Iterator[Misbehaving]:
    server, line, turn = Misbehaving(), list(manners), threading.Lock()

    class Talk(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or "{}")
            call = Call(self.path, {name.lower(): value for name, value in self.headers.items()}, body, self)
            with turn:
                server.calls.append(call)
                server.open += 1
                server.at_once = max(server.at_once, server.open)
                manner = line.pop(0) if len(line) > 1 else line[0]
            try:
                manner(call)
            except (BrokenPipeError, ConnectionResetError):
                server.left.set()
            finally:
                with turn:
                    server.open -= 1

        do_GET = do_POST  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Silent."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Talk)
    http.daemon_threads = True
    http.block_on_close = False
    thread = threading.Thread(target=http.serve_forever, args=[0.02], daemon=True)
    thread.start()
    server.base_url = f"http://127.0.0.1:{http.server_port}/v1"
    server.binding = f"{family}://127.0.0.1:{http.server_port}/m"
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


# What is said


def completion(content: Any, finish: str | None = "stop", **more: Any) -> dict[str, Any]:
    """`message` adds to the message, `usage=None` leaves it out; anything else replaces a field."""
    message = {"role": "assistant", "content": content} | more.pop("message", {})
    whole = {"model": "m", "choices": [{"index": 0, "message": message, "finish_reason": finish}], "usage": USAGE}
    whole |= more
    return {key: value for key, value in whole.items() if value is not None}


def answer(content: Any, finish: str | None = "stop", **more: Any) -> Manner:
    """A text, or a value that is said as JSON."""
    text = content if isinstance(content, str) or content is None else json.dumps(content, ensure_ascii=False)
    return lambda call: call.send(200, json.dumps(completion(text, finish, **more)).encode())


def by_rule(rule: Callable[[Call], Any]) -> Manner:
    """The value said depends on what was asked."""
    return lambda call: answer(rule(call))(call)


def fenced(value: Any, before: str = "", after: str = "Chosen because of [2] and {notes}.") -> Manner:
    return answer(f"{before}```json\n{json.dumps(value, ensure_ascii=False)}\n```\n{after}")


def thinking(draft: Any, value: Any) -> Manner:
    """A thinking block with a draft inside, in the content itself (B-002)."""
    said = json.dumps(draft, ensure_ascii=False), json.dumps(value, ensure_ascii=False)
    return answer(f"<think>perhaps {said[0]}</think>\n{said[1]}")


def thoughts_only(word: str = "reasoning") -> Manner:
    """Content null, the thoughts in a field of their own, cut by length (B-006)."""
    return answer(None, "length", message={word: "step one…"})


def cut(text: str) -> Manner:
    return answer(text, "length")


def flood(before: str = '{"queries":[', blanks: int = 4000) -> Manner:
    """White space until the limit: what weak weights do inside a schema."""
    return answer(before + "\n" * blanks, "length")


def deep(levels: int = 100_000) -> Manner:
    return answer("[" * levels)


def declined(words: str = "I'm unable to help with that") -> Manner:
    return answer(words)


def filtered() -> Manner:
    return answer(None, "content_filter")


def no_usage(content: Any, usage: Any = None) -> Manner:
    """Missing; or null, partial, absurd: whatever is given."""
    return answer(content, usage=usage)


def message(content: list[dict[str, Any]], stop: str = "end_turn", **usage: Any) -> Manner:
    """Anthropic's answer."""
    whole: dict[str, Any] = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content}
    whole |= {"stop_reason": stop, "stop_sequence": None, "usage": {"input_tokens": 40, "output_tokens": 7} | usage}
    return lambda call: call.send(200, json.dumps(whole).encode())


# How it is said


def status(code: int, text: str = "", headers: Mapping[str, str] | None = None) -> Manner:
    """429, 529, 503, 400 …, with a delay or without."""
    return lambda call: call.send(code, text.encode(), **(headers or {}))


def redirect(to: str) -> Manner:
    return status(307, "", {"location": to})


def wrong_type(text: str = "<html>Welcome</html>") -> Manner:
    """A page of some gateway, with 200."""
    return lambda call: call.send(200, text.encode(), "text/html")


def huge(size: int) -> Manner:
    def say(call: Call) -> None:
        call.begin(200, "application/json")
        for _ in range(size // 65536 + 1):
            call.write(b" " * 65536)

    return say


def bomb(size: int) -> Manner:
    """So many bytes of nothing, packed a thousandfold, and the packing goes on behind its end."""
    packed = gzip.compress(b" " * size)

    def say(call: Call) -> None:
        call.begin(200, "application/json", **{"content-encoding": "gzip"})
        for _ in range(size):
            call.write(packed)

    return say


def packed(value: Any, encoding: str = "gzip") -> Manner:
    """Packed although nobody asked for it."""
    said = gzip.compress(json.dumps(completion(json.dumps(value))).encode())
    return lambda call: call.send(200, said, **{"content-encoding": encoding})


def endless(kind: str = "text/event-stream", piece: bytes = b"data: ", seconds: float = UNTIL_LEFT) -> Manner:
    """As fast as it can, for ever, and never a line's end."""

    def say(call: Call) -> None:
        call.begin(200, kind)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            call.write(piece * 1000)

    return say


def inside(error: Any, **more: Any) -> Manner:
    """A failure with status 200."""
    return lambda call: call.send(200, json.dumps({"error": error, **more}).encode())


def no_choices() -> Manner:
    return answer("", choices=[])


def hang(seconds: float = UNTIL_LEFT) -> Manner:
    """Says nothing until the caller goes, or the time is over."""

    def say(call: Call) -> None:
        _wait_until_gone(call, seconds)

    return say


def drip(every: float = 0.01, seconds: float = UNTIL_LEFT) -> Manner:
    """A byte at a time, for ever: each one in time, the answer never."""

    def say(call: Call) -> None:
        call.begin(200, "application/json")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            call.write(b" ")
            if call.gone(every):
                raise BrokenPipeError

    return say


def reset(after: bytes = b'{"choices": [', kind: str = "application/json") -> Manner:
    """The connection is reset in the middle of the body."""

    def say(call: Call) -> None:
        call.begin(200, kind, **{"content-length": "1000"})
        call.write(after)
        call.talk.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        with suppress(OSError):
            call.talk.connection.close()

    return say


def slowly(manner: Manner, seconds: float) -> Manner:
    def say(call: Call) -> None:
        _wait_until_gone(call, seconds)
        manner(call)

    return say


def streamed(
    *parts: str, finish: str | None = "stop", usage: Any = USAGE, end: bool = True, every: float = 0
) -> Manner:
    """Server-sent events. Without `end` the stream breaks off before its last line."""

    def say(call: Call) -> None:
        call.begin(200, "text/event-stream")
        for part in parts:
            call.write(event({"model": "m", "choices": [{"index": 0, "delta": {"content": part}}]}))
            if every and call.gone(every):
                raise BrokenPipeError
        if end:
            call.write(event({"model": "m", "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}))
            if usage is not None:
                call.write(event({"model": "m", "choices": [], "usage": usage}))
            call.write(b"data: [DONE]\n\n")

    return say


def event(value: Any) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def _wait_until_gone(call: Call, seconds: float) -> None:
    if call.gone(seconds):
        raise BrokenPipeError


def noise(call: Call) -> Any:
    """A value of the shape that was asked for, without sense: what the smallest weights say under a schema."""
    form = call.body.get("response_format", {}).get("json_schema", {})
    return _value(form.get("schema", {"type": "object"}))


def _value(schema: Mapping[str, Any]) -> Any:
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "object":
            return {name: _value(part) for name, part in schema.get("properties", {}).items()}
        case "array":
            return [_value(schema["items"])] * max(1, schema.get("minItems", 1)) if schema.get("maxItems", 1) else []
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case _:
            return "noise"
