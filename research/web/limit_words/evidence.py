"""Words for `engine/limits/evidence.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

EVIDENCE: Table = {
    "weight_relevance": ("Weight of relevance", "相关性的权重", "引文对目标的回答程度。"),
    "weight_credibility": ("Weight of credibility", "可信度的权重", "发布者可信的程度。"),
    "weight_timeliness": ("Weight of timeliness", "时效性的权重", "是否说的是所问的时间。"),
    "accept_score": (
        "Score from which evidence is accepted",
        "采纳证据的最低分",
        "低于 0.6 时混进来的多是过时综述。",
    ),
    "promising_snippet": (
        "Snippet worth reading",
        "值得细读的摘要",
        "只读高度相关的搜索结果；内置初筛按此校准。",
    ),
    "passable_snippet": (
        "Snippet read where a round has places left",
        "有余位时仍读的摘要",
        "好的搜索结果没占满一轮时，再读最接近的。",
    ),
    "quotes_per_page": ("Quotes from one page", "每页摘取的引文", "一页的要点在最好的一两段里。"),
    "quote_characters": ("Longest quote", "引文最长字数", "引文是一段话，不是一页。"),
    "page_tokens": ("Seen of one page", "每页给模型看的长度", "模型从一页里看到的部分。"),
    "embedded_paragraphs": ("Paragraphs compared by meaning", "按语义比较的段落", "先按词排序，再比较这几段。"),
    "embedded_characters": ("Compared of a paragraph", "段落参与比较的字数", "段首已说明内容，其余只费时间。"),
    "opening_characters": ("Head of a page", "页首字数", "页首有日期、状态和版本，总会给模型看。"),
    "same_text": ("Texts that are one text", "两篇文本视为同文", "连续相同的词达到此比例，即为转载。"),
    "same_matter": ("Quotes that say one thing", "两条引文视为同一内容", "高于此值的两条引文说的是一件事。"),
    "answers_in_part": ("Evidence that closes a gap", "足以填补缺口的相关度", "证据与缺口至少要这样接近；建议值。"),
}
