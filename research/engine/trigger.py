"""Whether a question on a finished report needs another look outside (R200, R201, R264, R266).

Rules first: they cost nothing and each says which words it saw. What they leave open is a model's to say, under a
stated cost; without one it is answered from the evidence.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memory.figures import identifiers, names
from memory.figures.folding import fold
from reach.words import content_terms
from research.engine.limits import Limits
from research.engine.recalled import Near, held


class Rule(StrEnum):
    """What decided."""

    CREATES = "creates"
    OF_REPORT = "of_report"
    CHANGES = "changes"
    NAMES = "names"
    HELD = "held"
    DEAR = "dear"
    VERSION = "version"
    MODEL = "model"
    DEFAULT = "default"
    ASKED = "asked"


SENTENCES = {
    Rule.CREATES: "It asks for a text to be made of what is there.",
    Rule.OF_REPORT: "It asks what the report says.",
    Rule.CHANGES: "It asks how things stand now: {named}.",
    Rule.NAMES: "It names what the report's evidence doesn't hold: {named}.",
    Rule.HELD: "The report's evidence speaks of it.",
    Rule.DEAR: "A wrong answer would be dear, and the evidence doesn't settle it: {named}.",
    Rule.VERSION: "The answer depends on a version, and the evidence doesn't settle it: {named}.",
    Rule.MODEL: "The planner's model decided: {named}",
    Rule.DEFAULT: "Nothing in it calls for another look.",
    Rule.ASKED: "A person asked for another look.",
}


@dataclass(frozen=True, slots=True)
class Called:
    reach: bool
    rule: Rule
    named: str = ""
    """The words that it goes by, or the model's reason."""

    @property
    def sentence(self) -> str:
        return SENTENCES[self.rule].format(named=self.named)


_ASKING = r"(?:please|can you|could you|would you|now|then|and|help me(?: to)?|i want you to)[ ,]+"
_CREATES_EN = re.compile(
    rf"^\W*(?:{_ASKING})*(?:"
    r"(?:write|compose|draft|create|invent|make|prepare|produce|give me|draw up) (?:me |us )?"
    r"(?:a|an|the|some|one|two|three|four|five|\d+|another)\b.{0,40}?\b(?:poem|haiku|song|story|joke|e-?mails?|"
    r"mails?|letters?|memo|notes?|posts?|tweets?|headlines?|titles?|slogans?|speech|talk|slides?|outline|abstract|"
    r"summary|summaries|press release|newsletter|paragraphs?|bullet points?|tables?|translation|quiz|faq)\b"
    r"|translate\b|summari[sz]e\b|rewrite\b|rephrase\b|paraphrase\b|shorten\b|condense\b|proofread\b|tl;?dr\b|sum up\b"
    r"|(?:put|turn|bring) .{1,60}\b(?:into|in) (?:a|an|the|other|plain|simple|your own|\w+)\b"
    r"|(?:explain|say|tell|describe)\b.{0,80}\b(?:in (?:other|simple|plain|your own|easy) (?:words|terms|language)"
    r"|to a (?:child|layman|beginner)|like i'?m)\b)",
    re.IGNORECASE | re.DOTALL,
)
_CREATES_ZH = re.compile(
    r"^\W*(?:请|帮我|给我|替我|麻烦|能不能|可以|现在|再|你|然后|，)*(?:"
    r"(?:写|编|创作|撰写|起草|草拟|拟|作|做)(?:出|成|个|一|两|三|几|首|封|篇|份|段|条|些|点|张|\d|[^\W\d_])"
    r"|(?:把|将).{1,40}?(?:翻译|译|改写|润色|整理|缩写|概括|总结)"
    r"|翻译|改写|润色|缩写|概括|总结一下|总结|归纳"
    r"|用.{1,10}(?:概括|总结|归纳|说明|解释|讲|表达|翻译))"
    r"|(?:写|拟|起草|撰写|草拟)一?[首封篇份段条张](?!.{0,12}(?:谁|何时|什么时候))",
)
_OF_REPORT = re.compile(
    r"\b(?:according to|in|from|of|by) (?:the|this|your) (?:report|summary|evidence|findings)\b|"
    r"\b(?:the|this|your) report (?:say|mention|state|claim|conclude|find|give)s?\b|\bdoes (?:the|this|your) report\b|"
    r"\b(?:these|the report's|your|its) sources\b|"
    r"报告(?:里|中|内|上|是?怎么说|提到|说|认为|给出)|根据(?:本|这份|该|上述)?报告|(?:本|这份|该)报告|"
    r"这些(?:来源|证据|资料)|文中|上文|上述",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:still|any ?more|no longer|any longer)\b|\bsince (?:then|when|the report|the final)\b|"
    r"\b(?:has|have|had|did|does|will)\b.{0,80}\bchanged?\b|"
    r"(?:还|仍|仍然|依然|依旧|是否仍|是不是还).{0,24}[吗么？?]|(?:有|发生|出现)(?:了)?(?:什么|新的?|没有)?(?:变化|变动|调整|更新)|"
    r"变(?:了|没变|化了)|有没有变",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:latest|newest|most recent|today(?:'s)?|tonight|tomorrow|yesterday|now|nowadays|currently|current|at present|"
    r"at the moment|right now|these days|recent(?:ly)?|lately|up to date|so far|to date|news|breaking|upcoming|"
    r"(?:this|next|last) (?:week|month|quarter|year))\b|"
    r"最新|最近|近期|近来|近日|现在|目前|当前|眼下|如今|现状|今天|今日|今年|明天|明年|昨天|本周|本月|本季度|本年度|"
    r"下周|下月|下个月|上周|上月|上个月|至今|迄今|截至目前|实时",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'，。；、）)]+", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d.])(?:19|20)\d\d(?![\d.]*\d)")
_RELEASE = re.compile(
    r"\b(?:version|firmware|release|update|edition|v)[ .]?(\d+(?:\.\d+){0,3})\b|(\d+(?:\.\d+){1,3}) ?版", re.IGNORECASE
)
_REGION = re.compile(
    r"(?:[与和跟同比在到从向对于，。、？]|^)((?!哪|全|本|各|该|城|几)[\u4e00-\u9fff]{2,3}?(?:省|市|县|自治区))"
    r"(?![场值面民级委内外区长容镇])"
)
_DEAR = re.compile(
    r"\b(?:medical(?:ly)?|medicines?|medication|drugs?|dos(?:e|age)s?|symptoms?|disease|illness|health|healthy|toxic|"
    r"poison(?:ous|ing)?|harmful|dangerous|asthma|pregnan\w+|allerg\w+|side effects?|diagnos\w+|treatments?|"
    r"tax(?:es|able|ed)?|invest(?:ing|ment|ments)?|shares? price|stocks?|bonds?|loans?|lend|mortgages?|interest rates?|"
    r"insur\w+|pensions?|dividends?|refund\w*|legal(?:ly)?|illegal(?:ly)?|lawful(?:ly)?|laws?|liab\w+|sued?|court|"
    r"lawsuits?|contract(?:s|ual)?|penalt(?:y|ies)|fined?|compl(?:y|iance)|licen[cs]e|gdpr|"
    r"(?:our|company|internal|staff) (?:polic(?:y|ies)|rules?|handbook|guidelines?|procedures?)|"
    r"reimburse\w*|(?:sick|annual|parental) leave)\b|"
    r"医[疗生院学嘱]|就医|用药|吃药|吃什么药|药[物品]|剂量|症状|疾病|副作用|禁忌|过敏|中毒|有毒|孕妇|健康|对人体|诊断|"
    r"税|投资|买入|卖出|股票|股价|基金|债券|贷款|利率|按揭|保险|理财|养老金|退款|"
    r"法律|合法|违法|非法|法规|法定|诉讼|起诉|赔偿|罚款|合同|侵权|合规|处罚|"
    r"(?:公司|单位|内部|我们)的?(?:规定|制度|政策|流程|手册)|报销|请假|年假|病假",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"\b(?:defaults?|parameters?|options?|settings?|flags?|api|endpoints?|syntax|config(?:uration)?|compatib\w+|"
    r"deprecat\w+|arguments?|function signature|command line|sdk|changelog|release notes|versions?)\b|"
    r"参数|默认|接口|配置项?|兼容|选项|命令行|语法|版本|弃用|更新日志",
    re.IGNORECASE,
)
_ENDS = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")
_OWNER = re.compile(r"['’]s?$")
_HAN = re.compile(r"[\u3400-\u9fff]")


def by_rules(
    question: str, subject: str, near: Sequence[Near], lacking: Sequence[str], limits: Limits
) -> Called | None:
    """`subject` is the report's question, `lacking` what the question names and the evidence doesn't (`unheld`).
    None: no rule speaks."""
    asked = asked_of(question)
    if not asked:
        return Called(False, Rule.CREATES)
    changed = _CHANGED.search(asked)
    if not changed and _OF_REPORT.search(asked):
        return Called(False, Rule.OF_REPORT)
    if found := changed or _NOW.search(asked):
        return Called(True, Rule.CHANGES, found[0].strip())
    if lacking:
        return Called(True, Rule.NAMES, ", ".join(lacking))
    if held(asked, subject, near, limits):
        return Called(False, Rule.HELD)
    for pattern, rule in ((_DEAR, Rule.DEAR), (_VERSION, Rule.VERSION)):
        if seen := pattern.search(asked):
            return Called(True, rule, seen[0].strip())
    return None


def asked_of(question: str) -> str:
    """Without the sentences that ask for a text to be made: those need nothing that isn't there."""
    parts = [part.strip() for part in _ENDS.split(question) if part.strip()]
    return " ".join(part for part in parts if not (_CREATES_EN.search(part) or _CREATES_ZH.search(part)))


def named(question: str) -> tuple[str, ...]:
    """Addresses, identifiers, versions, years, names and regions, each once, as they are compared."""
    asked = asked_of(question)
    addresses = _ADDRESS.findall(asked)
    plain = _ADDRESS.sub(" ", fold(asked))
    marks = [mark.text for mark in identifiers(plain)]
    releases = [first or second for first, second in _RELEASE.findall(plain)]
    words = [word for name in names(plain) for word in name.text.split() if not _VERSION.fullmatch(word)]
    regions = _REGION.findall(plain)
    found = (*addresses, *marks, *releases, *_YEAR.findall(plain), *words, *regions)
    return tuple(dict.fromkeys(word for each in found if len(word := _OWNER.sub("", each.strip(" .,，。"))) > 1))


def unheld(wanted: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Of what a question names, what stands in none of the texts. They are passed by, never gathered."""
    left = [word for word in wanted if _HAN.search(word) or content_terms(word)]
    for text in texts if left else ():
        plain = fold(text).lower()
        left = [word for word in left if not _stands(word.lower(), plain)]
        if not left:
            break
    return tuple(left)


def _stands(word: str, text: str) -> bool:
    """S1 doesn't stand in S10, nor 2.6 in 12.6; a Chinese name has no such edges."""
    if _HAN.search(word):
        return word in text
    return bool(re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9]|\.\d)", text))
