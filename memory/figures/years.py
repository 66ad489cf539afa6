"""Four digits alone: a year, or two thousand people? Decided by what stands around them."""

import re

from memory.figures import calendar_words as words
from memory.figures.date_rules import mention
from memory.figures.folding import Mask
from memory.figures.values import DateMention

_BARE = re.compile(r"(?<![A-Za-z0-9_.,$€£¥/#-])(1[5-9][0-9]{2}|20[0-9]{2})(?![0-9A-Za-z%]|[.,][0-9]|-[A-Za-z0-9])")
_LEADS_A_YEAR = re.compile(r"(?:\b(?:in|since|during|until|till|year|before|after)|[自从在至于]) ?\Z", re.I)
_LEADS_A_COUNT = re.compile(
    r"(?:\b(?:about|over|around|nearly|than|roughly|approximately|least|most|total of|exactly)|[约近超逾共有达过]) ?\Z",
    re.I,
)
# Before this century and the last, a bare number is a year only where a preposition says so.
_SURE = 1900
# The longest of the words above, with its space: how far back to look.
_BACK = 16


def read(folded: str, mask: Mask, follows: "re.Pattern[str]") -> list[DateMention]:
    """`follows` is the pattern of a unit or scale: "2000 people" and "2000万" count."""
    found = []
    for match in _BARE.finditer(folded):
        if _is_year(folded, match, follows) and mask.claim(match.start(), match.end()):
            found.append(mention(match.start(), match.end(), words.year(int(match[1])), relative=False))
    return found


def _is_year(folded: str, match: "re.Match[str]", follows: "re.Pattern[str]") -> bool:
    before = folded[max(0, match.start() - _BACK) : match.start()]
    if _LEADS_A_COUNT.search(before) or follows.match(folded, match.end()):
        return False
    return int(match[1]) >= _SURE or bool(_LEADS_A_YEAR.search(before))
