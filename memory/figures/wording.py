"""Words that turn a sentence round: not, rose, fell, more than."""

import re

from memory.figures.folding import fold
from memory.figures.values import Comparison, Direction, Negation

_NOT_EN = (
    r"\bnot\b(?! only\b| least\b| less than\b| more than\b| merely\b| just\b)|n't\b|\bcannot\b|\bno\b(?! "
    r"less\b| more than\b| fewer\b|\.? ?[0-9])"
    r"|\bnever\b|\bnone\b|\bneither\b|\bnor\b|\bwithout\b|\bfail(?:s|ed)? to\b|\brefus(?:e|es|ed) to\b"
    r"|\bden(?:y|ies|ied)\b|\blacks?\b"
)
# Negative only to look at: not only, 不仅, 无论, 未来, 非常; and 不到, 不超过 compare instead of denying.
_HARMLESS = re.compile(
    r"whether or not|不仅|不但|不断|不过|不同|不少|不久|不锈|不动产|不良|不得不|不止|不到|不足|不超过|不超"
    r"|不低于|不高于|不小于|不大于|不满"
    r"|不等|不乏|不约而同|不可避免|不确定性|不对称|不均|无不|无非|莫不|无论|无线|无人|无锡|无数|无机|无形|无缝"
    r"|无穷|未来|未必不|未成年|非常|非洲|非遗|非金属"
    r"|除非|并非不|没收|没落|沉没|淹没|未尝不"
)
_NOT_ZH = re.compile(r"没有|并非|并未|从未|尚未|不再|不会|不能|不是|否认|拒绝|禁止|取消|不|没|未|无|非|否(?![则])")
_NOT = re.compile(_NOT_EN, re.I)

_UP = (
    r"\b(?:rose|rise|rises|risen|rising|grew|grow|grows|grown|growing|growth|increas(?:e|es|ed|ing)|climb(?:s"
    r"|ed|ing)?|gain(?:s|ed|ing)?"
    r"|surg(?:e|es|ed|ing)|jump(?:s|ed|ing)?|soar(?:s|ed|ing)?|expand(?:s|ed|ing)?|expansion|doubled|tripled"
    r"|accelerat(?:e|es|ed|ing)"
    r"|rebound(?:s|ed|ing)?|recover(?:s|ed|ing)?|advanc(?:ed|es|ing)|higher|upward|up(?= (?:by |to |from "
    r"|about |some |nearly |over )?[~$€£¥]?[0-9]))\b"
    r"|增长|增加|上涨|上升|上调|提高|提升|攀升|飙升|激增|猛增|回升|反弹|走高|扩大|扩张|扩产|增产|翻番|翻倍"
    r"|升至|涨至|增至|同比增长?|环比增长?|大增|涨价|涨幅|增幅|升高|升值|涨"
)
_DOWN = (
    r"\b(?:fell|fall|falls|fallen|falling|dropp?(?:s|ed|ing)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)"
    r"|reduc(?:e|es|ed|ing|tion|tions)"
    r"|shr[iau]nk(?:s|ing)?|slid|slides?|sliding|plung(?:e|es|ed|ing)|plummet(?:s|ed|ing)?|slump(?:s|ed|ing)?"
    r"|tumbl(?:e|es|ed|ing)"
    r"|contract(?:ed|ing|ion)|halved|lower|lowered|downward|slow(?:s|ed|ing)|eased|los(?:t|s|ses)|cut(?:s"
    r"|ting)?(?= (?:by|to|from|its|the|output|production|prices?|jobs?)\b)"
    r"|down(?= (?:by |to |from |about |some |nearly |over )?[~$€£¥]?[0-9]))\b"
    r"|下降|下跌|下滑|下调|减少|降低|缩减|缩小|收缩|萎缩|暴跌|大跌|骤降|锐减|回落|走低|跌至|降至|减至|同比下?降"
    r"|环比下?降|减产|降价|跌幅|降幅|贬值|跌破|减持|跌"
)
_FLAT = (
    r"\b(?:flat|unchanged|stable|steady|stagnant|level(?:l?ed)? off|remained at|held at)\b|持平|不变|稳定"
    r"|维持在|企稳|停滞"
)
_UP_RE, _DOWN_RE, _FLAT_RE = (re.compile(pattern, re.I) for pattern in (_UP, _DOWN, _FLAT))
_MORE_RE = re.compile(
    r"\b(?:more|greater|higher|larger|over|above|exceed(?:s|ed|ing)?|at least|no less than|not less than"
    r"|outnumber(?:s|ed)?|surpass(?:es|ed)?|outperform(?:s|ed)?|better|faster)\b"
    r"|超过|高于|多于|大于|超出|逾|至少|不少于|不低于|不止|突破|优于|快于|领先",
    re.I,
)
_LESS_RE = re.compile(
    r"\b(?:less|fewer|lower|smaller|under|below|at most|up to|no more than|not more than|worse|slower)\b"
    r"|低于|少于|小于|不足|不到|至多|最多|不超过|不高于|不及|逊于|慢于|落后",
    re.I,
)
# A bound holds a word of the other side: "no less than" is more, 不超过 is less.
_BOUNDS = re.compile(
    r"no less than|not less than|no fewer than|no more than|not more than|不少于|不低于|不超过|不高于|不大于|不小于",
    re.I,
)


def negations(text: str) -> tuple[Negation, ...]:
    folded = _HARMLESS.sub(lambda match: "·" * len(match[0]), fold(text))
    found = [match.span() for pattern in (_NOT, _NOT_ZH) for match in pattern.finditer(folded)]
    return tuple(Negation(text[start:end], start, end) for start, end in sorted(found))


def negated(text: str) -> bool:
    return bool(negations(text))


def direction(text: str) -> Direction:
    folded = fold(text)
    up, down = bool(_UP_RE.search(folded)), bool(_DOWN_RE.search(folded))
    if up and down:
        return Direction.MIXED
    if up or down:
        return Direction.UP if up else Direction.DOWN
    return Direction.FLAT if _FLAT_RE.search(folded) else Direction.NONE


def comparison(text: str) -> Comparison:
    folded = fold(text)
    bounds = [match[0].lower() for match in _BOUNDS.finditer(folded)]
    rest = _BOUNDS.sub("·", folded)
    less = bool(_LESS_RE.search(rest)) or any(bool(_LESS_RE.fullmatch(bound)) for bound in bounds)
    more = bool(_MORE_RE.search(rest)) or any(not _LESS_RE.fullmatch(bound) for bound in bounds)
    if more and less:
        return Comparison.MIXED
    if more or less:
        return Comparison.MORE if more else Comparison.LESS
    return Comparison.NONE


def without_turns(text: str) -> str:
    """The text without its negations and directions: what two sentences share that differ in nothing else."""
    rest = fold(text)
    for pattern in (_NOT, _NOT_ZH, _UP_RE, _DOWN_RE, _FLAT_RE, _AUXILIARY):
        rest = pattern.sub(" ", rest)
    return rest


# "Did not rise" and "rose" say the same but for the "not".
_AUXILIARY = re.compile(r"\b(?:do|does|did|has|have|had|was|were|is|are|will|by|to)\b", re.I)
