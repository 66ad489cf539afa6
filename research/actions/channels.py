"""The channels as an admin sees them: what each is for, how it answered when it was last asked, what holds it back."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db.models.functions import Now

from reach.budget import as_error
from reach.errors import Kind, ReachError
from reach.providers import Ability, Health, Provider
from research.actions.rights import need
from research.channels import BY_NAME_ONLY, HOUSE, NEEDS, active
from research.engine.limits import Limits
from research.models import ChannelCheck, HostPause, User, Workspace
from research.wiring import outside_for, reach_settings

OF_A_WORKSPACE = ("documents",)
"""Channels that differ from workspace to workspace: what one holds is no other's business."""


@dataclass(frozen=True, slots=True)
class ChannelRow:
    name: str
    ability: Ability
    check: ChannelCheck | None
    """None: never asked."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A channel that is off, and the setting that turns it on. Never a value: those stay in the environment."""

    name: str
    setting: str


def channel_rows(workspace: Workspace) -> list[ChannelRow]:
    known = {row.channel: row for row in ChannelCheck.objects.all()}
    return [ChannelRow(each.name, each.ability, known.get(_key(each, workspace))) for each in _providers(workspace)]


def switched_off() -> list[Switch]:
    on, given = set(active(settings)), {name: NEEDS.get(name, "REACH_CHANNELS") for name in (*NEEDS, *BY_NAME_ONLY)}
    off = [Switch(name, _missing(name, setting)) for name, setting in given.items() if name not in on]
    off += [Switch(name, "REACH_CHANNELS") for name in HOUSE if name not in on]
    if not settings.DATABASE_CHANNEL and "database" in on:
        off.append(Switch("database", "DATABASE_CHANNEL"))
    return off if settings.JSON_CHANNELS else [*off, Switch("json", "JSON_CHANNELS")]


def _missing(name: str, setting: str) -> str:
    """What is set up and still off was left out of the list of names."""
    there = {"searxng": settings.SEARXNG_URL, "feeds": settings.FEEDS, **settings.CHANNEL_API_KEYS}
    return "REACH_CHANNELS" if name in NEEDS and there.get(name) else setting


def back_offs() -> Sequence[HostPause]:
    """Hosts that asked to be left alone, and still are."""
    return list(HostPause.objects.filter(until__gt=Now()).order_by("until"))


def check_channels(person: User, workspace: Workspace) -> None:
    """Asks every channel something small, all at once, and keeps what each said. Paid services count it as a search."""
    need(person, "tune", workspace)
    providers = _providers(workspace)
    for each, health in zip(providers, async_to_sync(_asked)(providers), strict=True):
        told = {"ok": health.ok, "detail": health.detail, "quota": health.quota}
        ChannelCheck.objects.update_or_create(channel=_key(each, workspace), defaults=told)


async def _asked(providers: Sequence[Provider]) -> list[Health]:
    return await asyncio.gather(*(_health(each) for each in providers))


async def _health(provider: Provider) -> Health:
    seconds = reach_settings().health_seconds
    try:
        return await asyncio.wait_for(provider.health(), seconds)
    except TimeoutError:
        return Health(False, ReachError(Kind.TOO_SLOW, f"no answer within {seconds:g} s").detail)
    except Exception as error:
        return Health(False, as_error(error).detail)


def _providers(workspace: Workspace) -> Sequence[Provider]:
    return outside_for(workspace.pk, Limits(), named=()).providers


def _key(provider: Provider, workspace: Workspace) -> str:
    return f"{provider.name}/{workspace.pk}" if provider.name in OF_A_WORKSPACE else provider.name
