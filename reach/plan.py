"""How much one reach takes on: the width of the page pool, and which targets fit its time. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from reach.settings import ReachSettings


@dataclass(frozen=True, slots=True)
class Planned:
    """One target as the plan sees it."""

    host: str
    seconds: float  # P95 of its host's last answers, or the time-out where they are unknown (R253, R271)
    cap: int  # targets of this host at once
    gap: float  # seconds between two requests to it


def pool_width(troubled: float | None, settings: ReachSettings) -> int:
    """Pages in flight, by the share of the hosts read last that were in trouble (R215, R254).

    Six to begin with and while too few hosts are known; eight up to `pool_calm`, four from `pool_rough`, and on the
    straight line between. Hosts count, not pages: one bad host is held by its own cap and says nothing of the others.
    """
    if troubled is None:
        return settings.page_pool
    span = settings.pool_rough - settings.pool_calm
    rough = min(max((troubled - settings.pool_calm) / span, 0.0), 1.0)
    return round(settings.page_pool_most - rough * (settings.page_pool_most - settings.page_pool_least))


def planned_ends(targets: Sequence[Planned], pool: int, budget: float) -> list[float | None]:
    """When each target would end if all take their T, in their order; None for those that don't fit the budget.

    With one T for all this is ceil(N/C)·T < B (R253). Places that are free at the start are always used: what
    takes longer than the whole budget is cut by the clock, but it was tried.
    """
    places = [0.0] * pool
    hosts: dict[str, list[float]] = {}
    turns: dict[str, float] = {}
    ends: list[float | None] = []
    for target in targets:
        slots = hosts.setdefault(target.host, [0.0] * target.cap)
        place, slot = min(places), min(slots)
        begin = max(place, slot, turns.get(target.host, 0.0))
        end = begin + target.seconds
        if end >= budget and (place > 0 or slot > 0):
            ends.append(None)
            continue
        places[places.index(place)] = slots[slots.index(slot)] = end
        turns[target.host] = begin + target.gap
        ends.append(end)
    return ends
