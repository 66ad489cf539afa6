"""The figures of one finished task, read off its rows (R132, R191): what a line of results holds."""

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Max, QuerySet, Sum

from research.management.measure.slope import slope
from research.management.repeating import fresh_share, repeated_share
from research.models import Citation, Claim, Fact, ModelCall, ResearchTask
from research.store.rewordings import COUNTS, totals

WARM = 5
"""Steps until memory has filled; from the next one on its size should be constant."""


def figures(task: ResearchTask) -> dict[str, Any]:
    return {
        "status": task.status,
        "steps": task.steps.count(),
        "rounds": task.entries.filter(kind="RoundClosed").count(),
        "queries": task.queries.filter(dropped="").count(),
        "dropped_queries": task.queries.exclude(dropped="").count(),
        "repeated_share": round(repeated_share(task), 3),
        "fresh_share": round(fresh_share(task), 3),
        "tokens": tokens(task),
        "main_input": main_input(task),
        "reach": reach(task),
        "page_tokens": page_tokens(task),
        "claims": claims(task),
        "rewording": dict(zip(COUNTS, totals(task.entries.all()), strict=True)),
        "duplicate_facts": duplicate_facts(task),
        "empty_facets": empty_facets(task),
        "database_bytes": database_bytes(task),
        "cost": cost(task),
    }


def tokens(task: ResearchTask) -> dict[str, Any]:
    """By role and direction, and the input by what it was spent on (R098, R123)."""
    sums = {
        "input": Sum("input_tokens"),
        "output": Sum("output_tokens"),
        "cached": Sum("cached_tokens"),
        "raw": Sum("raw_tokens"),
        "notes": Sum("notes_tokens"),
    }
    rows = task.model_calls.order_by("role").values("role").annotate(**sums)
    by_role = {row["role"]: {"input": row["input"], "output": row["output"]} for row in rows}
    whole = {name: sum(row[name] for row in rows) for name in sums}
    return {
        "total": whole["input"] + whole["output"],
        "by_role": by_role,
        "cached": whole["cached"],
        "by_use": {
            "raw results": whole["raw"],
            "notes read again": whole["notes"],
            "instructions": whole["input"] - whole["raw"] - whole["notes"],
            "reasoning and output": whole["output"],
        },
    }


def main_inputs(task: ResearchTask) -> list[int]:
    """Of the strong models, the longest prompt of each step that asked them, in the order of the steps."""
    calls = ModelCall.objects.filter(task=task, role__in=["planner", "reporter"], follow_up=None)
    longest = calls.order_by("step").values("step").annotate(longest=Max("input_tokens"))
    return [row["longest"] for row in longest]


def main_input(task: ResearchTask) -> dict[str, Any]:
    sizes = main_inputs(task)
    warm = sizes[WARM:]
    told = slope(warm) if len(warm) > 2 else None
    return {
        "longest": max(sizes, default=0),
        "per_step": sizes,
        "slope": told and [round(each, 2) for each in (told.value, told.low, told.high)],
    }


def reach(task: ResearchTask) -> dict[str, Any]:
    """Wall clock of each excursion: its targets go out together, so the slowest one is the time of all."""
    walls = task.reaches.order_by("step").values("step", "purpose").annotate(longest=Max("seconds"))
    seconds = sorted(row["longest"] for row in walls)
    outcomes = Counter(task.reaches.values_list("outcome", flat=True))
    return {
        "excursions": len(seconds),
        "p50": round(percentile(seconds, 0.50), 2),
        "p95": round(percentile(seconds, 0.95), 2),
        "longest": round(max(seconds, default=0.0), 2),
        "outcomes": dict(sorted(outcomes.items())),
    }


def percentile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def page_tokens(task: ResearchTask) -> dict[str, float]:
    """Of pages that were read deep: what was shown of each, and the whole of it (R089)."""
    seen = [each for payload in _payloads(task, "PagesRead") for each in payload.get("seen", [])]
    shown, whole = [each["shown"] for each in seen], [each["whole"] for each in seen]
    return {"median": statistics.median(shown or [0]), "whole_median": statistics.median(whole or [0])}


def claims(task: ResearchTask) -> dict[str, Any]:
    """Strict, by sentence: precise is a cited sentence whose quotes carry it; recalled is a sentence that cites."""
    rows = Claim.objects.filter(task=task)
    verdicts = Counter(rows.values_list("verdict", flat=True))
    cited = Citation.objects.filter(task=task).values_list("claim", flat=True).distinct()
    carried = rows.filter(pk__in=cited, verdict="supported").count()
    total = sum(verdicts.values())
    return {
        "total": total,
        "verdicts": dict(sorted(verdicts.items())),
        "citation_precision": _share(carried, len(cited)),
        "citation_recall": _share(len(cited), total),
        "unsupported_share": _share(total - verdicts["supported"], total),
    }


def _share(part: int, whole: int) -> float | None:
    """None where there is nothing to take a share of: an empty report is not a perfect one."""
    return round(part / whole, 3) if whole else None


def duplicate_facts(task: ResearchTask) -> int:
    """Facts of accepted evidence that say what another one says, word for word (R003)."""
    rows = Fact.objects.filter(evidence__task=task, evidence__accepted=True, evidence__dropped=False)
    told = Counter(rows.values_list("subject", "relation", "object"))
    return sum(times - 1 for times in told.values())


def empty_facets(task: ResearchTask) -> int:
    """Leaf goals that ended open, for which nothing was accepted (R003)."""
    goals = task.goals.filter(children=None).exclude(state__in=["abandoned", "done"])
    return sum(not goal.evidence.filter(accepted=True, dropped=False).exists() for goal in goals)


def cost(task: ResearchTask) -> str | None:
    """None where the price of a call isn't known: unknown is not free."""
    calls = task.model_calls.all()
    if not calls.exists() or calls.filter(cost=None).exists():
        return None
    return str(calls.aggregate(all=Sum("cost"))["all"])


def database_bytes(task: ResearchTask) -> int:
    """Of the rows that belong to this task alone, as they stand in the tables, compressed values as they are kept."""
    return sum(
        _bytes_of(related.related_model._meta.db_table, related.field.column, task.pk) for related in owned(task)
    )


def owned(task: ResearchTask) -> Iterable[Any]:
    return [each for each in task._meta.related_objects if each.one_to_many or each.one_to_one]


def _bytes_of(table: str, column: str, task: int) -> int:
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT COALESCE(SUM(pg_column_size(t.*)), 0) FROM {quote(table)} t WHERE {quote(column)} = %s",  # noqa: S608
            [task],
        )
        return int(cursor.fetchone()[0])


def _payloads(task: ResearchTask, kind: str) -> QuerySet[Any, Mapping[str, Any]]:
    return task.entries.filter(kind=kind).order_by("seq").values_list("payload", flat=True)
