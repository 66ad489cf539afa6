"""What a figure must count to answer: a question for a price isn't answered by a distance, however exact."""

import re
from collections.abc import Iterable
from enum import StrEnum

from memory.figures import Quantity
from memory.figures.measuring import is_money


class Measure(StrEnum):
    MONEY = "money"
    SHARE = "share"


_ASKED = {
    Measure.MONEY: re.compile(
        r"\b(?:prices?|costs?|fees?|fares?|tariffs?|rents?|subsid(?:y|ies)|budgets?|revenues?|profits?|salar(?:y|ies)|"
        r"wages?|expensive|cheap(?:er)?|paid)\b|[单电造报房售票油]价|价格|成本|费用|补贴|金额|投资|收入|利润|工资|罚款|多少钱",
        re.IGNORECASE,
    ),
    Measure.SHARE: re.compile(
        r"\b(?:percentages?|proportion|what share|market share)\b|比例|占比|百分比|份额", re.IGNORECASE
    ),
}
_SHARES = frozenset({"%", "‰", "pp", "bp"})


def asked_for(text: str) -> frozenset[Measure]:
    """A price that rose or fell is told by its share of change, too."""
    asked = {measure for measure, words in _ASKED.items() if words.search(text)}
    return frozenset({*asked, Measure.SHARE}) if Measure.MONEY in asked else frozenset(asked)


def told(quantities: Iterable[Quantity], asked: frozenset[Measure]) -> bool:
    """Whether one of the figures counts what was asked for; any does where nothing says what."""
    return any(not asked or _of(quantity.unit) in asked for quantity in quantities)


def _of(unit: str) -> Measure | None:
    counted = unit.partition("/")[0]
    if counted in _SHARES:
        return Measure.SHARE
    return Measure.MONEY if is_money(counted) else None
