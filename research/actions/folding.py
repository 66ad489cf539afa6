"""Decisions into the report's next version, whenever they are made, and publishing one (P10).

While a task waits for its reviewers the engine folds what they decided, once nothing waits. Decisions after that are
folded here, each at once: a published version stays as it is, and the next one is a draft.
"""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from research.actions.refusal import Refused, Stale
from research.actions.rights import need
from research.actions.tasks import current_step, locked, tell
from research.actions.trail import audit
from research.broadcast import entry_written
from research.engine.citations import folded
from research.engine.events import DecisionsFolded
from research.engine.lifecycle import Status
from research.models import Claim, Report, ResearchTask, User
from research.store.archive import claims_of_report
from research.store.record import record
from research.store.versions import decided, in_force, sections_of, written_before


def fold_back(task: ResearchTask) -> Report | None:
    """The next version, where decisions are in force that the newest one doesn't hold, or the other way round. Always
    made from what was written, so that a decision taken back leaves nothing behind. Expects a locked row."""
    newest = task.reports.order_by("-version").first()
    holds = in_force(task)
    if newest is None or {row.pk for row in holds} == set(newest.decisions.values_list("pk", flat=True)):
        return None
    values = tuple(decided(row) for row in holds)
    sections = folded(sections_of(written_before(newest)), claims_of_report(task), values)
    entry_written(task.pk, record(task, current_step(task), [DecisionsFolded(sections, values)]))
    made: Report = task.reports.latest("version")
    return made


def fold_when_over(task: ResearchTask) -> None:
    """Nobody else will: the engine has left the task for good."""
    if Status(task.status).over:
        fold_back(task)


def publish(person: User, task: ResearchTask, *, seen_version: int, door: str = "page") -> Report:
    """Freezes the newest version. Later decisions make another one."""
    need(person, "decide", task.workspace)
    with transaction.atomic():
        task = locked(task)
        newest = _publishable(task, seen_version)
        mine = Report.objects.filter(pk=newest.pk, published_at=None)
        mine.update(published_at=Now(), published_by=person)
        tell(task, [("Published", {"version": newest.version, "by": person.username})])
        after = {"version": newest.version}
        audit(person, task.workspace, door, "publish", f"{task.label}.{newest.version}", after=after)
        newest.refresh_from_db()
        return newest


def _publishable(task: ResearchTask, seen_version: int) -> Report:
    newest: Report | None = task.reports.order_by("-version").first()
    if newest is None or not Status(task.status).over:
        raise Refused(_("A report can be published once its task has ended."))
    if newest.version != seen_version:
        raise Stale(_("There is a newer version than the one you saw."), newest)
    if newest.published_at is not None:
        raise Refused(_("This version is published already."))
    if Claim.objects.filter(task=task).waiting().exists():
        raise Refused(_("Sentences of this report still wait for a decision. Decide them first."))
    return newest
