"""Source ids as texts cite them: [12], 〔2024〕37号, Art. 6(1)(f), a DOI. The reading hides most of these as noise."""

import re
from collections.abc import Iterator

from memory.figures.unread import Unread

_RULES = tuple(
    re.compile(pattern)
    for pattern in (
        r"[\[【][ ^]{0,2}[A-Z]?-?[0-9]{1,6}(?:[,–-] ?[^\]】\n]{1,24})?[\]】]",
        r"\b10\.[0-9]{4,6}/[^\s,;，。；）)\]]+[A-Za-z0-9]",
        r"(?i:\b(?:app|art|sec|fig|tab|ref|no|para|ch|cl|annex|appendix|table|figure|exhibit|schedule|drawings?)\.? )"
        r"(?:[A-Z]?[0-9]+[A-Z]?(?:[.(-][0-9A-Za-z]+\)?)*|[A-Z])(?![A-Za-z])",
        r"[\u4e00-\u9fff]{0,8}[〔\[（(【][12][0-9]{3}[〕\]）)】] ?(?:[\u4e00-\u9fff]{0,3}第?)?[0-9]{1,6}号?",
        r"(?:附件|附录|附注|附表|表|图|条款|专利|公报|批号|案号|卷) ?"
        r"(?:[0-9]+(?:[.-][0-9]+)*|[一二三四五六七八九十]{1,3})(?![0-9])",
        r"(?<![A-Za-z0-9.-])(?:[A-Za-z0-9-]{1,40}\.){1,4}[a-z]{2,6}/[A-Za-z0-9/_.-]{0,80}[A-Za-z0-9]",
        r"“[0-9]+·[0-9]+”[\u4e00-\u9fff]{0,4}",
        r"@[A-Za-z0-9_]{2,30}",
        r"[\u4e00-\u9fff]{1,6}字?第 ?[0-9]{2,6} ?号",
    )
)


def citations(folded: str) -> Iterator[Unread]:
    for rule in _RULES:
        for match in rule.finditer(folded):
            yield Unread(match.start(), match.end(), match[0].lower().replace(" ", ""))
