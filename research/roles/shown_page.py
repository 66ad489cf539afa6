"""What an executor sees of a page: numbered sentences within a token limit, each run of them under a label that says
where it stands ("[S1] ¶ 12, Source title", R222, R226); and back from numbers to the page's words.

The model never writes a quotation, it names sentences: so every quotation stands in the page, to the character.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reach.segment import Span, paragraph_at, sentences
from research.roles.bearing import words
from research.roles.briefs import PageText
from research.roles.tokens import count_tokens

OPENING = 2
"""Sentences from the top that are always shown: there stand date, status and version of most pages."""
NEIGHBOURS = 1
"""Sentences beside a chosen one that are shown with it, since an answer often ends in the next one."""
LONGEST_TITLE = 60
"""Characters of the title in a label: it stands in full above the page."""
LONGEST_SHOWN = 600
"""Characters of one sentence in a prompt; tables without full stops come as one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """`spans[n - 1]` is the sentence numbered n; `places` says where in the page each stood."""

    spans: tuple[Span, ...]
    places: tuple[int, ...]
    page: PageText

    def text(self) -> str:
        lines: list[str] = []
        runs = 0
        for at, span in enumerate(self.spans):
            if not at or self.places[at] != self.places[at - 1] + 1:
                runs += 1
                lines.append(_label(runs, span, self.page))
            lines.append(_numbered(at + 1, span.text))
        return "\n".join(lines)


def show(page: PageText, wanted: frozenset[str], tokens: int, told: frozenset[int] = frozenset()) -> Shown:
    """Of the stretches that may be looked at, as many sentences as fit, labels and numbers included.

    `told`: places of sentences that were shown before."""
    spans = sentences(page.text)
    kept: set[int] = set()
    room = tokens
    for at in _by_worth(spans, wanted):
        for near in range(max(0, at - NEIGHBOURS), min(len(spans), at + NEIGHBOURS + 1)):
            if near in kept or near in told or not page.shows(spans[near].start, spans[near].end):
                continue
            label = "" if {near - 1, near + 1} & kept else f"{_label(near, spans[near], page)}\n"
            needed = count_tokens(f"{label}{_numbered(near, spans[near].text)}\n")
            if needed <= room:
                kept.add(near)
                room -= needed
    places = tuple(sorted(kept))
    return Shown(tuple(spans[at] for at in places), places, page)


def cut(page: PageText, shown: Shown, first: int, last: int, longest: int) -> tuple[int, int] | None:
    """Start and end in the page of sentences first … last; None where the numbers name none.

    A passage ends before a gap and before it grows too long; a single sentence that is longer ends at a word.
    """
    if not 1 <= first <= last <= len(shown.spans):
        return None
    start, end = shown.spans[first - 1].start, shown.spans[first - 1].end
    for at in range(first, last):
        span = shown.spans[at]
        if shown.places[at] != shown.places[at - 1] + 1 or span.end - start > longest:
            break
        end = span.end
    return (start, end) if end - start <= longest else (start, _word_end(page.text, start, start + longest))


def _word_end(text: str, start: int, limit: int) -> int:
    """The last blank or stop before the limit; Chinese without either is cut at the limit."""
    for at in range(limit, start, -1):
        if text[at - 1] in "。；，;,!！?？" or text[at : at + 1].isspace():
            return at
    return limit


def _by_worth(spans: Sequence[Span], wanted: frozenset[str]) -> list[int]:
    """The top first, then by how many wanted words a sentence holds, earlier ones first."""
    worth = [len(words(span.text) & wanted) for span in spans]
    rest = sorted(range(OPENING, len(spans)), key=lambda at: (-worth[at], at))
    return [*range(min(OPENING, len(spans))), *rest]


def _label(run: int, first: Span, page: PageText) -> str:
    title = " ".join(page.title.split())[:LONGEST_TITLE]
    return f"[S{run}] ¶ {paragraph_at(page.text, first.start)}, {title}"


def _numbered(number: int, text: str) -> str:
    plain = " ".join(text.split())
    return f"[{number}] {plain[:LONGEST_SHOWN]}"
