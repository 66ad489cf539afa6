"""A role that asks a model and, where that brings nothing usable, lets its builtin twin answer, and says so.

A failure that only an operator can mend (no key, no such model, no credit) isn't papered over: it goes up, and the task
is parked with the sentence (B-034).
"""

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from research.roles.asking import UnusableAnswer, ask, declined
from research.roles.assembling import Assembled, Budget, Count, Part, Values, assembled, room
from research.roles.endpoints import Endpoint, EndpointError
from research.roles.flaws import Hears
from research.roles.gauge import OFFLINE, Gauge
from research.roles.sizes import Sizes
from research.roles.tokens import count_tokens

T = TypeVar("T")


class OnFallback(Protocol):
    def __call__(self, role: str, prompt: str, kind: str, detail: str) -> None:
        """Becomes a row: which question a model failed at, in which way, in one sentence."""


DROPPED = "dropped"
"""The kind told when an answer was used but for some of its parts."""


@dataclass(frozen=True, slots=True)
class Model:
    """One role's way to its model."""

    role: str
    endpoint: Endpoint
    sizes: Sizes
    tell: OnFallback
    gauge: Gauge = OFFLINE

    async def assembled(self, prompt: str, values: Values) -> Assembled:
        """In the tokens of the model that will read it. Where its server counts, and more than was thought, the prompt
        is put together once more by what it counted."""
        budget, ratio = await self._measured()
        made = assembled(prompt, values, budget, _times(ratio))
        told = await self.gauge.exact(made.rendered.system, made.rendered.prompt)
        if told is None or told <= budget.fill:
            return made
        return assembled(prompt, values, budget, _times(ratio * told / max(1, made.tokens)))

    async def room(self, prompt: str, values: Values, place: str, part: Part = Part.SEGMENTS) -> int:
        """Tokens, as they are counted offline, that the pieces of one place may take beside all else (R125)."""
        budget, ratio = await self._measured()
        return int(room(prompt, values, place, part, budget, _times(ratio)) / ratio)

    async def _measured(self) -> tuple[Budget, float]:
        return Budget.of(self.sizes, await self.gauge.window()), await self.gauge.ratio()

    async def ask(
        self,
        prompt: str,
        values: Values,
        answer_type: type[T],
        *,
        max_tokens: int,
        check: Callable[[T], str | None] = lambda answer: None,
        schema: dict[str, Any] | None = None,
    ) -> T:
        made = await self.assembled(prompt, values)
        return await ask(
            self.endpoint,
            prompt,
            made.values,
            answer_type,
            max_tokens=max_tokens,
            input_tokens=_in_our_tokens(made),
            role=self.role,
            check=check,
            schema=schema,
        )

    async def or_else(
        self,
        prompt: str,
        by_model: Callable[[], Awaitable[T]],
        instead: Callable[[], Awaitable[T]],
        if_declined: Callable[[], Awaitable[T]] | None = None,
    ) -> T:
        """`if_declined` answers where the model refused this one item: another try elsewhere would be no judgement."""
        try:
            return await by_model()
        except (UnusableAnswer, EndpointError) as failed:
            if isinstance(failed, EndpointError) and failed.permanent:
                raise
            self.tell(self.role, prompt, failed.kind, failed.detail)
            refused = declined(failed)
        return await (if_declined if if_declined and refused else instead)()

    def told_dropped(self, prompt: str, kept: int, offered: int, why: str) -> None:
        if isinstance(self.endpoint, Hears):
            self.endpoint.parted(prompt, offered, offered - kept)
        if kept < offered:
            self.tell(self.role, prompt, DROPPED, f"{offered - kept} of {offered} parts: {why}")


def _times(ratio: float) -> Count:
    """Our count of a text times what a model's own has been found to be of it, rounded up."""
    if ratio == 1:
        return count_tokens
    return lambda text: math.ceil(count_tokens(text) * ratio)


def _in_our_tokens(made: Assembled) -> int:
    """The ceiling in the tokens in which the last guard counts; for a prompt above it one less than it has."""
    rendered = made.rendered
    ours = count_tokens(rendered.system) + count_tokens(rendered.prompt)
    return ours if made.tokens <= made.ceiling else ours - 1
