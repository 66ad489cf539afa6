"""The form of search texts, whoever writes them."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research.roles.builtin.colloquial import in_field_words
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.builtin.term_pairs import in_other_language, term_pairs
from research.roles.builtin.tuning import TUNING
from research.roles.facet_split import one_kind_each
from research.roles.query_form import form_fault, key_words
from tests.roles.builtin.briefs_made import goal, plan_brief, query_brief

WORDS, HAN = TUNING.query_words, TUNING.query_cjk
PIECES = st.sampled_from(
    [
        *(
            "What",
            "is",
            "who",
            "How",
            "much",
            "did",
            "which",
            "and",
            "its",
            "versions",
            "status",
            "price",
            "(see",
            "notes)",
        ),
        *("PEP 703", "Three Gorges Dam", "lithium carbonate", "https://a.example/x", "?", "\n"),
        *(
            "什么时候",
            "碳酸锂",
            "价格",
            "为什么",
            "吗",
            "的",
            "和",
            "它",
            "能否",
            "产能",
            "2024年",
            "《办法》",
            "《",
            "？",
            "，",
        ),
        "新能源汽车动力电池回收利用管理暂行办法征求意见稿",
    ]
)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("PEP 703 acceptance date", None),
        ("碳酸锂 价格 2024", None),
        ("WHO guidelines measles", None),
        ("CAN bus error frames", None),
        ("Will Smith biography", None),
        ("hit rate of what-if caches", None),
        ("", "one line"),
        ("PEP 703\nstatus", "one line"),
        ("when was PEP 703 accepted", "not a question"),
        ("PEP 703 accepted?", "not a question"),
        ("is semaglutide safe for children", "not a question"),
        ("碳酸锂 价格 为什么 下跌", "not a question"),
        ("碳酸锂价格下跌了吗", "not a question"),
        ("one two three four five six seven eight nine ten eleven twelve thirteen", "at most 12 words"),
        ("碳" * 31, "at most 12 words or 30"),
        ("碳" * 30, None),
        ("prices site:example.org", "address"),
    ],
)
def test_a_text_that_breaks_the_form_is_told_how(text: str, fault: str | None) -> None:
    told = form_fault(text, WORDS, HAN)
    assert told is None if fault is None else told is not None and fault in told


@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_key_words_are_in_form_whatever_they_are_made_of(text: str) -> None:
    line = key_words(text.replace("https://a.example/x", ""), WORDS, HAN)
    assert line == "" or form_fault(line, WORDS, HAN) is None


@settings(deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=14).map(" ".join))
async def test_every_line_of_the_builtin_planner_is_in_form(question: str) -> None:
    planner = BuiltinPlanner()
    for made in await planner.draft_plan(plan_brief(question)):
        for draft in await planner.write_queries(query_brief(question, goal(made.question, *made.wanted))):
            fault = form_fault(draft.text, WORDS, HAN)
            assert fault in (None, "must not name an address"), draft.text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("PEP 703 acceptance date and status", ("PEP 703 acceptance date", "PEP 703 status")),
        (
            "lithium carbonate price and capacity 2024",
            ("lithium carbonate price 2024", "lithium carbonate capacity 2024"),
        ),
        (
            "symptoms, diagnosis and treatment of lupus",
            ("symptoms of lupus", "diagnosis of lupus", "treatment of lupus"),
        ),
        ("碳酸锂价格和产能", ("碳酸锂价格", "碳酸锂产能")),
        ("碳酸锂 价格 产能 2024", ("碳酸锂 价格 2024", "碳酸锂 产能 2024")),
        ("二甲双胍 剂量、副作用", ("二甲双胍 剂量", "二甲双胍 副作用")),
        ("醉驾处罚及罚款", ("醉驾处罚", "醉驾罚款")),
    ],
)
def test_a_text_with_several_kinds_of_answer_becomes_one_for_each(text: str, parts: tuple[str, ...]) -> None:
    assert one_kind_each(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "Ernst and Young revenue",
        "iPhone 15 release date",
        "causes and effects of inflation",
        "market size and share of heat pumps",
        "price and cost",
        "research and development tax credit",
        "war and peace author",
        "碳酸锂 价格 走势",
        "大豆进口和出口",
        "价格、产能",
        "政策法规 储能",
    ],
)
def test_what_is_one_thing_stays_one(text: str) -> None:
    assert one_kind_each(text) == (text,)


@given(st.lists(PIECES, max_size=10).map(" ".join))
def test_a_split_loses_no_word_and_ends(text: str) -> None:
    parts = one_kind_each(text)
    said = set(" ".join(parts).split())
    assert all(one_kind_each(part) == (part,) or len(parts) == 1 or len(part) < len(text) for part in parts)
    assert {word for word in text.split() if word.isascii() and word.isalpha() and word not in ("and",)} <= said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("refund policy changed?", "refund policy change update effective date"),
        ("how come copper is scarce", "reason copper is scarce"),
        ("pros and cons of heat pumps", "advantages disadvantages of heat pumps"),
        ("meds for kids", "medication for children"),
        ("退款政策改了没", "退款政策 变更 调整 生效日期"),
        ("特斯拉多少钱", "特斯拉 价格"),
        ("电池能用多久", "电池 使用寿命"),
        ("储能电站为啥着火了", "储能电站 原因 火灾"),
        ("老人看病", "老年人就医"),
        ("copper price 2024", "copper price 2024"),
        ("policy changed from 2 to 3", "policy changed from 2 to 3"),
        ("碳酸锂价格", "碳酸锂价格"),
    ],
)
def test_everyday_words_become_those_of_the_field(said: str, told: str) -> None:
    """R205; what is in field words already stays as it is."""
    assert in_field_words(said) == told


async def test_a_question_in_everyday_words_is_searched_in_those_of_the_field() -> None:
    planner = BuiltinPlanner()
    for question, line in (
        ("退款政策改了没？", "退款政策 变更 调整 生效日期"),
        ("Has the refund policy changed?", "refund policy change update effective date"),
    ):
        (made,) = await planner.draft_plan(plan_brief(question))
        texts = [each.text for each in await planner.write_queries(query_brief(question, goal(made.question)))]
        assert texts[0] == line


HELD = [
    "今年以来，电池级碳酸锂（lithium carbonate）价格下跌。",
    "Prices of lithium carbonate (碳酸锂) fell.",
    "数据库的列存引擎（columnar engine, 简称 CE）",
    "An unrelated note (see below) and a list (甲、乙).",
]


@pytest.mark.parametrize(
    ("about", "pairs"),
    [
        ("碳酸锂 价格", {"碳酸锂": "lithium carbonate"}),
        ("lithium carbonate price", {"lithium carbonate": "碳酸锂"}),
        ("列存引擎", {"列存引擎": "columnar engine"}),
        ("氢氧化锂", {}),
    ],
)
def test_a_pair_of_terms_is_taken_from_what_is_held(about: str, pairs: dict[str, str]) -> None:
    assert term_pairs(HELD, about) == pairs


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("碳酸锂 价格 2024", "lithium carbonate price 2024"),
        ("碳酸锂 产能", "lithium carbonate capacity"),
        ("碳酸锂", "lithium carbonate"),
        ("碳酸锂 广东 价格", ""),
        ("氢氧化锂 价格", ""),
    ],
)
def test_a_line_is_translated_whole_or_not_at_all(line: str, told: str) -> None:
    assert in_other_language(line, term_pairs(HELD, line)) == told


def test_names_and_figures_stay_in_a_translated_line() -> None:
    pairs = term_pairs(HELD, "lithium carbonate")
    assert in_other_language("Albemarle lithium carbonate price 2024", pairs) == "Albemarle 碳酸锂 价格 2024"


async def test_one_of_several_phrasings_is_in_another_language_where_its_sources_can_be_had() -> None:
    """R051: names, figures and the terms that a held text gives; nothing is translated freely."""
    of, question = goal("碳酸锂：价格、时间", "价格"), "2024年碳酸锂价格是多少？"
    brief = query_brief(question, of)
    terms = tuple(term_pairs(HELD, of.question).items())
    alone = [each.text for each in await BuiltinPlanner().write_queries(replace(brief, terms=terms))]
    both = replace(brief, terms=terms, languages=("en",))
    texts = [each.text for each in await BuiltinPlanner().write_queries(both)]
    assert len(texts) == len(alone) == 3
    assert texts[:2] == alone[:2]
    assert texts[2] == "lithium carbonate"
    again = replace(both, outcomes=tuple(f"{text}: found 1" for text in texts))
    assert "lithium carbonate" not in [each.text for each in await BuiltinPlanner().write_queries(again)]
