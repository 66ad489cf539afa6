"""A grammar without white space for the JSON shapes that roles ask for.

vLLM has no per-request switch for white space under a JSON schema (tried on 0.32: the option is accepted and does
nothing), and weak weights then fill the answer with blanks until the token limit. A grammar of our own leaves them no
room. Only the few schema words that our answer shapes use are known; anything else means no grammar.
"""

import json
from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]
CHARACTER = r"""[^"\\\x00-\x1f\x7f]"""
"""One class and no escapes keep the server's automaton small; no text here needs quotation marks or backslashes."""
DIGITS = 15
"""Of an integer without bounds: what a double still holds exactly."""
LISTED = 200
"""Integers of a range that are written out; a wider one is bounded by its digits, and the shape checks the rest."""


class InexpressibleError(Exception):
    """The schema says something that this grammar can't."""


def grammar(schema: Schema) -> str | None:
    try:
        return f"root ::= {_rule(schema)}\n"
    except InexpressibleError:
        return None


def _rule(schema: Schema) -> str:
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return _group(" | ".join(_text(value) for value in values))
    kind = schema.get("type")
    if kind not in _RULES:
        raise InexpressibleError(kind)
    return _RULES[kind](schema)


def _object(schema: Schema) -> str:
    fields = schema.get("properties", {})
    if set(fields) != set(schema.get("required", ())):
        raise InexpressibleError("optional fields")
    parts = [f"{_literal(json.dumps(name, ensure_ascii=False) + ':')} {_rule(part)}" for name, part in fields.items()]
    return _group(f'"{{" {_COMMA.join(parts)} "}}"')


def _array(schema: Schema) -> str:
    if "maxItems" not in schema:
        raise InexpressibleError("an endless list")
    least, most = schema.get("minItems", 0), schema["maxItems"]
    if most == 0:
        return '"[]"'
    item = _rule(schema["items"])
    more = f'{item} ("," {item}){{{max(least - 1, 0)},{most - 1}}}'
    return _group(f'"[" {more} "]"') if least else _group(f'"[" ({more})? "]"')


def _string(schema: Schema) -> str:
    if "maxLength" not in schema or "pattern" in schema:
        raise InexpressibleError("an endless or patterned text")
    return f'"\\"" {CHARACTER}{{{schema.get("minLength", 0)},{schema["maxLength"]}}} "\\""'


def _integer(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None or high is None or low < 0:
        return f'("-"? ("0" | [1-9] [0-9]{{0,{DIGITS - 1}}}))'
    if high - low > LISTED:
        return f'("0" | [1-9] [0-9]{{0,{len(str(high)) - 1}}})'
    return _group(" | ".join(_text(value) for value in range(low, high + 1)))


def _boolean(_: Schema) -> str:
    return '("true" | "false")'


_RULES = {"object": _object, "array": _array, "string": _string, "integer": _integer, "boolean": _boolean}
_COMMA = ' "," '


def _text(value: object) -> str:
    return _literal(json.dumps(value, ensure_ascii=False))


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _group(rule: str) -> str:
    return f"({rule})"
