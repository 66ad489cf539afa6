"""Classes of failures in words: for pages and exports alike, in the language that is active."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

FAILURE_WORDS = {
    "provider_unavailable": gettext_lazy("the search service did not answer"),
    "provider_refused": gettext_lazy("the search service refused the request"),
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


def failure(kind: str, detail: str = "") -> str:
    """A class that has no word is shown as it is. `detail` is what the other side said."""
    word = str(FAILURE_WORDS.get(kind) or kind or _("failed"))
    return _("%(word)s (%(detail)s)") % {"word": word, "detail": detail} if detail else word
