"""Every limit in plain words, in both languages: what an admin reads in place of a field's name (A2).

A table of its own, since `engine/limits.py` is pure and knows no translation; a test holds the two together.
"""

from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

GROUP_WORDS = {
    "evidence": _("Evidence"),
    "planning": _("Planning"),
    "search": _("Search and reading"),
    "memory": _("Memory"),
    "stopping": _("Stopping"),
    "checking": _("Checking"),
    "budget": _("Budget"),
    "follow_ups": _("Follow-up questions"),
    "models": _("Models"),
    "durability": _("Workers and repeats"),
}

UNIT_WORDS = {
    "share": _("share"),
    "score": _("score"),
    "relevance": _("relevance"),
    "similarity": _("similarity"),
    "gain": _("gain"),
    "share of goals": _("share of goals"),
    "share of words": _("share of words"),
    "share of the window": _("share of the window"),
    "turns": _("turns"),
    "share of the median": _("share of the median"),
    "paragraphs": _("paragraphs"),
    "quotes": _("quotes"),
    "characters": _("characters"),
    "words": _("words"),
    "tokens": _("tokens"),
    "answers": _("answers"),
    "goals": _("goals"),
    "levels": _("levels"),
    "gaps": _("gaps"),
    "priority": _("priority"),
    "queries": _("queries"),
    "texts": _("texts"),
    "sources": _("sources"),
    "questions": _("questions"),
    "rounds": _("rounds"),
    "times": _("times"),
    "facts": _("facts"),
    "hits": _("hits"),
    "pages": _("pages"),
    "entries": _("entries"),
    "ids": _("row numbers"),
    "branches": _("branches"),
    "publishers": _("publishers"),
    "tasks": _("tasks"),
    "pieces": _("pieces"),
    "steps": _("steps"),
    "bytes": _("bytes"),
    "s": _("seconds"),
    "days": _("days"),
}


@dataclass(frozen=True, slots=True)
class Words:
    english: str
    chinese: str
    reason: str
    """Why the limit is there, in Chinese; the English reason stands beside the limit itself."""

    def __str__(self) -> str:
        return self.chinese if _reads_chinese() else self.english

    def because(self, english: str) -> str:
        return self.reason if _reads_chinese() else english


def _reads_chinese() -> bool:
    return (get_language() or "").startswith("zh")


def words_for(name: str) -> Words:
    """A limit that nobody has named yet still shows, under its own name."""
    return Words(*LIMIT_WORDS[name]) if name in LIMIT_WORDS else Words(name, name, "")


def group_word(group: str) -> str:
    return str(GROUP_WORDS.get(group, group))


def unit_word(unit: str) -> str:
    return str(UNIT_WORDS.get(unit, unit))


LIMIT_WORDS: dict[str, tuple[str, str, str]] = {
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
    "quotes_per_page": ("Quotes from one page", "每页摘取的引文", "一页的要点在最好的一两段里。"),
    "quote_characters": ("Longest quote", "引文最长字数", "引文是一段话，不是一页。"),
    "page_tokens": ("Seen of one page", "每页给模型看的长度", "模型从一页里看到的部分。"),
    "embedded_paragraphs": ("Paragraphs compared by meaning", "按语义比较的段落", "先按词排序，再比较这几段。"),
    "embedded_characters": ("Compared of a paragraph", "段落参与比较的字数", "段首已说明内容，其余只费时间。"),
    "opening_characters": ("Head of a page", "页首字数", "页首有日期、状态和版本，总会给模型看。"),
    "same_text": ("Texts that are one text", "两篇文本视为同文", "连续相同的词达到此比例，即为转载。"),
    "same_matter": ("Quotes that say one thing", "两条引文视为同一内容", "高于此值的两条引文说的是一件事。"),
    "answers_in_part": ("Evidence that closes a gap", "足以填补缺口的相关度", "证据与缺口至少要这样接近；建议值。"),
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
    "working_entries": ("Fragments in working memory", "工作记忆的条目数", "提示中当前目标的片段。"),
    "report_tokens": ("Length of the evolving report", "演进报告的长度", "6,000 输入里演进报告所占。"),
    "summary_tokens": ("Length of a goal's summary", "目标摘要的长度", "超出部分写入数据行。"),
    "stale_rounds": ("Life of an idle hypothesis", "假设无进展的轮数", "这么久没有进展的假设会被移除。"),
    "report_room": ("Room made in a full report", "报告写满后的压缩比例", "写满时压缩到这一比例，以免每轮都压缩。"),
    "hypotheses": ("Hypotheses at a time", "同时待核实的假设数", "最早的让位。"),
    "digest_tokens": ("Length of a reach's digest", "单次触达摘要的长度", "300 词元曾丢失数字。"),
    "digest_most": ("Most of one digest", "单份触达摘要的上限", "超出则写第二份，绝不截断。"),
    "archived_ids": ("Row numbers in the archive line", "归档行里的行号数", "演进报告归档行保留的行号。"),
    "recalled": ("Evidence of other goals in a prompt", "提示中其他目标的证据数", "每个提示或章节；建议值。"),
    "recall_near": ("Nearness of recalled evidence", "被召回证据的相近度", "更远的与所缺内容无关；建议值。"),
    "clue_lines": ("Lines of the index of clues", "线索索引的行数", "以往任务的收获中最新的这么多行。"),
    "clue_bytes": ("Bytes of the index of clues", "线索索引的字节数", "同上各行合计，按 UTF-8 计。"),
    "clues_told": ("Clues told to a new task", "告知新任务的线索数", "每条在核实之前占演进报告一行。"),
    "clue_near": ("Nearness of a clue that is told", "被告知线索的相近度", "与问题更远的线索与之无关；建议值。"),
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
    "tombstones": ("Closed directions in a prompt", "提示中的禁行方向", "提示里列出的、不再进入的方向。"),
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
    "near_quote": ("Retyped quote that counts", "转录引文视为原文", "相似到此程度才算原话。"),
    "carried_words": ("Words a quote must carry", "引文须含的实词比例", "句中实词至少有这么多见于引文；建议值。"),
    "offered_evidence": ("Other quotes looked through", "另查的引文条数", "每句另看最接近的几条引文；建议值。"),
    "settle_days": (
        "Days by which the newer source prevails",
        "以新胜旧的天数",
        "晚一个季度是重新统计，更短只是转述；建议值。",
    ),
    "settle_trust": ("Lead in trust that prevails", "可信度领先多少为准", "按可信度表高出一级。"),
    "settle_publishers": ("Lead in publishers that prevails", "发布者多几家为准", "三比一；二比一可能是偶然，建议值。"),
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
    "section_tokens": ("Longest answer for one section", "每节报告的上限", "撰写者一节的最长回答。"),
    "follow_up_characters": ("Longest follow-up question", "追问最长字数", "对报告的追问应当简短，更长请另立任务。"),
    "follow_ups_an_hour": ("Follow-up questions an hour", "每小时的追问数", "按人计；每次都可能要检索一次。"),
    "follow_up_pieces": ("Evidence looked at for an answer", "作答时查看的证据数", "任务证据中最接近的几条。"),
    "follow_up_bears": ("Words that evidence must share", "可用于作答的词语比例", "证据至少含有问题里这么多的实词。"),
    "follow_up_held": (
        "Words that make another look needless",
        "无需再查的词语比例",
        "一条证据含有这么多，报告就已有答案。",
    ),
    "follow_up_similar": ("Likeness of evidence to a question", "证据与问题的相似度", "换了说法的证据，只看向量。"),
    "follow_up_foreign": (
        "Likeness of evidence in another language",
        "另一语言证据的相似度",
        "跨语言的相似度普遍更低。",
    ),
    "follow_up_answer": ("Length of an answer", "追问回答的字数", "是回答，不是第二份报告。"),
    "follow_up_tokens": ("Tokens of one follow-up", "每次追问的令牌数", "一次作答，以及为它进行的一次检索。"),
    "follow_up_rounds": ("Rounds of a follow-up search", "追问检索的轮数", "只有一个小目标。"),
    "follow_up_reads": ("Pages of a follow-up search", "追问检索阅读的网页", "此前已读过的不计在内。"),
    "decision_tokens": ("Longest short answer", "简短回答的上限", "规划者或核查者的回答很短。"),
    "call_seconds": ("Time for one model call", "一次模型调用的时限", "含重试；一步容得下两次。"),
    "call_tries": ("Tries at a busy server", "服务繁忙时的尝试次数", "繁忙的服务最多问这么多次。"),
    "call_wait_seconds": ("Wait before the second try", "第二次尝试前的等待", "之后加倍，并带随机偏移。"),
    "escalations": (
        "Questions handed to the stronger model",
        "交给更强模型的次数",
        "规划者失败时，一个任务最多转交这么多次。",
    ),
    "call_seats": (
        "Calls at once at one server",
        "同一服务的并发调用",
        "所有工作进程合计，同一服务最多同时这么多调用。",
    ),
    "seat_seconds": (
        "A dead worker's seat is free after",
        "失联工作进程空位的释放时间",
        "调用期间不断续期，进程被杀后最多占用这么久。",
    ),
    "seat_look_seconds": ("Between two looks for a free seat", "查看空位的间隔", "等待空位时，每隔这么久看一次。"),
    "breaker_failures": (
        "Failures until a server is left alone",
        "暂停调用前的连续失败",
        "连续失败这么多次后，暂时不再调用该服务。",
    ),
    "breaker_seconds": ("A failing server is left alone", "暂停调用的时间", "暂停这么久，然后先发一次调用试探。"),
    "call_longest_wait_seconds": (
        "Longest wait in a worker",
        "工作进程内最长等待",
        "更久的等待会让出工作进程。",
    ),
    "reply_bytes": ("Largest model answer", "模型回答的最大字节数", "更大的回答不收。"),
    "query_words": ("Words of a search text", "搜索词的词数", "有空格的语言。"),
    "query_han": ("Characters of a Chinese search text", "中文搜索词的字数", "中文。"),
    "lease_seconds": ("Lease of a task", "任务租约时长", "工作进程死掉后，任务最多等这么久。"),
    "beat_seconds": ("Beat of a working process", "心跳间隔", "漏掉三次心跳才会被接手。"),
    "step_seconds": ("Time for one step", "一步的时限", "到时以已有结果结束。"),
    "attempts": ("Attempts at one step", "一步的尝试次数", "连续弄垮工作进程的步骤到此为止。"),
    "reach_wait_seconds": (
        "Wait after nothing could be reached",
        "什么都没访问到之后的等待",
        "对方要求等待时，任务最多等这么久。",
    ),
    "retry_seconds": ("Wait before a repeat", "重试前的等待", "失败的步骤再试之前；每次加倍。"),
}
"""Name → English, Chinese, and why in Chinese."""
