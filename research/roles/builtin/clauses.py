"""Sentences and clauses of a quote with their words: a number or a turn belongs to the words beside it (B-088)."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from memory.figures.folding import fold
from memory.figures.reading import KEPT
from reach.segment import sentences
from research.roles.builtin.claim_words import Held, Word, words_of

_CLAUSE = re.compile(
    r"[;；，]\s*|,\s+(?=\D)|\s(?=(?:and|but|while|whereas|although|though|which|who|where|when|"
    r"because) )|,?\s(?=(?:up|down) from |compared (?:with|to) )|[:：](?!\s*\d)\s*|[—–]\s+"
    r"|(?<=[\u4e00-\u9fff])(?=(?:并且|而且|但是|然而|而(?!且|是|非))[\u4e00-\u9fff])"
)


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    sentence: int
    held: Held
    words: tuple[Word, ...]


# "Near Corvale, …", "Spanning …, …", 根据…，: no statement of its own, but part of the one behind it.
_INTRODUCES = re.compile(
    r"\s*(?:(?:near|in|at|on|under|after|before|from|of|with|within|for|during|among|despite|"
    r"since|by|at|through|as of|[a-z]+ing|[a-z]+ed|built|made|born|known)\b"
    r"|\S+ (?:years?|months?|weeks?|days?) (?:after|before)\b)[^:]*,\s*$"
    r"|(?:根据|据|按照|按|截至|为了|为|对于|关于|在|除(?!非)了?|受|随着|经|自|从|于|与|面对|"
    r"对)[^，：；]*，\s*$|[^，：；]{1,8}(?:的|时|后|中|下|前)，\s*$",
    re.I,
)


@lru_cache(maxsize=KEPT)
def clauses_of(text: str) -> tuple[Clause, ...]:
    found = []
    for number, span in enumerate(sentences(normal(text))):
        begun = 0
        for end in [match.end() for match in _CLAUSE.finditer(span.text)] + [len(span.text)]:
            part = span.text[begun:end]
            if (words_of(part) and not _INTRODUCES.match(part)) or end == len(span.text):
                found.append(Clause(part, number, Held.of(part), words_of(part)))
                begun = end
    return tuple(found)


WIDE = 0x3000
"""The first code of Chinese marks and characters."""
_FORMAL = str.maketrans("壹贰叁肆伍陆柒捌玖拾佰仟", "一二三四五六七八九十百千")
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
    r"(\d[\d,]*(?:\.\d+)?)\s?(?:(里)(?=[^\u4e00-\u9fff]|[路山水程长远外]|$)|(µg|μg|mcg|微克|micrograms?))", re.I
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
_DIGITS = {digit: number for number, digit in enumerate("零一二三四五六七八九")}
_NOON = 12  # hours
_HALF_PAST = 30  # minutes


def _small(written: str) -> int:
    """Up to 99: what a clock shows."""
    if written.isdigit():
        return int(written)
    tens, ten, ones = written.rpartition("十")
    if not ten:
        return _DIGITS.get(written, 0)
    return (_DIGITS.get(tens, 1) if tens else 1) * len(_DIGITS) + (_DIGITS.get(ones, 0) if ones else 0)


def _larger(match: re.Match[str]) -> str:
    """Units that the parser lacks, in those that it has: 16里 is 8 km, 20 micrograms are 0.02 mg."""
    number = Decimal(match[1].replace(",", ""))
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
    text = fold(text).translate(_FORMAL)
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
