"""The one cleaning of text that comes from outside: what a database, a socket or a reader can't take is gone (F-43)."""

import re

# Controls but tab and newline; bidi controls; zero-width marks and soft hyphens (the joiners inside emoji and Persian
# words stay); interlinear marks, non-characters, and the invisible "tag" letters that smuggle orders past a reader.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLANK_LINES = re.compile(r"\n{3,}")
_DATA_URI = re.compile(r"data:[\w.+-]{1,60}/[\w.+-]{1,60}(?:;[\w=.+-]{1,60})*,[A-Za-z0-9+/=%_-]{16,}")
REPLACEMENT = "\ufffd"


def sendable(text: str) -> str:
    """What a database, a service and a socket take at all, whoever wrote it (B-078): surrogate pairs become their
    character, a lone half the replacement mark, and so does NUL."""
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\x00", REPLACEMENT)


def clean(text: str) -> str:
    """`sendable`, and nothing in it that a reader can't see. Cleaning twice is harmless."""
    return INVISIBLE.sub("", _LINE_ENDS.sub("\n", sendable(text.replace("\x00", ""))))


def tidy(text: str) -> str:
    """Cleaned, one space between words, at most one blank line between paragraphs, no picture bytes (B-025)."""
    text = clean(text)
    text = _DATA_URI.sub("", text) if "data:" in text else text
    return _BLANK_LINES.sub("\n\n", "\n".join(" ".join(line.split()) for line in text.split("\n"))).strip()


def one_line(text: str, width: int) -> str:
    line = " ".join(clean(text).split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def without(text: str, opening: str, closing: str) -> str:
    """Cuts every stretch between two marks, in linear time, where a lazy pattern would be quadratic."""
    kept, at = [], 0
    while (start := text.find(opening, at)) >= 0:
        kept.append(text[at:start])
        end = text.find(closing, start + len(opening))
        if end < 0:
            return "".join(kept)
        at = end + len(closing)
    return "".join([*kept, text[at:]])
