"""Where a task looks, from its row: for the library that keeps to it, and in words for pages and exports."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from reach.address import host
from reach.budget import skip
from reach.fetch import WEB, Read
from reach.pages import Hit, Outcome
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


def hits_inside(scope: Scope, hits: Sequence[Hit]) -> tuple[list[Hit], list[Outcome]]:
    """What may be looked at, and one row for each host beyond. An article that was also seen inside is taken there."""
    inside: list[Hit] = []
    beyond: dict[str, Outcome] = {}
    for hit in hits:
        address = next((url for url in (hit.url, *hit.other_urls) if scope.refusal(url) is None), None)
        if address is not None:
            inside.append(replace(hit, url=address))
        elif why := scope.refusal(hit.url):
            name = host(hit.url) or hit.url
            beyond.setdefault(name, skip(name, hit.channel, why))
    return inside, list(beyond.values())


def pages_inside(scope: Scope, answer: Read, asked: Sequence[str]) -> Read:
    """With an outcome for each address asked for. A cached page may lie elsewhere: nobody refused it yet."""
    refused = {page.url: why for page in answer.pages if (why := scope.refusal(page.final_url))}
    known = iter(answer.outcomes)
    outcomes = [skip(url, WEB, why) if (why := scope.refusal(url)) else next(known) for url in asked]
    told = [skip(each.target, each.channel, why) if (why := refused.get(each.target)) else each for each in outcomes]
    return Read(tuple(page for page in answer.pages if page.url not in refused), tuple(told))
