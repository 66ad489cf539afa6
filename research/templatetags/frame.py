"""What the frame of every page shows. Tags, so that no view has to remember to hand it over."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from research.models import Claim, User
from research.models.people import RIGHTS

register = template.Library()

PLACES = {
    "launch": "launch",
    "home": "tasks",
    "task_list": "tasks",
    "plan": "tasks",
    "live": "tasks",
    "report": "tasks",
    "memory": "tasks",
    "clues": "tasks",
    "citation": "tasks",
    "desk": "review",
    "claim": "review",
    "source_list": "sources",
    "source": "sources",
    "upload_list": "sources",
    "upload": "sources",
    "thresholds": "settings",
    "people": "settings",
    "audit": "settings",
    "models": "settings",
    "cost": "settings",
    "prices": "settings",
    "task_cost": "tasks",
    "account": "account",
}
"""Which way of the navigation a route belongs to."""


@register.simple_tag
def icon(name: str) -> SafeString:
    """Decoration beside a word: never the only bearer of a meaning."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', static("img/icons.svg"), name
    )


@register.simple_tag(takes_context=True)
def frame_facts(context: dict[str, Any]) -> dict[str, Any]:
    request = context.get("request")
    person = getattr(request, "user", None)
    if not isinstance(person, User):
        return {}
    rights = rights_anywhere(person)
    match = request.resolver_match if request else None
    return {
        "may_ask": "ask" in rights,
        "may_tune": "tune" in rights,
        "waiting": Claim.objects.visible_to(person).waiting().count() if "decide" in rights else 0,
        "desk": address_or_nothing("desk"),
        "settings": address_or_nothing("thresholds"),
        "place": PLACES.get(match.url_name or "", "") if match else "",
    }


def rights_anywhere(person: User) -> frozenset[str]:
    """A way is shown when it leads somewhere in at least one workspace; the page behind it checks again."""
    roles = person.memberships.values_list("role", flat=True)
    return frozenset().union(*(RIGHTS[role] for role in roles))


def address_or_nothing(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""
