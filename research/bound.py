"""Which servers answer for a role: binding → endpoint, kept by the process, behind the door that all workers share."""

from asyncio import Semaphore
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from django.conf import settings

from research.engine.limits import Limits
from research.models import ResearchTask
from research.roles.binding import bind, each, key_of, read
from research.roles.endpoints import BoundEndpoint
from research.roles.endpoints.door import DoorRules, Gated
from research.roles.endpoints.patience import Patience
from research.roles.endpoints.sizing import ServerSizes
from research.store.doors import RowDoor


def bound_line(task: ResearchTask, role: str) -> tuple[str, str]:
    """What binds the role for this task, and the name of its key: as its workspace said when it began, else as the
    environment says."""
    here = task.bindings.values.get(role) if task.bindings else None
    return (here["endpoint"], here["key"]) if here else (settings.ROLE_ENDPOINTS[role], "")


def keys(role: str = "", key_name: str = "") -> Mapping[str, str]:
    """Secrets by the names that bindings look for. They go to an endpoint and nowhere else. A binding of a page may
    name the one that is the role's."""
    own = {f"{role.upper()}_API_KEY": settings.API_KEYS.get(key_name, "")} if key_name else {}
    return {**settings.API_KEYS, **own}


def key_names() -> tuple[str, ...]:
    """Those that are set: a page shows names, and no door shows a value."""
    return tuple(sorted(name for name, value in settings.API_KEYS.items() if value))


@dataclass(frozen=True, slots=True)
class Line:
    """One bound server, and how many of all workers may call it at once."""

    endpoint: BoundEndpoint
    seats: int | None
    sizes: ServerSizes

    @property
    def patience(self) -> Patience:
        return self.endpoint.patience

    @property
    def name(self) -> str:
        return self.endpoint.name

    def places(self, limits: Limits) -> Semaphore:
        """For the calls of one step among themselves."""
        return Semaphore(self.seats or limits.call_seats)

    def gated(self, limits: Limits, door: RowDoor) -> Gated:
        """Behind the door that all workers share. A binding's own options come before the task's limits."""
        rules = DoorRules.of(limits.values())
        rules = replace(rules, call_seats=self.seats or rules.call_seats)
        return Gated(self.endpoint, door, rules, self.patience)


def endpoints_of(line: str, role: str, limits: Limits, key_name: str = "") -> list[Line]:
    """None for builtin."""
    patience = Patience.of(limits.values())
    made = ((_endpoint(text, role, patience, key_name), text) for text in each(line))
    return [
        Line(endpoint, read(text).seats, _server_sizes(text, role, key_name)) for endpoint, text in made if endpoint
    ]


@cache
def _server_sizes(text: str, role: str, key_name: str) -> ServerSizes:
    """Kept by the process: a window is asked for once."""
    return ServerSizes(read(text), key_of(read(text), keys(role, key_name), role))


@cache
def _endpoint(text: str, role: str, patience: Patience, key_name: str = "") -> BoundEndpoint | None:
    """Kept by the process: an endpoint learns how its server wants to be spoken to."""
    return bind(text, keys(role, key_name), patience, role)
