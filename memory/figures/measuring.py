"""What stands behind a figure: its scale and its unit, and a second unit after "per"."""

import re
from decimal import Decimal

from memory.figures.listing import listed
from memory.figures.numerals import ENGLISH_SCALE
from memory.figures.units import MONEY, NAMES

_CJK_SCALE = r"(?:[十百千]?万亿|[十百千]?[万亿]|[百千](?![分克米瓦伏赫卡帕货余多]))"
_SCALE_VALUE = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
_SHORT = {"bn": 10**9, "bln": 10**9, "mn": 10**6, "mln": 10**6, "tn": 10**12, "trn": 10**12, "k": 1000}
_MONEY_SHORT = {"b": 10**9, "m": 10**6, "t": 10**12}
_WORDS = "|".join(sorted(ENGLISH_SCALE, key=len, reverse=True))
SCALE = re.compile(
    rf" ?({_CJK_SCALE})|(?:[ -]?(?:of )?(?:{_WORDS}))(?:s(?= of))?(?![A-Za-z])|[ ]?(?:{'|'.join(_SHORT)})(?![A-Za-z])",
    re.I,
)
_MONEY_SCALE = re.compile(r" ?[BMTm](?![A-Za-z])")
_MEGA = re.compile(r"M(?= [a-z]{3})")

_CJK_NAMES = "|".join(sorted((re.escape(name) for name in NAMES if not name.isascii()), key=len, reverse=True))
# 人 in 人民币 and 年 in 年代 are no units; 次 in 次月, 台 in 台湾, 天 in 天然 neither.
_NOT_UNIT = (
    r"(?!人均|年代|年度|年均|年初|年底|年末|年级|名义|名单|位于|位列|家族|家居|家电|天然|天气|次月"
    r"|次年|台湾|台州|种植|条件|条例|项目|件事|份额|分之|页面|例如|例外|所以|所有|行业|行动|行政|层面"
    r"|层次|核心|核电|核准|升至|升级|升高|升值|克服|瓦解|安全|度假|头部|字段|字符|只有|只能|户外|户均"
    r"|套利|股份|股东|股价|股市|票据|票面|场景|场内|周期|周边|城市化|国内|国家|国际|国产|国有|国债)"
)
_CJK_UNIT = re.compile(rf" ?{_NOT_UNIT}(?:多|余)?({_CJK_NAMES})(?:人民币)?")
_LATIN_NAMES = {name for name in NAMES if name.isascii() or name[0] in "µμ°"}
_TWO_WORDS = re.compile(r"[ -]?((?:U\.S\.|[A-Za-z]{2,12})[ -][A-Za-z]{4,10})(?![A-Za-z])")
_ONE_WORD = re.compile(r"[ -]?(US\$|HK\$|NT\$|[µμ°]?[A-Za-z]{1,14}[23²³]?)(?![A-Za-z0-9])")
_SHORT_EXACT = frozenset(listed("t m s h g L l V v W K x")) - {"K", "v"}
_PER = re.compile(r" ?(?:/|per (?:cent)?(?!cent)|每) ?")
_ADJECTIVE = re.compile(
    r" (?:new|registered|active|full-time|listed|foreign|electric|passenger|daily|monthly|local|other|additional)(?= )"
)


def scale_at(folded: str, at: int, money: bool) -> tuple[Decimal, int]:
    """The factor behind a figure and where it ends. B, M and T are scales of money; elsewhere they are units."""
    factor = Decimal(1)
    while match := SCALE.match(folded, at):
        factor *= _factor(match[0])
        at = match.end()
    if factor == 1:
        short = (_MONEY_SCALE.match(folded, at) if money else None) or _MEGA.match(folded, at)
        if short:
            return Decimal(_MONEY_SHORT[short[0].strip().lower()]), short.end()
    return factor, at


def _factor(written: str) -> Decimal:
    word = written.strip(" -").lower().removeprefix("of ").removesuffix("s")
    if word in ENGLISH_SCALE:
        return Decimal(ENGLISH_SCALE[word])
    if word in _SHORT:
        return Decimal(_SHORT[word])
    factor = Decimal(1)
    for char in word:
        factor *= _SCALE_VALUE[char]
    return factor


def unit_at(folded: str, at: int) -> tuple[str, int]:
    """Canonical unit and where it ends; ("", at) where none stands."""
    unit, end = _single(folded, at)
    if not unit:
        adjective = _ADJECTIVE.match(folded, at)
        unit, end = _single(folded, adjective.end()) if adjective else ("", at)
        return (unit, end) if unit else ("", at)
    return per_at(folded, end, unit)


def per_at(folded: str, at: int, unit: str) -> tuple[str, int]:
    """The unit made a rate by what follows, if anything does: 元/吨, $ … per tonne."""
    if per := _PER.match(folded, at):
        below, end = _single(folded, per.end())
        if below and below != unit:
            return f"{unit}/{below}", end
    return unit, at


def _single(folded: str, at: int) -> tuple[str, int]:
    if folded.startswith(("%", "‰"), at) or folded.startswith((" %", " ‰"), at):
        end = at + 1 + folded.startswith(" ", at)
        return NAMES[folded[end - 1]], end
    match = _CJK_UNIT.match(folded, at)
    if match:
        return NAMES[match[1]], match.end()
    match = _TWO_WORDS.match(folded, at)
    if match and (name := _known(match[1].replace("-", " "))):
        return name, match.end()
    match = _ONE_WORD.match(folded, at)
    if match and (name := _known(match[1])):
        return name, match.end()
    return "", at


def _known(word: str) -> str | None:
    """Plural or singular; single letters only in the case that means the unit."""
    if len(word) == 1:
        return NAMES.get(word.lower()) if word in _SHORT_EXACT else None
    lower = word.lower()
    for form in (lower, lower.removesuffix("s"), lower.removesuffix("es")):
        if form in _LATIN_NAMES and len(form) > 1:
            return NAMES[form]
    return None


def is_money(unit: str) -> bool:
    return unit.split("/", 1)[0] in MONEY
