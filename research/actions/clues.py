"""What tasks learned, in the hands of people: a task kept out, a clue withheld, a clue forgotten. Each is audited.

It is the word of whoever asked the task, or of an admin. The trail names a forgotten clue by its hash alone: what is
forgotten must not be read there for ever.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from memory.models import Clue, KeptOut
from reach.clean import clean
from research.actions.refusal import Forbidden, Refused
from research.actions.rights import need, need_task
from research.actions.tasks import locked
from research.actions.trail import audit
from research.models import ResearchTask, User, Workspace


def may_rule_on(person: User, workspace: Workspace, clue: Clue) -> bool:
    """For showing buttons; the verbs check for themselves."""
    try:
        _need_clue(person, workspace, clue)
    except Forbidden:
        return False
    return True


def forget_clue(person: User, workspace: Workspace, clue: Clue, *, reason: str, door: str = "page") -> None:
    """For good. The task that learned it keeps its evidence; no later one is told."""
    said = _said(reason)
    with transaction.atomic():
        row = _locked(person, workspace, clue)
        row.delete()
        audit(person, workspace, door, "forget_clue", f"clue {clue.pk}", _told(row), None, said)


def withhold_clue(
    person: User, workspace: Workspace, clue: Clue, withheld: bool, *, reason: str, door: str = "page"
) -> None:
    """Kept in the list, told to no task; or told again."""
    said = _said(reason)
    with transaction.atomic():
        row = _locked(person, workspace, clue)
        if row.withheld == withheld:
            raise Refused(_("It is withheld already.") if withheld else _("It is shared already."))
        before = _told(row)
        row.withheld = withheld
        row.save(update_fields=["withheld"])
        audit(person, workspace, door, "withhold_clue", f"clue {clue.pk}", before, _told(row), said)


def keep_out(person: User, task: ResearchTask, out: bool, *, reason: str, door: str = "page") -> None:
    """Nothing that the task learned, or will learn, is told to another; or all of it is again."""
    need_task(person, task)
    said = _said(reason)
    with transaction.atomic():
        task = locked(task)
        there = KeptOut.objects.filter(task=task.pk)
        if there.exists() == out:
            raise Refused(_("It is kept out already.") if out else _("It is shared already."))
        if out:
            KeptOut.objects.create(task=task.pk)
        else:
            there.delete()
        audit(person, task.workspace, door, "keep_out", task.label, {"kept_out": not out}, {"kept_out": out}, said)


def _locked(person: User, workspace: Workspace, clue: Clue) -> Clue:
    """The row as it is now; gone since the page was read is an answer, not an error."""
    row = Clue.objects.select_for_update().filter(workspace_id=workspace.pk, pk=clue.pk).first()
    if row is None:
        raise Refused(_("This clue is forgotten already."))
    _need_clue(person, workspace, row)
    return row


def _need_clue(person: User, workspace: Workspace, clue: Clue) -> None:
    """Of a task that is gone only an admin may speak."""
    task = ResearchTask.objects.filter(pk=clue.task, workspace=workspace).first() if clue.task else None
    if task:
        need_task(person, task)
    else:
        need(person, "tune", workspace)


def _told(row: Clue) -> dict[str, Any]:
    return {"task": row.task_label, "text_hash": row.text_hash, "withheld": row.withheld, "state": row.state}


def _said(reason: str) -> str:
    said = clean(reason).strip()
    if not said:
        raise Refused(_("Say why: the reason stands in the audit trail."))
    return said
