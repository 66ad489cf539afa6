"""How long a prompt is for the model that will read it: its window, its own count, or ours corrected by experience."""

from typing import Protocol


class Gauge(Protocol):
    async def window(self) -> int | None:
        """Tokens of prompt and answer together; None where nobody says."""

    async def exact(self, system: str, prompt: str) -> int | None:
        """As the server itself counts the two; None where it doesn't."""

    async def ratio(self) -> float:
        """Its tokens for one of ours, as measured against what it said it used; 1 before anything was measured."""

    def refused(self, why: str) -> bool:
        """A prompt was too long for it: whether that sentence tells a smaller window than was known."""


class Offline:
    """Nothing is known of the model but its name."""

    async def window(self) -> int | None:
        return None

    async def exact(self, system: str, prompt: str) -> int | None:
        return None

    async def ratio(self) -> float:
        return 1.0

    def refused(self, why: str) -> bool:
        return False


OFFLINE = Offline()
