"""arXiv's catalogue of preprints, by its Atom interface."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlencode

from reach.budget import NotAsked
from reach.egress import Egress, Response
from reach.errors import Kind, ReachError
from reach.pace import LocalPace, Pace
from reach.providers import Ability
from reach.providers.answers import Entry
from reach.providers.remote import RemoteSearch, Request, Wanted
from reach.providers.syndication import read_feed
from reach.words import STOP_WORDS, terms

_ERRORS = "arxiv.org/api/errors"


class Arxiv(RemoteSearch):
    name = "arxiv"
    home = "https://export.arxiv.org/api/query"
    accept = "application/atom+xml"
    ability = Ability(
        "Searches arXiv's preprints in physics, mathematics, computing and neighbouring fields, in English. Use it for"
        " recent research and methods. Not for news, markets or policy, and not for anything asked in Chinese.",
        takes_period=True,
        takes_language=False,
        batches=False,
        limits="no key; one request in 3 seconds, one at a time",
    )

    def __init__(
        self,
        egress: Egress,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        pace: Pace | None = None,
    ) -> None:
        super().__init__(egress, now)
        self._pace = pace or LocalPace(now)

    async def ask(self, request: Request) -> Response:
        """In its turn, which all workers share: arXiv blocks who asks more often, and names no wait."""
        gap = self.settings.arxiv_gap_seconds
        wait = await self._pace.turn(self.lane, gap, self.settings.arxiv_wait_seconds)
        if wait is None:
            raise NotAsked(f"pace: {self.name} takes one request in {gap:g} s, and its next turn comes too late")
        await asyncio.sleep(wait)
        return await super().ask(request)

    def request(self, wanted: Wanted) -> Request:
        """Any of the words, best match first: all of a sentence's words are rarely in one abstract."""
        known = [word for word in terms(wanted.query) if word not in STOP_WORDS and word.isalnum()]
        sought = " OR ".join(f"all:{word}" for word in dict.fromkeys(known)) or f'all:"{_bare(wanted.query)}"'
        if wanted.since:
            until = self.now().date()
            sought = f"({sought}) AND submittedDate:[{wanted.since:%Y%m%d}0000 TO {until:%Y%m%d}2359]"
        asked = {"search_query": sought, "start": "0", "max_results": str(wanted.limit), "sortBy": "relevance"}
        return Request(f"{self.home}?{urlencode(asked)}")

    def entries(self, response: Response) -> list[Entry]:
        found = read_feed(response.body, self.home, self.name, self.settings.feed_entries)
        for entry in found:
            if _ERRORS in entry.url or (entry.title == "Error" and "arxiv.org/abs/" not in entry.url):
                raise ReachError(Kind.PROVIDER_REFUSED, f"arxiv answered with an error: {entry.snippet}")
        return found


def _bare(query: str) -> str:
    return query.replace('"', " ")
