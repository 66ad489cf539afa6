"""Numbers that name: versions, standards, product codes, sections, ranks, clock times, addresses."""

import re

from memory.figures.folding import Mask, fold
from memory.figures.listing import listed
from memory.figures.values import Identifier, IdentifierKind

_SERIES = (
    "PEP RFC JEP EIP BIP ISO IEC IEEE ITU DIN ASTM ANSI NIST BS JIS GB GB/T GB/Z DL/T YD/T CVE CWE GHSA MSRC KB "
    "FIPS SP BCP STD CAS DOI ISBN ISSN ICAO USB HTTP TLS Unicode ECMA POSIX PCI"
)
_PARTS = (
    "section sections chapter article clause annex appendix part figure fig table step level tier line "
    "page issue ticket phase stage rule paragraph"
)
_SERIES_RE = "|".join(re.escape(word) for word in sorted(_SERIES.split(), key=len, reverse=True))
_PARTS_RE = "|".join(sorted(_PARTS.split(), key=len, reverse=True))
_NUMBER = r"[0-9]+(?:[.:-][0-9]+)*"
_BEFORE = r"(?<![A-Za-z0-9_.])"
_AFTER = r"(?![0-9A-Za-z])"

# Nobody's figures: they are hidden from every other reading and reported as nothing.
NOISE = re.compile(
    r"https?://[^\s<>\"'）)】」，。；]+"
    r"|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}"
    r"|[\[【] {0,2}\^?[SE]?-?[0-9]{1,6} {0,2}[\]】]"
    r"|\bE-[0-9]{1,9}\b"
    r"|^[ \t]{0,8}[0-9]{1,3}[.)、](?=[ \t\u4e00-\u9fff])"
    r"|^[ \t]{0,8}[一二三四五六七八九十]{1,3}、",
    re.M,
)
# These are sure enough to be read before dates: GB/T 1234-2020 holds no year.
SURE = (
    (
        IdentifierKind.CODE,
        re.compile(rf"{_BEFORE}(?:{_SERIES_RE})[ -]?[0-9A-Z]*[0-9]+(?:[.:-][0-9A-Z]*[0-9]+)*{_AFTER}"),
    ),
    (
        IdentifierKind.CODE,
        re.compile(rf"(?<![A-Za-z0-9_])(?:{_PARTS_RE}|no\.) (?:#\s?)?{_NUMBER}(?![0-9A-Za-z%]|,[0-9])", re.I),
    ),
    # A document's number: its year dates nothing.
    (IdentifierKind.CODE, re.compile(r"[〔［\[][12][0-9]{3}[〕］\]] ?第? ?[0-9]{1,6} ?号?")),
    (IdentifierKind.CODE, re.compile(rf"(?:§ ?|№ ?|#){_NUMBER}{_AFTER}")),
    (
        IdentifierKind.CODE,
        re.compile(r"第 ?[0-9〇零一二三四五六七八九十百]{1,6}(?:\.[0-9]+)* ?(?:章|节|条|款|部分|页|表|图|号)"),
    ),
    (
        IdentifierKind.ORDINAL,
        re.compile(r"第 ?[0-9〇零一二三四五六七八九十百]{1,6} ?(?:名|位|大|届|轮|期|代|批|版|次)"),
    ),
    (
        IdentifierKind.VERSION,
        re.compile(
            r"(?<![A-Za-z0-9_.])[vV][0-9]+(?:\.[0-9]+){0,4}(?:[-.]?(?:alpha|beta|rc|a|b|dev"
            r"|post)\.?[0-9]*)?(?![0-9A-Za-z])"
        ),
    ),
    (
        IdentifierKind.VERSION,
        re.compile(r"(?<![A-Za-z0-9_.])[Vv]ersion[ :：]{0,3}[0-9]+(?:\.[0-9]+){0,4}(?![0-9A-Za-z])"),
    ),
    (IdentifierKind.VERSION, re.compile(r"版本(?:号)?[ ：:]?[0-9]+(?:\.[0-9]+){0,4}(?![0-9A-Za-z])")),
    (
        IdentifierKind.VERSION,
        re.compile(
            rf"{_BEFORE}[0-9]+(?:\.[0-9]+){{1,3}}[ -]?(?:RC|GA|LTS|DMR|alpha|beta|candidate)[. ]?[0-9]*(?![A-Za-z])",
            re.I,
        ),
    ),
    (IdentifierKind.VERSION, re.compile(rf"{_BEFORE}[0-9]+(?:\.[0-9]+){{1,3}} ?版本?(?!权)")),
    (IdentifierKind.CODE, re.compile(rf"{_BEFORE}(?<!:)(?:[01]?[0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9])?(?![0-9])")),
)
# These only hold where no date stands.
LIKELY = (
    (
        IdentifierKind.VERSION,
        re.compile(rf"{_BEFORE}[0-9]+(?:\.[0-9]+){{2,4}}(?:-?(?:alpha|beta|rc|a|b|dev|post)\.?[0-9]*)?{_AFTER}"),
    ),
    (IdentifierKind.ORDINAL, re.compile(r"(?<![A-Za-z0-9_.])[0-9]{1,4}(?:st|nd|rd|th)\b")),
    (
        IdentifierKind.CODE,
        re.compile(
            rf"{_BEFORE}[A-Za-z]{{1,12}}(?:[-/][A-Za-z]{{1,8}})?-[0-9]+(?:\.[0-9]+)?[A-Za-z]{{0,3}}(?:-[0-9]+)*{_AFTER}"
        ),
    ),
    (
        IdentifierKind.CODE,
        re.compile(
            rf"{_BEFORE}(?=[A-Za-z0-9]{{2,40}}(?![A-Za-z0-9]))(?!(?:RMB|CNY|USD|EUR|GBP|JPY|HKD)[0-9]"
            rf"|[kcm]?m[23](?![0-9]))[A-Za-z]+[0-9]+[A-Za-z0-9]*"
        ),
    ),
    (
        IdentifierKind.CODE,
        re.compile(rf"{_BEFORE}(?<![$€£¥])(?:[0-9]{{1,2}}[GD]|[248]K|[0-9]{{1,4}}(?:\.[0-9])?B){_AFTER}"),
    ),
    (IdentifierKind.CODE, re.compile(rf"{_BEFORE}[0-9]+:[0-9]+{_AFTER}")),
)
# A word with a capital and a small number behind it: Python 3.12, Model 3, Windows 11.
_NAMED = re.compile(
    r"(?<![A-Za-z0-9_.$])([A-Z][A-Za-z+#]{1,20}) ([0-9]{1,3}(?:\.[0-9]{1,3})?)(?![0-9A-Za-z%‰,]|\.[0-9]| ?(?:%"
    r"|‰|bn\b|mn\b)|[十百千万亿])"
)
_GLUED = re.compile(
    r"(?<![A-Za-z0-9_.$])([A-Z][A-Za-z+#]{1,20}) ?([0-9]{1,3}\.[0-9]{1,3})(?![0-9A-Za-z%‰,]|\.[0-9]| ?(?:%|‰"
    r"|bn\b|mn\b)|[十百千万亿])"
)
_NOT_NAMES = frozenset(
    listed(
        "The A An In On At By Of To For From With And Or But About Around Over Under Nearly Almost Some Only "
        "Just Since Until After Before During Between Among Up Down More Less Than Nor Not All Most Both Its "
        "Their Our His Her These Those This That There Then When While Where Which Who Whose How Why What If "
        "As Is Are Was Were Be Been Has Have Had Roughly Approximately Exactly Another Every Each Jan Feb Mar "
        "Apr May Jun Jul Aug Sep Sept Oct Nov Dec January February March April June July August September "
        "October November December Total Average Minimum Maximum USD CNY RMB EUR GBP JPY HKD GDP CPI PPI "
        "Revenue Sales Profit Margin Q H FY Page Day Week Year Month "
    )
)


def series_after(folded: str, mask: Mask, follows: "re.Pattern[str]") -> list[Identifier]:
    """Versions by their name. `follows` tells a unit behind the number, which makes it a quantity after all."""
    found = []
    for pattern in (_NAMED, _GLUED):
        for match in pattern.finditer(folded):
            if match[1] in _NOT_NAMES or follows.match(folded, match.end()):
                continue
            if mask.claim(match.start(2), match.end(2)):
                found.append(_identifier(IdentifierKind.VERSION, folded, match.start(2), match.end(2)))
    return found


def take(folded: str, mask: Mask, rules: tuple[tuple[IdentifierKind, "re.Pattern[str]"], ...]) -> list[Identifier]:
    return [
        _identifier(kind, folded, match.start(), match.end())
        for kind, pattern in rules
        for match in pattern.finditer(folded)
        if mask.claim(match.start(), match.end())
    ]


_KEEP = re.compile(r"[^0-9a-z./:#第\u4e00-\u9fff]+")
_VERSION_WORDS = re.compile(r"^(?:version|版本号?|v)[ ：:]?|版本?$")


def _identifier(kind: IdentifierKind, folded: str, start: int, end: int) -> Identifier:
    text = fold(folded[start:end])
    normal = text.lower()
    if kind is IdentifierKind.VERSION:
        normal = _VERSION_WORDS.sub("", normal)
    return Identifier(kind, text, _KEEP.sub("", normal), start, end)
