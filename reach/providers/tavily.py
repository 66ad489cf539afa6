"""The web through Tavily, a paid search service for programs."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from reach.budget import as_error
from reach.egress import Egress, Response
from reach.providers import Ability, Health
from reach.providers.answers import Entry, at, read_json, rows, words
from reach.providers.remote import RemoteSearch, Request, Wanted

_USED_UP = "its quota is used up: raise the plan's limit, or take tavily out of REACH_CHANNELS"
_PLAN_LIMIT = 432  # its own status: the plan's credits are spent
_PAY_LIMIT = 433  # its own status: the cap on paying as you go is reached


class Tavily(RemoteSearch):
    name = "tavily"
    home = "https://api.tavily.com/search"
    advice = MappingProxyType(
        {int(HTTPStatus.UNAUTHORIZED): "check TAVILY_API_KEY", _PLAN_LIMIT: _USED_UP, _PAY_LIMIT: _USED_UP}
    )
    ability = Ability(
        "Searches the public web through Tavily's paid index. Use it for current facts, companies and news on the"
        " open web. Not for the workspace's own files, and not for asking the same thing twice: each search costs.",
        takes_period=True,
        takes_language=False,
        batches=False,
        limits="one credit a search, by the plan of the key; the health check costs none",
    )

    def __init__(self, key: str, egress: Egress, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        super().__init__(egress, now)
        self._key = key

    def request(self, wanted: Wanted) -> Request:
        asked: dict[str, Any] = {"query": wanted.query, "max_results": wanted.limit, "search_depth": "basic"}
        if wanted.since:
            asked["start_date"] = wanted.since.isoformat()
        kind = ("Content-Type", "application/json")
        return Request(self.home, (*self._named(), kind), json.dumps(asked).encode())

    def entries(self, response: Response) -> list[Entry]:
        found = rows(read_json(response.body, self.name), ["results"], self.name, [self._key])
        return [
            Entry(words(row, "url"), words(row, "title"), words(row, "content"), words(row, "published_date"))
            for row in found
        ]

    async def health(self) -> Health:
        """Asks for the account's use instead of searching."""
        try:
            response = await self.ask(Request(self.home.replace("/search", "/usage"), self._named()))
            answer = read_json(response.body, self.name)
        except Exception as error:
            return Health(False, as_error(error).detail)
        return Health(True, "answers, and knows the key", _left(answer))

    def _named(self) -> tuple[tuple[str, str], ...]:
        return (("Authorization", f"Bearer {self._key}"),)


def _left(answer: Any) -> str:
    """A key's own limit where it has one, else the plan's."""
    for used, most in ((("key", "usage"), ("key", "limit")), (("account", "plan_usage"), ("account", "plan_limit"))):
        spent, cap = at(answer, used), at(answer, most)
        if isinstance(spent, int) and isinstance(cap, int):
            return f"{max(0, cap - spent):,} of {cap:,} credits left"
    return ""
