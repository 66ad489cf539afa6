"""Briefs and words that tests of the builtin roles share."""

from datetime import date

from memory.working import Entry
from research.roles.briefs import Ask, Card, GrowBrief, PageText, PlanBrief, QueryBrief, QuoteBrief
from research.terms import Goal, Language, Period

TEP_QUESTION = (
    "Which files do Tarn archives use for checksums, signatures and indexes, "
    "which proposals defined them, and how did each decision end?"
)
ZH_QUESTION = "云雀数据库的列存引擎从实验特性到正式功能经历了哪些版本？各版本的发版日期是什么？它解决了什么问题？"


def ask(question: str, language: Language = Language.ENGLISH, period: Period | None = None) -> Ask:
    return Ask(question, language, period or Period(), date(2026, 3, 5))


def goal(question: str, *wanted: str, number: int = 1, accepted: int = 0) -> Goal:
    return Goal(number, None, question, wanted or (question,), gaps=wanted or (question,), accepted=accepted)


def plan_brief(question: str, most: int = 4) -> PlanBrief:
    return PlanBrief(ask(question), (), (), most)


def entry(number: int, quote: str, source: str, score: float = 0.8) -> Entry:
    return Entry(number, 1, quote, source, "2024-01-01", score, number)


def grow_brief(question: str, goals: tuple[Goal, ...], entries: tuple[Entry, ...], most: int = 12) -> GrowBrief:
    return GrowBrief(ask(question), goals, goals[0], "", entries, most)


def query_brief(
    question: str,
    of: Goal,
    *,
    outcomes: tuple[str, ...] = (),
    entries: tuple[Entry, ...] = (),
    period: Period | None = None,
) -> QueryBrief:
    return QueryBrief(ask(question, period=period), of, of.gaps[0], "", (), outcomes, (), entries, 3)


def quote_brief(question: str, of: Goal, title: str, text: str, *, most: int = 2, longest: int = 400) -> QuoteBrief:
    return QuoteBrief(ask(question), of, of.gaps[0], PageText(title, text, None), most, longest, 900)


def card(number: int, quote: str, title: str = "A page", score: float = 0.8, publisher: str = "a.example") -> Card:
    return Card(number, quote, title, publisher, date(2024, 1, 1), score)
