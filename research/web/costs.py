"""Where the money goes: of one task for whoever may see it, of a workspace for its admins; on a page and as CSV."""

import csv
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from research.models import ModelCall, ResearchTask
from research.store import costs
from research.store.load import limits_of
from research.web.cost_words import HARD_WORDS, USE_WORDS, YIELD_WORDS, money, tier_word, why_class
from research.web.frame import Asked, signed_in
from research.web.room import own_room


@signed_in
@require_safe
def of_workspace(request: Asked) -> HttpResponse:
    room = own_room(request, "tune")
    calls = ModelCall.objects.visible_to(request.user).filter(workspace=room)
    if "csv" in request.GET:
        return as_csv(calls, "cost")
    return render(request, "settings/cost.html", {"room": room, **shown(calls)})


@signed_in
@require_safe
def of_task(request: Asked, task: int) -> HttpResponse:
    visible = ResearchTask.objects.visible_to(request.user).select_related("thresholds", "workspace")
    found = get_object_or_404(visible, pk=task)
    calls = found.model_calls.all()
    if "csv" in request.GET:
        return as_csv(calls, f"{found.label}-cost")
    budget = {
        "most": limits_of(found).tokens,
        "hard": HARD_WORDS[found.hard],
        "because": why_class(found.hard_because),
    }
    return render(request, "tasks/cost.html", {"task": found, "budget": budget, **shown(calls)})


def shown(calls: QuerySet[ModelCall]) -> dict[str, Any]:
    tiers = costs.tiers(calls)
    whole = costs.total(tiers)
    return {
        "tiers": [(tier, tier_word(tier.role), money(tier.cost, tier.currency)) for tier in tiers],
        "tokens": sum(tier.tokens for tier in tiers),
        "total": money(*whole) if whole else money(None, ""),
        "known": [money(part, currency) for currency, part in costs.known_part(tiers).items()] if not whole else [],
        "counters": costs.counters(tiers),
        "uses": [(USE_WORDS[name], number, share) for name, number, share in costs.uses(calls).ranked],
        "yields": [(YIELD_WORDS[each.brought], each) for each in costs.by_yield(calls)],
    }


def as_csv(calls: QuerySet[ModelCall], name: str) -> HttpResponse:
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    writer = csv.writer(answer)
    writer.writerows(table(calls))
    return answer


def table(calls: QuerySet[ModelCall]) -> Iterator[list[Any]]:
    """Names of columns are not translated: programs read them. An unknown cost is an empty cell."""
    yield ["role", "model", "endpoint", "calls", "failed", "estimated", "input", "cached", "output", "reasoning",
           "token_share", "cost", "currency", "cost_share"]  # fmt: skip
    for tier in costs.tiers(calls):
        share = "" if tier.cost_share is None else f"{tier.cost_share:.4f}"
        cost = "" if tier.cost is None else tier.cost
        names = [tier.role, plain(tier.model), plain(tier.endpoint)]
        counts = [tier.calls, tier.failed, tier.estimated, tier.input, tier.cached, tier.output, tier.reasoning]
        yield [*names, *counts, f"{tier.token_share:.4f}", cost, tier.currency, share]


def plain(text: str) -> str:
    """A server names its model as it likes; a spreadsheet would take some names for formulas (F-62)."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
