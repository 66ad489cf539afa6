"""The shapes of answers. Every text and list has a ceiling (R127): a planner can't write prose, noise stays short.

The ceilings are part of the schema that a server is held to, so they are fixed here and not tuned in a browser.
Numbers are whole ones: weak models keep 0 to 10 apart better than fractions.
"""

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

LINE = 160
"""Characters of a sub-question, a fact's object or a reason: one sentence."""
SHORT = 80
"""Characters of a name, a gap, a search text: a phrase."""
PARAGRAPH = 900
"""Characters of a summary's conclusion: a few sentences."""
REPORT_SENTENCE = 500
"""Characters of one sentence of a report."""
MOST_GOALS, MOST_WANTED, MOST_QUERIES, MOST_SCORES = 8, 3, 6, 64
MOST_QUOTES, MOST_FACTS, MOST_LINES, MOST_SENTENCES, MOST_CITED, MOST_CHANNELS = 6, 12, 12, 24, 8, 12
MOST_NAMED = 32
"""Items of a list: above every limit that an admin may set, far below what noise would fill."""
LAST_NUMBER = 1_000_000
"""Of a piece of evidence or a sentence of a page."""
FULL_MARKS = 10
"""The best mark; the least is 0."""

Line = Annotated[str, Field(max_length=LINE)]
Said = Annotated[str, Field(min_length=1, max_length=LINE)]
Phrase = Annotated[str, Field(min_length=1, max_length=SHORT)]
Name = Annotated[str, Field(max_length=SHORT)]
Number = Annotated[int, Field(ge=0, le=LAST_NUMBER)]
Marks = Annotated[int, Field(ge=0, le=FULL_MARKS)]


class Shape(BaseModel):
    """Strict: "8" is no number and "False" no boolean (B-008, B-013). What wasn't asked for is dropped."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class GoalShape(Shape):
    question: Said
    wanted: Annotated[list[Phrase], Field(max_length=MOST_WANTED)]


class PlanAnswer(Shape):
    """At least one goal: a plan that says "enough" before anything was searched is none (B-010)."""

    goals: Annotated[list[GoalShape], Field(min_length=1, max_length=MOST_GOALS)]


class GrowAnswer(Shape):
    goals: Annotated[list[GoalShape], Field(max_length=MOST_GOALS)]


class QueryShape(Shape):
    text: Phrase
    hopes: Annotated[str, Field(max_length=SHORT)]


class QueryAnswer(Shape):
    """An answer that names no channel is whole: then a rule chooses."""

    queries: Annotated[list[QueryShape], Field(min_length=1, max_length=MOST_QUERIES)]
    channels: Annotated[list[Name], Field(max_length=MOST_CHANNELS)] = []


class ReflectAnswer(Shape):
    supports: bool
    off_goal: bool
    overlooked: Line
    reason: Said


class TriageAnswer(Shape):
    scores: Annotated[list[Marks], Field(max_length=MOST_SCORES)]


class QuoteShape(Shape):
    first: Number
    last: Number
    relevance: Marks
    reason: Said


class QuoteAnswer(Shape):
    quotes: Annotated[list[QuoteShape], Field(max_length=MOST_QUOTES)]


class FactShape(Shape):
    subject: Phrase
    relation: Phrase
    object: Said
    evidence: Number
    relevance: Marks


class FactAnswer(Shape):
    facts: Annotated[list[FactShape], Field(max_length=MOST_FACTS)]


class SupportShape(Shape):
    text: Said
    evidence: Annotated[list[Number], Field(min_length=1, max_length=MOST_CITED)]


class SummaryAnswer(Shape):
    conclusion: Annotated[str, Field(min_length=1, max_length=PARAGRAPH)]
    supporting: Annotated[list[SupportShape], Field(max_length=MOST_LINES)]
    doubts: Annotated[list[Said], Field(max_length=MOST_WANTED)]


class DigestAnswer(Shape):
    entities: Annotated[list[Phrase], Field(max_length=MOST_NAMED)]
    numbers: Annotated[list[Said], Field(max_length=MOST_NAMED)]
    conclusion: Annotated[str, Field(min_length=1, max_length=REPORT_SENTENCE)]


class MergeShape(Shape):
    facts: Annotated[list[Number], Field(min_length=2, max_length=MOST_CITED)]
    text: Annotated[str, Field(min_length=1, max_length=PARAGRAPH)]


class EvolveAnswer(Shape):
    merged: Annotated[list[MergeShape], Field(max_length=MOST_LINES)]
    dropped: Annotated[list[Number], Field(max_length=MOST_LINES)]
    draft: Annotated[str, Field(max_length=PARAGRAPH)]


class SentenceShape(Shape):
    text: Annotated[str, Field(min_length=1, max_length=REPORT_SENTENCE)]
    kind: Literal["fact", "speculation"]
    evidence: Annotated[list[Number], Field(max_length=MOST_CITED)]


class SectionAnswer(Shape):
    heading: Annotated[str, Field(max_length=SHORT)]
    sentences: Annotated[list[SentenceShape], Field(min_length=1, max_length=MOST_SENTENCES)]


class ClaimAnswer(Shape):
    verdict: Literal["supported", "partly", "contradicted", "not_found"]
    reason: Said


class TriggerAnswer(Shape):
    reach: bool
    reason: Said


ANSWERS: dict[str, type[Shape]] = {
    "plan": PlanAnswer,
    "grow": GrowAnswer,
    "query": QueryAnswer,
    "reflect": ReflectAnswer,
    "triage": TriageAnswer,
    "quote": QuoteAnswer,
    "facts": FactAnswer,
    "summary": SummaryAnswer,
    "digest": DigestAnswer,
    "evolve": EvolveAnswer,
    "section": SectionAnswer,
    "claim": ClaimAnswer,
    "trigger": TriggerAnswer,
}
"""By the prompt that asks for them."""


def schema_of(answer_type: Any) -> dict[str, Any]:
    """As servers take it: no references, nothing optional, nothing beside what was asked for."""
    return _schema(answer_type)


@cache
def _schema(answer_type: Any) -> dict[str, Any]:
    made = TypeAdapter(answer_type).json_schema()
    return _plain(made, made.get("$defs", {}))


DROPPED = frozenset({"$defs", "title", "description", "default"})


def _plain(part: Any, defs: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_plain(item, defs) for item in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _plain(defs[part["$ref"].rpartition("/")[2]], defs)
    kept = {key: _plain(value, defs) for key, value in part.items() if key not in DROPPED and key != "properties"}
    if "properties" in part:
        kept["properties"] = {name: _plain(value, defs) for name, value in part["properties"].items()}
        kept |= {"required": list(part["properties"]), "additionalProperties": False}
    return kept


def narrowed(schema: dict[str, Any], field: str, rule: dict[str, Any]) -> dict[str, Any]:
    """The same schema with one more rule for every field of that name: an enumeration of evidence, an exact count.

    For a list of numbers the enumeration goes to its items.
    """
    return _narrow(schema, field, rule)


def _narrow(part: Any, field: str, rule: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_narrow(item, field, rule) for item in part]
    if not isinstance(part, dict):
        return part
    kept = {key: _narrow(value, field, rule) for key, value in part.items()}
    for name, value in part.get("properties", {}).items():
        if name == field:
            kept["properties"][name] = _ruled(value, rule)
    return kept


def _ruled(value: dict[str, Any], rule: dict[str, Any]) -> dict[str, Any]:
    if value.get("type") == "array" and "enum" in rule:
        return value | {"items": rule}
    return {"enum": rule["enum"]} if "enum" in rule else value | rule
