"""Words for `engine/limits/planning.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

PLANNING: Table = {
    "question_characters": ("Longest question", "问题最长字数", "再长就是文档，请上传。"),
    "first_goals": ("Goals of the first plan", "首轮计划的目标数", "先粗后细。"),
    "goals_in_all": ("Goals in all", "目标总数", "使目标树和每个提示都有上限。"),
    "goal_depth": ("Depth of the goal tree", "目标树的层数", "再深，任务就离题了；建议值。"),
    "children_per_goal": (
        "Finer goals of one goal",
        "每个目标的下级目标数",
        "需要更多，说明它本不是一个目标；建议值。",
    ),
    "full_memories": (
        "Rounds with a full memory before a goal is split",
        "工作记忆占满几轮后拆分目标",
        "占满即说明它不止一个目标。",
    ),
    "near_goal": (
        "Words shared with the goal, below which a round is looked at",
        "与目标共有的词低于此比例即提前反思",
        "引文与目标几乎没有共同的词，多半已经跑偏。",
    ),
    "replans": ("Times the planner is asked for goals again", "重新规划的次数", "有界，免得反复改计划；建议值。"),
    "overlooked_priority": (
        "Priority of what was overlooked",
        "被忽略的子问题的优先级",
        "反思发现的遗漏，先于原计划的目标。",
    ),
    "funded_rounds": (
        "Rounds people may grant one goal",
        "可为一个目标追加的轮数",
        "超出单个目标的上限；总预算仍然有效。",
    ),
    "gaps_per_goal": ("Gaps of one goal", "每个目标的缺口数", "再多就该拆成两个目标。"),
    "variants": ("Phrasings of one query", "每个查询的说法数", "一次改写给出三种说法。"),
    "query_similarity": ("Query that repeats another", "重复查询的相似度", "高于此值即视为重复查询。"),
    "term_sources": (
        "Sources read for terms in other languages",
        "查找外文术语的来源数",
        "只看最新的；来源里成对出现的术语可用于跨语言检索。",
    ),
    "embedded_again": (
        "Older texts embedded anew in one step",
        "每步重新计算向量的旧文本",
        "更换向量模型后逐步补算；每条约 0.02 秒。",
    ),
    "reflect_every": ("Rounds between reflections", "每几轮反思一次", "间隔长会跑偏，短会打断。"),
    "backtracks_per_goal": ("Backtracks of one goal", "每个目标的回退次数", "用完即判为证据不足。"),
    "goal_cost": ("Cost of one more round", "多查一轮的代价", "以收益为单位的预期代价；建议值。"),
    "known_facts": ("Known facts in a query prompt", "查询提示里的已知事实", "写查询时列为已知。"),
    "unpaid_tries": (
        "Tries before a wording counts as waste",
        "判定措辞无用前的次数",
        "同一措辞的两次改写都未被引用。",
    ),
    "looked_back_tasks": (
        "Earlier tasks that a plan learns from",
        "制定计划时回顾的任务数",
        "更早的教训作废，让措辞有机会再试。",
    ),
}
