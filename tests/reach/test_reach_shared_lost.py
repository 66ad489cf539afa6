"""A cache or pace that can't be asked is no target's failure: the reach ends as a whole (F-09)."""

from datetime import UTC, datetime

import pytest

from reach.cache import NoCache
from reach.errors import SharedLost
from reach.pace import LocalPace
from reach.pages import Hit, Period
from reach.providers import Ability, Health
from reach.search import Batch, Variant, search
from reach.settings import ReachSettings
from tests.reach.loopback import BODY, Stored, ends, fetch


class Lost(NoCache):
    """Away from the call with this number on."""

    def __init__(self, at: int) -> None:
        self.left = at

    def _asked(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise SharedLost("away")

    async def get(self, key: str) -> bytes | None:
        self._asked()
        return None

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        self._asked()


class LostPace(LocalPace):
    """Away once somebody was answered."""

    async def answered(self, host: str, seconds: float) -> None:
        raise SharedLost("away")


class Service:
    name, local, lane = "finder", False, "finder:search.example"
    ability = Ability("Finds.", takes_period=True, takes_language=True, batches=False, limits="")

    async def health(self) -> Health:
        return Health(True, "")

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        return [Hit("T", "S", "https://a.example/1", None, self.name, 1)]

    def owns(self, url: str) -> bool:
        return False


@pytest.mark.parametrize("at", range(4))
async def test_pages_are_not_told_to_have_failed_when_the_cache_is_lost(at: int, site, settings: ReachSettings) -> None:
    """Lost at the first look, at the second page's, and when what was read is kept."""
    for path in ("/a", "/b"):
        site.answer(path, BODY.format(path))
    with pytest.raises(SharedLost):
        await fetch(settings, site.url("/a"), site.url("/b"), cache=Lost(at))
    whole = await fetch(settings, site.url("/a"), site.url("/b"), cache=Stored())
    assert len(whole.pages) == len(ends(whole.outcomes)) == 2


async def test_pages_are_not_told_to_have_failed_when_the_pace_is_lost(site, settings: ReachSettings) -> None:
    site.answer("/a", BODY.format("A"))
    with pytest.raises(SharedLost):
        await fetch(settings, site.url("/a"), pace=LostPace())


@pytest.mark.parametrize("lost", ["cache", "pace"])
async def test_a_search_service_is_not_told_to_have_failed_either(lost: str, settings: ReachSettings) -> None:
    shared = {"cache": Lost(0) if lost == "cache" else NoCache(), "pace": LostPace() if lost == "pace" else LocalPace()}
    asked = Batch(
        (Variant("levels"), Variant("levels in March")), Period(datetime(2024, 1, 1, tzinfo=UTC).date(), None)
    )
    with pytest.raises(SharedLost):
        await search(asked, [Service()], settings=settings, **shared)
