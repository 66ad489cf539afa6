"""What tests of reading share: a page, a cache that never forgets, and one call with everything else as usual."""

from reach.cache import NoCache
from reach.egress import Egress
from reach.errors import Kind
from reach.fetch import Read, read
from reach.pace import LocalPace
from reach.pages import Outcome, Status
from reach.settings import ReachSettings

BODY = (
    "<html><head><title>Levels</title></head><body><article>"
    "<p>The level of {} fell by 3.5 % in March.</p></article></body></html>"
)


class Stored(NoCache):
    def __init__(self) -> None:
        self.kept: dict[str, tuple[bytes, float]] = {}

    async def get(self, key: str) -> bytes | None:
        return self.kept[key][0] if key in self.kept else None

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        self.kept[key] = (value, seconds)


async def fetch(settings: ReachSettings, *urls: str, **tools: object) -> Read:
    providers = tools.pop("providers", [])
    usual = {"cache": NoCache(), "pace": LocalPace()}
    return await read(urls, providers, Egress(settings), settings=settings, **{**usual, **tools})


def ends(outcomes: tuple[Outcome, ...]) -> list[tuple[Status, Kind | None]]:
    return [(one.status, one.kind) for one in outcomes]
