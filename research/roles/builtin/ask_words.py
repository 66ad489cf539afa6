"""The words a question is made of, English and Chinese: what asks, what points back, what kind of answer is meant."""

from enum import StrEnum


def words_of(text: str) -> tuple[str, ...]:
    return tuple(text.split())


class Facet(StrEnum):
    """The kind of thing that answers."""

    DATE = "date"
    STATUS = "status"
    VERSION = "version"
    NUMBER = "number"
    NAME = "name"
    CAUSE = "cause"
    PLACE = "place"
    CODE = "code"
    """A name as a machine reads it: of a file, a field, an option. Its shape tells it, not the words beside it."""
    CONTENT = "content"


ASKS_EN = frozenset(words_of("how what which when where who whom whose why"))
ASKS_ZH = words_of(
    "什么时候 什么时间 是什么 什么是 什么 何时 "
    "哪些 哪个 哪种 哪年 哪一年 哪里 哪儿 哪 谁 为什么 为何 如何 是多少 怎么样 怎么 怎样 "
    "多少 多大 多长 多久 几个 几 能否 是否 可否 会否 吗 呢 何处 何人 有何 何"
)

POINTS_EN = frozenset(words_of("it its they them their these those this that each every one ones he she his her"))
POINTS_ZH = words_of(
    "各自 各个 各 分别 它们 他们 这些 那些 它 该 此 其 每个 每 这个 那个 这种 那种 这次 那次 此次 该次 本次 "
    "这项 该项 这类 这款 这一 上述"
)

# Words that only carry the sentence. Left out of queries (R206) and never the subject of a goal.
CARRIERS_EN = frozenset(
    words_of("""
    use used uses using carry carried carries define defined defines happen happened make made makes come came become
    became get got go went take took taken bring brought do did done have had has be been being tell explain describe
    list give show compare compared find look please know need needs want like step steps thing things way ways kind
    kinds sort many much long often far different difference differences various several respectively also currently
    exactly main most important overall end ended ends began begin begun start started follow followed
    cause caused causes want wanted work works
    add added adds introduce introduced introduces propose proposed proposes describe described describes specify
    specified specifies write wrote written invent invented still instead part
    """)
)
CHANGES_EN = frozenset(
    words_of(
        "move moved moves change changed evolve evolved switch switched migrate migrated transition transitioned "
        "shift shifted "
        "develop developed progress progressed grow grew rise rose fall fell turn turned"
    )
)
CARRIERS_ZH = words_of(
    "请问 请 介绍 说明 比较 对比 相比于 相比 之间 以及 或者 还是 关于 经历了 经历 包含了 "
    "包含 包括 使用了 使用 采用 进行 发生了 发生 解决了 实现 完成 "
    "有没有 有的 有 是从 是在 是 的 了 在 从 到 由 对 将 被 与 和 及 并 且 而 为 于 把 让 向 都 也 还 又 但 则 "
    "时候 以来 开始 作 作过 等 呢 吧 啊 里 中 上 下 前一个 "
    "一个 个 曾 已经 已 目前 主要 具体 之 至 给 跟 同 后来 然后 最终 最后 成为 变成 达到"
)

# Chinese words for the kind of answer, cut out of a clause: what is left is its subject.
CUES_ZH: tuple[tuple[str, Facet], ...] = (
    ("什么时候", Facet.DATE),
    ("什么时间", Facet.DATE),
    ("何时", Facet.DATE),
    ("哪一年", Facet.DATE),
    ("哪年", Facet.DATE),
    ("日期", Facet.DATE),
    ("时间", Facet.DATE),
    ("发布", Facet.DATE),
    ("版本", Facet.VERSION),
    ("多少", Facet.NUMBER),
    ("多大", Facet.NUMBER),
    ("多长", Facet.NUMBER),
    ("几个", Facet.NUMBER),
    ("比例", Facet.NUMBER),
    ("数字", Facet.NUMBER),
    ("谁", Facet.NAME),
    ("名称", Facet.NAME),
    ("为什么", Facet.CAUSE),
    ("为何", Facet.CAUSE),
    ("原因", Facet.CAUSE),
    ("问题", Facet.CAUSE),
    ("目的", Facet.CAUSE),
    ("结果", Facet.STATUS),
    ("状态", Facet.STATUS),
    ("决定", Facet.STATUS),
    ("配置项", Facet.CODE),
    ("字段", Facet.CODE),
    ("变量", Facet.CODE),
    ("文件名", Facet.CODE),
    ("哪里", Facet.PLACE),
    ("何处", Facet.PLACE),
    ("地点", Facet.PLACE),
    ("要点", Facet.CONTENT),
    ("如何", Facet.CONTENT),
    ("怎么", Facet.CONTENT),
    ("怎样", Facet.CONTENT),
    ("什么", Facet.CONTENT),
)
CUES_EN: dict[str, Facet] = {
    **dict.fromkeys(words_of("when date dates year day month timeline schedule"), Facet.DATE),
    **dict.fromkeys(
        words_of("decided decision decisions status outcome outcomes accepted rejected approved result results state"),
        Facet.STATUS,
    ),
    **dict.fromkeys(words_of("version versions release releases"), Facet.VERSION),
    **dict.fromkeys(
        words_of("number figure figures amount rate share percentage price cost size total count"), Facet.NUMBER
    ),
    **dict.fromkeys(words_of("who whom whose name names"), Facet.NAME),
    **dict.fromkeys(words_of("why cause causes caused reason reasons purpose problem problems"), Facet.CAUSE),
    **dict.fromkeys(words_of("definition points"), Facet.CONTENT),
    **dict.fromkeys(words_of("where place country city"), Facet.PLACE),
    **dict.fromkeys(
        words_of("file files filename filenames field fields flag flags setting settings command commands"), Facet.CODE
    ),
}
DECIDES_EN = frozenset(words_of("decided accepted rejected approved decision decisions end ended ends"))
"""Such a word asked with "when" or "how" means both an outcome and its day."""

# What a key of a "Key: value" line, or a word beside a value, may say for each kind: field vocabulary of any register.
FIELD_WORDS: dict[Facet, tuple[str, ...]] = {
    Facet.DATE: tuple(
        words_of(
            "date day created released published release resolution accepted approved effective issued updated "
            "since on 日期 时间 发布 发版 发表 生效 实施 成立 通过 上线 年 月 日"
        )
    ),
    Facet.STATUS: tuple(
        words_of(
            "status state resolution outcome decision accepted rejected approved final withdrawn deferred "
            "superseded replaced "
            "replaces superseded-by 状态 结果 决定 通过 否决 正式 实验 废弃 取代 GA"
        )
    ),
    Facet.VERSION: (words_of("version versions release 版本 版")),
    Facet.NUMBER: (words_of("total number amount percent rate average 合计 总计 数量 金额 比例 平均")),
    Facet.NAME: (words_of("name title author authors by 名称 作者 公司 机构")),
    Facet.CAUSE: tuple(
        words_of(
            "because reason motivation due cause problem purpose rationale goal avoid "
            "因为 由于 原因 导致 问题 目的 避免 解决 降低 提升"
        )
    ),
    Facet.PLACE: (words_of("location place country region 地点 地址 地区")),
    Facet.CODE: (),
    Facet.CONTENT: tuple(
        words_of("proposes introduces defines specifies describes provides supports allows 引入 支持 提供 实现 定义")
    ),
}

QUERY_WORDS: dict[Facet, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Facet.DATE: (("date", "released", "accepted"), ("发布日期", "时间")),
    Facet.STATUS: (("status", "accepted", "decision"), ("正式", "结果")),
    Facet.VERSION: (("version", "release"), ("版本", "发布说明")),
    Facet.NUMBER: (("number", "percent", "total"), ("数量", "比例")),
    Facet.NAME: (("name", "list"), ("名称",)),
    Facet.CAUSE: (("reason", "motivation", "problem"), ("原因", "问题")),
    Facet.PLACE: (("location", "region"), ("地点", "地区")),
    Facet.CODE: (("file", "field"), ("文件名", "字段")),
    Facet.CONTENT: (("overview", "definition"), ("介绍", "功能")),
}

LABELS: dict[Facet, tuple[str, str]] = {
    Facet.DATE: ("date", "日期"),
    Facet.STATUS: ("decision or status", "结果或状态"),
    Facet.VERSION: ("version", "版本"),
    Facet.NUMBER: ("figures", "数字"),
    Facet.NAME: ("names", "名称"),
    Facet.CAUSE: ("reason", "原因"),
    Facet.PLACE: ("place", "地点"),
    Facet.CODE: ("names in code", "字段名"),
    Facet.CONTENT: ("main points", "要点"),
}

_FIELDS = {facet: frozenset(word.lower() for word in words) for facet, words in FIELD_WORDS.items()}


def field_words(facet: Facet) -> frozenset[str]:
    return _FIELDS[facet]
