"""Words for `engine/limits/searching.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

SEARCH: Table = {
    "hits": ("Hits of one search", "每次搜索的结果数", "超过十条，噪声增加而质量不增。"),
    "reads_per_round": ("Pages read in one round", "每轮阅读的网页", "广取，精用。"),
    "reads_per_goal": ("Pages read for one goal", "每个目标阅读的网页", "深挖会让费用中途猛涨。"),
    "reads_in_all": ("Pages read in all", "阅读网页总数", "同上，针对整个任务。"),
    "site_pages": (
        "Pages that tell a site's length",
        "判断站点篇幅的网页数",
        "读过这么多页，才知道该站点的文章有多长。",
    ),
    "thin_text": ("Text far too short for its site", "相对站点过短的文本", "低于中位数的这一比例，即为提取失败。"),
}
