"""Prices of models in use, filled in from the list that others keep. What a person typed stays as it is."""

from django.utils import timezone
from django.utils.translation import gettext as _

from research.actions.budgets import set_price
from research.actions.rights import need
from research.models import Price, User, Workspace
from research.store.pricelist import CURRENCY, known_from, listed, without_price


def fill_in_prices(person: User, workspace: Workspace, *, door: str = "page") -> list[Price]:
    """Those found. A model that the list doesn't know stays without a price: unknown, not free."""
    need(person, "tune", workspace)
    source = known_from()
    return [
        set_price(
            person,
            workspace,
            each.model,
            each.prices,
            currency=CURRENCY,
            reason=_("From the list %(source)s") % {"source": source},
            door=door,
            known_from=source,
        )
        for each in listed(without_price(workspace.pk), timezone.now())
    ]
