"""Ways of writing figures that the one parser doesn't know, in ways that it does. Both sides of a comparison go through
here, so a way that is only turned, not understood, still meets itself."""

import re
from decimal import Decimal
from functools import lru_cache

from memory.figures.folding import fold
from memory.figures.reading import KEPT
from research.roles.builtin.claims import durations, magnitudes

WIDE = 0x3000
"""The first code of Chinese marks and characters."""
_FORMAL = str.maketrans("壹贰叁肆伍陆柒捌玖拾佰仟", "一二三四五六七八九十百千")
_FORMALLY = re.compile(r"[壹贰叁肆伍陆柒捌玖拾佰仟万亿零]{2,}")
"""Two of them make a figure; 陆 by itself is land or a name."""
_DENIED_BOUND = re.compile(r"(?:不得|不能|不可|不应|不准|严禁)(少于|低于|超过|高于|多于|超出|早于|晚于)")
_ALLOWED = {
    "少于": "不少于",
    "低于": "不低于",
    "超过": "不超过",
    "高于": "不超过",
    "多于": "不超过",
    "超出": "不超过",
    "早于": "不早于",
    "晚于": "不晚于",
}
_SAME_YEAR = re.compile(r"[同当]年(?=[\d一二三四五六七八九十]{1,2}月)")
"""A day without a year takes the year before it anyhow."""
_OVERTURNED = re.compile(r"\bturned over(?= [€$£¥\d])", re.I)
_BELOW_ZERO = re.compile(r"零下([\d.]+|[一二两三四五六七八九十]+)(?:摄氏)?度")
_NONE_BEYOND = re.compile(
    r"\bno ((?:\w+ ){1,3})((?:\w+ )?)(?:below|under|less than|fewer than) ([\d.,]+) or (?:above|over|more than) (?=\d)",
    re.I,
)
_TWO_YEARS = re.compile(r"\b(?:the )?(\d{4}) and (\d{4}) (financial|fiscal) years\b", re.I)
_MOST = {"maximum": "at most ", "minimum": "at least "}
_A_MOST = re.compile(r"\ba (maximum|minimum) of (?=\d|one|two|three|four|five|six|seven|eight|nine|ten)", re.I)
_LONGEST = re.compile(r"最(长|久|迟|晚|短|早)(?:为|是|可|不超过|达|可达)?(?=约?[\d一二两三四五六七八九十])")
_LIMITS = {"长": "最多", "久": "最多", "迟": "最多", "晚": "最多", "短": "至少", "早": "至少"}
_RANKS = {"second": "two", "third": "three", "fourth": "four", "fifth": "five", "sixth": "six"}
_IN_A_ROW = re.compile(
    r"\b(?:a |the |its |their )?(second|third|fourth|fifth|sixth) (?:consecutive|straight|successive) (\w+)", re.I
)
_THAN = re.compile(
    r"\b(larger|bigger|older|longer|taller|heavier|wider|deeper|"
    r"smaller|younger|shorter|lighter|narrower) than (?=[€$£]?\d)",
    re.I,
)
_DOWN = frozenset(("smaller", "younger", "shorter", "lighter", "narrower"))
_NONE_OVER = re.compile(r"\bno ((?:[\w'-]+ ){1,8}?)(?:more|higher|later|greater) than (?=[€$£]?\d)", re.I)
_NONE_UNDER = re.compile(r"\bno ((?:[\w'-]+ ){1,8}?)(?:less|fewer|lower|earlier) than (?=[€$£]?\d)", re.I)
_NOT_ONE = re.compile(r"(没有|无)一(?=[个台名人家件例处座辆次项户])")
_MINUS = re.compile(r"(?<=[\u4e00-\u9fff])[-−](?=\d)")
_BIG = re.compile(r"(?<=[一二三四五六七八九十百千万亿两半\d])\s?千(瓦时|瓦|克|米|卡|赫|伏)")
_THOUSAND = {"瓦时": "kWh", "瓦": "kW", "克": "kg", "米": "km", "卡": "kcal", "赫": "kHz", "伏": "kV"}
_POWER = re.compile(r"(?<=[\d一二三四五六七八九十百千万亿])度(?=电)|(?<=[\d万亿])度(?=[。，；、]|$)")
_BRANCH = re.compile(r"\b\d+(?:\.\d+)*\.x\b")
_NOT_OVER = re.compile(
    r"(?:都|均|从)?(?:没有|未|未曾|不曾)超过|\bnever\s+(?:\w+\s+){0,2}?(?:longer|more|higher|"
    r"greater|later) than\b|\bno longer than\b|\bnot exceed(?:ing|ed)?\b",
    re.I,
)
_NOT_UNDER = re.compile(
    r"(?:没有|未|未曾|从未)(?:低于|少于|跌破)|\bnever\s+(?:\w+\s+){0,2}?(?:below|under|less than|"
    r"fewer than)\b|\bnot less than\b",
    re.I,
)
_AND_A_HALF = re.compile(r"\b(?:an?|one) (hour|day|week|month|year|minute)(?: and a half|-and-a-half)", re.I)
_HALF = re.compile(r"\bhalf an? (?=\w)", re.I)
_HALVES = re.compile(
    r"\b(?<!first )(?<!second )(?:a )?half (?:of )?(?=(?:the|all|of|its|their) )|(?<!第)(?:一半|半数)(?!天|年|月)", re.I
)
_OVER_HALF = re.compile(r"过半(?!数)|半数以上|超过(?:一半|半数)", re.I)
_QUARTER = re.compile(r"\ba quarter of\b", re.I)
_BETWEEN = re.compile(r"\bbetween ([€$£¥]?\s?[\d][\d.,]*(?:\s?%| percent)?) and (?=[€$£¥]?\s?\d)", re.I)
_AGED = re.compile(
    r"\b(people|persons|adults|patients|men|women|children|those|aged?) ((?:over|under|above|below) )?(\d{1,3})\b"
    r"(?!\s?(?:%|percent|years|to|-|–|[a-z]+ old))",
    re.I,
)
_REACHING = re.compile(r"(至少|最多|最高|至多|不超过|超过)(?:可?达到?)")
_NOT_WITHOUT = re.compile(r"未经([^，。]{1,10})，?(?:不得|不能|不准|严禁)")
_ABOUT = re.compile(r"(约|大约|大概)(?:是|为|有|在)(?=\d)")
_SMALLER = re.compile(
    r"(\d[\d,]*(?:\.\d+)?|[一二两三四五六七八九十]{1,3})\s?(?:(里)(?=[^\u4e00-\u9fff]|[路山水程长远外的]|$)|(µg|μg|mcg|微克|micrograms?))",
    re.I,
)
_HALF_KM, _MILLI = Decimal("0.5"), Decimal("0.001")
_SIGNED = re.compile(r"(?<= to )\+(?=\d)")
_COUNTED = re.compile(r"(?<![\d年.,-])([12])(\d{3})(?=分(?![钟之])|株|辆|名|人|家|件|座|户|种|批)")
_REACH = re.compile(r"\b((?:work|operat|rang|var|run|extend|last)\w*) from (?=[-+]?\d)", re.I)
_AM_PM = re.compile(r"\b(\d{1,2})(?::(\d\d))?\s?([ap])\.?m\b\.?", re.I)
_CLOCK_ZH = re.compile(
    r"(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚|"
    r"夜里)?([\d一二三四五六七八九十]{1,3})[点时](?:(半)|([\d一二三四五六七八九十]{1,3})分|"
    r"整)?(?!间|代|期|常|候|刻|速|长)"
)
_DIGITS = {digit: number for number, digit in enumerate("零一二三四五六七八九")} | {"两": 2}
_TEN = 10  # of digits: what 十 means
_NOON = 12  # hours
_HALF_PAST = 30  # minutes


def _small(written: str) -> int:
    """Up to 99: what a clock shows."""
    if written.isdigit():
        return int(written)
    tens, ten, ones = written.rpartition("十")
    if not ten:
        return _DIGITS.get(written, 0)
    return (_DIGITS.get(tens, 1) if tens else 1) * _TEN + (_DIGITS.get(ones, 0) if ones else 0)


def _larger(match: re.Match[str]) -> str:
    """Units that the parser lacks, in those that it has: 16里 is 8 km, 20 micrograms are 0.02 mg."""
    number = Decimal(match[1].replace(",", "")) if match[1][0].isdigit() else Decimal(_small(match[1]))
    return f"{number * (_HALF_KM if match[2] else _MILLI):f}{'公里' if match[2] else ' mg'}"


def _clock_en(match: re.Match[str]) -> str:
    hour = int(match[1]) % _NOON + (_NOON if match[3].lower() == "p" else 0)
    return f"{hour}:{match[2] or '00'}"


def _clock_zh(match: re.Match[str]) -> str:
    part, hour = match[1] or "", _small(match[2])
    if not part and not match[3] and not match[4] and hour <= _NOON:
        return match[0]
    if part in ("下午", "傍晚", "晚上", "晚", "夜里") and hour < _NOON:
        hour += _NOON
    minute = _HALF_PAST if match[3] else _small(match[4]) if match[4] else 0
    return f" {hour}:{minute:02d} "


_DOTS = re.compile(r"(?<=\d)\s*(?:…|\.\.\.)\s*(?=[-−+]?\d)")


@lru_cache(maxsize=KEPT)
def normal(text: str) -> str:
    """Ways of writing that the one parser of figures doesn't know, in ways that it does. A denied bound is another."""
    text = _FORMALLY.sub(lambda match: match[0].translate(_FORMAL), fold(text))
    text = _DENIED_BOUND.sub(lambda match: _ALLOWED[match[1]], _OVERTURNED.sub("turnover", text))
    text = re.sub(r"\bNew Year's Day(?:,? (?=\d{4}))?", "1 January ", text.replace("元旦", "1月1日"), flags=re.I)
    text = _SAME_YEAR.sub("", text)
    text = _NONE_BEYOND.sub(r"\1\2at least \3, at most ", text)
    text = _TWO_YEARS.sub(r"the \1 \3 year and the \2 \3 year", text)
    text = _A_MOST.sub(lambda match: _MOST[match[1].lower()], text)
    text = _IN_A_ROW.sub(
        lambda match: f"{_RANKS[match[1].lower()]} {match[2]}s in a row",
        _LONGEST.sub(lambda match: _LIMITS[match[1]], text),
    )
    text = _THAN.sub(lambda match: "less than " if match[1].lower() in _DOWN else "more than ", text)
    text = _NONE_OVER.sub(r"\1at most ", _NONE_UNDER.sub(r"\1at least ", text))
    text = _NOT_ONE.sub(r"\1", text)
    text = _BELOW_ZERO.sub(r" -\1℃", _MINUS.sub(" -", text))
    text = magnitudes.in_figures(durations.in_figures(text))
    text = _BIG.sub(lambda match: _THOUSAND[match[1]], text)
    text = _POWER.sub("千瓦时", text)
    text = _BRANCH.sub("", text)
    text = _NOT_OVER.sub(lambda match: "不超过" if ord(match[0][0]) > WIDE else "at most", text)
    text = _NOT_UNDER.sub(lambda match: "不低于" if ord(match[0][0]) > WIDE else "at least", text)
    text = _REACHING.sub(r"\1", _NOT_WITHOUT.sub(r"须经\1", _BETWEEN.sub(r"\1 to ", text)))
    text = _REACH.sub(r"\1 ", _COUNTED.sub(r"\1,\2", text))
    text = _AND_A_HALF.sub(r"1.5 \1s", text)
    text = _ABOUT.sub("约", _SMALLER.sub(_larger, text))
    text = _AGED.sub(r"\1 \2\3岁", _SIGNED.sub("", text))
    text = _OVER_HALF.sub("超过50%", _HALF.sub("0.5 ", text))
    text = _HALVES.sub(lambda match: "50%" if ord(match[0][0]) > WIDE else "50 percent of ", text)
    text = _QUARTER.sub("25 percent of", text)
    text = _CLOCK_ZH.sub(_clock_zh, _AM_PM.sub(_clock_en, text))
    text = re.sub(r"(?<![\d:.])0(\d:\d\d)(?![:\d])", r"\1", text)
    return _DOTS.sub(" to ", text)
