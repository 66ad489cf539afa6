"""Who answers for which role in a workspace: numbered, immutable versions over what the environment says.

A running task keeps the version it began with. Keys are named, never given: their values stay in the environment.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from reach.clean import clean
from research.actions.examining import ROLES, last_examination, readable
from research.actions.refusal import Refused, Stale
from research.actions.rights import need
from research.actions.trail import audit
from research.examination import calls_at_most
from research.models import Bindings, Conformance, ModelCall, Price, ServerDoor, User, Workspace
from research.roles.binding import BUILTIN, Bound, each, read
from research.store.prices import price_of

HERE = tuple(role for role in ROLES if role != "embedder")
"""Roles that a page may bind. The embedder stays the environment's: all vectors that are kept are its own."""


@dataclass(frozen=True, slots=True)
class Server:
    """One endpoint of a role, as an admin sees it."""

    binding: str
    builtin: bool
    examination: Conformance | None
    door: ServerDoor | None
    """None: it never failed."""
    last_ok: ModelCall | None
    last_failed: ModelCall | None
    price: Price | None
    """None: nobody knows what it costs, or it costs nothing."""


@dataclass(frozen=True, slots=True)
class RoleBinding:
    role: str
    line: str
    key_name: str
    of_environment: bool
    changeable: bool
    servers: Sequence[Server]

    @property
    def calls_at_most(self) -> int | None:
        """Of an examination of one endpoint, where that is worth saying before it is asked for."""
        return calls_at_most(self.role)


def current_bindings(workspace: Workspace) -> Bindings | None:
    """None: nobody changed anything here, and the environment binds all roles."""
    found: Bindings | None = Bindings.objects.filter(workspace=workspace).first()
    return found


def role_bindings(workspace: Workspace) -> list[RoleBinding]:
    now = current_bindings(workspace)
    values = now.values if now else {}
    return [_shown(workspace, role, values.get(role)) for role in ROLES]


def _shown(workspace: Workspace, role: str, here: dict[str, str] | None) -> RoleBinding:
    line = here["endpoint"] if here else settings.ROLE_ENDPOINTS[role]
    servers = [_server(workspace, role, text) for text in each(line)]
    return RoleBinding(role, line, here["key"] if here else "", here is None, role in HERE, servers)


def _server(workspace: Workspace, role: str, text: str) -> Server:
    bound = read(text)
    name = server_name(bound)
    calls = ModelCall.objects.filter(workspace=workspace, endpoint=name).order_by("-id")
    door = ServerDoor.objects.filter(server=name).first()
    return Server(
        text,
        bound.family == BUILTIN,
        last_examination(workspace, role, text),
        door,
        calls.filter(state=ModelCall.State.SETTLED).first(),
        calls.filter(state=ModelCall.State.FAILED).first(),
        price_of(workspace.pk, name) if bound.model else None,
    )


def server_name(bound: Bound) -> str:
    """As the endpoint calls itself in the ledger and at its door."""
    return f"anthropic://{bound.model}" if bound.family == "anthropic" else f"{bound.base_url}/{bound.model}"


def own_work_is_checked(rows: Sequence[RoleBinding]) -> bool:
    """Checker and reporter share an endpoint: one model marks its own work."""
    lines = {row.role: {server_name(read(each.binding)) for each in row.servers if not each.builtin} for row in rows}
    return bool(lines["reporter"] & lines["checker"])


def bind_role(
    person: User,
    workspace: Workspace,
    role: str,
    line: str,
    *,
    key_name: str = "",
    reason: str,
    seen_number: int,
    anyway: bool = False,
    door: str = "page",
) -> Bindings:
    """A new version for tasks to come; an empty line gives the role back to the environment.

    An endpoint that wasn't examined, or failed, is refused; `anyway` binds it all the same, and the trail says so.
    """
    need(person, "tune", workspace)
    if role not in HERE:
        raise Refused(_("The embedder is bound by the environment alone: all vectors that are kept are its own."))
    line = line.strip()
    reason = _said(reason)
    parts = readable(role, line, key_name) if line else ()
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        unfit = [text for text in parts if not _is_fit(workspace, role, text)]
        if unfit and not anyway:
            raise Refused(_("%(endpoint)s has not passed the examination for this role.") % {"endpoint": unfit[0]})
        return _save(person, workspace, role, line, key_name, reason, seen_number, unfit, door)


def _save(
    person: User,
    workspace: Workspace,
    role: str,
    line: str,
    key_name: str,
    reason: str,
    seen_number: int,
    unfit: Sequence[str],
    door: str,
) -> Bindings:
    now = current_bindings(workspace)
    if (now.number if now else 0) != seen_number:
        raise Stale(_("Somebody saved version %(number)s meanwhile.") % {"number": now.number if now else 0}, now)
    before = now.values if now else {}
    values = {name: value for name, value in before.items() if name != role}
    if line:
        values[role] = {"endpoint": line, "key": key_name}
    made = Bindings.objects.create(
        workspace=workspace, number=seen_number + 1, values=values, person=person, reason=reason
    )
    after = {**values.get(role, {}), **({"unfit": list(unfit)} if unfit else {})}
    audit(person, workspace, door, "bind_role", f"{role}, bindings {made.number}", before.get(role), after, reason)
    return made


def _said(reason: str) -> str:
    said = clean(reason).strip()
    if not said:
        raise Refused(_("Say why: the reason stands beside the new version."))
    return said


def _is_fit(workspace: Workspace, role: str, text: str) -> bool:
    if read(text).family == BUILTIN:
        return True
    last = last_examination(workspace, role, text)
    return last is not None and last.state == Conformance.State.PASSED and not last.too_thin
