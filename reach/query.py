"""Query texts as services take them: short enough, and plain."""

import html
import re

from reach.clean import one_line, sendable
from reach.settings import ReachSettings

_PIECE = re.compile(r'[-+]?"[^"]*"|\S+')
_OPERATOR = re.compile(r'^[-+]?(?:"|[a-z]{2,12}:\S)|^[-!:]\w', re.IGNORECASE)
_BREAKS = "，。；、！？,;!?"
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")


def shorten(query: str, most: int) -> str:
    """Cut at a word border to what a service takes; operators (`site:`, `-word`, "a phrase") are kept (B-035, F-30)."""
    query = " ".join(sendable(query).split())
    if len(query) <= most:
        return query
    pieces = _PIECE.findall(query)
    kept = {at for at, piece in enumerate(pieces) if _OPERATOR.match(piece)}
    room = most - sum(len(pieces[at]) + 1 for at in kept)
    for at, piece in enumerate(pieces):
        if at in kept:
            continue
        if len(piece) + 1 > room:
            break
        kept.add(at)
        room -= len(piece) + 1
    short = " ".join(pieces[at] for at in sorted(kept))
    return short if short and len(short) <= most else _cut(query, most)


def _cut(query: str, most: int) -> str:
    """Text without spaces: at the last mark that parts it, if that leaves most of it."""
    front = query[:most]
    at = max(front.rfind(mark) for mark in _BREAKS)
    return front[:at] if at * 2 > most else front


def plain(markup: str, width: int) -> str:
    """A title or snippet as text: highlighting tags and entities gone, one line, at most so wide (R054)."""
    return one_line(html.unescape(_TAG.sub("", markup)), width)


def title(markup: str, settings: ReachSettings) -> str:
    return plain(markup, settings.title_chars)


def snippet(markup: str, settings: ReachSettings) -> str:
    return plain(markup, settings.snippet_chars)
