"""Our count of a prompt's tokens against the server's own, learned call by call and used by the next count.

A prompt is packed with our count times the ratio of its model. The worst case that is reserved for a call doesn't use
it: that bound holds for any vocabulary.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import QuerySet

from research.models import TokenRatio
from research.roles.endpoints import Finish, Reply, Request
from research.roles.endpoints.sizing import ServerSizes
from research.roles.tokens import count_tokens
from research.store.prepared import Prepared
from research.store.statements import Part

LOWEST, HIGHEST = 0.5, 2.0
"""Ratios beyond these are a server's fault, not a vocabulary's (tried: 0.9 to 1.9, see `roles.tokens`)."""
STEPS = 20
"""A ratio is rounded up to a twentieth: a prompt put together again after a crash is the same but on a rare border."""
WEIGHED = 200
"""Calls after which what was learned counts half: a server may get another model under the same name."""


@dataclass(frozen=True, slots=True)
class Error:
    """`ratio`: what counts are multiplied by. `off`: share by which the plain count was off, on the whole."""

    endpoint: str
    model: str
    calls: int
    ratio: float
    off: float
    widest: float


def errors(endpoints: Collection[str]) -> list[Error]:
    """Of every model that these servers ever answered with."""
    rows = TokenRatio.objects.filter(endpoint__in=endpoints).order_by("endpoint", "model")
    return [_error(row, row.counted, row.used) for row in rows]


def _error(row: TokenRatio, counted: int, used: int) -> Error:
    return Error(row.endpoint, row.model, row.calls, _rounded(counted, used), _plain(counted, used) - 1, row.widest)


@Prepared
def _newest(endpoint: str) -> QuerySet[Any, Any]:
    rows = TokenRatio.objects.filter(endpoint=endpoint).order_by("-updated_at")
    return rows.values_list("counted", "used")[:1]


def ratio_of(endpoint: str) -> float:
    return next((_rounded(*row) for row in _newest(endpoint)), 1.0)


_LEARN = """
    INSERT INTO research_tokenratio AS old (endpoint, model, calls, counted, used, widest, updated_at)
    VALUES (%(ratio_of)s, %(ratio_model)s, 1, %(ratio_counted)s, %(ratio_used)s, %(ratio_off)s, now())
    ON CONFLICT (endpoint, model) DO UPDATE SET
        calls = old.calls + 1,
        counted = old.counted / (CASE WHEN old.calls %% %(ratio_weighed)s = 0 THEN 2 ELSE 1 END) + excluded.counted,
        used = old.used / (CASE WHEN old.calls %% %(ratio_weighed)s = 0 THEN 2 ELSE 1 END) + excluded.used,
        widest = greatest(old.widest, excluded.widest),
        updated_at = excluded.updated_at
"""


def lesson(endpoint: str, model: str, counted: int, used: int) -> Sequence[Part]:
    """A part of whatever statement is made anyway; none where there is nothing to learn."""
    if not counted or not used:
        return ()
    values = {"of": endpoint, "model": model, "counted": counted, "used": used, "weighed": WEIGHED}
    values["off"] = abs(used / counted - 1)
    return (Part(_LEARN, {f"ratio_{name}": value for name, value in values.items()}),)


def learnt(endpoint: str, request: Request, reply: Reply) -> Sequence[Part]:
    """What a server didn't say teaches nothing."""
    if reply.estimated or reply.finish is Finish.COUNTED:
        return ()
    return lesson(
        endpoint, reply.model, count_tokens(request.system) + count_tokens(request.prompt), reply.input_tokens
    )


def _plain(counted: int, used: int) -> float:
    return used / counted if counted else 1.0


def _rounded(counted: int, used: int) -> float:
    return min(HIGHEST, max(LOWEST, math.ceil(_plain(counted, used) * STEPS) / STEPS))


@dataclass
class RowGauge:
    """Of the endpoints that a role asks in order: the smallest window, the widest ratio, the first one's own count. The
    ratio is that of a step's beginning, so all prompts of a step are put together alike."""

    names: Sequence[str]
    servers: Sequence[ServerSizes]
    _ratio: float | None = None

    async def window(self) -> int | None:
        told = [size for server in self.servers if (size := await server.window())]
        return min(told, default=None)

    async def exact(self, system: str, prompt: str) -> int | None:
        return await self.servers[0].exact(system, prompt) if self.servers else None

    def refused(self, why: str) -> bool:
        told = [server.refused(why) for server in self.servers]
        return any(told)

    async def ratio(self) -> float:
        if self._ratio is None:
            self._ratio = max([await sync_to_async(ratio_of)(name) for name in self.names], default=1.0)
        return self._ratio
