"""Examining a model for a role: asked for by an admin, carried out by a worker or by the command that asked."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.trail import audit
from research.actions.tuning import shown_thresholds
from research.bound import key_names
from research.engine.limits import Limits
from research.examination import CHECKER, Examination, examination, on_pairs, server_of
from research.models import Conformance, User, Workspace
from research.roles.binding import BUILTIN, BindingError, Bound, each, read
from research.roles.conformance import Outcome, examine, fit
from research.roles.conformance.pairs import Pair
from research.store.lease import Heartbeat, Overtaken
from research.store.paid_examination import settle_lost
from research.worker import enqueue_examination

ROLES = ("planner", "executor", "reporter", "checker", "embedder")
BY_DEFINITION = "builtin: rules and code inside this program, examined by its own tests"
"""The outcome of a builtin role."""
LOST = "its worker was lost in the middle of it: examine the model again"
UNTAKEN = "no worker took it: see whether one runs, and examine the model again"
TOO_LONG = "it took longer than a worker may spend on it: examine this model from the shell"
OUR_FAULT = "a fault of our own ended it ({}); the log of the worker says more"
SENT_ANEW = timedelta(seconds=30)
"""A message that was lost is sent again after this."""


def ask_examination(
    person: User, workspace: Workspace, role: str, line: str, key_name: str = "", door: str = "page"
) -> list[Conformance]:
    """One row for each endpoint of the line; a worker takes them on commit."""
    need(person, "tune", workspace)
    parts = readable(role, line, key_name)
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        rows = [_asked(person, workspace, role, text, key_name) for text in parts]
        audit(person, workspace, door, "examine_model", role, after={"endpoint": line, "key": key_name})
        for row in rows:
            if row.finished is None:
                enqueue_examination(row.pk)
    return rows


def _asked(person: User | None, workspace: Workspace, role: str, text: str, key_name: str) -> Conformance:
    told: dict[str, Any] = {"workspace": workspace, "role": role, "binding": text, "key_name": key_name}
    if running := Conformance.objects.filter(**told).examinations().running().first():
        raise Refused(
            _("It is being examined since %(at)s.") % {"at": timezone.localtime(running.at).strftime("%H:%M")}
        )
    row = Conformance.objects.create(person=person, **told)
    if read(text).family == BUILTIN:
        outcome = Outcome(BUILTIN, True, True, BY_DEFINITION, 0.0)
        _close(row, Conformance.State.PASSED, outcomes=[asdict(outcome)], model=BUILTIN)
    return row


def readable(role: str, line: str, key_name: str = "") -> tuple[str, ...]:
    """The endpoints of a line, or the sentence why a person in the browser may not bind it.

    A workspace's admin isn't the operator: prompts and keys go only to hosts that the operator named.
    """
    parts = endpoints_of_line(role, line)
    if key_name and key_name not in key_names():
        raise Refused(_("No variable of the environment by the name %(name)s is set.") % {"name": key_name})
    for bound in map(read, parts):
        if bound.family not in (BUILTIN, "anthropic") and host_of(bound) not in open_hosts():
            told = {"host": host_of(bound)}
            raise Refused(_("The host %(host)s is not open to models: MODEL_HOSTS names those that are.") % told)
    return parts


def endpoints_of_line(role: str, line: str) -> tuple[str, ...]:
    if role not in ROLES:
        raise Refused(_("There is no role %(role)s.") % {"role": role})
    try:
        parts = each(line)
        first = read(parts[0])
    except BindingError as error:
        raise Refused(str(error)) from None
    if role == "embedder" and (len(parts) > 1 or first.family == "anthropic"):
        raise Refused(_("The embedder is one endpoint that serves vectors."))
    return parts


def host_of(bound: Bound) -> str:
    return (urlsplit(bound.base_url).hostname or "").lower()


def open_hosts() -> frozenset[str]:
    """Those that MODEL_HOSTS names, and those that the environment itself binds."""
    lines = settings.ROLE_ENDPOINTS.values()
    return frozenset(settings.MODEL_HOSTS) | {host_of(read(text)) for line in lines for text in each(line)}


def conduct(row_id: int, seconds: float | None = None) -> Conformance | None:
    """Carries an examination out, within so many seconds. A message that comes twice finds it taken."""
    if not _taken(row_id):
        return None
    row: Conformance = Conformance.objects.select_related("workspace").get(pk=row_id)
    _carry_out(row, lambda outcome: None, seconds=seconds)
    return row


def examined(
    workspace: Workspace, role: str, text: str, key_name: str = "", *, show: Callable[[Outcome], None]
) -> Conformance:
    """For a command, which shows each outcome as it comes."""
    row = _asked(None, workspace, role, text, key_name)
    if row.finished is None:
        _taken(row.pk)
        _carry_out(row, show)
    else:
        for told in row.outcomes:
            show(Outcome(**told))
    return row


def measured_on(
    workspace: Workspace,
    line: str,
    key_name: str,
    pairs: Sequence[Pair],
    name: str,
    *,
    show: Callable[[Outcome], None],
) -> Conformance:
    """The checker as it is bound, on labelled pairs of somebody's own. Kept and paid like an examination, which alone
    decides whether a model may be bound."""
    row = Conformance.objects.create(
        workspace=workspace, role=CHECKER, binding=line, key_name=key_name, pairs=name, state=Conformance.State.RUNNING
    )
    Conformance.objects.filter(pk=row.pk).update(beat=Now())
    _carry_out(row, show, lambda row, limits: on_pairs(row, limits, pairs))
    return row


def _taken(row_id: int) -> bool:
    asked = Conformance.objects.filter(pk=row_id, state=Conformance.State.ASKED)
    return bool(asked.update(state=Conformance.State.RUNNING, beat=Now()))


def _carry_out(
    row: Conformance,
    show: Callable[[Outcome], None],
    prepared: Callable[[Conformance, Limits], Examination] = examination,
    seconds: float | None = None,
) -> None:
    limits = Limits.kept(shown_thresholds(row.workspace).values)
    found: list[Outcome] = []
    running = Conformance.objects.filter(pk=row.pk, state=Conformance.State.RUNNING)

    def keep(outcome: Outcome) -> None:
        """Before it is shown, so that a page sees how far it is."""
        found.append(outcome)
        running.update(outcomes=[asdict(each) for each in found])
        show(outcome)

    try:
        with Heartbeat(lambda: bool(running.update(beat=Now())), limits.beat_seconds, f"examination-{row.pk}"):
            exam = prepared(row, limits)
            in_time = async_to_sync(_each)(exam, keep, seconds)
            _finish(row, exam, found, "" if in_time else TOO_LONG)
    except Overtaken:
        row.refresh_from_db()
    except Exception as error:
        _close(row, Conformance.State.FAILED, failure=OUR_FAULT.format(type(error).__name__))
        raise


async def _each(exam: Examination, keep: Callable[[Outcome], None], seconds: float | None) -> bool:
    try:
        async with asyncio.timeout(seconds):
            async for outcome in examine(exam.desk, exam.probes, exam.call_seconds):
                await sync_to_async(keep)(outcome)
    except TimeoutError:
        return False
    return True


def _finish(row: Conformance, exam: Examination, found: list[Outcome], failure: str) -> None:
    """What was broken off is never passed: a task that is required wasn't reached then."""
    asked, answered = exam.desk.used
    _close(
        row,
        Conformance.State.PASSED if not failure and fit(found, exam.probes) else Conformance.State.FAILED,
        outcomes=[asdict(outcome) for outcome in found],
        model=exam.desk.model,
        server=async_to_sync(server_of)(row.binding),
        input_tokens=asked,
        output_tokens=answered,
        failure=failure or next((each.detail for each in found if each.last), ""),
    )


def _close(row: Conformance, state: Conformance.State, **told: Any) -> None:
    """Once: what a sweeper gave up stays given up, whoever comes back."""
    told |= {"state": state, "finished": timezone.now()}
    Conformance.objects.filter(pk=row.pk, finished=None).update(**told)
    row.refresh_from_db()


def sweep_examinations() -> None:
    """Sends anew what no worker took yet, and closes what nobody will finish."""
    for row in Conformance.objects.deserted():
        _close(row, Conformance.State.FAILED, failure=LOST if row.beat else UNTAKEN)
        settle_lost(row)
    for pk in Conformance.objects.filter(state=Conformance.State.ASKED, at__lt=Now() - SENT_ANEW).values_list("pk"):
        enqueue_examination(*pk)


EXAMINATIONS_SHOWN = 4
"""Of a role: the last of each endpoint that is bound or was tried lately."""


def examinations_of(workspace: Workspace, role: str) -> list[Conformance]:
    """The last one of each endpoint, the newest first."""
    newest: dict[str, Conformance] = {}
    for row in Conformance.objects.filter(workspace=workspace, role=role).examinations()[: EXAMINATIONS_SHOWN**2]:
        newest.setdefault(row.binding, row)
    return list(newest.values())[:EXAMINATIONS_SHOWN]


def last_examination(workspace: Workspace, role: str, text: str) -> Conformance | None:
    rows = Conformance.objects.filter(workspace=workspace, role=role, binding=text).examinations()
    found: Conformance | None = rows.first()
    return found
