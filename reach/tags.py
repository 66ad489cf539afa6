"""HTML that was pasted along with a question: what surrounds the words is none of them."""

import re
from collections.abc import Sequence

from lxml.html import defs

from reach.words import content_terms

_TAG = re.compile(rf"<(/?)({'|'.join(sorted(defs.tags))})(?=[\s/>])[^<>]*>", re.IGNORECASE)
"""Of HTML only: in "<b>what is a List<int> for</b>" the number's type is no tag."""
_NEVER_SHOWN = re.compile(r"<!--.*?(?:-->|\Z)|<[a-z][^<>]*\son[a-z]+\s*=[^<>]*>", re.DOTALL | re.IGNORECASE)
_UNREAD_PAIR = re.compile(r"<(script|style)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_INLINE = re.compile(r"a|abbr|b|big|cite|code|em|font|i|kbd|mark|q|s|small|span|strong|sub|sup|tt|u", re.IGNORECASE)
"""Tags inside a line: the letters on both sides touch. All others part words."""


def without_tags(text: str) -> str:
    """What the text says beside its markup. A tag without a partner may be what is asked about ("what does <br> do",
    "List<int>"), and so may two with nothing said between them: these stay, unless one carries a handler."""
    bare = _NEVER_SHOWN.sub(" ", text)
    spans = _marked_up(bare)
    kept, at = [], 0
    for start, end, inside in spans:
        kept += [bare[at:start], inside]
        at = max(at, end)
    said = "".join([*kept, bare[at:]])
    return text if said == text else "\n".join(" ".join(line.split()) for line in said.splitlines()).strip()


def _marked_up(text: str) -> list[tuple[int, int, str]]:
    """The outermost stretches between a tag and its partner, each with what it says."""
    found: list[tuple[int, int, str]] = []
    for opening, closing in _pairs(list(_TAG.finditer(text))):
        said = _said(opening, text[opening.end() : closing.start()])
        if said is None:
            continue
        while found and found[-1][0] > opening.start():
            found.pop()
        found.append((opening.start(), closing.end(), said))
    return found


def _said(tag: re.Match[str], inside: str) -> str | None:
    if _UNREAD_PAIR.match(f"{tag[0]}</{tag[2]}>"):
        return " "
    words = _TAG.sub(_gap, _UNREAD_PAIR.sub(" ", inside))
    return f"{_gap(tag)}{words}{_gap(tag)}" if content_terms(words) else None


def _gap(tag: re.Match[str]) -> str:
    return "" if _INLINE.fullmatch(tag[2]) else " "


def _pairs(tags: Sequence[re.Match[str]]) -> list[tuple[re.Match[str], re.Match[str]]]:
    """Each closing tag with the nearest open one of its name; what was left open inside has no partner."""
    waiting: list[re.Match[str]] = []
    pairs = []
    for tag in tags:
        if not tag[1]:
            waiting.append(tag)
            continue
        at = next((at for at in reversed(range(len(waiting))) if waiting[at][2].lower() == tag[2].lower()), None)
        if at is not None:
            pairs.append((waiting[at], tag))
            del waiting[at:]
    return pairs
