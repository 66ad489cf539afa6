"""How a reserved call ended: what it used, what that cost, and what goes back to the purses.

Nothing is lost in between: whoever died in the middle leaves a row, and it counts at its worst case (P5).
"""

from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from research.models import ModelCall, ResearchTask
from research.roles.endpoints import EndpointError, EndpointKind, Reply, Request
from research.roles.uses import parts_of
from research.store import purses
from research.store.prices import cost_of, price_of
from research.store.purses import TOKENS

NO_REPLY = "no reply came back: its worker died, or its step was cut off"
CANCELLED = "cancelled"
MAYBE_PAID = frozenset({EndpointKind.TOO_SLOW})
"""Who ran into a deadline may be asked to pay for what nobody read."""
NOTHING = Decimal(0)


def settled(call: ModelCall, request: Request, reply: Reply) -> None:
    """Needs the transaction that keeps the reply: a reply that is there is paid for, and paid for once."""
    price = price_of(call.workspace_id, call.endpoint, reply.model)
    cost, parts = cost_of(price, reply), parts_of(request, reply.input_tokens)
    _end(
        call,
        {TOKENS: Decimal(reply.input_tokens + reply.output_tokens)},
        cost,
        state=ModelCall.State.SETTLED,
        model=reply.model,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        cached_tokens=reply.cached_tokens,
        cache_written_tokens=reply.cache_written_tokens,
        reasoning_tokens=reply.reasoning_tokens,
        raw_tokens=parts.raw,
        notes_tokens=parts.notes,
        estimated=reply.estimated,
        seconds=reply.seconds,
        currency=price.currency if price else "",
    )


def failed(call: ModelCall, error: EndpointError) -> None:
    """What certainly wasn't paid is given back; anything else counts at its worst case."""
    if error.kind in MAYBE_PAID:
        return unanswered(call, str(error), ModelCall.State.FAILED)
    with transaction.atomic():
        _end(call, {TOKENS: NOTHING}, NOTHING, state=ModelCall.State.FAILED, failure=str(error))
    return None


def unanswered(call: ModelCall, why: str, state: ModelCall.State = ModelCall.State.FAILED) -> None:
    at_worst(ModelCall.objects.filter(pk=call.pk, state=ModelCall.State.RESERVED), why, state)


def at_worst(rows: QuerySet[ModelCall], why: str, state: ModelCall.State) -> None:
    """The purses hold the worst case already."""
    worst = {"input_tokens": F("reserved_tokens"), "cost": F("reserved_cost"), "estimated": True}
    rows.update(**worst, state=state, failure=why)


def settle_orphans(task: ResearchTask) -> None:
    """Reservations of a worker that died: nobody knows whether they were paid."""
    rows = ModelCall.objects.filter(task=task, follow_up=None, state=ModelCall.State.RESERVED)
    at_worst(rows, NO_REPLY, ModelCall.State.SETTLED)


def _end(call: ModelCall, used: dict[str, Decimal | None], cost: Decimal | None, **fields: Any) -> None:
    """Once: of a worker and the one that took over, the first counts."""
    rows = ModelCall.objects.filter(pk=call.pk, state=ModelCall.State.RESERVED)
    if rows.update(cost=cost, **fields) and call.held:
        money = {call.currency: cost} if call.currency else {}
        purses.settle(call.held, call.task_id, used | money)
