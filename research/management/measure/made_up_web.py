"""A web on loopback that is made up: places, pages on each of them, and a search over all, as large as a task is long.

It speaks as a SearXNG instance does, and its pages are as long and as wordy as pages are. Each publisher has a
loopback address of its own, so that hosts are paced and told apart as hosts of the web are.
"""

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from reach.words import content_terms

PUBLISHERS = ("Register", "Yearbook", "Grid Review", "Harbour Post", "Survey", "Almanac")
FIRST, LAST = ("Al", "Bre", "Cin", "Dun", "Esk", "Far", "Ger", "Hol"), ("dor", "mar", "tra", "vale", "mouth", "holm")
PLACES = tuple(f"{first}{last}" for first in FIRST for last in LAST)
PARAGRAPHS = 20
"""Of a page: nine thousand characters of text."""
RESULTS = 12
SNIPPET = 200
"""Characters."""


@dataclass(frozen=True, slots=True)
class MadeUp:
    """`text`: what the search looks through; `html`: what is fetched."""

    path: str
    host: str
    title: str
    text: str
    published: str

    @property
    def html(self) -> str:
        body = "".join(f"<p>{each}</p>" for each in self.text.split("\n"))
        menu = "".join(f'<li><a href="/about-{at}">Section {at}</a></li>' for at in range(40))
        return (
            f'<!DOCTYPE html><html lang="en"><head><title>{self.title}</title>'
            f'<meta property="article:published_time" content="{self.published}"></head><body><nav><ul>{menu}</ul>'
            f"</nav><main><article><h1>{self.title}</h1>{body}</article></main><footer>{menu}</footer></body></html>"
        )


def made_up_pages(places: Sequence[str] = PLACES) -> list[MadeUp]:
    """The same each time."""
    return [_page(place, at, who) for at, place in enumerate(places) for who in range(len(PUBLISHERS))]


def _page(place: str, at: int, who: int) -> MadeUp:
    made, name = random.Random(f"{place} {who}"), PUBLISHERS[who]  # noqa: S311 (no secret: the same pages each time)
    year = 2010 + (at + who) % 15
    told = [
        f"According to the {name}, the storage station of {place} held {at * 37 + 120 + who} MWh at the end of {year}.",
        f"The storage station of {place} was opened on {1 + at % 28} May {year} with {20 + at % 50} MW.",
        f"The storage station of {place} is run by {place} Grid {'Company' if who % 2 else 'Cooperative'}, founded "
        f"in {1950 + at}, with {100 + 7 * at + who} people.",
        f"In {year + 1} the storage station of {place} cost its owners {3 + at % 9}.{who} million a year.",
    ]
    rest = [_paragraph(place, made) for _ in range(PARAGRAPHS - len(told))]
    for line in told:
        rest.insert(made.randrange(len(rest)), line)
    title = f"{name}: the storage station of {place}"
    published = f"{year + 1}-0{1 + who}-1{at % 10}"
    return MadeUp(f"/{name.replace(' ', '-')}/{place}", f"127.0.0.{2 + who}", title, "\n".join(rest), published)


NOUNS = "grid harbour council survey winter load river engineer tariff valley market cable ferry school bridge road"
VERBS = "reported measured closed repaired visited planned doubled described ordered refused kept sold moved counted"
ENDS = "in spring|after the flood|with some delay|for the second time|as in the year before|without a word of thanks"


def _paragraph(place: str, made: random.Random) -> str:
    nouns, verbs, ends = NOUNS.split(), VERBS.split(), ENDS.split("|")
    said = [
        f"The {made.choice(nouns)} of {made.choice(PLACES) if made.random() < 0.2 else place} {made.choice(verbs)} "
        f"{made.randrange(2, 900)} {made.choice(nouns)}s {made.choice(ends)}."
        for _ in range(made.randrange(6, 14))
    ]
    return " ".join(said)


class _Index:
    """What the search knows: the words of all pages, and where each of them is served."""

    def __init__(self, pages: Sequence[MadeUp]) -> None:
        self.pages = {page.path: page for page in pages}
        self.terms = {page.path: frozenset(content_terms(f"{page.title} {page.text}")) for page in pages}
        self.titles = {page.path: frozenset(content_terms(page.title)) for page in pages}
        self.ports: dict[str, int] = {}

    def found(self, asked: str) -> list[dict[str, str]]:
        """Who has most of the words; those of a title count twice."""
        words = set(content_terms(asked))
        worth = {path: len(words & self.terms[path]) + len(words & self.titles[path]) for path in self.pages}
        best = sorted((path for path in worth if worth[path]), key=lambda path: (-worth[path], path))[:RESULTS]
        return [self._hit(self.pages[path], words) for path in best]

    def _hit(self, page: MadeUp, words: set[str]) -> dict[str, str]:
        lines = page.text.split("\n")
        best = max(lines, key=lambda line: len(words & set(content_terms(line))))
        address = f"http://{page.host}:{self.ports[page.host]}{page.path}"
        return {"url": address, "title": page.title, "content": best[:SNIPPET], "publishedDate": page.published}


class _Site(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, host: str, index: _Index) -> None:
        super().__init__((host, 0), _Answers)
        self.index = index


class _Answers(BaseHTTPRequestHandler):
    server: _Site

    def do_GET(self) -> None:
        parts, index = urlsplit(self.path), self.server.index
        if parts.path == "/search":
            asked = parse_qs(parts.query).get("q", [""])[0]
            self._say(200, "application/json", json.dumps({"results": index.found(asked)}))
        elif parts.path in index.pages:
            self._say(200, "text/html; charset=utf-8", index.pages[parts.path].html)
        else:
            self._say(404, "text/plain", "There is no such page.")

    def _say(self, status: int, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


SEARCH = "127.0.0.1"


@contextmanager
def served(pages: Sequence[MadeUp]) -> Iterator[dict[str, str]]:
    """The environment of a worker that searches there and nowhere else."""
    index = _Index(pages)
    with ExitStack() as open_sites:
        index.ports = {host: open_sites.enter_context(_open(host, index)) for host in _hosts(pages)}
        yield {
            "SEARXNG_URL": f"http://{SEARCH}:{index.ports[SEARCH]}",
            "REACH_ALLOW_HOSTS": ",".join(f"{host}:{port}" for host, port in index.ports.items()),
        }


def _hosts(pages: Sequence[MadeUp]) -> list[str]:
    return sorted({SEARCH, *(page.host for page in pages)})


@contextmanager
def _open(host: str, index: _Index) -> Iterator[int]:
    """Its port."""
    site = _Site(host, index)
    ear = Thread(target=site.serve_forever, daemon=True)
    ear.start()
    try:
        yield site.server_port
    finally:
        site.shutdown()
        site.server_close()
        ear.join()
