"""How servers of one interface differ, learned from their refusals and remembered for each endpoint (B-022).

An endpoint begins with the strictest way its family knows. A server that refuses a part of a request with a 400 is
asked once more without it: never the same request again.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from research.roles.endpoints import EndpointError, EndpointKind, Request
from research.roles.endpoints.grammar import grammar


class Form(StrEnum):
    """How the shape of an answer is asked for, from strict to hopeful. The prompt always shows the shape as well."""

    GRAMMAR = "grammar"
    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Dialect:
    form: Form = Form.SCHEMA
    cap: str = "max_tokens"
    """Newer hosted models call it otherwise and refuse the old word."""
    temperature: bool = True
    """Models that think refuse any temperature but their own."""


_ABOUT_FORM = re.compile(r"(?i)response_format|json_schema|json_object|structured_outputs|guided|grammar|schema")
_OBJECT_STAYS = re.compile(r"(?i)json_object|response_format['\"`]?[. ]type")
NEWER_CAP = "max_completion_tokens"


def body(request: Request, model: str, limit: int, dialect: Dialect) -> dict[str, Any]:
    messages = [{"role": "system", "content": request.system}, {"role": "user", "content": request.prompt}]
    asked: dict[str, Any] = {"model": model, "messages": messages, dialect.cap: limit}
    if dialect.temperature:
        asked["temperature"] = 0
    return asked | _shape(request.schema, request.schema_name, dialect.form)


def _shape(schema: Mapping[str, Any] | None, name: str, form: Form) -> dict[str, Any]:
    if schema is None or form is Form.PLAIN:
        return {}
    if form is Form.OBJECT:
        return {"response_format": {"type": "json_object"}}
    if form is Form.GRAMMAR and (rules := grammar(schema)):
        return {"structured_outputs": {"grammar": rules}}
    return {"response_format": {"type": "json_schema", "json_schema": {"name": name, "schema": schema, "strict": True}}}


def after_refusal(dialect: Dialect, error: EndpointError, shaped: bool) -> Dialect | None:
    """The dialect to try next, or None where the refusal isn't about how we speak. Each change can happen once."""
    if error.kind is not EndpointKind.INTERNAL:
        return None
    if NEWER_CAP in error.detail and dialect.cap != NEWER_CAP:
        return replace(dialect, cap=NEWER_CAP)
    if "temperature" in error.detail and dialect.temperature:
        return replace(dialect, temperature=False)
    if shaped and dialect.form is not Form.PLAIN and _ABOUT_FORM.search(error.detail):
        return replace(dialect, form=_looser(dialect.form, error.detail))
    return None


def _looser(form: Form, said: str) -> Form:
    if form is Form.GRAMMAR:
        return Form.SCHEMA
    return Form.OBJECT if form is Form.SCHEMA and _OBJECT_STAYS.search(said) else Form.PLAIN
