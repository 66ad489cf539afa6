"""What stands around a quote in its stored copy, and where a reader finds it on the page that is live."""

from urllib.parse import quote as escaped

from reach.address import link
from reach.segment import sentences
from reach.tongue import tongue
from reach.words import is_chinese
from research.models import Evidence

__all__ = ["around", "live", "tongue"]

WINDOW = 600
"""Characters looked at on each side: a sentence that is longer is shown from there on."""
LONG, ENDS = 80, 24
"""Characters of a quote that an address names whole, and of each end of a longer one."""


def around(piece: Evidence) -> tuple[str, str]:
    """One sentence before the quote and one after it (RP4); empty at the ends of a page."""
    text = piece.source.text
    before = [span.text.strip() for span in sentences(text[max(0, piece.start - WINDOW) : piece.start])]
    after = [span.text.strip() for span in sentences(text[piece.end : piece.end + WINDOW])]
    return next(filter(None, reversed(before)), ""), next(filter(None, after), "")


def live(piece: Evidence) -> str:
    """The page's address with the quote named in it, so that a browser scrolls to its words (RP5). What isn't a page of
    the web has none; nor do words that a page broke over lines, of which a browser knows nothing."""
    address = link(piece.source.url)
    if not address:
        return ""
    words = " ".join(piece.quote.split())
    if len(words) <= LONG:
        named = _part(words)
    else:
        named = f"{_part(_whole(words[:ENDS]))},{_part(_whole(words[-ENDS:], last=True))}"
    return f"{address}{'' if '#' in address else '#'}:~:text={named}"


def _whole(words: str, *, last: bool = False) -> str:
    """Without the word that the cut went through; Chinese has none."""
    if is_chinese(words) or " " not in words:
        return words
    return words.partition(" ")[2] if last else words.rpartition(" ")[0]


def _part(words: str) -> str:
    """A hyphen and a comma have a meaning of their own there."""
    return escaped(words, safe="").replace("-", "%2D")
