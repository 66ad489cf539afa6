"""British to American, and words cut short to whole ones: a page that says "license" answers a question about licences,
one that says "asynchronous" a question about "async". Chinese passes untouched."""

import re
from collections.abc import Iterable

from reach.words import stem

_WORDS = {
    "licence": "license",
    "defence": "defense",
    "offence": "offense",
    "practise": "practice",
    "centre": "center",
    "metre": "meter",
    "litre": "liter",
    "fibre": "fiber",
    "theatre": "theater",
    "programme": "program",
    "catalogue": "catalog",
    "grey": "gray",
    "tyre": "tire",
    "aluminium": "aluminum",
    "cheque": "check",
    "cancelled": "canceled",
    "labelled": "labeled",
    "modelling": "modeling",
    "travelling": "traveling",
}
_OUR = re.compile(r"\b(col|fav|behavi|lab|neighb|hon|harb|vap|rum|hum|flav|arm)our", re.I)
_ISE = re.compile(r"(?<=[a-z]{3})(is)(?=(?:e|ed|es|ing|ation|ations)\b)")
_KEPT = re.compile(
    r"\b(?:other|like|ex?erc|adv|prom|prec|conc|surpr|rev|superv|comprom|enterpr|telev|r|w|no|adv|dev|expert|prem|franch|merchand)is",
    re.I,
)
_CUT_SHORT = {
    "async": "asynchronous",
    "sync": "synchronous",
    "config": "configuration",
    "spec": "specification",
    "repo": "repository",
    "param": "parameter",
    "arg": "argument",
    "lib": "library",
    "stdlib": "standard-library",
    "env": "environment",
    "admin": "administrator",
    "govt": "government",
    "info": "information",
}
"""Words that people say cut short and titles write out. Only such as mean one thing cut short."""
_FOLDED = {british.rstrip("e"): american.rstrip("e") for british, american in _WORDS.items()}
_FOLDED |= {short: stem(whole) for short, whole in _CUT_SHORT.items()}


def american(text: str) -> str:
    """The text in the other spelling; the same text where there is none."""
    return re.sub(r"[A-Za-z]+", lambda match: _word(match[0]), text)


def _word(word: str) -> str:
    low = word.lower()
    for british, other in _WORDS.items():
        if low in (british, f"{british}s"):
            return other + low.removeprefix(british)
    if _OUR.match(low):
        return _OUR.sub(lambda match: f"{match[1]}or", low)
    return _ISE.sub("iz", low) if _ISE.search(low) and not _KEPT.match(low) else word


def respelt(stems: Iterable[str]) -> list[str]:
    """Folded words in the spelling that both sides are compared in."""
    return [_FOLDED.get(stem, stem) for stem in stems]
