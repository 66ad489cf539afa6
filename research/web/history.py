"""What people did, and what models were asked: the two trails that an admin reads."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from research import actions
from research.actions.trail import first_broken_link
from research.models import Audit
from research.store import spend
from research.web.frame import Asked, signed_in
from research.web.room import own_room
from research.web.words import ROLE_WORDS

VERB_WORDS = {
    "first_admin": _("first admin made"),
    "start": _("task started"),
    "start_task": _("task started"),
    "approve_plan": _("plan approved"),
    "pause": _("task paused"),
    "resume": _("task resumed"),
    "step_once": _("one step taken by hand"),
    "retry": _("failed step tried again"),
    "stop": _("task stopped"),
    "delete": _("task deleted"),
    "forget_clue": _("clue forgotten"),
    "withhold_clue": _("clue withheld or shared"),
    "keep_out": _("task kept out of the clues, or shared"),
    "upload": _("document uploaded"),
    "decide_claim": _("sentence decided"),
    "ask_further": _("report asked further"),
    "look_up": _("further question looked for outside"),
    "change_thresholds": _("thresholds changed"),
    "restore_thresholds": _("thresholds restored"),
    "add_person": _("person added"),
    "change_role": _("role changed"),
    "mark_host": _("host marked"),
    "bind_role": _("role bound"),
    "examine_model": _("model examined"),
    "unmark_host": _("mark on a host removed"),
    "set_budget": _("budget set"),
    "set_price": _("price of a model set"),
    "set_fee": _("price of a search set"),
}
"""A verb that nobody has named yet shows under its own name."""

DOOR_WORDS = {
    "page": pgettext_lazy("door", "page"),
    "api": pgettext_lazy("door", "api"),
    "command": pgettext_lazy("door", "command"),
}
ROWS_SHOWN = 200
"""Of the audit trail: what somebody looks through for last week's change."""


@signed_in
@require_safe
def audit(request: Asked) -> HttpResponse:
    room = own_room(request, "tune")
    rows = Audit.objects.visible_to(request.user).select_related("person", "workspace").order_by("-id")[:ROWS_SHOWN]
    told = [
        (
            row,
            VERB_WORDS.get(row.verb, row.verb),
            actions.REASONS.get(row.reason, row.reason),
            DOOR_WORDS.get(row.door, row.door),
        )
        for row in rows
    ]
    return render(request, "settings/audit.html", {"room": room, "rows": told, "broken": first_broken_link()})


@signed_in
@require_safe
def models(request: Asked) -> HttpResponse:
    """What was asked of models, and what that took. Who answers for which role is on a page of its own."""
    room = own_room(request, "tune")
    uses = spend.used(spend.visible_calls(request.user))
    shown = {
        "room": room,
        "uses": uses,
        "counters": spend.counters(uses),
        "fallbacks": [
            (str(ROLE_WORDS.get(role, role)), times) for role, times in spend.fallbacks(request.user).items()
        ],
        "by_task": spend.by_task(request.user),
    }
    return render(request, "settings/models.html", shown)
