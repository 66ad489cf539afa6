"""An endpoint that says what a test told it to. Everything above it is real.

An answer is a text, a value (said as JSON), a Reply, an error to raise, a function of the request, or a list of these,
said in turn; the last of a list is said for ever.
"""

import json
from collections.abc import Mapping
from typing import Any

from research.roles.endpoints import Finish, Reply, Request
from research.roles.tokens import count_tokens


class Scripted:
    name = "scripted://"

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self._answers = {name: list(said) if isinstance(said, list) else [said] for name, said in answers.items()}
        self.asked: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.asked.append(request)
        if request.prompt_name not in self._answers:
            raise KeyError(f"no answer was scripted for the prompt {request.prompt_name!r}")
        line = self._answers[request.prompt_name]
        said = line.pop(0) if len(line) > 1 else line[0]
        return _reply(request, said)


def _reply(request: Request, said: Any) -> Reply:
    if isinstance(said, Exception):
        raise said
    if isinstance(said, Reply):
        return said
    if callable(said):
        return _reply(request, said(request))
    text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
    asked = count_tokens(request.system + request.prompt)
    return Reply(text, asked, count_tokens(text), False, 0.0, "scripted", Finish.STOP)
