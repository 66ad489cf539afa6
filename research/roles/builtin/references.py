"""What "it", "they", 它, 其 and 该公司 stand for: the thing that the first part names, not what is said of it (R204).

No grammar, only the places that a question's own words leave for a name.
"""

import re
from collections.abc import Sequence

import rjieba

from reach.words import CJK
from research.roles.builtin.ask_words import words_of

_HAN = re.compile(rf"[{CJK}]")
_DO = frozenset(words_of("do does did can could will would should"))
_BE = frozenset(words_of("is are was were be been has have had"))
_PREPOSITIONS = frozenset(words_of("in at on for by from with under during since until after before over near"))
_PARTICIPLE = re.compile(r"[a-z]+(?:ed|en|own|ilt|ade|old|eld|ound|ought|et)")
_YEAR = re.compile(r"(?:19|20|21)\d\d *(?:年度?)?")
_POINTERS_EN = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:its|their)\b",
        r"\bit\b",
        r"\b(?:they|them)\b",
        r"\b(?:this|that|these|those)\b(?=\s+(?:is|are|was|were|do|does|did|have|has|had|will|would|can|could|cost|mean|"
        r"work|apply|happen)\b|\s*$)",
    )
)
"""In this order: beside "it", "they" are people that another part asked for."""
_ABOUT_IT = re.compile(r"\b(?:about|on|with) (?:it|this|that)\W*$|对此|就此", re.IGNORECASE)
_TOLD = re.compile(
    r"\b(?:describe|propose|cover|document|explain|specify|discuss|record|report|decide|standardi[sz]e|regulate|govern|make)"
    r"[sd]? (?:it|this|that)\W*$",
    re.IGNORECASE,
)
_POINTER_ZH = re.compile("它们|他们|她们|它")
"""Not 他 and 她: a person that an earlier part asked for has no name yet."""
_OWNER_ZH = re.compile(r"(?<![尤极与])其(?![他它余实中次间])的?")
_DEMONSTRATIVE_ZH = re.compile(
    r"(?<![因如从就至彼为由应活])(?:[这那](?:[个种次类项款家座部些场起]|一[个种次项])?|[该此](?:[次类项款])?|本次|上述)(?![么样里儿外前后时])"
)
_THINGS_ZH = frozenset(
    words_of(
        "公司 企业 机构 组织 组件 产品 药 药物 药品 项目 技术 材料 国家 城市 地区 工具 软件 系统 平台 "
        "模型 电站 设备 书 小说 电影 作品 人 选手 球队 团队"
    )
)
"""Nouns that only say what sort of thing is pointed at: the name takes their place."""
ATTRIBUTES_ZH = frozenset(
    words_of(
        "价格 均价 成本 产量 产能 销量 利润 净利润 收入 营收 市值 份额 占比 比例 容量 装机 装机容量 规模 "
        "面积 高度 长度 深度 重量 速度 寿命 密度 能量密度 效率 人口 首都 作者 导演 创始人 总统 上限 下限 "
        "标准 定义 含义 原理 原因 影响 后果 作用 用途 优点 缺点 特点 特性 功能 方法 步骤 流程 结果 状态 "
        "版本 时间 日期 地点 位置 历史 现状 趋势 走势 名称 数量 总数 情况 区别"
    )
)
"""What is asked of a thing, when it stands behind the thing's name without a 的."""
Chunk = tuple[str, tuple[str, ...]]
"""A run of telling words, and the words that stood before it."""


def entity(chunks: Sequence[Chunk], chinese: bool) -> str:
    """What a clause is about; empty if nothing in it is a name. Of several the first with a capital or a figure."""
    if chinese:
        return next((_bare_zh(text) for text, _ in chunks), "")
    asked = frozenset(word.lower() for _, before in chunks for word in before)
    named = [_bare(text, before, asked, at == len(chunks) - 1) for at, (text, before) in enumerate(chunks)]
    ranked = sorted(zip(named, chunks, strict=True), key=lambda pair: (_aside(pair[1][1]), not _holds_mark(pair[0])))
    return ranked[0][0] if ranked else ""


def _holds_mark(name: str) -> bool:
    return any(_marked(word) for word in name.split())


def _aside(before: Sequence[str]) -> bool:
    """Where, when or how far something is stands behind a preposition, or is "how large"."""
    return bool(_PREPOSITIONS & {word.lower() for word in before}) or [word.lower() for word in before[-1:]] == ["how"]


def _bare(text: str, before: Sequence[str], asked: frozenset[str], last: bool) -> str:
    """Without the verb that English puts at the end of "did the bank fail", at the front of "who founded Wikipedia"."""
    words = text.split()
    if len(words) < 2:
        return text
    end = words[-1]
    after_do = _DO & {word.lower() for word in before} and (last or _marked(words[-2]))
    if end.islower() and (after_do or (_BE & asked and _PARTICIPLE.fullmatch(end))):
        return " ".join(words[:-1])
    if not (_DO | _BE) & asked and words[0].islower() and _marked(words[1]):
        return " ".join(words[1:])
    return text


def _marked(word: str) -> bool:
    return word[0].isupper() or word[0].isdigit()


def _bare_zh(text: str) -> str:
    """Without the year, and without what is asked of it: 碳酸锂价格 is about 碳酸锂."""
    words = [word for word in rjieba.cut(_YEAR.sub("", text)) if word.strip()]
    while len(words) > 1 and words[-1] in ATTRIBUTES_ZH:
        words.pop()
    return "".join(words) if _HAN.search("".join(words)) else text


def speaks_of_the_matter(text: str) -> bool:
    """ "Which sources disagree about it": about what was asked, not about the thing that it was asked of."""
    return bool(_ABOUT_IT.search(text))


def tells_the_matter(text: str) -> bool:
    """ "Which PEPs describe it": what was done, not the one who did it."""
    return bool(_TOLD.search(text))


def resolved(text: str, name: str, chinese: bool) -> str:
    """The clause with the name in the pointer's place."""
    if not name:
        return text
    if chinese:
        return _resolved_zh(text, name)
    pointer = next((each for each in _POINTERS_EN if each.search(text)), _POINTERS_EN[0])
    return pointer.sub(lambda _: name, text, count=1)


def _resolved_zh(text: str, name: str) -> str:
    if _POINTER_ZH.search(text):
        return _POINTER_ZH.sub(lambda _: name, text, count=1)
    if _OWNER_ZH.search(text):
        return _OWNER_ZH.sub(lambda _: f"{name}的", text, count=1)
    found = _DEMONSTRATIVE_ZH.search(text)
    if not found:
        return text
    rest = text[found.end() :]
    noun = next(iter(rjieba.cut(rest)), "")
    said = name if noun in _THINGS_ZH or name.endswith(noun) else f"{name}{noun}"
    return f"{text[: found.start()]}{said}{rest[len(noun) :]}"
