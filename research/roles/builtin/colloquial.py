"""Everyday wording in the words that pages use (R205): nobody publishes under "changed?" or 多少钱."""

import re

_EN = (
    (r"how much (?:is|are|does|do)\b|how expensive\b|cheap(?:er|est)?\b", "price"),
    (r"how come\b", "reason"),
    (r"pros and cons\b|good and bad sides\b|upsides and downsides\b", "advantages disadvantages"),
    (r"got rid of\b|get rid of\b|kicked out\b|ditched\b|scrapped\b", "removed"),
    (r"laid off\b|let go of staff\b", "layoffs"),
    (r"blew up\b|blow up\b", "explosion"),
    (r"caught fire\b|burn(?:ed|t) down\b", "fire"),
    (r"went bust\b|went under\b|gone bust\b", "bankruptcy"),
    (r"broke down\b|stopped working\b|went down\b", "failure outage"),
    (r"is it (?:any good|worth it)\b|worth (?:buying|it)\b", "review evaluation"),
    (r"safe to (?:take|use|eat)\b", "safety"),
    (r"kids\b", "children"),
    (r"(?:cops|coppers)\b", "police"),
    (r"meds\b", "medication"),
    (r"docs\b", "documentation"),
    (
        r"(?:has|have|did|does|was|were|is) (.+?) changed?\b(?!\s+(?:from|to|into)\b)",
        r"\1 change update effective date",
    ),
    (r"(?<=\w )changed\b\W*$", "change update effective date"),
    (r"still (?:valid|in force|allowed|supported)\b", "current status"),
    (r"when can (?:i|we|you|people)\b", "start date"),
    (r"how do (?:i|we|you)\b|how to\b", "procedure"),
)
_ZH = (
    ("改了没有?|变了没有?|改了吗|变了吗|改没改|有没有(?:改|变)|调了没有?", " 变更 调整 生效日期"),
    ("多少钱|贵不贵|什么价|啥价|卖多少", " 价格"),
    ("为啥|咋回事|怎么回事", " 原因"),
    ("啥时候|几时|多会儿", " 时间"),
    ("怎么办理?|咋办|怎么弄|咋弄", " 办理 流程"),
    ("怎么算|咋算", " 计算 标准"),
    ("靠谱吗|靠不靠谱|好不好用?|好用吗|值得买吗|值不值", " 评价"),
    ("涨价", " 价格 上涨"),
    ("降价", " 价格 下调"),
    ("黄了|泡汤了?", " 终止"),
    ("跑路|倒闭了?", " 破产"),
    ("砍掉了?", " 取消"),
    ("出事了?", " 事故"),
    ("挂了|崩了|宕了", " 故障"),
    ("着火了?|烧了|起火", " 火灾"),
    ("能用多久|用多久|能用几年", " 使用寿命"),
    ("能跑多远", " 续航里程"),
    ("娃|小孩子?", "儿童"),
    ("老人", "老年人"),
    ("看病", "就医"),
    ("啥", ""),
)
_TABLE = (
    *((re.compile(rf"\b(?:{said})", re.IGNORECASE), field) for said, field in _EN),
    *((re.compile(said), field) for said, field in _ZH),
)


def in_field_words(text: str) -> str:
    """The text with each everyday turn in the words of the field; the same text where it has none."""
    for said, field in _TABLE:
        text = said.sub(field, text)
    return " ".join(text.split())
