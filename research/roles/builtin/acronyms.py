"""A name and its initials are one name: a page on the "Global Interpreter Lock" answers a question about the GIL."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from research.roles.builtin.tuning import TUNING

_INITIALS = re.compile(r"(?<![\w-])[A-Z]{3,6}(?=s?(?![\w-]))")
"""Two letters stand at the head of too many pairs of words."""


def initials_in(text: str) -> frozenset[str]:
    return frozenset(name.lower() for name in _INITIALS.findall(text))


def runs_of(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What each row of the words would be called by its initials."""
    plain = [word for word in words if word.isalpha() and word.isascii()]
    return {
        "".join(word[0] for word in plain[at : at + size]): tuple(plain[at : at + size])
        for size in range(TUNING.initials_least, TUNING.initials_most + 1)
        for at in range(len(plain) - size + 1)
    }


def both_ways(words: Sequence[str], names: Collection[str], rows: Collection[tuple[str, ...]]) -> list[str]:
    """The words, with each wanted name behind the row of words that spells it out, and the wanted rows at the end whose
    initials the text gives instead."""
    if not names and not rows:
        return list(words)
    found = list(words)
    heads = "".join(word[0] for word in words)
    for name in sorted(names):
        at = heads.find(name)
        if at >= 0:
            found.insert(at + len(name), name)
            heads = f"{heads[: at + len(name)]}{name[0]}{heads[at + len(name) :]}"
    held = set(pairwise(words))
    return [*found, *(word for row in rows if not held >= set(pairwise(row)) for word in row)]
