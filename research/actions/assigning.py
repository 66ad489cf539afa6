"""Whose turn a sentence is, as a team wishes it. Whoever may decide may still decide; a hold is what it was (Q4)."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.tasks import locked
from research.actions.trail import audit
from research.broadcast import desk_moved
from research.models import Assignment, Claim, Hold, ResearchTask, User, Workspace


def assign_claim(person: User, claim: Claim, to: str, *, door: str = "page") -> Assignment | None:
    """By user name; an empty one leaves the sentence to whoever comes first. Only of sentences that wait."""
    need(person, "decide", claim.task.workspace)
    return _assigned(person, claim.task, [claim.pk], to, door)[0]


def assign_task(person: User, task: ResearchTask, to: str, *, door: str = "page") -> list[Claim]:
    """All that wait of a task, each with a line of its own in the trail. Returned: those that changed hands."""
    need(person, "decide", task.workspace)
    waiting = list(Claim.objects.filter(task=task).waiting().values_list("pk", flat=True))
    if not waiting:
        raise Refused(_("No sentence of this task waits."))
    before = dict(Assignment.objects.filter(claim__in=waiting).values_list("claim", "person__username"))
    _assigned(person, task, waiting, to, door)
    changed = [pk for pk in waiting if before.get(pk, "") != to]
    return list(Claim.objects.filter(pk__in=changed).select_related("task").order_by("number"))


def turn_over(person: User, claim: Claim, door: str, role: str = "") -> None:
    """The sentence waits no longer, or not for this person: with a line in its history. In the caller's transaction,
    with the task's row locked."""
    has = Assignment.objects.filter(claim=claim).select_related("person").first()
    if has is None:
        return
    has.delete()
    before, after = {"to": has.person.username}, {"to": "", **({"role": role} if role else {})}
    audit(person, claim.task.workspace, door, "assign_claim", claim.label, before, after)
    desk_moved()


def turns_over(person: User, workspace: Workspace, member: User, role: str, door: str) -> None:
    """Whoever decides no longer has nothing in hand, and no turn. The tasks come first, as in every verb: what is
    assigned meanwhile waits for its row."""
    mine = Assignment.objects.filter(person=member, claim__task__workspace=workspace)
    for task in ResearchTask.objects.filter(pk__in=mine.values("claim__task")).order_by("pk"):
        locked(task)
    Hold.objects.filter(person=member, claim__task__workspace=workspace).delete()
    for row in mine.select_related("claim__task__workspace").order_by("claim__task", "claim__number"):
        turn_over(person, row.claim, door, role)


def _assigned(person: User, task: ResearchTask, claims: Iterable[int], to: str, door: str) -> list[Assignment | None]:
    """Under the task's lock, so that what is written in the trail is what happened."""
    with transaction.atomic():
        task = locked(task)
        reviewer = _reviewer(task, to)
        rows = Claim.objects.filter(pk__in=claims).select_related("assignment__person").order_by("number")
        made = [_one(person, task, claim, reviewer, door) for claim in rows]
    desk_moved()
    return made


def _one(person: User, task: ResearchTask, claim: Claim, to: User | None, door: str) -> Assignment | None:
    if not claim.waits:
        raise Refused(_("This sentence waits for nobody: there is nothing to assign."))
    has: Assignment | None = getattr(claim, "assignment", None)
    if (has.person if has else None) == to:
        return has
    made = None
    if to is None:
        Assignment.objects.filter(claim=claim).delete()
    else:
        made, _new = Assignment.objects.update_or_create(claim=claim, defaults={"person": to, "by": person})
    before, after = {"to": has.person.username if has else ""}, {"to": to.username if to else ""}
    audit(person, task.workspace, door, "assign_claim", claim.label, before, after)
    return made


def _reviewer(task: ResearchTask, name: str) -> User | None:
    if not name:
        return None
    found = User.objects.filter(username=name, is_active=True, memberships__workspace=task.workspace_id).first()
    if found is None or not found.can("decide", task.workspace):
        raise Refused(_("Choose somebody who reviews in this workspace."))
    return found
