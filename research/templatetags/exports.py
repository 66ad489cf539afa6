"""The menu of files that a report can be taken away as."""

from typing import Any

from django import template
from django.utils import timezone

from research.models import ResearchTask, ShareLink, User
from research.store.exports.formats import FORMATS

register = template.Library()


@register.inclusion_tag("report/_files.html")
def report_files(task: ResearchTask) -> dict[str, Any]:
    return {"task": task, "formats": FORMATS.values()}


@register.inclusion_tag("report/_links.html", takes_context=True)
def share_links(context: dict[str, Any], task: ResearchTask, unfolded: bool = False) -> dict[str, Any]:
    """Who shared which version by link, to be seen by every reader of the task and ended by its reviewers."""
    person, token = context.get("user"), context.get("csrf_token")
    rows = ShareLink.objects.filter(task=task).select_related("report", "person", "revoked_by")
    now, shut = timezone.now(), not task.workspace.links_allowed
    return {
        "task": task,
        "links": rows,
        "alive": sum(each.revoked_at is None and each.until > now for each in rows),
        "now": now,
        "shut": shut,
        "may": isinstance(person, User) and person.can("decide", task.workspace),
        "unfolded": unfolded,
        "csrf_token": token,
    }
