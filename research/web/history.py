"""What people did, and what models were asked: the two trails that an admin reads."""

from typing import Any
from urllib.parse import urlsplit

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from research import actions
from research.actions.opinions import SECOND, hidden_from
from research.actions.trail import first_broken_link, last_mark
from research.models import Audit, Claim, ResearchTask, Source, User
from research.store import spend
from research.web.frame import Asked, signed_in
from research.web.room import own_room
from research.web.sizes import AUDIT_A_PAGE, HISTORY_SHOWN
from research.web.words import ROLE_WORDS

VERB_WORDS = {
    "delete_upload": _("document deleted"),
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
    "flag_claim": _("sentence flagged"),
    "withdraw_flag": _("flag withdrawn"),
    "settle_flag": _("flag answered: nothing wrong"),
    "assign_claim": _("sentence assigned"),
    "save_view": _("view of the queue saved"),
    "delete_view": _("view of the queue deleted"),
    "decide_late": _("decision came too late and was not taken"),
    "undo_decision": _("decision taken back"),
    "send_for_evidence": _("more evidence sent for"),
    "draw_spot_checks": _("spot check drawn"),
    "bring_page": _("page brought as evidence"),
    "cite": _("another quote cited"),
    "publish": _("version published"),
    "allow_links": _("sharing by link allowed, or shut"),
    "make_link": _("version shared by a link"),
    "revoke_link": _("link revoked"),
    "ask_further": _("report asked further"),
    "look_up": _("further question looked for outside"),
    "change_thresholds": _("thresholds changed"),
    "restore_thresholds": _("thresholds restored"),
    "write_guidelines": _("guidelines for reviewers written"),
    "add_person": _("person added"),
    "change_role": _("role changed"),
    "slow_sign_in": _("sign-in slowed"),
    "mark_host": _("host marked"),
    "bind_role": _("role bound"),
    "examine_model": _("model examined"),
    "unmark_host": _("mark on a host removed"),
    "set_budget": _("budget set"),
    "set_price": _("price of a model set"),
    "set_fee": _("price of a search set"),
}
"""A verb that nobody has named yet shows under its own name."""

SETTINGS = {
    "thresholds": ("change_thresholds", "restore_thresholds"),
    "people": ("first_admin", "add_person", "change_role", "slow_sign_in"),
    "trust": ("mark_host", "unmark_host"),
    "guidelines": ("write_guidelines",),
    "sharing": ("allow_links", "make_link", "revoke_link"),
    "roles": ("bind_role", "examine_model"),
    "prices": ("set_budget", "set_price", "set_fee"),
}
"""Of each page of settings, what its history is made of."""

DOOR_WORDS = {
    "page": pgettext_lazy("door", "page"),
    "api": pgettext_lazy("door", "api"),
    "command": pgettext_lazy("door", "command"),
}


@signed_in
@require_safe
def audit(request: Asked) -> HttpResponse:
    """The trail, a page at a time. The chain is checked from its last mark on; the command checks all of it."""
    room = own_room(request, "tune")
    mark = last_mark()
    about = request.GET.get("about", "")
    rows = Paginator(_about(request, about), AUDIT_A_PAGE).get_page(request.GET.get("page"))
    shown = {
        "room": room,
        "about": about,
        "rows": rows,
        "told": [_told(row) for row in rows],
        "broken": first_broken_link(mark),
        "mark": mark,
    }
    return render(request, "settings/audit.html", shown)


@signed_in
@require_safe
def of_thing(request: Asked, label: str) -> HttpResponse:
    """What was done to one task, claim or source, for whoever may see it: who, when, what, why, by which door."""
    thing, back, wanted = thing_of(request.user, label)
    rows = Audit.objects.visible_to(request.user).filter(wanted).select_related("person").order_by("-id")
    told = [_told(row) for row in rows[:HISTORY_SHOWN]]
    return render(request, "history.html", {"thing": thing, "label": label, "back": back, "told": told})


def _about(request: Asked, about: str) -> QuerySet[Audit]:
    rows: QuerySet[Audit] = Audit.objects.visible_to(request.user).select_related("person", "workspace")
    if about in SETTINGS:
        rows = rows.filter(verb__in=SETTINGS[about])
    elif about:
        rows = rows.filter(object__startswith=about)
    return rows.order_by("-id")


def _told(row: Audit) -> tuple[Audit, Any, Any, Any]:
    """With verb, reason and door in words."""
    word, reason = VERB_WORDS.get(row.verb, row.verb), actions.REASONS.get(row.reason, row.reason)
    return row, word, reason, DOOR_WORDS.get(row.door, row.door)


def thing_of(user: User, label: str) -> tuple[Any, str, Q]:
    """The row, its page, and which lines of the trail are about it. Foreign labels answer like missing ones."""
    kind, _dash, rest = label.partition("-")
    numbers = [int(part) for part in rest.split("-") if part.isascii() and part.isdecimal()]
    if kind == "T" and len(numbers) == 1:
        task = get_object_or_404(ResearchTask.objects.visible_to(user), pk=numbers[0])
        return task, reverse("live", args=[task.pk]), _of_task(task)
    if kind == "C" and len(numbers) == 2:
        claim = get_object_or_404(Claim.objects.visible_to(user), task=numbers[0], number=numbers[1])
        return claim, reverse("claim", args=numbers), _of_claim(user, claim)
    if kind == "S" and len(numbers) == 1:
        source = get_object_or_404(Source.objects.visible_to(user), pk=numbers[0])
        return source, reverse("source", args=[source.pk]), _of_source(source)
    raise Http404


def _of_task(task: ResearchTask) -> Q:
    """With its goals, versions and claims. First opinions stay unseen until there is a second one."""
    mine = Q(object=task.label) | Q(object__startswith=f"{task.label} ") | Q(object__startswith=f"{task.label}.")
    blind = [claim.label for claim in Claim.objects.filter(task=task, stage=SECOND)]
    return (mine | Q(object__startswith=f"C-{task.pk}-")) & ~Q(object__in=blind)


def _of_claim(user: User, claim: Claim) -> Q:
    return Q(pk=None) if hidden_from(user, claim) else Q(object=claim.label)


def _of_source(source: Source) -> Q:
    """Who may be believed is said of its host, and a document by its name."""
    trusted = Q(object=urlsplit(source.url).hostname or "", verb__in=("mark_host", "unmark_host"))
    return Q(object=source.label) | trusted | Q(object=source.title, verb="upload")


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
