"""How a limit's effect is looked for: a probe says what can be seen of a task that runs under given limits."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from asgiref.sync import async_to_sync

from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from tests.builders import World, world

Probe = Callable[[Limits], Any]
"""What can be seen of a task that runs under these limits."""
PROBES: dict[str, tuple[float, Probe]] = {}
"""By limit: a value other than the default, and where its effect is seen."""
WORDS = "Lanwan had 1,240 MWh of storage at the end of 2024."


def probe(**values: float) -> Callable[[Probe], Probe]:
    def register(see: Probe) -> Probe:
        PROBES.update({name: (value, see) for name, value in values.items()})
        return see

    return register


def there(limits: Limits, *args: Any, **parts: Any) -> World:
    made = world(*args, **parts)
    return replace(made, tools=replace(made.tools, limits=limits))


def until(made: World, *phases: Phase) -> World:
    async_to_sync(made.until)(*phases)
    return made


def step(made: World) -> World:
    async_to_sync(made.step)()
    return made
