"""Wikipedia's own search, in the language of the variant."""

from html import unescape
from types import MappingProxyType
from urllib.parse import quote, urlencode

from reach.egress import Response
from reach.providers import Ability
from reach.providers.answers import Entry, read_json, rows, words
from reach.providers.remote import RemoteSearch, Request, Wanted
from reach.words import is_chinese

_HOSTS = MappingProxyType({"en": "en.wikipedia.org", "zh": "zh.wikipedia.org"})


class Wikipedia(RemoteSearch):
    name = "wikipedia"
    home = "https://wikipedia.org"
    ability = Ability(
        "Searches Wikipedia's articles, in English or Chinese. Use it for background: what something is, names, places,"
        " history. Not for today's figures or news, and not for a claim that needs its first source.",
        takes_period=False,
        takes_language=True,
        batches=False,
        limits="no key; one request at a time is asked for, and a User-Agent with contact (REACH_CONTACT)",
    )

    @property
    def query_chars(self) -> int:
        return self.settings.wikipedia_query_chars

    def request(self, wanted: Wanted) -> Request:
        spoken = wanted.language or ("zh" if is_chinese(wanted.query) else "en")
        asked = {
            "action": "query",
            "list": "search",
            "srsearch": wanted.query,
            "srlimit": str(wanted.limit),
            "srprop": "snippet",
            "format": "json",
            "formatversion": "2",
        }
        return Request(f"https://{_HOSTS.get(spoken, _HOSTS['en'])}/w/api.php?{urlencode(asked)}")

    def entries(self, response: Response) -> list[Entry]:
        """Undated on purpose: the only date it tells is the last edit, which says nothing of the facts' age."""
        origin = response.final_url.partition("/w/api.php")[0]
        return [
            Entry(f"{origin}/wiki/{_path(words(row, 'title'))}", words(row, "title"), words(row, "snippet"))
            for row in rows(read_json(response.body, self.name), ["query", "search"], self.name)
            if words(row, "title")
        ]


def _path(article: str) -> str:
    return quote(unescape(article).replace(" ", "_"), safe="/:(),")
