"""What a call costs by the prices of its day. Unknown stays unknown: it is None, never zero."""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from research.models import ChannelFee, Price
from research.roles.endpoints import Reply
from research.store.prepared import Prepared

MILLION = Decimal(1_000_000)
"""Tokens that a price is for."""
NOTHING = Decimal(0)


def today() -> date:
    return timezone.now().date()


_COLUMNS = tuple(each.attname for each in Price._meta.concrete_fields)


@Prepared
def _begun(workspace: int, day: date) -> QuerySet[Any, Any]:
    rows = Price.objects.filter(workspace=workspace, valid_from__lte=day).order_by("-valid_from")
    return rows.values_list(*_COLUMNS)


def prices_on(workspace: int, day: date) -> Sequence[Price]:
    """All that have begun by then, the newest first."""
    return [Price.from_db(None, _COLUMNS, row) for row in _begun(workspace, day)]


def price_of(workspace: int, endpoint: str, model: str = "", day: date | None = None) -> Price | None:
    return price_among(prices_on(workspace, day or today()), endpoint, model)


def price_among(known: Sequence[Price], endpoint: str, model: str = "") -> Price | None:
    """A server may answer under a longer name than it was asked by ("gpt-4o-2024-08-06"): its own name comes first."""
    return _first(known, model, model) or _first(known, endpoint, _asked_for(endpoint))


def _first(prices: Iterable[Price], whole: str, part: str) -> Price | None:
    return next((price for price in prices if price.model in (whole, part) or whole.endswith(f"/{price.model}")), None)


def _asked_for(endpoint: str) -> str:
    return endpoint.rpartition("/")[2]


def most_cost(price: Price | None, input_tokens: int, output_tokens: int) -> Decimal | None:
    """Of a call not made yet: all of its input at the dearest price that input may have."""
    if price is None:
        return None
    dearest = max(price.input_per_million, price.cache_written_per_million or NOTHING)
    return (input_tokens * dearest + output_tokens * price.output_per_million) / MILLION


def cost_of(price: Price | None, reply: Reply) -> Decimal | None:
    """A part of the input without a price of its own costs what input costs."""
    if price is None:
        return None
    parts = (
        (reply.cached_tokens, price.cached_per_million),
        (reply.cache_written_tokens, price.cache_written_per_million),
    )
    special = sum((tokens * _or(own, price.input_per_million) for tokens, own in parts), NOTHING)
    plain = max(reply.input_tokens - reply.cached_tokens - reply.cache_written_tokens, 0)
    whole = special + plain * price.input_per_million + reply.output_tokens * price.output_per_million
    return whole / MILLION


def _or(own: Decimal | None, other: Decimal) -> Decimal:
    return other if own is None else own


def fee_of(workspace: int, channel: str, day: date | None = None) -> ChannelFee | None:
    begun = ChannelFee.objects.filter(workspace=workspace, channel=channel, valid_from__lte=day or today())
    found: ChannelFee | None = begun.order_by("-valid_from").first()
    return found
