"""Which channels a gap is looked for in, and why: an explicit decision that stands in the query's row (R198).

Rules first: they need no model, and two of them bind. Where a planner is bound its choice among the channels'
descriptions comes before the rules that don't.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from reach.words import content_terms, is_chinese
from research.engine.tense import about_the_present
from research.terms import Channel, Language

DOCUMENTS, GIVEN = "documents", "pages"
WEB = frozenset({"searxng", "tavily", "brave"})
SCHOLARLY = frozenset({"arxiv", "crossref", "openalex"})
ENCYCLOPEDIC = frozenset({"wikipedia"})
FEEDS = frozenset({"feeds"})
_KNOWN = WEB | SCHOLARLY | ENCYCLOPEDIC | FEEDS | {DOCUMENTS, GIVEN}
"""Every other channel was described by the operator (a database, an internal endpoint): its own words decide."""

# In the first person alone: another company's internal memos may well be public.
_OWN = re.compile(
    r"\b(?:our|my) (?:own |internal )?(?:compan(?:y|ies)|firm|team|department|institute|organi[sz]ation|customers?|"
    r"clients?|staff|employees|intranet|polic(?:y|ies)|handbook|minutes|projects?)\b|"
    r"我们的?(?:公司|团队|部门|单位|机构|客户|员工|项目)|[本我](?:公司|单位|部门|机构|司)",
    re.IGNORECASE,
)
_SCHOLARLY = re.compile(
    r"\b10\.\d{4,9}/\S+|\barxiv\b|\b(?:papers?|preprints?|peer[- ]reviewed|meta-analys[ie]s|systematic reviews?|"
    r"scholarly|academic literature|journal articles?|dissertations?|doi)\b|论文|学术|文献|期刊|预印本|元分析|系统综述",
    re.IGNORECASE,
)
_ENCYCLOPEDIC = re.compile(
    r"\b(?:what (?:is|are|was|were) an? |who (?:is|was|were)\b|definitions? of|defined as|meaning of|"
    r"histor(?:y|ical)\b|origins? of|etymology|biography|born\b|founded\b)|"
    r"什么是|是什么意思|定义|含义|历史|起源|由来|沿革|生平|简介",
    re.IGNORECASE,
)
_TIMELY = re.compile(
    r"\b(?:news|prices?|share price|stock market|exchange rates?|forecasts?|announce(?:d|ment)s?|breaking|"
    r"press releases?|schedules?|weather)\b|新闻|价格|股价|行情|汇率|报价|预报|公告|通告|消息",
    re.IGNORECASE,
)

_NOT_FOR = re.compile(r"(?:^|(?<=[.。]))\s*(?:Not |Don't |Never |不).*", re.DOTALL)
_EMPTY_WORDS = frozenset(
    stem
    for stem in content_terms(
        "use search searches find answer read ask question data record records row rows table tables value values list"
        " anything published public information document documents page pages number numbers figure figures"
        " 查询 数据 记录 使用 信息"
    )
)
"""Words that any description may hold: sharing one of these says nothing."""

OWN_MATTERS = "asks about the team's own matters, which nobody outside knows"
PAPERS = "asks for research papers"
ENTRY = "asks what something is or how it came about"
NEWS = "asks about news, prices or how things stand now"
NAMED = "the question names addresses"
WIDER = "an earlier round brought nothing, so every channel is asked"
GENERAL = "nothing speaks for one channel, so all general ones are asked"
PLANNED = "the planner chose by their descriptions"


@dataclass(frozen=True, slots=True)
class Lack:
    """What is looked for."""

    question: str
    goal: str
    gap: str
    dry: bool
    """An earlier round of this goal brought nothing of value."""

    @property
    def near(self) -> str:
        return f"{self.goal} {self.gap}"


@dataclass(frozen=True, slots=True)
class Choice:
    names: tuple[str, ...]
    """In the order in which they are offered; empty: nothing to choose from, all are asked."""
    reason: str


def choose(lack: Lack, offered: Sequence[Channel], planned: Iterable[str] = ()) -> Choice:
    """`planned` is the planner's word: names that aren't offered are nonsense and don't count.

    Documents are asked in every case: it costs neither network nor money, and what the team holds itself is found
    nowhere else. What is the team's own matter goes nowhere else, whoever says so: a search text tells its reader
    what the team is working on.
    """
    if not offered:
        return Choice((), "")
    names = {channel.name for channel in offered}
    described = _described(lack, offered)
    if _OWN.search(lack.near) and (DOCUMENTS in names or described):
        return _choice(offered, described, OWN_MATTERS)
    chosen = names & set(planned)
    if chosen and not (lack.dry and chosen <= {DOCUMENTS, GIVEN}):
        return _choice(offered, chosen, PLANNED)
    if lack.dry:
        return _choice(offered, names, WIDER)
    return _by_rule(lack, offered, names, described)


def _by_rule(lack: Lack, offered: Sequence[Channel], names: Collection[str], described: Collection[str]) -> Choice:
    rules = [(wanted & set(names), why) for wanted, why in _rules(lack)]
    fitting = [(wanted, why) for wanted, why in rules if wanted]
    reasons = [why for _, why in fitting]
    chosen: Collection[str] = {name for wanted, _ in fitting for name in wanted}
    if not chosen:
        reasons.append(GENERAL)
        chosen = (WEB | ENCYCLOPEDIC) & set(names) or set(names) - set(_operators(offered))
    if described:
        reasons.append(f"the description shares words with what is missing: {', '.join(sorted(described))}")
    return _choice(offered, {*chosen, *described}, *reasons)


def _rules(lack: Lack) -> Iterable[tuple[frozenset[str], str]]:
    """An index of papers leads to many publishers and may stand alone. An encyclopedia is one publisher, and a goal
    needs two that don't copy each other, so the web is asked beside it."""
    whole = f"{lack.question} {lack.near}"
    if _SCHOLARLY.search(whole):
        yield SCHOLARLY, PAPERS
    if _TIMELY.search(lack.near) or about_the_present(whole):
        yield WEB | FEEDS, NEWS
    elif _ENCYCLOPEDIC.search(lack.near):
        yield ENCYCLOPEDIC | WEB, ENTRY


def _choice(offered: Sequence[Channel], chosen: Collection[str], *reasons: str) -> Choice:
    names = tuple(channel.name for channel in offered if channel.name in {*chosen, DOCUMENTS, GIVEN})
    told = [*reasons, *([NAMED] if GIVEN in names else [])]
    return Choice(names, "; ".join(told))


def _operators(offered: Sequence[Channel]) -> list[str]:
    return [channel.name for channel in offered if channel.name not in _KNOWN]


def _described(lack: Lack, offered: Sequence[Channel]) -> frozenset[str]:
    """The operator's own channels whose description, but for the sentence on when not to use it, speaks of the gap."""
    wanted = set(content_terms(lack.near)) - _EMPTY_WORDS
    own = set(_operators(offered))
    return frozenset(
        channel.name
        for channel in offered
        if channel.name in own and wanted & set(content_terms(_NOT_FOR.sub("", channel.about)))
    )


def own_language(text: str, asked: Language) -> str | None:
    """A variant in another language than the question's says so to channels that take one (R205). For the question's
    own nothing is said: a source may be in any language."""
    language = Language.CHINESE if is_chinese(text) else Language.ENGLISH
    return None if language is asked else language.value


def other_languages(held: Iterable[str], asked: Language, offered: Sequence[Channel]) -> tuple[str, ...]:
    """In which a phrasing may pay: those of held sources, and those of reports where a channel takes a language."""
    taken = [each.value for each in Language] if any(channel.takes_language for channel in offered) else []
    return tuple(each for each in dict.fromkeys([*held, *taken]) if each != asked.value)
