"""Initials and what they stand for: the two sides of a comparison often have one each."""

import re

_INITIALS = re.compile(r"(?<![A-Za-z0-9.-])[A-Z]{2,6}(?![A-Za-z0-9.-])")
_WORD = re.compile(r"[A-Za-zÀ-ɏ]+(?:['’-][A-Za-zÀ-ɏ]+)*")
_JOINING = frozenset(("of", "the", "and", "for", "on", "in", "de", "la"))


def spelt_out(text: str, other: str) -> str:
    """With the words of the other text in the place of initials that stand for them: "ECB" beside "European Central
    Bank". The same text where it has none, or where the other doesn't say them."""
    words = [word[0] for word in _WORD.finditer(other)]
    return _INITIALS.sub(lambda found: _run(found[0], words) or found[0], text)


def _run(initials: str, words: list[str]) -> str:
    """Small joining words may stand between, and count for nothing."""
    for at in range(len(words)):
        said, left = [], initials.lower()
        for word in words[at:]:
            if left and word[0].lower() == left[0]:
                said.append(word)
                left = left[1:]
            elif not (said and left and word.lower() in _JOINING):
                break
        if not left:
            return " ".join(said)
    return ""
