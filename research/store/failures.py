"""How targets of a reach ended, in words: for pages and exports alike, in the language that is active."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reach.scope import DOCUMENTS_ONLY, OUTSIDE
from research.engine.degrading import PACED
from research.store.sayings import said, said_each

FAILURE_WORDS = {
    "provider_unavailable": gettext_lazy("it did not answer"),
    "provider_refused": gettext_lazy("it refused the request"),
    "rate_limited": gettext_lazy("asked too often; it wants us to wait"),
    "policy_denied": gettext_lazy("not allowed by the rules of this installation"),
    "blocked_by_site": gettext_lazy("the site blocks automatic readers"),
    "not_found": gettext_lazy("the page does not exist"),
    "not_text": gettext_lazy("not a text document"),
    "undecodable": gettext_lazy("the characters could not be read"),
    "too_large": gettext_lazy("too large"),
    "too_slow": gettext_lazy("too slow; given up"),
    "parse_failed": gettext_lazy("the document is damaged"),
    "incomplete": gettext_lazy("only a part arrived"),
    "cancelled": gettext_lazy("cancelled"),
    "internal": gettext_lazy("a fault of our own"),
}
NO_TIME = gettext_lazy("no time was left for it")
OUR_RULES = frozenset({OUTSIDE, DOCUMENTS_ONLY, "this channel is not set up"})
"""Reasons that need no class beside them: nobody failed, a person or an operator said so."""
_SAME_PAGE = "same page as "


def failure(kind: str, detail: str = "") -> str:
    """A class that has no word is shown as it is. `detail` is what the reach or the other side said."""
    if detail in OUR_RULES:
        return said(detail)
    if detail.startswith(PACED):
        word, detail = str(NO_TIME), detail.removeprefix(PACED).strip()
    elif detail.startswith(_SAME_PAGE):
        return said(detail)
    else:
        word = str(FAILURE_WORDS.get(kind) or kind or _("failed"))
    return _("%(word)s (%(detail)s)") % {"word": word, "detail": said_each(detail)} if detail else word


def cause(kind: str, detail: str) -> str:
    """The class alone, for lists that are put together by it."""
    if detail.startswith(PACED):
        return str(NO_TIME)
    return failure(kind, detail if detail in OUR_RULES else "")


def for_want_of_time(detail: str) -> bool:
    return detail.startswith(PACED)
