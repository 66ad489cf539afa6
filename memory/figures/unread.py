"""Numbers that the reading leaves aside, since nothing can be reckoned with them alone: "the third", 翻番, "40 knots".

Not for comparing: a rewording has to keep them all the same. Each gets a mark that other spellings of it share.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory.figures.listing import listed
from memory.figures.numerals import CJK_DIGITS, ENGLISH, from_chinese, from_digits

Match = re.Match[str]


@dataclass(frozen=True, slots=True)
class Unread:
    start: int
    end: int
    mark: str


_ORDINALS = listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
)
_RANK = {word: str(at) for at, word in enumerate(_ORDINALS, 1)}
_FOLDS_FROM_TWO = (
    "double doubles doubled doubling twice twofold two-fold",
    "treble trebles trebled trebling triple triples tripled tripling thrice threefold",
    "quadruple quadrupled quadrupling fourfold",
    "quintuple quintupled fivefold",
    "sixfold",
    "sevenfold",
    "eightfold",
    "ninefold",
    "tenfold",
)
_FOLDS = {word: str(times) for times, words in enumerate(_FOLDS_FROM_TWO, start=2) for word in words.split()}
_PARTS = listed("half halves halved halving")
_SPANS = {
    word: word.removesuffix("ies").removesuffix("y").removesuffix("s")
    for word in listed("dozen dozens decade decades century centuries fortnight fortnights")
}
_UNITS = (
    "knots knot kt kn kts bar barg mbar psi rpm mph km/h kph fps carats carat cents cent pence p c ¢ points point "
    "overs dB dBA casks thalers marks guineas crore cr lakh boe mmboe mcm bcm tonnes quintals quintal qtl shots "
    "short_tons cubic_feet cubic_metres cubic_kilometres sigma σ lux lumens teu TEU Gbit/s Mbit/s Mt kt ppm ppb "
    "mmol/L g/L µg"
)
_N = rf"[{CJK_DIGITS}十百千万亿兩萬億廿卅]"
_BIG = "[零〇壹贰叁肆伍陆柒捌玖拾佰仟万亿]"
_MEASURES = (
    "个位名人支只枚枝根条块片张栋幢间套座处场次届期项档级类度格折成番倍趟班圈层楼台架辆艘列节车桌席瓶盒箱袋包桶碗盘杯"
    "份篇首集季章回讲课门所家户口亩垧里丈尺寸方升斗石斤两克吨公米秒分刻钟头匹峰尾株棵粒颗朵剂针例桩起宗票股手对双"
    "副批组队号线路站棒局轮冠连元角毛厘港码焦巴伏瓦安欧镑卢法郎盾铢眼面伙学道泊锅室居年月日天周旬岁"
)
_TOKEN = re.compile(r"[0-9]+(?:[.,'][0-9]+)*")


def _rank(match: Match) -> str:
    return f"@{_RANK[match[1].lower()]}"


def _cjk_rank(match: Match) -> str:
    written = match[1]
    read = from_digits(written) if written.isascii() else from_chinese(written)
    return f"@{read[0].normalize():f}" if read else match[0]


def _folds(match: Match) -> str:
    return f"×{_FOLDS[match[0].lower()]}"


def _cjk_folds(match: Match) -> str:
    return "×4" if "两" in match[0] or "2" in match[0] else "×2"


def _half(match: Match) -> str:
    return "½"


def _span(match: Match) -> str:
    return _SPANS[match[0].lower()]


def _itself(match: Match) -> str:
    return match[0].lower().replace(" ", "")


def _value(match: Match) -> str:
    return f"={ENGLISH[match[0].lower()]}"


def _plain(written: str) -> str:
    """Without what parts thousands, and without zeros in front: "02" in a code is spelt like a 2."""
    return written.replace(",", "").replace("'", "").lstrip("0") or "0"


def _words(words: "tuple[str, ...] | dict[str, str]") -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_UNIT = "|".join(sorted((re.escape(unit.replace("_", " ")) for unit in _UNITS.split()), key=len, reverse=True))
_RULES: tuple[tuple["re.Pattern[str]", Callable[[Match], str]], ...] = (
    # "A second" is a time, "the second" a rank; "at first" and "first of all" rank nothing.
    (
        re.compile(
            rf"(?<!\bat )(?<!\ba )(?<![A-Za-z])({_words(_ORDINALS)})\b(?! (?:of all|aid|class|hand|lady|name)\b)", re.I
        ),
        _rank,
    ),
    (re.compile(rf"第 ?([0-9]+|{_N}+)(?![0-9.])"), _cjk_rank),
    (re.compile(rf"\b(?:{_words(_FOLDS)})\b", re.I), _folds),
    (re.compile(r"翻了?[一两1-9]?番|翻了?一?倍"), _cjk_folds),
    (re.compile(rf"\b(?:{_words(_PARTS)})\b(?!-)", re.I), _half),
    (re.compile(r"减半|一半|半数|半价|腰斩|过半|对半|大半"), _half),
    (re.compile(rf"\b(?:{_words(_SPANS)})\b", re.I), _span),
    (re.compile(rf"[{CJK_DIGITS}0-9]{{1,3}}折"), _itself),
    (
        re.compile(
            r"[一二三四五六七八九两兩][成分](?:[一二三四五六七八九半]|[多强弱])?(?![立功为员本都长交品果就语类])"
        ),
        _itself,
    ),
    (re.compile(rf"{_BIG}{{2,}}[元圆角分整]*|{_BIG}[元圆]整?"), _itself),
    (
        re.compile(rf"(?:数|上|成|近|好几|几)[十百千万亿]{{1,4}}[{_MEASURES}]?|[几百千万十]{{1,4}}来[{_MEASURES}]"),
        _itself,
    ),
    (
        re.compile(rf"(?<!{_N}){_N}{{1,12}}[块毛角](?:{_N}{{1,3}}[毛角分]?){{0,3}}|[0-9]+[块毛角][0-9](?![0-9])"),
        _itself,
    ),
    (re.compile(r"零下 ?(?:[0-9]+(?:\.[0-9]+)?|[一二三四五六七八九十百零〇]+)度?"), _itself),
    (re.compile(rf"(?<!{_N})(?!一)(?:{_N}){{1,8}}[{_MEASURES}](?:半)?"), _itself),
    (
        re.compile(rf"(?:(?<=[仅只有了购限满换每第])一[{_MEASURES}])(?=[，。；、！？\s]|$)|(?<=[每分])[一二三四五]期"),
        _itself,
    ),
    (
        re.compile(r"[ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ]+|(?<![A-Za-z0-9-])(?:X{1,3}(?:IX|IV|V?I{0,3})|V?I{2,3}|IX|VI{1,3})(?![A-Za-z0-9-])"),
        _itself,
    ),
    (re.compile(rf"(?<![A-Za-z0-9.,])[0-9][0-9.,]*(?:½|¼|¾)?(?: ?|-)(?:{_UNIT})(?![A-Za-z])"), _itself),
    (re.compile(r"(?<![0-9.])[0-9][0-9.]{0,20}(?: ?[x×] ?10)?[⁻⁰¹²³⁴-⁹]+"), _itself),
    (re.compile(rf"前 ?(?:[0-9]+|[{CJK_DIGITS}十百]+)(?![年天月日周个])"), _itself),
    (re.compile(r"每(?:公里|公斤|千克|平米|[度吨斤克米升亩瓶盒股头针穴瓦桶磅箱])+"), _itself),
    (re.compile(r"(?<=有)一个|(?<=[，。；])[一二三四五六]期|[一二两三四]居(?:室)?|[一二三四五六七八九]{2}十"), _itself),
    (re.compile(r"(?<=[押付意见差错为])[零二三四五六七八九十](?![\u4e00-\u9fff]*[数者])"), _itself),
    (re.compile(r"(?<=[a-z]{3} )[B-HJ-Z](?= [a-z]|[,.;]? ?$)"), _itself),
    (
        re.compile(rf"{_N}{{1,3}}[对比]{_N}{{1,3}}(?!{_N}|[^\u4e00-\u9fff]?[年月日])|(?<=最[高低大小])一[级档等]"),
        _itself,
    ),
    (re.compile(r"[½¼¾⅓⅔]"), _itself),
    (re.compile(rf"(?<![A-Za-z-])(?:{'|'.join(ENGLISH)})(?![A-Za-z])", re.I), _value),
    (re.compile(r"[€$£¥][a-z]{1,3}(?![A-Za-z])"), _itself),
)


def unread(folded: str) -> Iterator[Unread]:
    """All there are, wherever they stand: the caller knows which of them the reading took."""
    for pattern, mark in _RULES:
        for match in pattern.finditer(folded):
            yield Unread(match.start(), match.end(), mark(match))
    for match in _TOKEN.finditer(folded):
        yield Unread(match.start(), match.end(), f"={_plain(match[0])}")
