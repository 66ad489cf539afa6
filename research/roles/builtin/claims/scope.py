"""What a quote leaves open and its claim doesn't: hedges, conditions, quantifiers, "up to". To leave one out says more
than the source said, so such a claim is never called supported."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import rjieba

from memory.figures.folding import plain


@dataclass(frozen=True, slots=True)
class Mark:
    kind: str
    words: re.Pattern[str]
    answered: re.Pattern[str]
    """What in the claim keeps the reserve."""


def _either(english: str, chinese: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{english})\b|{chinese}")


_HEDGE = _either(
    r"may|might|could|perhaps|possibly|probably|likely|plans?|planned|"
    r"planning(?! (?:offic|permission|committee|authorit|inspector|department|application))\w*|"
    r"intends?|intended|aims?|aimed"
    r"|hopes?|hoped|expects?|expected|expectation|forecasts?|predicts?|predicted|projected|"
    r"projects that|considering|considers"
    r"|proposes?|proposed|proposal to|proposals to|suggests?|suggested|suspects?|suspected|"
    r"believes?|believed|thought to"
    r"|rumou?rs?|rumou?red|reportedly|allegedly|alleged|alleges|appears? to|seems? to|seeks? to|"
    r"due to (?:begin|open|start)"
    r"|draft|targets?|the goal|a goal|scenarios?|if approved|would|potentially|pending|"
    r"under consideration|yet to|originally planned|had been due|advis\w+|recommend\w*|formerly|"
    r"used to|previously|threaten\w*|promis\w+|vow\w*|"
    r"tries|tried|trying|attempt\w*|offer\w* to|agree\w* to|want(?:s|ed)?|wish(?:es|ed)?|urges?|urged|"
    r"calls? (?:for|on)|called (?:for|on)|hoping|prepar\w+ to|"
    r"scheduled|slated|"
    r"(?:not|n't|cannot|can't) (?:be |been )?ruled? out|set to (?!\d)|accus\w+|allegations?|claims? to|"
    r"charged with|suspicion|"
    r"nominat\w+|(?:nearly|almost|narrowly) [a-z]+ed",
    r"可能|或将|或许|也许|大概率|有望|预计|预期|预测|计划(?!的|书|中|内|经济|生育|管理|完成|已)|"
    r"拟|打算|力争|争取|目标是|目标为|旨在|建议|提议"
    r"|征求意见|草案|传闻|据传|据称|疑似|怀疑|推测|猜测|倾向|希望|情景|尚需|尚待|有待|考虑|威胁|"
    r"承诺|试图|尝试|呼吁|准备|意图|申请|提名|动物实验|似乎|料将|原定|原计划|本应|目标|估计|"
    r"不排除|被指|涉嫌|被控|指控|涉案|定于|排定|险些|差点|或(?=[在于达超升降有为将能])|尚未(?:证实|确认)",
)
_FUTURE = _either(
    r"will|shall|going to|next (?:year|month|quarter)|coming (?:year|months?)", r"将(?!近)|即将|明年|下月|未来"
)
_FUTURE_KEPT = _either(
    r"will|shall|going to|next (?:year|month|quarter)|coming (?:year|months?)",
    r"将(?!近)|即将|明年|下月|未来|会(?![议员长计场])|就(?=会|[\u4e00-\u9fff])",
)
_CONDITION = _either(
    r"if|unless|until|once (?:the|it|its|all|they)|only(?! \d)|provided that|provided|as long as|except"
    r"|subject to|in some cases|"
    r"in certain cases|under certain|in (?:a|one)"
    r" (?:small )?(?:study|trial|sample|survey)|in a (?:study|trial|sample) of|in mice|in rats|"
    r"in the laboratory|under (?:high|low)|among (?:the )?\d+",
    r"如果|若(?!干)|只有(?![^，。]{0,6}[\d半一二两三四五六七八九十百千])|除非|除[^，。]{1,12}外|仅限"
    r"|仅(?![剩存])|个别|抽查|"
    r"抽样|试点|情形下|情况下|场景下|情景下|条件下|前提|首次(?=[^，。]{1,4}且)"
    r"|且(?=[^，。]{0,6}[不未超满])|的[^，。]{0,4}才",
)
_CONDITION_KEPT = _either(
    r"if|unless|until|before|once|only|provided|as long as|except|subject to|some cases|certain|sample|study|trial|"
    r"by default|surveyed|tested",
    r"如果|若|只有|除非|除|仅|只|个别|抽查|抽样|试点|情况|场景|情景|条件|前提|默认|受访|受测|的[^，。]*才|首次|须|且",
)
_SOME = _either(
    r"some(?! \d)|several|a few|few|many|a number of|a handful of|certain|part of|in part|partly|"
    r"partially|sometimes|(?<!how )often|occasionally",
    r"部分|一些|不少(?!于)|许多|个别|少数|有的|有些|若干|多所|多家|多地|多名|多位|多数|大多|局部|时而|有时|经常|往往|一度",
)
_MOST = _either(
    r"most|mostly|majority|largely|mainly|usually|more than half", r"多数|大部分|大多|大都|主要|过半|半数|通常|一般"
)
_MAJORITY = _either(r"(?<!\bthe )(?<!\bat )most|majority|more than half", r"(?<!至)(?<!最)多数|大部分|过半|半数以上")
_ALL = _either(
    r"all|every(?! (?:\d|other|two|three|four|five|six|ten|few))|everyone|everybody|always|none|entire|entirely|whole|"
    r"completely|unanimous|unanimously",
    r"全部|全面|所有|一律|(?<![^，。]称)都(?!市|城|督)|全体|一概|无一|始终|总是|一致|从不|(?<!平)均(?!衡|价|"
    r"线|为|每|值|摊|温|年|日|量)",
)
_NONE = _either(r"none|no|never|not|nobody|without", r"没有|不|未|无|非|不得|禁止")
_UP_TO = _either(
    r"up to|at most|as much as|as many as|a maximum of|no more than|capped", r"最多|最高|至多|不超过|上限|可达"
)
_UP_TO_KEPT = _either(
    r"up to|at most|as much as|as many as|maximum|no more than|capped|most|fewer than|less than|"
    r"under|below|nearly|highest|largest|peak|within|cap",
    r"最多|最高|至多|不超过|上限|可达|最大|以内|限|不到|近|封顶|峰值",
)
_CAUSE = _either(
    r"causes?|caused|leads? to|led to|because|lowers|raises|due to|results? in|thanks to|owing to",
    r"导致|造成|引起|使得|因为|由于|促使|引发",
)
_CAUSE_KEPT = _either(
    r"causes?|caused|leads? to|led to|because|due to|results? in|lowers?|lowered|raises?|raised|"
    r"reduc\w+|owing to|thanks to|so that|after",
    r"导致|造成|引起|使|因|由于|促使|引发|致|受|冲毁|毁",
)

_NOW = _either(r"today|now|currently|at present|nowadays", r"如今|现在|目前|现为|现有|现已")
_THEN = _either(r"had|was|were|used to|before|until", r"曾|原|此前|过去")
"""Of another clause than the claim's: then what the claim says was so before."""
_ONCE, _OVER = re.compile(r"曾(?!孙)"), re.compile(r"曾|过|了|年|获|当时")
"""What was once so; a claim that says itself that it is past keeps that."""

RESERVES = (
    Mark("hedge", _HEDGE, _HEDGE),
    Mark("condition", _CONDITION, _CONDITION_KEPT),
    Mark("up to", _UP_TO, _UP_TO_KEPT),
)


def left_out(claim: str, heard: str, near: str, reaching: str, over_half: bool) -> Iterator[tuple[str, str]]:
    """(kind, the quote's word) of each reserve that the claim drops. `heard` is the sentence that carries it, `near`
    the clause that says most of it, `reaching` all before it in its sentence, too; `over_half`: the sentence gives a
    share above one half."""
    said, sentence, clause = plain(claim), plain(heard), plain(near)
    for mark in RESERVES:
        where = {"up to": clause, "hedge": plain(reaching), "condition": _conditions(clause, sentence)}[mark.kind]
        if (found := mark.words.search(where)) and not mark.answered.search(said):
            yield mark.kind, found[0]
    if (gone := _ONCE.search(clause)) and not _OVER.search(said):
        yield "hedge", gone[0]
    if (ahead := _FUTURE.search(_without_ba(clause))) and not _FUTURE_KEPT.search(said) and not _HEDGE.search(said):
        yield "hedge", ahead[0]
    if (now := _NOW.search(sentence)) and _THEN.search(clause) and not _NOW.search(clause) and not _NOW.search(said):
        yield "hedge", now[0]
    yield from _quantified(said, sentence, clause, over_half)


def _without_ba(text: str) -> str:
    """将宠物带入: before a noun it marks what is done to it, before a verb it says when."""
    return re.sub(r"将(?=[\u4e00-\u9fff])", lambda match: "把" if _noun_behind(text[match.end() :]) else "将", text)


def _noun_behind(text: str) -> bool:
    tagged = rjieba.tag(re.split(r"[，。；,;]", text)[0])
    return len(tagged) > 1 and not tagged[0][1].startswith(("v", "d", "p", "a", "u", "t"))


def _conditions(clause: str, sentence: str) -> str:
    """The clause itself, and of the others those that begin as conditions: "until" in an aside limits nothing else."""
    others = [part for part in re.split(r"(?<=[,，;；.。])", sentence) if part.strip() and part.strip() not in clause]
    return " ".join([clause, *(part for part in others if _CONDITION.search(part[:OPENING]))])


OPENING = 14
"""Characters in which a clause shows that it is a condition."""


def _quantified(said: str, sentence: str, clause: str, over_half: bool) -> Iterator[tuple[str, str]]:
    """From many to all, from some to the kind as such."""
    wide, none = _ALL.search(said), _NONE.search(said)
    if wide and not _ALL.search(sentence) and not (none and _NONE.search(sentence)):
        yield "quantifier", wide[0]
    if (most := _MAJORITY.search(said)) and not (_MOST.search(sentence) or _ALL.search(sentence)) and not over_half:
        yield "quantifier", most[0]
    partly = _SOME.search(clause) or _MOST.search(clause)
    kept = _SOME.search(said) or _MOST.search(said)
    if partly and not kept and not (wide is None and none and _NONE.search(clause) is None):
        yield "quantifier", partly[0]
    if (cause := _CAUSE.search(said)) and not _CAUSE_KEPT.search(sentence):
        yield "cause", cause[0]


def universal(text: str) -> bool:
    return bool(_ALL.search(plain(text)))


_ORDINAL = re.compile(
    r"第[二三四五六七八九十两\d]+(?![条章节季期届次天日款])|\b(?:second|third|fourth|"
    r"fifth)[- ](?:most|largest|biggest|highest|best|\w+est)\b|\bsecond\b(?= (?:candidate|place))"
)
_SUPERLATIVE = re.compile(
    r"最(?!近|终|后|初|新|高法|高检|高人民)[^，。]|居首|首位|第一(?![作个次条章节季期届])|"
    r"\b(?:(?<!at )most|(?<!at )least|largest|biggest|highest|lowest|longest|shortest|best|worst|"
    r"deepest"
    r"|hottest|coldest|fastest|slowest|oldest|youngest|smallest|"
    r"first(?! of (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|top|record)\b"
)


def ranked_otherwise(claim: str, near: str) -> str:
    """ "The hottest" of what the quote calls the third hottest."""
    said, clause = plain(claim).replace("-", " "), plain(near).replace("-", " ")
    ours, theirs = _ORDINAL.findall(said), _ORDINAL.findall(clause)
    return theirs[0] if theirs and not set(theirs) & set(ours) else ""


def superlative(text: str) -> bool:
    return bool(_SUPERLATIVE.search(plain(text)))


def hedged(text: str) -> bool:
    return bool(_HEDGE.search(plain(text)))


def partial(text: str) -> bool:
    """Says of itself that it speaks of some or most."""
    return bool(_SOME.search(plain(text)) or _MOST.search(plain(text)))


_CAP = _either(r"at most|maximum|capped|up to", r"最[高多大](?:不超过|可|限|罚)|上限|封顶|至多|最多|至少")


def capped(text: str) -> bool:
    return bool(_CAP.search(plain(text)))


def bounded(text: str) -> bool:
    return bool(_UP_TO_KEPT.search(plain(text)))


def causal(text: str) -> bool:
    return bool(_CAUSE.search(plain(text)))
