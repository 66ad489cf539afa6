"""Where a task looks, from its row: for the library that keeps to it, and in words for pages and exports."""

from django.utils.translation import gettext as _

from reach.scope import Scope, shown
from research.models import ResearchTask


def scope_of(task: ResearchTask) -> Scope:
    """What was checked when the task began; rows hold hosts in their one spelling."""
    return Scope(tuple(task.only_sites), tuple(task.never_sites), task.documents_only)


def scope_words(task: ResearchTask) -> str:
    """One line, empty where nothing was ruled out."""
    parts = []
    if task.documents_only:
        parts.append(_("only your own documents"))
    if task.only_sites:
        parts.append(_("only these sites: %(sites)s") % {"sites": _(", ").join(map(shown, task.only_sites))})
    if task.never_sites:
        parts.append(_("never these sites: %(sites)s") % {"sites": _(", ").join(map(shown, task.never_sites))})
    return _("; ").join(parts)
