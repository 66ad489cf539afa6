"""Words for `engine/limits/memory.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

MEMORY: Table = {
    "working_entries": ("Fragments in working memory", "工作记忆的条目数", "提示中当前目标的片段。"),
    "report_tokens": ("Length of the evolving report", "演进报告的长度", "6,000 输入里演进报告所占。"),
    "summary_tokens": ("Length of a goal's summary", "目标摘要的长度", "超出部分写入数据行。"),
    "summary_from": ("Quotations that a model sums up", "由模型摘要的最少引文数", "更少时原样保留；建议值。"),
    "stale_rounds": ("Life of an idle hypothesis", "假设无进展的轮数", "这么久没有进展的假设会被移除。"),
    "report_room": ("Room made in a full report", "报告写满后的压缩比例", "写满时压缩到这一比例，以免每轮都压缩。"),
    "hypotheses": ("Hypotheses at a time", "同时待核实的假设数", "最早的让位。"),
    "digest_tokens": ("Length of a reach's digest", "单次触达摘要的长度", "300 词元曾丢失数字。"),
    "digest_most": ("Most of one digest", "单份触达摘要的上限", "超出则写第二份，绝不截断。"),
    "digest_above": ("Reach that needs no digest", "无需摘要的触达长度", "不超过时原样引用；改写只会丢失信息。"),
    "found_tokens": ("Quotations of the goal in a prompt", "提示中当前目标的引文", "最好的优先，其余只给出数量。"),
    "nearest_tokens": (
        "Memory beside a prompt's goal",
        "提示中目标之外的记忆",
        "两个目标后即满，不再增长。",
    ),
    "archived_ids": ("Row numbers in the archive line", "归档行里的行号数", "演进报告归档行保留的行号。"),
    "recalled": ("Evidence of other goals in a prompt", "提示中其他目标的证据数", "每个提示或章节；建议值。"),
    "recall_near": ("Nearness of recalled evidence", "被召回证据的相近度", "更远的与所缺内容无关；建议值。"),
    "clue_lines": ("Lines of the index of clues", "线索索引的行数", "以往任务的收获中最新的这么多行。"),
    "clue_bytes": ("Bytes of the index of clues", "线索索引的字节数", "同上各行合计，按 UTF-8 计。"),
    "clues_told": ("Clues told to a new task", "告知新任务的线索数", "每条在核实之前占演进报告一行。"),
    "clue_near": ("Nearness of a clue that is told", "被告知线索的相近度", "与问题更远的线索与之无关；建议值。"),
}
