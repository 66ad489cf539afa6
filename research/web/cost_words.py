"""What the pages on cost call roles, uses and yields."""

from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from research.web.words import ROLE_WORDS

USE_WORDS = {
    "raw": gettext_lazy("results read for the first time"),
    "notes": gettext_lazy("notes and quotations read again"),
    "instructions": gettext_lazy("instructions"),
    "output": gettext_lazy("reasoning and answers"),
}
YIELD_WORDS = {
    "cited": gettext_lazy("queries of which the report cites something"),
    "kept": gettext_lazy("queries that brought quotes, none of them cited"),
    "nothing": gettext_lazy("queries that brought nothing"),
    "plan": gettext_lazy("before the first query"),
}
HARD_WORDS = {True: gettext_lazy("hard question"), False: gettext_lazy("ordinary")}


def tier_word(role: str) -> str:
    return str(_("paid searches") if role == "reach" else ROLE_WORDS.get(role, role))


def money(amount: Decimal | None, currency: str) -> str:
    """Small sums in full: a call may cost a hundredth of a cent."""
    if amount is None:
        return _("unknown")
    small = Decimal("0.01")
    return f"{amount:.2f} {currency}" if amount >= small or not amount else f"{amount:.6f} {currency}"


def why_class(because: str) -> str:
    """How a task came by its budget."""
    kind, _sep, number = because.partition(":")
    if kind == "answers":
        return _("The question wants %(number)s answers.") % {"number": number}
    return _("The person who asked said so.") if because == "person" else ""
