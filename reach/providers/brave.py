"""The web through Brave's own index; needs a key."""

from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from types import MappingProxyType
from urllib.parse import urlencode

from reach.egress import Egress, Response
from reach.providers import Ability
from reach.providers.answers import Entry, read_json, rows, words
from reach.providers.remote import RemoteSearch, Request, Wanted

_NO_KEY = "check BRAVE_API_KEY"
_LANGUAGES = MappingProxyType({"zh": "zh-hans"})  # where its name for a language is not the usual one


class Brave(RemoteSearch):
    name = "brave"
    home = "https://api.search.brave.com/res/v1/web/search"
    advice = MappingProxyType({int(HTTPStatus.UNAUTHORIZED): _NO_KEY, int(HTTPStatus.FORBIDDEN): _NO_KEY})
    ability = Ability(
        "Searches the public web in Brave's independent index. Use it for pages in a given language or time range on"
        " the open web. Not for the workspace's own files, nor for papers, which catalogues know better.",
        takes_period=True,
        takes_language=True,
        batches=False,
        limits="by the plan of the key: so many a second and a month; the health check is one search",
    )

    def __init__(self, key: str, egress: Egress, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        super().__init__(egress, now)
        self._key = key

    def request(self, wanted: Wanted) -> Request:
        few = " ".join(wanted.query.split()[: self.settings.brave_query_words])
        asked = {"q": few, "count": str(wanted.limit), "text_decorations": "false", "result_filter": "web"}
        if wanted.language:
            asked["search_lang"] = _LANGUAGES.get(wanted.language, wanted.language)
        today = self.now().date()
        if wanted.since and wanted.since <= today:
            asked["freshness"] = f"{wanted.since}to{today}"
        return Request(f"{self.home}?{urlencode(asked)}", (("X-Subscription-Token", self._key),))

    def entries(self, response: Response) -> list[Entry]:
        """Where it found nothing it leaves the whole part `web` out, but still repeats the query."""
        answer = read_json(response.body, self.name)
        if isinstance(answer, dict) and answer.get("type") == "search" and "web" not in answer:
            return []
        return [
            Entry(words(row, "url"), words(row, "title"), words(row, "description"), words(row, "page_age"))
            for row in rows(answer, ["web", "results"], self.name, [self._key])
        ]
