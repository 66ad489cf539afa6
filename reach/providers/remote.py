"""A search service: one request, one list of results. What it finds is read by `reach.fetch`, not here."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from reach.address import host
from reach.budget import NotAsked, as_error
from reach.egress import Egress, Response
from reach.errors import Kind, ReachError
from reach.pages import Hit, Page, Period
from reach.providers import Ability, Health
from reach.providers.answers import LIMITED, NO_ADVICE, Entry, check, quota, to_hits
from reach.query import shorten

PROBE = "weather"  # a word of which every general index holds something

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked, in the form in which services take it."""

    query: str  # short enough for the service
    limit: int
    since: date | None = None
    """Where the period begins. Its end is sent only where an operator names a parameter for it, or to tell a period
    that reaches up to now: what was published later may still tell of it."""
    until: date | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    url: str = field(repr=False)
    headers: Headers = field(default=(), repr=False)
    body: bytes | None = field(default=None, repr=False)


class RemoteSearch(ABC):
    """What a service adds: its address, how it is asked, and where in its answer the results stand."""

    name: str
    ability: Ability
    local = False
    home: str
    """Its address."""
    accept = "application/json"
    allow: frozenset[str] = frozenset()
    """Hosts opened for its own requests only: what it finds gets no such leave."""
    limited: frozenset[int] = frozenset(LIMITED)
    advice: Mapping[int, str] = NO_ADVICE

    def __init__(self, egress: Egress, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.egress = egress
        self.settings = egress.settings
        self.now = now

    @property
    def lane(self) -> str:
        return f"{self.name}:{host(self.home)}"

    @property
    def query_chars(self) -> int:
        return self.settings.query_chars

    @abstractmethod
    def request(self, wanted: Wanted) -> Request: ...

    @abstractmethod
    def entries(self, response: Response) -> Sequence[Entry]:
        """Of an answer with status 200. Raises ReachError when it is not an answer to the question."""

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        return self._hits(await self._answer(query, period, language, limit), period, limit)

    async def health(self) -> Health:
        try:
            response = await self._answer(PROBE, None, None, self.settings.health_results)
            hits = self._hits(response, None, self.settings.health_results)
        except NotAsked as reason:
            return Health(False, reason.why)
        except Exception as error:
            return Health(False, as_error(error).detail)
        return Health(True, "answers with results" if hits else "answers, without results", quota(response.headers))

    def owns(self, url: str) -> bool:
        return False

    async def read(self, url: str) -> Page:
        raise ReachError(Kind.POLICY_DENIED, "a search service owns no pages")

    async def ask(self, request: Request) -> Response:
        headers = [("Accept", self.accept), *request.headers]
        response = await self.egress.get(request.url, headers=headers, allow=self.allow, body=request.body)
        check(response, self.name, self.now(), self.limited, self.advice)
        return response

    async def _answer(self, query: str, period: Period | None, language: str | None, limit: int) -> Response:
        since, until = (period.start, period.end) if period else (None, None)
        return await self.ask(self.request(Wanted(shorten(query, self.query_chars), limit, since, until, language)))

    def _hits(self, response: Response, period: Period | None, limit: int) -> list[Hit]:
        return to_hits(self.entries(response), self.name, period, limit, self.now().date(), self.settings)
