"""Words for `engine/limits/checking.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

CHECKING: Table = {
    "near_quote": ("Retyped quote that counts", "转录引文视为原文", "相似到此程度才算原话。"),
    "carried_words": ("Words a quote must carry", "引文须含的实词比例", "句中实词至少有这么多见于引文；建议值。"),
    "words_in_order": (
        "Words in the quote's order",
        "按引文顺序出现的词与数字",
        "低于此，代码不单独判为有据，须由模型或人来读；0 为不要求。",
    ),
    "wrong_supported": (
        "Wrong claims that an examined checker may let pass",
        "受测核查模型可放过的错误句比例",
        "超过此比例即不合格，不得绑定。",
    ),
    "right_supported": (
        "Right claims that an examined checker should support",
        "受测核查模型应判为有据的正确句比例",
        "不足只作提示，不妨碍绑定。",
    ),
    "offered_evidence": ("Other quotes looked through", "另查的引文条数", "每句另看最接近的几条引文；建议值。"),
    "hold_seconds": (
        "A sentence stays in a reviewer's hand",
        "一句在审核者手中的时间",
        "审核者输入即延长；通常二十秒足够。",
    ),
    "second_opinions": ("Second opinions, unseen", "盲审第二意见", "为 1 时，摘要句与有矛盾的句由两人各自审定。"),
    "similar_claims": ("Similar sentences offered", "列出的相似句数", "更长的列表没人会看；0 为不列；建议值。"),
    "similar_likeness": ("Alike enough to be decided together", "可一并审定的相似度", "由人逐句勾选；建议值。"),
    "spot_checks": ("Sentences of a spot check", "每次抽查的句数", "约两分钟可看完，结果逐次累计；建议值。"),
    "settle_days": (
        "Days by which the newer source prevails",
        "以新胜旧的天数",
        "晚一个季度是重新统计，更短只是转述；建议值。",
    ),
    "settle_trust": ("Lead in trust that prevails", "可信度领先多少为准", "按可信度表高出一级。"),
    "settle_publishers": ("Lead in publishers that prevails", "发布者多几家为准", "三比一；二比一可能是偶然，建议值。"),
}
