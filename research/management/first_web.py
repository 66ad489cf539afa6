"""A web of two pages on loopback, for a first check that needs no network: a search service and a clock.

What the page says is sure to change between two checks (R276), so that no stored copy can pass for a fetch.
"""

import json
import threading
from datetime import UTC, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

from django.utils.translation import gettext as _

SHOWN = "%Y-%m-%d %H:%M:%S UTC"
"""How the page writes its time; the check reads it back."""
LOOPBACK = "127.0.0.1"
# All that surrounds a page's matter on the web, in words that stand nowhere else: none of them may be read as text.
_FRAME = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<script>var firstCheckMenu = ["alpha", "beta"]; function openFirstCheckMenu() {{ return firstCheckMenu; }}</script>
<style>.firstCheckStyle {{ color: red }}</style></head><body>
<div class="cookie-banner">First-check banner: we use cookies. <button>Accept all of them</button></div>
<nav><a href="/">First-check start page</a> <a href="/archive">First-check archive</a></nav>
<main><article><h1>{title}</h1><p>{sentence}</p><p>{more}</p></article></main>
<footer>First-check footer, all rights reserved by nobody</footer></body></html>"""


class _Clock(BaseHTTPRequestHandler):
    server: "FirstWeb"

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/search":
            self._send("application/json", json.dumps({"results": [self.server.hit()]}))
        elif path == "/clock":
            self._send("text/html; charset=utf-8", self.server.page())
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _send(self, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told: object) -> None:
        """Nothing: the check prints what it saw."""


class FirstWeb(ThreadingHTTPServer):
    """Answers while it is entered. Its words are in the language that is active when it is made."""

    def __init__(self, language: str) -> None:
        super().__init__((LOOPBACK, 0), _Clock)
        self.language = language
        self._title = _("The first-check clock")
        self._sentence = _("The first-check clock of this machine shows the time %(time)s.")
        self._more = _("The page is made anew each time it is asked for, so every copy of it is out of date at once.")
        self._thread = threading.Thread(target=self.serve_forever, daemon=True)

    @property
    def authority(self) -> str:
        return f"{LOOPBACK}:{self.server_port}"

    def hit(self) -> dict[str, str]:
        return {"title": self._title, "url": f"http://{self.authority}/clock", "content": self.sentence()}

    def page(self) -> str:
        return _FRAME.format(language=self.language, title=self._title, sentence=self.sentence(), more=self._more)

    def sentence(self) -> str:
        return self._sentence % {"time": datetime.now(UTC).strftime(SHOWN)}

    def __enter__(self) -> "FirstWeb":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


def dead_address() -> str:
    """A port of this machine at which nothing listens: it was ours a moment ago."""
    with ThreadingHTTPServer((LOOPBACK, 0), _Clock) as server:
        return f"http://{LOOPBACK}:{server.server_port}"
