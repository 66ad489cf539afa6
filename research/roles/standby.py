"""A role that asks a model and, where that brings nothing usable, lets its builtin twin answer, and says so.

A failure that only an operator can mend (no key, no such model, no credit) isn't papered over: it goes up, and the task
is parked with the sentence (B-034).
"""

import math
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from pydantic import TypeAdapter

from memory.resum import History, TaskTooLong, Turn, Window, add
from research.roles.asking import UnusableAnswer, ask, declined
from research.roles.assembling import Assembled, Budget, Count, Part, Values, assembled, room
from research.roles.endpoints import Endpoint, EndpointError, EndpointKind
from research.roles.endpoints.counting import answered, only_counts
from research.roles.flaws import Flaw, Hears
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

    async def batches(
        self, prompt: str, place: str, many: int, values_of: Callable[[Sequence[int]], Values]
    ) -> AsyncIterator[tuple[list[int], Assembled]]:
        """All of a list, in as many prompts as it takes: which of its items each one shows, and the prompt."""
        left = list(range(many))
        while left:
            made = await self.assembled(prompt, values_of(left))
            shown = [left[at] for at in made.kept[place]]
            if not shown:
                raise UnusableAnswer(Flaw.TOO_LONG, f"the prompt {prompt!r} has no room for one of its {place}", 0)
            yield shown, made if len(shown) == len(left) else await self.assembled(prompt, values_of(shown))
            left = [at for at in left if at not in shown]

    async def remembered(self, prompt: str, values: Values, place: str, history: History, turn: Turn) -> History:
        """A loop's history with one more turn, within what its place in the prompt may take (R179). A window that holds
        no summary at all holds no history: then each turn stands alone."""
        tokens = await self.room(prompt, values, place, Part.SUMMARY)
        try:
            return add(history, turn, Window(tokens, self.sizes.resum_share, self.sizes.resum_last), count_tokens)
        except TaskTooLong:
            return History(history.task)

    async def _measured(self) -> tuple[Budget, float]:
        return Budget.of(self.sizes, await self.gauge.window()), await self.gauge.ratio()

    async def ask(
        self,
        prompt: str,
        values: Values | Assembled,
        answer_type: type[T],
        *,
        max_tokens: int,
        check: Callable[[T], str | None] = lambda answer: None,
        schema: dict[str, Any] | None = None,
    ) -> T:
        """What was put together before, by a role that must know what is shown, is sent as it is. A prompt that the
        server refuses as too long is put together once more where that told its window: smaller, or not at all."""

        async def asked(made: Assembled) -> T:
            if made.tokens > made.ceiling:
                why = f"the prompt {prompt!r} has {made.tokens} tokens, {made.ceiling} may go"
                raise UnusableAnswer(Flaw.TOO_LONG, why, 0)
            return await ask(
                self.endpoint,
                prompt,
                made.values,
                answer_type,
                max_tokens=max_tokens,
                input_tokens=_ours(made),
                role=self.role,
                check=check,
                schema=schema,
            )

        made = values if isinstance(values, Assembled) else await self.assembled(prompt, values)
        try:
            return await asked(made)
        except EndpointError as error:
            if error.kind is not EndpointKind.TOO_LONG or not self.gauge.refused(error.detail):
                raise
            smaller = made if isinstance(values, Assembled) else await self.assembled(prompt, values)
            if smaller.tokens >= made.tokens:
                raise
        return await asked(smaller)

    async def or_else(
        self,
        prompt: str,
        by_model: Callable[[], Awaitable[T]],
        instead: Callable[[], Awaitable[T]],
        if_declined: Callable[[], Awaitable[T]] | None = None,
    ) -> T:
        """`if_declined` answers where the model refused this one item: another try elsewhere would be no judgement."""
        if self.only_counts:
            return await self.counted(by_model, await instead())
        try:
            return await by_model()
        except (UnusableAnswer, EndpointError) as failed:
            if isinstance(failed, EndpointError) and failed.permanent:
                raise
            self.tell(self.role, prompt, failed.kind, failed.detail)
            refused = declined(failed)
        return await (if_declined if if_declined and refused else instead)()

    @property
    def only_counts(self) -> bool:
        return only_counts(self.endpoint)

    async def counted(self, by_model: Callable[[], Awaitable[object]], answer: T) -> T:
        """The builtin answer, and beside it all that a model would have been told before it gave this one."""
        with answered(_WRITTEN.dump_json(answer).decode()), suppress(UnusableAnswer, EndpointError):
            await by_model()
        return answer

    def told_dropped(self, prompt: str, kept: int, offered: int, why: str) -> None:
        if self.only_counts:
            return
        if isinstance(self.endpoint, Hears):
            self.endpoint.parted(prompt, offered, offered - kept)
        if kept < offered:
            self.tell(self.role, prompt, DROPPED, f"{offered - kept} of {offered} parts: {why}")


_WRITTEN = TypeAdapter[Any](Any)


def _times(ratio: float) -> Count:
    """Our count of a text times what a model's own has been found to be of it, rounded up."""
    if ratio == 1:
        return count_tokens
    return lambda text: math.ceil(count_tokens(text) * ratio)


def _ours(made: Assembled) -> int:
    """What the last guard counts, which knows no model's tokens but ours: whether it may go was decided above."""
    return count_tokens(made.rendered.system) + count_tokens(made.rendered.prompt)
