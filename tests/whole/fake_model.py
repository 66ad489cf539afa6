"""A server that speaks OpenAI's chat completions on loopback, answers a planner by rule, and keeps every request."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FIRST, SECOND = "Lanwan grid storage capacity 2024", "Battery storage statistics 2024 Lanwan"

Answer = Callable[[dict[str, Any]], Any]


@dataclass
class FakeModel:
    """`asked` holds the prompts in the order they came; `binding` is what an environment line would say."""

    binding: str = ""
    asked: list[str] = field(default_factory=list)


def planner(body: dict[str, Any]) -> dict[str, Any]:
    """The same prompt, the same answer: what a task does can't depend on how often it was asked."""
    wanted = _properties(body)
    prompt = body["messages"][-1]["content"]
    if "queries" in wanted:
        text = SECOND if FIRST in prompt else FIRST
        return {"queries": [{"text": text, "hopes": "the capacity"}]}
    if "supports" in wanted:
        return {"supports": True, "off_goal": False, "overlooked": "", "reason": "Storage capacity is found."}
    if wanted["goals"].get("minItems"):
        return {"goals": [{"question": "grid storage capacity of Lanwan at the end of 2024", "wanted": ["capacity"]}]}
    return {"goals": []}


def _properties(body: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = body["response_format"]["json_schema"]["schema"]["properties"]
    return found


@contextmanager
def serving(answer: Answer = planner, status: int = 200) -> Iterator[FakeModel]:
    """`answer` gives the value that the model says."""
    model = FakeModel()

    class Talk(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            model.asked.append(body["messages"][-1]["content"])
            said = json.dumps(_completion(answer(body))).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(said)))
            with suppress(BrokenPipeError, ConnectionResetError):  # whoever asked may be dead by now
                self.end_headers()
                self.wfile.write(said)

        def log_message(self, *_: Any) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Talk)
    thread = threading.Thread(target=server.serve_forever, args=[0.05], daemon=True)
    thread.start()
    model.binding = f"openai://127.0.0.1:{server.server_port}/small"
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _completion(value: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": json.dumps(value)}
    usage = {"prompt_tokens": 100, "completion_tokens": 20}
    return {"model": "small", "choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
