"""What `manage.py check` says about a set-up that starts, but won't do what its owner means."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import redis
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from research import worker
from research.engine.limits import Limits

LOOPBACK = {"127.0.0.1", "localhost", "[::1]", "::1"}
REDIS_SECONDS = 2.0  # a check must not hang on a server that is down


@register()
def roles_are_bound(**_: Any) -> list[CheckMessage]:
    return [
        Error(
            f"The role {role} is bound to nothing.",
            hint=f"Set {role.upper()}_ENDPOINT, or remove it to use the built-in one.",
            id="research.E001",
        )
        for role, endpoint in settings.ROLE_ENDPOINTS.items()
        if not endpoint.strip()
    ]


@register()
def nobody_marks_their_own_work(**_: Any) -> list[CheckMessage]:
    """The built-in checker shares no model with the built-in reporter, which only quotes."""
    reporter, checker = settings.ROLE_ENDPOINTS["reporter"], settings.ROLE_ENDPOINTS["checker"]
    if reporter != checker or reporter.startswith(("builtin:", "counting:")):
        return []
    return [
        Warning(
            "Reporter and checker share an endpoint: one model marks its own work.",
            hint="Bind CHECKER_ENDPOINT to another model, or remove it to check by code.",
            id="research.W001",
        )
    ]


@register()
def time_runs_out_in_order(**_: Any) -> list[CheckMessage]:
    """A step ends by itself before its process ends it, and that before the message goes elsewhere."""
    order = (Limits().step_seconds, worker.HARD_SECONDS, worker.VISIBILITY_SECONDS)
    return out_of_order(order)


def out_of_order(order: Sequence[float]) -> list[CheckMessage]:
    if all(earlier < later for earlier, later in pairwise(order)):
        return []
    said = " < ".join(f"{seconds:g} s" for seconds in order)
    return [Error(f"Step deadline, hard limit and visibility don't rise: {said}", id="research.E002")]


@register(Tags.security)
def debug_stays_at_home(**_: Any) -> list[CheckMessage]:
    public = [host for host in (settings.HOST, *settings.ALLOWED_HOSTS) if host not in LOOPBACK]
    if not settings.DEBUG or not public:
        return []
    return [
        Error(
            f"REDTHREAD_DEBUG is on and {', '.join(public)} is public: error pages would show the insides to anybody.",
            hint="Turn REDTHREAD_DEBUG off, or set HOST and ALLOWED_HOSTS to loopback names.",
            id="research.E003",
        )
    ]


@register()
def redis_keeps_what_it_got(**_: Any) -> list[CheckMessage]:
    """A Redis that evicts keys loses queues. One that doesn't answer, or doesn't tell, isn't judged."""
    if not settings.REDIS_URL:
        return []
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=REDIS_SECONDS, decode_responses=True)
    try:
        policy = client.config_get("maxmemory-policy").get("maxmemory-policy", "noeviction")
    except redis.RedisError:
        return []
    finally:
        client.close()
    if policy == "noeviction":
        return []
    return [
        Error(
            f"Redis evicts keys when it is full ({policy}), and with them the queue.",
            hint="CONFIG SET maxmemory-policy noeviction",
            id="research.E004",
        )
    ]
