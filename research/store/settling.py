"""How a reserved call ended: what it used, what that cost, and what goes back to the purses.

Nothing is lost in between: whoever died in the middle leaves a row, and it counts at its worst case (P5).
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import F, QuerySet

from research.models import ModelCall, Price, ResearchTask
from research.roles.endpoints import EndpointError, Reply, Request
from research.roles.uses import parts_of
from research.store.filling import end
from research.store.prepared import PreparedChange
from research.store.prices import cost_of, price_among, prices_on, today
from research.store.purses import TOKENS
from research.store.statements import Part

NO_REPLY = "no reply came back: its worker died, or its step was cut off"
CANCELLED = "cancelled"
NOTHING = Decimal(0)


def settled(
    call: ModelCall, request: Request, reply: Reply, prices: Sequence[Price] | None = None, also: Sequence[Part] = ()
) -> None:
    """`also` is written with it: a reply that is there is paid for, and paid for once."""
    known = prices_on(call.workspace_id, today()) if prices is None else prices
    price = price_among(known, call.endpoint, reply.model)
    cost, parts = cost_of(price, reply), parts_of(request, reply.input_tokens)
    fields = {
        "state": ModelCall.State.SETTLED.value,
        "cost": cost,
        "model": reply.model,
        "input_tokens": reply.input_tokens,
        "output_tokens": reply.output_tokens,
        "cached_tokens": reply.cached_tokens,
        "cache_written_tokens": reply.cache_written_tokens,
        "reasoning_tokens": reply.reasoning_tokens,
        "raw_tokens": parts.raw,
        "notes_tokens": parts.notes,
        "estimated": reply.estimated,
        "seconds": reply.seconds,
        "currency": price.currency if price else "",
    }
    used = {TOKENS: Decimal(reply.input_tokens + reply.output_tokens)} | ({price.currency: cost} if price else {})
    end(call, fields, used, also)


def failed(call: ModelCall, error: EndpointError) -> None:
    """What certainly wasn't paid is given back; anything else counts at its worst case."""
    if error.maybe_paid:
        return unanswered(call, str(error), ModelCall.State.FAILED)
    fields = {"state": ModelCall.State.FAILED.value, "cost": NOTHING, "failure": str(error)}
    end(call, fields, {TOKENS: NOTHING} | ({call.currency: NOTHING} if call.currency else {}))
    return None


def unanswered(call: ModelCall, why: str, state: ModelCall.State = ModelCall.State.FAILED) -> None:
    at_worst(ModelCall.objects.filter(pk=call.pk, state=ModelCall.State.RESERVED), why, state)


def at_worst(rows: QuerySet[ModelCall], why: str, state: ModelCall.State) -> None:
    rows.update(**_worst(why, state))


def _worst(why: str, state: ModelCall.State) -> dict[str, Any]:
    """The purses hold the worst case already."""
    used = {"input_tokens": F("reserved_tokens"), "cost": F("reserved_cost"), "estimated": True}
    return {**used, "state": state, "failure": why}


@PreparedChange
def _orphans(task: int) -> tuple[QuerySet[ModelCall], Mapping[str, Any]]:
    rows = ModelCall.objects.filter(task=task, follow_up=None, state=ModelCall.State.RESERVED)
    return rows, _worst(NO_REPLY, ModelCall.State.SETTLED)


def settle_orphans(task: ResearchTask) -> None:
    """Reservations of a worker that died: nobody knows whether they were paid."""
    _orphans(task.pk)


@asynccontextmanager
async def failure_told(call: ModelCall) -> AsyncIterator[None]:
    """Around the wire: a call that fails or is cut off says so in its row, and the failure goes on."""
    try:
        yield
    except EndpointError as error:
        await sync_to_async(failed)(call, error)
        raise
    except asyncio.CancelledError:
        await sync_to_async(unanswered)(call, CANCELLED)
        raise
