"""Words for `engine/limits/prompts.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

PROMPTS: Table = {
    "input_tokens": ("Ceiling of one prompt", "单个提示的上限", "一次提示的输入上限。"),
    "window_share": ("Share of a model's window", "占模型窗口的比例", "窗口较小的模型，提示不超过这一比例。"),
    "system_tokens": ("System text and task", "系统文本与任务", "6,000 输入里系统文本与任务所占。"),
    "segment_tokens": ("Quotations and pages", "引文与网页片段", "6,000 输入里引文与片段所占。"),
    "slack_tokens": ("Left free in a prompt", "提示中留空", "计数有误差，回答也可能要退回重写。"),
    "external_share": ("Share of outside words", "外部文字的比例", "外部内容合计至多占提示上限的这一比例。"),
    "pack_relevance": ("Packing: relevance", "装入提示：相关性", "决定哪些内容先装入提示。"),
    "pack_credibility": ("Packing: trust", "装入提示：可信度", "同上，发布者的可信度。"),
    "pack_freshness": ("Packing: freshness", "装入提示：时效", "同上，是否谈及所问的时间。"),
    "pack_brevity": ("Packing: brevity", "装入提示：简短", "否则长文会挤掉短公告。"),
    "long_piece_tokens": ("Length that is no longer brief", "不再算简短的长度", "一份摘要的长度，再长就不简短了。"),
    "resum_share": (
        "A loop's history is summed up at",
        "循环历史汇总的阈值",
        "达到窗口的这一比例，中段改为结构化摘要。",
    ),
    "resum_last": ("Latest turns kept as they are", "原样保留的最近轮数", "汇总时最近这几轮保持原样。"),
    "goals_told": ("Goals in a prompt", "提示中的目标数", "未结束的优先，其余只给出数量。"),
    "tombstones": ("Closed directions in a prompt", "提示中的禁行方向", "提示里列出的、不再进入的方向。"),
}
