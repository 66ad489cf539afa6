"""Marks on hosts: an admin's word on how far a source is believed; it wins over the product's own table (R057).

What is graded already keeps its grade: a report must not change under its readers. New pages are graded anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from reach.clean import clean
from reach.scope import shown
from reach.trust import BY_NAME, LISTED, Graded, Trust, graded, host_of, markable
from research.actions.asking import checked_site
from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.trail import audit
from research.models import TrustMark, User, Workspace
from research.store.marks import marks_of


@dataclass(frozen=True, slots=True)
class TrustClass:
    """One of the five, with what the product's own table has in it."""

    name: str
    grade: float
    why: str
    hosts: tuple[str, ...]
    by_name: tuple[str, ...]
    """Rules on the shape of a host's name."""


def trust_table() -> Sequence[TrustClass]:
    return [
        TrustClass(
            trust.value,
            trust.grade(),
            trust.why,
            LISTED.get(trust, ()),
            tuple(why for _shape, fits, why in BY_NAME if fits is trust),
        )
        for trust in Trust
    ]


def trust_of(workspace: Workspace, address: str) -> Graded | None:
    """Which grade a page at this address would get now, and why; None for what is no web address."""
    return graded(f"https://{_bracketed(host)}/", marks_of(workspace.pk)) if (host := host_of(address)) else None


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def mark_host(
    person: User, workspace: Workspace, host: str, trust: str, *, reason: str, door: str = "page"
) -> TrustMark:
    """A new mark, or another grade for a host that has one. It holds for all hosts below it, too."""
    need(person, "tune", workspace)
    name, grade, said = _host(host), _grade(trust), _said(reason)
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        before = _told(TrustMark.objects.filter(workspace=workspace, host=name).first())
        made, _new = TrustMark.objects.update_or_create(
            workspace=workspace, host=name, defaults={"grade": grade, "reason": said, "person": person}
        )
        audit(person, workspace, door, "mark_host", name, before, _told(made), said)
    return made


def unmark_host(person: User, workspace: Workspace, host: str, *, reason: str, door: str = "page") -> None:
    """The product's own table holds for the host again."""
    need(person, "tune", workspace)
    said = _said(reason)
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        mark = TrustMark.objects.filter(workspace=workspace, host=host_of(host)).first()
        if mark is None:
            raise Refused(_("There is no mark on %(host)s.") % {"host": clean(host).strip() or "–"})
        before = _told(mark)
        mark.delete()
        audit(person, workspace, door, "unmark_host", mark.host, before, None, said)


def _told(mark: TrustMark | None) -> dict[str, object] | None:
    return {"grade": mark.grade, "reason": mark.reason} if mark else None


def _host(typed: str) -> str:
    """As a scope takes it: what no rule here could keep, a path or a port, is refused and not cut off."""
    name = checked_site(clean(typed).strip())
    if not markable(name):
        told = {"entry": shown(name)}
        raise Refused(
            _("Anybody can have a name below “%(entry)s”. Mark the sites themselves, like example.org.") % told
        )
    return name


def _grade(trust: str) -> float:
    if trust not in list(Trust):
        raise Refused(_("Choose one of the five classes."))
    return Trust(trust).grade()


def _said(reason: str) -> str:
    said = clean(reason).strip()
    if not said:
        raise Refused(_("Say why: the reason stands beside the mark."))
    return said


def class_of(grade: float) -> str:
    """The class with this grade; a grade between two, from an earlier program, belongs to the nearer one."""
    return min(Trust, key=lambda trust: abs(trust.grade() - grade)).value
