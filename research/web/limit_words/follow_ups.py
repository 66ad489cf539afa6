"""Words for `engine/limits/follow_ups.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

FOLLOW_UPS: Table = {
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
}
