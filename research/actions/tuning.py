"""Thresholds: numbered, immutable versions. A running task keeps the version it began with."""

import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from reach.clean import clean
from research.actions.refusal import Refused, Stale
from research.actions.rights import need
from research.actions.trail import audit
from research.engine.limits import Limits, OutOfRange
from research.models import Thresholds, User, Workspace
from research.store.sayings import said

_SERVES = re.compile(r"\s*\([A-Z]-?\d+(?:, [A-Z]-?\d+)*\)")
"""Which requirement a number serves: for those who read the code, not for those who set it."""


@dataclass(frozen=True, slots=True)
class LimitRow:
    """One limit as an admin sees it."""

    name: str
    group: str
    value: float
    default: float
    unit: str
    low: float
    high: float
    reason: str
    modified: bool
    whole: bool


def current_thresholds(workspace: Workspace) -> Thresholds:
    """The newest version; the first is written when first needed. Limits added since have their default."""
    shown = shown_thresholds(workspace)
    if shown.pk is None:
        first = {"values": shown.values, "reason": shown.reason}
        shown, _new = Thresholds.objects.get_or_create(workspace=workspace, number=shown.number, defaults=first)
    return shown


def shown_thresholds(workspace: Workspace) -> Thresholds:
    """For looking: the same version, but looking writes nothing, so the first may be unsaved yet."""
    newest: Thresholds | None = Thresholds.objects.filter(workspace=workspace).order_by("-number").first()
    if newest is None:
        return Thresholds(workspace=workspace, number=1, values=Limits().values(), reason="defaults")
    newest.values = Limits.kept(newest.values).values()
    return newest


def limit_rows(workspace: Workspace) -> list[LimitRow]:
    values = shown_thresholds(workspace).values
    return [_row(limit, values[limit.name]) for limit in fields(Limits)]


def _row(limit: "Field[Any]", value: float) -> LimitRow:
    about: Mapping[str, Any] = limit.metadata
    default: Any = limit.default
    return LimitRow(
        name=limit.name,
        group=about["group"],
        value=value,
        default=default,
        unit=about["unit"],
        low=about["low"],
        high=about["high"],
        reason=_SERVES.sub("", about["reason"]),
        modified=value != default,
        whole=isinstance(default, int),
    )


def change_thresholds(
    person: User,
    workspace: Workspace,
    values: Mapping[str, float],
    *,
    reason: str,
    seen_number: int,
    door: str = "page",
) -> Thresholds:
    """A new version with these values over the current ones. Needs a reason, and the version that was seen."""
    need(person, "tune", workspace)
    reason = _said(reason)
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        now = current_thresholds(workspace)
        if now.number != seen_number:
            raise Stale(_("Somebody saved version %(number)s meanwhile.") % {"number": now.number}, now)
        return _save(person, workspace, now, {**now.values, **values}, reason, "change_thresholds", door)


def _said(reason: str) -> str:
    said = clean(reason).strip()
    if not said:
        raise Refused(_("Say why: the reason stands beside the new version."))
    return said


def restore_thresholds(
    person: User, workspace: Workspace, number: int, *, reason: str, door: str = "page"
) -> Thresholds:
    """An earlier version's values as a new version: history is never rewritten."""
    need(person, "tune", workspace)
    reason = _said(reason)
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        old = Thresholds.objects.filter(workspace=workspace, number=number).first()
        if old is None:
            raise Refused(_("There is no version %(number)s.") % {"number": number})
        now = current_thresholds(workspace)
        values = Limits.kept(old.values).values()
        return _save(person, workspace, now, values, reason, "restore_thresholds", door)


def _save(
    person: User, workspace: Workspace, now: Thresholds, values: dict[str, float], reason: str, verb: str, door: str
) -> Thresholds:
    try:
        checked = Limits.of(values).values()
    except OutOfRange as error:
        raise Refused(said(str(error))) from None
    made = Thresholds.objects.create(
        workspace=workspace, number=now.number + 1, values=checked, person=person, reason=reason
    )
    changed = {name for name, value in checked.items() if now.values.get(name) != value}
    before = {name: now.values.get(name) for name in sorted(changed)}
    after = {name: checked[name] for name in sorted(changed)}
    audit(person, workspace, door, verb, f"thresholds {made.number}", before, after, reason)
    return made
