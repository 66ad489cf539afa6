"""All that stands behind a report as one JSON file: goals, queries, sources, evidence, claims, decisions, versions,
what was reached, and what it cost. Of sources the facts; the stored text stays here: it is the work of others."""

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet, Sum

from research.models import Decision, Flag, ResearchTask, Source

FORMAT = 1
"""Raised when a field changes its meaning or goes."""
TASK = ("question", "language", "period_start", "period_end", "only_sites", "never_sites", "documents_only", "status",
        "phase", "ended_because", "created", "finished")  # fmt: skip
SOURCE = ("url", "title", "publisher", "published", "updated", "fetched", "content_type", "language", "credibility",
          "credibility_from", "text_sha256")  # fmt: skip
GOAL = ("number", "parent__number", "question", "wanted", "gaps", "priority", "state", "rounds", "closed_because")
QUERY = ("number", "goal__number", "gap", "text", "channels", "dropped", "hits", "kept", "cited")
EVIDENCE = ("number", "goal__number", "query__number", "source", "quote", "start", "end", "paragraph", "page",
            "relevance", "credibility", "timeliness", "score", "reason", "accepted", "dropped", "same_as__number",
            "reprint_of__number")  # fmt: skip
CLAIM = ("number", "section", "position", "place", "start", "end", "kind", "text", "version", "verdict", "reason",
         "atoms", "waits")  # fmt: skip
DECISION = ("claim__number", "claim_version", "person__username", "ruling", "text", "effect", "reason_code", "note",
            "verdict", "at")  # fmt: skip
FLAG = (
    "claim__number",
    "person__username",
    "reason_code",
    "note",
    "at",
    "decision__claim_version",
    "outcome",
    "answer",
    "closed_by__username",
    "closed_at",
)
CONFLICT = ("left__number", "right__number", "reason", "settled_for__number", "because")
REACH = ("purpose", "channel", "target", "outcome", "kind", "detail", "seconds")
COST = ("role", "endpoint", "model")


def everything(task: ResearchTask) -> bytes:
    told = {
        "format": FORMAT,
        "task": {"label": task.label, "owner": task.owner.username} | {name: getattr(task, name) for name in TASK},
        "goals": _rows(task.goals, GOAL),
        "queries": _rows(task.queries, QUERY),
        "sources": _rows(Source.objects.filter(evidence__task=task).distinct(), ("pk", *SOURCE)),
        "evidence": _rows(task.evidence, EVIDENCE),
        "conflicts": _rows(task.conflicts, CONFLICT),
        "reports": _rows(task.reports.order_by("version"), ("version", "cause", "at", "sections")),
        "claims": _claims(task),
        "decisions": _rows(Decision.objects.filter(claim__task=task), DECISION),
        "flags": _rows(Flag.objects.filter(claim__task=task), FLAG),
        "reached": _rows(task.reaches, REACH),
        "costs": _costs(task),
    }
    return json.dumps(told, ensure_ascii=False, indent=1, default=_plain).encode() + b"\n"


def _rows(found: Any, fields: Iterable[str]) -> list[dict[str, Any]]:
    """Foreign keys by the number that the other list gives them."""
    query: QuerySet[Any] = found.all()
    return [{_short(name): value for name, value in row.items()} for row in query.values(*fields)]


def _short(name: str) -> str:
    return {"pk": "id"}.get(name, name.removesuffix("__number").replace("__username", ""))


def _claims(task: ResearchTask) -> list[dict[str, Any]]:
    cites: dict[int, list[int]] = {}
    for claim, number in task.citations.order_by("position").values_list("claim__number", "evidence__number"):
        cites.setdefault(claim, []).append(number)
    return [row | {"evidence": cites.get(row["number"], [])} for row in _rows(task.claims, CLAIM)]


def _costs(task: ResearchTask) -> list[dict[str, Any]]:
    calls = task.model_calls.order_by().values(*COST)
    return list(calls.annotate(input=Sum("input_tokens"), output=Sum("output_tokens"), cost=Sum("cost")))


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        return format(value, "f")
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
