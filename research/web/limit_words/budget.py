"""Words for `engine/limits/budget.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

BUDGET: Table = {
    "tokens": ("Tokens of one task", "每个任务的令牌数", "一个普通任务，所有角色合计。"),
    "hard_tokens": ("Tokens of one hard task", "高难度任务的令牌数", "要比较许多事物的问题；8 万的曾用到 8.9 万。"),
    "hard_answers": (
        "Answers that make a question hard",
        "算作高难度的答案数",
        "列举的事物数乘以所问种类数；建议值。",
    ),
    "reporter_tokens": ("Kept aside for the report", "为撰写报告预留", "开始时就留出，保证报告总写得出。"),
    "checker_tokens": ("Kept aside for its check", "为核查报告预留", "约四十句，由便宜的模型核查；建议值。"),
    "reporter_share": ("Both at most, of a small budget", "预算小时两者至多占", "小预算里，预留的部分不超过这一比例。"),
    "no_new_goals_after": ("No new goals after", "不再新增目标的用量", "占预算的比例；再晚的目标没人读。"),
    "answer_tokens": ("Longest planner or executor answer", "规划与执行回答的上限", "规划者或执行者最长的回答。"),
    "report_characters_en": ("Length of an English report", "英文报告的字符数", "不含来源；更长没人读。"),
    "report_characters_zh": ("Length of a Chinese report", "中文报告的字数", "同上，中文。"),
    "short_report": ("A short report, against that", "简短报告相当于其", "两页之内；建议值。"),
    "long_report": ("A long report, against that", "详细报告相当于其", "保留的证据尽量都写入；建议值。"),
    "section_tokens": ("Longest answer for one section", "每节报告的上限", "撰写者一节的最长回答。"),
}
