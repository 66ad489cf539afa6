"""Channels: each answers a search, and may read the addresses it owns."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from reach.pages import Hit, Outcome, Page, Period


class Provider(Protocol):
    """Raises ReachError when it can't answer: an empty list means "asked properly, nothing there" and only that."""

    @property
    def name(self) -> str: ...

    @property
    def local(self) -> bool:
        """Answers from this machine: neither cached nor paced, and not counted against the network's time."""
        ...

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]: ...

    def owns(self, url: str) -> bool: ...

    async def read(self, url: str) -> Page: ...


@runtime_checkable
class Troubled(Protocol):
    """A provider that knows of things it should search and can't; each is told by name, never left out in silence."""

    def troubles(self) -> Sequence[Outcome]: ...
