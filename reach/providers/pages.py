"""The addresses that a question names. Each is a hit, and read like any other page: through scope, guard and egress."""

import re
from collections.abc import Sequence

from reach.address import WEB_SCHEMES, canonical, host, split
from reach.errors import Kind, ReachError
from reach.pages import Hit, Page, Period
from reach.providers import Ability, Health
from reach.settings import ReachSettings
from reach.words import CJK

NAME = "pages"
# Up to white space, a quotation mark, or punctuation of Chinese text. Han characters are taken for the sentence going
# on, as in "见https://a.example/的附录", but where a host or a folder's entry begins with one.
_SIGN = r"[^\s<>\"'`“”‘’«»「」『』《》〈〉【】（）［］｛｝，。；：！？、…|\\^{}]"
_PLAIN = rf"(?![{CJK}]){_SIGN}"
_HOST = rf"(?:(?![/?#]){_PLAIN})+|[{CJK}][\w-]*(?:\.[\w-]+)+(?::\d+)?"
_PATH = rf"/(?:(?:(?!/){_PLAIN})+/)+(?=[{CJK}]){_SIGN}+|[/?#](?:{_PLAIN})*"
_ADDRESS = re.compile(rf"(?:(?<![a-z0-9])https?://|(?<![\w.@/-])(?=www\.))(?:{_HOST})(?:{_PATH})?", re.IGNORECASE)
_ANY_SCHEME = re.compile(rf"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*://(?:{_PLAIN})+", re.IGNORECASE)
_BEHIND = rf"(?::\d{{1,5}}(?!\d))?(?:/(?:{_PLAIN})*)?"
_LABELS = r"(?:[a-z0-9_-]+\.)"
# What points inside without a scheme: names that end as inner ones do, names and numbers with a port or a path, and
# numbers of private ranges. A version of four parts is none of them.
_INNER = re.compile(
    r"(?<![a-z0-9_.@/-])(?:"
    + "|".join(
        (
            rf"(?:{_LABELS}*localhost|{_LABELS}+(?:localdomain|local|internal|intranet|lan|corp)){_BEHIND}(?![a-z0-9_-]|\.[a-z0-9])",
            rf"(?=[\d.:]*[a-z_-]){_LABELS}+[a-z0-9_-]+:\d{{2,5}}(?!\d)(?:/(?:{_PLAIN})*)?",
            rf"[a-z][a-z0-9-]*:\d{{2,5}}/(?:{_PLAIN})*",
            rf"\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?=[:/]){_BEHIND}",
            r"(?:(?:10|127)\.\d{1,3}|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}(?![a-z0-9_.]*[a-z0-9_])",
            rf"\[[0-9a-f:.]*:[0-9a-f:.]*\]{_BEHIND}",
        )
    )
    + ")",
    re.IGNORECASE,
)
_EMPTY_PAIR = re.compile(r"\(\s*\)|\[\s*\]|（\s*）|“\s*”|\"\s*\"")
_BEFORE_MARK = re.compile(r"\s+([?,.;:!？，。；：！、])")
_TRAILING = ".,;:!?*_~'\""
_PAIRS = (("(", ")"), ("[", "]"))


def addresses(text: str, settings: ReachSettings | None = None) -> tuple[str, ...]:
    """Web addresses in the order of the text, each document once, at most so many. One that carries a name and a
    password is left out: it would be sent to the page's host and kept in rows."""
    numbers = settings or ReachSettings()
    found: dict[str, str] = {}
    for match in _ADDRESS.finditer(text):
        address = _trimmed(match[0])
        address = address if "://" in address else f"https://{address}"
        parts = split(address)
        if parts is None or parts.scheme.lower() not in WEB_SCHEMES or "@" in parts.netloc or not _named(address):
            continue
        if len(address) <= numbers.link_chars:
            found.setdefault(canonical(address), address)
    return tuple(found.values())[: numbers.given_pages]


def without_addresses(text: str) -> str:
    """What a text says beside the addresses in it, those of inner networks included, whatever their scheme: no word of
    an address belongs into a query, which strangers read."""
    bare = text
    for form in (_ADDRESS, _ANY_SCHEME, _INNER):
        bare = form.sub(lambda found: f" {found[0][len(_trimmed(found[0])) :]}", bare)
    return text if bare == text else _BEFORE_MARK.sub(r"\1", " ".join(_EMPTY_PAIR.sub(" ", bare).split()))


def _named(address: str) -> bool:
    name = host(address)
    return "." in name or ":" in name or name == "localhost"


def _trimmed(address: str) -> str:
    """Without the punctuation of the sentence around it; a bracket stays where the address opened it itself."""
    while True:
        shorter = address.rstrip(_TRAILING)
        for opening, closing in _PAIRS:
            if shorter.endswith(closing) and shorter.count(closing) > shorter.count(opening):
                shorter = shorter[:-1]
        if shorter == address:
            return address
        address = shorter


class Pages:
    """For one task. `addresses` are those that are still to be read: an address that was read, or could not be, is
    not offered to the same goal again."""

    name = NAME
    local = True
    lane = NAME
    ability = Ability(
        "Reads the pages whose addresses the question names. Use it whenever there are any: whoever asked wants these"
        " read. Not for finding further pages, which it can't.",
        takes_period=False,
        takes_language=False,
        batches=False,
        limits="",
    )

    def __init__(self, given: Sequence[str]) -> None:
        self._given = tuple(given)

    async def health(self) -> Health:
        return Health(True, "needs nothing: each question brings its own addresses")

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        """Whatever is asked: a person chose them. All are first, so that no other channel's hits push one out; until a
        page is read its address is all that is known of it."""
        return [Hit(address, "", address, None, self.name, rank=1) for address in self._given]

    def owns(self, url: str) -> bool:
        return False

    async def read(self, url: str) -> Page:
        raise ReachError(Kind.POLICY_DENIED, "a page that a question names is read like any other")
