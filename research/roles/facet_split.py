"""A search text that asks for several kinds of answer at once, as one text a kind (R002).

A page rarely has both, and an engine then ranks by whichever is commoner. Only what stands joined is split: "release
date" and "market share" are one kind each, and so is a pair that is always said together.
"""

import re
from collections.abc import Iterable

_KINDS_EN = (
    "date dates year price prices cost costs status outcome decision cause causes reason reasons effect "
    "effects impact impacts consequences capacity size share number version versions author authors founder "
    "founders location symptoms treatment treatments diagnosis dosage penalty penalties requirement "
    "requirements deadline eligibility timeline risks revenue profit output sales exports imports emissions "
    "efficiency lifetime lifespan weight height length area depth population history definition purpose "
    "principle method features limits limitations fees taxes salary wages score winner winners results record"
)
_MODIFIERS_EN = (
    "release launch publication acceptance approval effective start end opening closing expected current "
    "total average annual installed market unit side adverse net gross maximum minimum peak legal clinical "
    "criminal civil final"
)
_TOGETHER_EN = re.compile(
    r"\b(?:causes? and effects?|imports and exports|exports and imports|size and share|date and year)\b", re.IGNORECASE
)
_KINDS_ZH = (
    "价格 均价 成本 产量 产能 销量 利润 净利润 收入 营收 市值 份额 占比 比例 容量 装机容量 规模 面积 高度 "
    "长度 寿命 能量密度 效率 人口 作者 导演 创始人 标准 定义 原理 原因 影响 后果 作用 用途 症状 诊断 治疗 "
    "剂量 副作用 处罚 罚款 条件 要求 期限 费用 税率 工资 状态 结果 版本 日期 时间 地点 历史 政策 法规 冠军 "
    "比分 纪录 进口 出口 进口量 出口量 发电量 用电量 排放量"
)
_TOGETHER_ZH = re.compile(
    "进口(?:和|与|及|、)出口|原因(?:和|与|及|、)影响|政策(?:和|与|及|、)?法规|产能(?:和|与|及|、)产量"
)


def _either(words: str) -> str:
    return "|".join(sorted((re.escape(word) for word in words.split()), key=len, reverse=True))


_ITEM_EN = rf"(?:(?:{_either(_MODIFIERS_EN)})\s+)*(?:{_either(_KINDS_EN)})"
_LIST_EN = re.compile(
    rf"(?<![\w-])({_ITEM_EN}(?:\s*(?:,\s*(?:and\s+|or\s+)?|/|&|\s(?:and|or|plus)\s+)\s*{_ITEM_EN})+)(?![\w-])",
    re.IGNORECASE,
)
_PARTS_EN = re.compile(r"\s*(?:,\s*(?:and\s+|or\s+)?|/|&|\s(?:and|or|plus)\s+)\s*", re.IGNORECASE)
_ITEM_ZH = rf"(?:{_either(_KINDS_ZH)})"
_LIST_ZH = re.compile(rf"{_ITEM_ZH}(?:(?:以及|[和与及或、，,/&]|\s+)\s*{_ITEM_ZH})+")
_PARTS_ZH = re.compile(r"\s*(?:以及|[和与及或、，,/&]|\s+)\s*")


def one_kind_each(text: str) -> tuple[str, ...]:
    """The text itself, or one for each of the kinds of answer that it joins, with all else it says in each."""
    for together, listed, parts in ((_TOGETHER_EN, _LIST_EN, _PARTS_EN), (_TOGETHER_ZH, _LIST_ZH, _PARTS_ZH)):
        found = listed.search(text)
        if found and not together.search(found[0]):
            kinds = dict.fromkeys(kind.strip() for kind in parts.split(found[0]) if kind.strip())
            if len(kinds) > 1:
                return tuple(_around(text, found, kinds))
    return (text,)


def _around(text: str, found: "re.Match[str]", kinds: Iterable[str]) -> Iterable[str]:
    """Without anything else there is nothing that the kinds are asked of, and the list is the matter itself."""
    head, tail = text[: found.start()], text[found.end() :]
    if not (head + tail).strip():
        return [text]
    return [" ".join(f"{head}{kind}{tail}".split()) for kind in kinds]
