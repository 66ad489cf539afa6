"""Words for `engine/limits/stopping.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

STOPPING: Table = {
    "independent_sources": ("Independent sources for a goal", "目标所需的独立来源", "两个互不转载的来源才算完成。"),
    "enough_evidence": ("Evidence that is enough", "足够的证据数", "再多只是重复；建议值。"),
    "dry_rounds": ("Rounds without news", "无新内容的轮数", "连续这么多轮没有有价值的事实。"),
    "valuable_relevance": ("Relevance that counts as news", "算作新内容的相关性", "低于此值的事实不算这一轮的收获。"),
    "plan_share": (
        "Plan done before dry rounds stop",
        "允许提前停止的完成度",
        "叶子目标有这么多已回答，才可因无新内容而停。",
    ),
    "rounds_per_goal": ("Rounds for one goal", "每个目标的轮数", "之后判为证据不足，报告会写明。"),
    "steps": ("Steps in all", "总步数", "其他上限之后的最后一道。"),
}
