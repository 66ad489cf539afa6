"""The form of a search text, whoever wrote it: one line of key words, short, no question (R206, C9).

A model's text that breaks the form is sent back with the fault; the builtin planner's lines are made to keep it.
"""

import re

from reach.words import CJK
from research.roles.bearing import names_address
from research.roles.builtin.ask_words import ASKS_EN, ASKS_ZH, words_of

_HAN = re.compile(rf"[{CJK}]")
_LATIN_WORD = re.compile(rf"[^\s{CJK}]+")
_MARK = re.compile(r"[?？]|[吗呢]\s*$")
_ASKED_ZH = tuple(sorted((word for word in ASKS_ZH if len(word) > 1), key=len, reverse=True))
"""One sign alone (何, 几) also stands in names."""
_ASKS = re.compile("|".join(_ASKED_ZH))
_AUX = frozenset(words_of("is are was were do does did has have had can could will would should"))


def form_fault(text: str, most_words: int, most_han: int) -> str | None:
    """What is wrong with the form, in words that a model can act on, or None."""
    text = text.strip()
    if not text or len(text.splitlines()) > 1:
        return "must be one line"
    if asks(text):
        return "must be key words, not a question"
    if too_long(text, most_words, most_han):
        return f"at most {most_words} words or {most_han} Chinese characters"
    if names_address(text):
        return "must not name an address"
    return None


def asks(text: str) -> bool:
    """In the form of a question: engines match words, so this mostly finds other people's questions."""
    words = text.split()
    first = words[0].strip("\"'“”") if words else ""
    if _MARK.search(text) or (first.lower() in ASKS_EN and not _shouted(first)):
        return True
    inverted = len(words) > 2 and first.lower() in _AUX and (first.islower() or words[1].islower())
    return (inverted and not _shouted(first)) or bool(_ASKS.search(text))


def _shouted(word: str) -> bool:
    """WHO and CAN are names."""
    return len(word) > 1 and word.isupper()


def too_long(text: str, most_words: int, most_han: int) -> bool:
    return len(_HAN.findall(text)) > most_han or len(_LATIN_WORD.findall(text)) > most_words


def key_words(text: str, most_words: int, most_han: int) -> str:
    """The same without its asking words, cut to the length: what is sent where nobody wrote a better line."""
    words = " ".join(_ASKS.sub(" ", _SIGNS.sub(" ", text)).split()).rstrip(_ASKING_ENDS).split()
    while words and words[0].lower() in _LEADING and not _shouted(words[0]):
        words = words[1:]
    kept: list[str] = []
    for word in words:
        if too_long(" ".join([*kept, word]), most_words, most_han):
            break
        kept.append(word)
    return (" ".join(kept) or "".join(words)[:most_han]).rstrip(_ASKING_ENDS)


_ASKING_ENDS = " 吗呢"
_SIGNS = re.compile(r"[?？!！。；;，,、：:“”\"()（）]+")
_LEADING = ASKS_EN | _AUX | frozenset(words_of("the a an much many long often far"))
