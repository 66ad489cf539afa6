"""A word that one side states and the other only denies: 适用 and 不适用, "excluded" and "not excluded"."""

import re
from collections.abc import Iterator

from memory.figures.words import stem
from research.roles.builtin.claims.claim_words import words_of
from research.roles.builtin.claims.written import normal

_DIRECTLY = re.compile(
    r"(?:\b(?:not|never|no longer|neither|nor|cannot)|n't)(?:\s+(?:be|been|being|yet|to|have|has|had|any|\w+ly))*\s+$"
    r"|[不未没无非](?:有|再|能|会|可|曾|予|得|被|是|进行|能够|造成|发生|出现|发现|引起)?$",
    re.I,
)
_BY_OTHER_MEANS = re.compile(
    r"\b(?:only|unless|except|until|without|ban\w*|prohibit\w*|forb\w+)\b|方可|才[能可]|仅限|只有|只能|除非|禁|不[得准许]|反对"
)
""" "Open to members only" is "not open to others", and 禁止新建 is 不得新建."""
A_WORD = 2
"""Characters from which a word has a sense of its own."""


def denied_by_one(claim: str, quote: str) -> Iterator[str]:
    if _BY_OTHER_MEANS.search(f"{claim} {quote}"):
        return
    ours, theirs = _standing(claim), _standing(quote)
    for word, ways in ours.items():
        if len(ways) == 1 and word in theirs and theirs[word] == {not next(iter(ways))}:
            yield word


def _standing(text: str) -> dict[str, set[bool]]:
    """Of each word by its stem: whether it stands denied, stated or, at two places, both."""
    low = normal(text).lower()
    found: dict[str, set[bool]] = {}
    for word in words_of(low):
        if len(word.text) >= A_WORD and not word.noun and not word.named:
            found.setdefault(stem(word.text), set()).add(bool(_DIRECTLY.search(low[: word.start])))
    return found
