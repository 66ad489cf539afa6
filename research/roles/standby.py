"""A role that asks a model and, where that brings nothing usable, lets its builtin twin answer, and says so.

A failure that only an operator can mend (no key, no such model, no credit) isn't papered over: it goes up, and the task
is parked with the sentence (B-034).
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeVar

from research import prompts
from research.roles.asking import UnusableAnswer, ask, declined
from research.roles.endpoints import Endpoint, EndpointError
from research.roles.tokens import count_tokens

T = TypeVar("T")


class OnFallback(Protocol):
    def __call__(self, role: str, prompt: str, kind: str, detail: str) -> None:
        """Becomes a row: which question a model failed at, in which way, in one sentence."""


DROPPED = "dropped"
"""The kind told when an answer was used but for some of its parts."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of prompts and answers. The numbers stand in the engine's limits; `of` takes them from there by name."""

    decision_tokens: int
    answer_tokens: int
    section_tokens: int
    input_tokens: int
    query_words: int
    query_han: int

    @classmethod
    def of(cls, values: Mapping[str, float]) -> "Sizes":
        return cls(**{field.name: int(values[field.name]) for field in fields(cls)})


@dataclass(frozen=True, slots=True)
class Model:
    """One role's way to its model."""

    role: str
    endpoint: Endpoint
    sizes: Sizes
    tell: OnFallback

    async def ask(
        self,
        prompt: str,
        values: Mapping[str, object],
        answer_type: type[T],
        *,
        max_tokens: int,
        check: Callable[[T], str | None] = lambda answer: None,
        schema: dict[str, Any] | None = None,
    ) -> T:
        return await ask(
            self.endpoint,
            prompt,
            values,
            answer_type,
            max_tokens=max_tokens,
            input_tokens=self.sizes.input_tokens,
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
        if kept < offered:
            self.tell(self.role, prompt, DROPPED, f"{offered - kept} of {offered} parts: {why}")

    def room(self, prompt: str, values: Mapping[str, object], last: str) -> int:
        """Tokens left for the one value that may be long, so that the whole stays under the ceiling (R125)."""
        rendered = prompts.render(prompt, **values, **{last: ""})
        return self.sizes.input_tokens - count_tokens(rendered.system) - count_tokens(rendered.prompt)
