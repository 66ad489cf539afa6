"""An endpoint without a model: it counts each prompt and answers with nothing that is used.

The builtin roles decide; every prompt that a model would have been sent is put together all the same, reserved, counted
and settled like a call. So the cost of research is measured with no model at hand (`manage.py bench`).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from research.roles.endpoints import Endpoint, Finish, Reply, Request
from research.roles.endpoints.patience import Patience
from research.roles.tokens import count_tokens

NAME = "counting:"
_ANSWERED: ContextVar[int] = ContextVar("tokens_of_the_builtin_answer", default=0)


def only_counts(endpoint: Endpoint) -> bool:
    """Whatever stands around it: the ledger, the door and the line keep the name of what they lead to."""
    return endpoint.name == NAME


@contextmanager
def answered(text: str) -> Iterator[None]:
    """What a model would have written in its place, until it is written."""
    token = _ANSWERED.set(count_tokens(text))
    try:
        yield
    finally:
        _ANSWERED.reset(token)


class CountingEndpoint:
    name = NAME

    def __init__(self, patience: Patience) -> None:
        self.patience = patience

    async def complete(self, request: Request) -> Reply:
        tokens = count_tokens(request.system) + count_tokens(request.prompt)
        least = json.dumps(smallest(request.schema or {}))
        return Reply(least, tokens, _ANSWERED.get(), False, 0.0, NAME, Finish.COUNTED)


def smallest(schema: dict[str, Any], known: dict[str, Any] | None = None) -> Any:
    """The least that a schema takes: the shape goes through, and nobody reads what it says."""
    known = schema.get("$defs", known or {})
    if "$ref" in schema:
        return smallest(known[schema["$ref"].rsplit("/", 1)[-1]], known)
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if choices := schema.get("anyOf"):
        return smallest(choices[0], known)
    return _of_type(schema, known)


def _of_type(schema: dict[str, Any], known: dict[str, Any]) -> Any:
    match schema.get("type"):
        case "object":
            return {name: smallest(part, known) for name, part in schema.get("properties", {}).items()}
        case "array":
            return [smallest(schema.get("items", {}), known)] * int(schema.get("minItems", 0))
        case "string":
            return "-" * max(1, int(schema.get("minLength", 1)))
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
    return None
