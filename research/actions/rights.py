"""Rights, checked in the verb, so that no door can forget them."""

from django.utils.translation import gettext as _

from research.actions.refusal import Forbidden
from research.models import Membership, ResearchTask, User, Workspace
from research.models.people import roles_with


def need(person: User, right: str, workspace: Workspace) -> None:
    if not person.is_active or not person.can(right, workspace):
        raise Forbidden(_("You don't have the right to do this in the workspace %(name)s.") % {"name": workspace})


def need_task(person: User, task: ResearchTask) -> None:
    """A task is steered by whoever asked it, and by admins."""
    need(person, "ask", task.workspace)
    if task.owner_id != person.pk and not person.can("tune", task.workspace):
        raise Forbidden(_("Only the person who asked, or an admin, may do this."))


def others_may_review(person: User, workspace: Workspace) -> bool:
    """Whether somebody else in the workspace could decide in this person's place."""
    members = Membership.objects.filter(workspace=workspace, role__in=roles_with("decide"), person__is_active=True)
    return members.exclude(person=person).exists()
