"""Channels: each answers a search, and may read the addresses it owns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from reach.pages import Hit, Outcome, Page, Period


@dataclass(frozen=True, slots=True)
class Ability:
    """What a channel tells of itself, to planners and to the people who run it."""

    about: str
    """Three sentences, 60 words at most: what it does, when to use it, when not (R233, R235)."""
    takes_period: bool
    """The time range goes out as a parameter; if not, hits are filtered on their date before triage (R084)."""
    takes_language: bool
    batches: bool
    """It answers all variants of a query in one request; if not, they go out side by side."""
    limits: str
    """Its quota and rate in its own words; empty: none known."""


@dataclass(frozen=True, slots=True)
class Health:
    ok: bool
    detail: str
    """What it answered, in words that an admin can act on."""
    quota: str = ""
    """What is left of it, where the service tells."""


class Provider(Protocol):
    """Raises ReachError when it can't answer: an empty list means "asked properly, nothing there" and only that."""

    @property
    def name(self) -> str: ...

    @property
    def local(self) -> bool:
        """Answers from this machine: neither cached nor paced, and not counted against the network's time."""
        ...

    @property
    def lane(self) -> str:
        """What a back-off is kept under: the address of the service, so that another one isn't punished for it."""
        ...

    @property
    def ability(self) -> Ability: ...

    async def health(self) -> Health:
        """Asks the service something small. Never raises: what goes wrong is the answer."""
        ...

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]: ...

    def owns(self, url: str) -> bool: ...

    async def read(self, url: str) -> Page: ...


@runtime_checkable
class Troubled(Protocol):
    """A provider that knows of things it should search and can't; each is told by name, never left out in silence."""

    def troubles(self) -> Sequence[Outcome]: ...
