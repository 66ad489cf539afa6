"""Prices from a public list that others keep (the package genai-prices), for models that are in use here.

Read at the moment when somebody asks for them, and never again: what they bring are rows like any other.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from importlib.metadata import version
from typing import Any

from django.conf import settings

from research.models import ModelCall, Price
from research.roles.binding import each

PACKAGE = "genai-prices"
CURRENCY = "USD"
"""All of the list's prices are in it."""
PARTS = {
    "input": "input_mtok",
    "output": "output_mtok",
    "cached": "cache_read_mtok",
    "cache_written": "cache_write_mtok",
}


@dataclass(frozen=True, slots=True)
class Listed:
    """A model in use here, with its prices of a million tokens."""

    model: str
    prices: dict[str, Decimal | None]


def known_from() -> str:
    return f"{PACKAGE} {version(PACKAGE)}"


def in_use(workspace: int) -> list[str]:
    """Names that the ledger has of answers, then those that the environment binds: what a price may be looked for."""
    answered = ModelCall.objects.filter(workspace=workspace).exclude(model="").values_list("model", flat=True)
    lines = (text for line in settings.ROLE_ENDPOINTS.values() for text in each(line))
    bound = (text.partition("?")[0].partition("://")[2].partition("/") for text in lines)
    names = [model or host for host, _slash, model in bound]
    return list(dict.fromkeys([*answered.order_by("model").distinct(), *(name for name in names if name)]))


def without_price(workspace: int) -> list[str]:
    known = set(Price.objects.filter(workspace=workspace).values_list("model", flat=True))
    return [name for name in in_use(workspace) if name not in known]


def listed(models: Iterable[str], now: datetime) -> Iterator[Listed]:
    """Those that the list knows. Of several providers the maker's own price comes first, as the list is ordered."""
    from genai_prices import calc_price
    from genai_prices.types import Usage

    for model in models:
        try:
            found: Any = calc_price(Usage(input_tokens=1), model_ref=model, genai_request_timestamp=now).model_price
        except LookupError:
            continue
        prices = {part: amount(getattr(found, field, None)) for part, field in PARTS.items()}
        if prices["input"] is not None and prices["output"] is not None:
            yield Listed(model, prices)


def amount(price: Any) -> Decimal | None:
    """Some prices rise with the prompt's length, from 200,000 tokens on: ours have 6,000 at most (R125)."""
    return None if price is None else Decimal(getattr(price, "base", price))
