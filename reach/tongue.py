"""Which language a sentence is in, by its own letters outside names and figures.

Of a page as a whole `extract.language_of` judges; one sentence on it may be in another language, or be Chinese and
have little Han in it: product names, commands and units are written in Latin letters there.
"""

import re

from reach.words import CJK

_HAN = re.compile(rf"[{CJK}]")
_ASIDE = re.compile(r"`[^`]*`|\([^()]*\)|（[^（）]*）|“[^“”]*”|「[^「」]*」|《[^《》]*》|\"[^\"]*\"")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_TOKEN = re.compile(rf"[^\s{CJK}，。；：、？！（）“”「」《》]+")
_PARTICLES = frozenset("的了是在与为被将对从到由以把让向就都也还又但而且若如因其该此这那不未已需或并则")
_LITTLE = frozenset(
    ("the", "of", "and", "is", "are", "was", "were", "in", "to", "with", "that", "by", "on", "as", "it")
)
"""What a sentence can hardly do without, and names and commands are hardly made of (so no 和, no "for")."""
_OTHER_HAN = ("ja", "ko")


def tongue(text: str, declared: str = "") -> str:
    """`declared` is what its page is in: it stands where the letters don't tell, and for other languages."""
    if declared in _OTHER_HAN:
        return declared
    outside = _ASIDE.sub(" ", text)
    read = outside if any(map(str.isalpha, outside)) else text
    han, words = _HAN.findall(read), _plain(read)
    if not han and not words:
        return declared or "en"
    if _chinese(han, words):
        return "zh"
    return "en" if declared in ("", "zh") else declared


def _chinese(han: list[str], words: list[str]) -> bool:
    """Words of the grammar decide where one of the two has them; else the one that says more, a tie being Chinese: an
    English sentence with no little word in it is rarer than a command within a Chinese one."""
    particles, little = _PARTICLES & set(han), _LITTLE & set(words)
    if bool(particles) != bool(little):
        return bool(particles)
    return bool(han) and len(han) >= len(words)


def _plain(text: str) -> list[str]:
    """Latin words in small letters that are no part of a name, an address, a setting or a figure."""
    found = (_whole(token) for token in _TOKEN.findall(text))
    return [word for word in found if word]


def _whole(token: str) -> str:
    word = token.strip(".,;:!?…'’\"()[]—–-*#>")
    return word if _WORD.fullmatch(word) and word == word.lower() else ""
