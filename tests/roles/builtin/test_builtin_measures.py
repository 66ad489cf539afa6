"""What a figure counts, and whether that was asked."""

import pytest

from memory.figures import quantities
from research.roles.builtin.ask_words import LABELS, Facet
from research.roles.builtin.embedder import best_embedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.measures import Measure, asked_for, told
from research.roles.builtin.question import facets_of, take_apart
from research.roles.builtin.wanted import kinds_in, wanted_of
from tests.roles.builtin.briefs_made import ask, goal, quote_brief

EXECUTOR = BuiltinExecutor(best_embedder())
MONEY = asked_for("What did the bridge cost?")


@pytest.mark.parametrize("facet", list(Facet))
def test_a_gap_that_names_a_kind_of_answer_in_our_own_chinese_words_asks_for_it(facet: Facet) -> None:
    assert facet in facets_of(LABELS[facet][True])


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What did the bridge cost?", {Measure.MONEY, Measure.SHARE}),
        ("桥梁的造价是多少？", {Measure.MONEY, Measure.SHARE}),
        ("Which percentage of the pupils cycles?", {Measure.SHARE}),
        ("骑车上学的学生占比是多少？", {Measure.SHARE}),
        ("How long is the bridge?", set()),
        ("桥有多长？", set()),
    ],
)
def test_a_question_says_what_its_figure_counts(question: str, asked: set[Measure]) -> None:
    assert asked_for(question) == asked


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("It cost 31 million kroner.", False),
        ("It cost 31 million euros.", True),
        ("The price fell by 12%.", True),
        ("单价1.82元/Wh。", True),
        ("It is 310 metres long.", False),
        ("规模100兆瓦。", False),
    ],
)
def test_a_price_is_told_by_money_or_by_a_share_of_it(text: str, answers: bool) -> None:
    assert told(quantities(text), MONEY) is answers
    assert (Facet.NUMBER in kinds_in(text, MONEY)) is answers


def test_any_figure_answers_where_nothing_says_what_it_counts() -> None:
    assert Facet.NUMBER in kinds_in("It is 310 metres long.")


BIDS = """Orrel bridges, a chronicle

- 3 March: Orrel east bridge opens, 310 metres long.

- 4 April: Orrel north bridge, bid of 1.82 million euros.

- 9 May: Orrel south bridge, bid of 1.58 million euros.

- 6 June: Orrel west bridge closes for 12 days."""


async def test_the_items_that_go_on_telling_what_was_asked_are_quoted_together() -> None:
    of = goal("Orrel bridges: price", "figures")
    drafts = await EXECUTOR.quote(quote_brief("What did the Orrel bridges cost?", of, "Orrel bridges", BIDS, most=1))
    (best,) = drafts
    assert "1.82 million euros" in best.quote
    assert "1.58 million euros" in best.quote
    assert "12 days" not in best.quote


def test_two_years_bound_the_answer_and_name_no_matter() -> None:
    question = take_apart("2019年至2023年，奥瑞尔码头和货场的价格下降了多少？")
    assert question.span == ("2019 年", "2023 年")
    assert all("2019" not in side and "2023" not in side for side in (*question.sides, question.subject))
    assert take_apart("How did the fares of Orrel change from 2019 to 2023?").span == ("2019", "2023")


def test_words_of_two_chinese_phrases_are_no_pair() -> None:
    wanted = wanted_of(ask("奥瑞尔 码头 装机目标是多少？"), goal("奥瑞尔 2025 装机目标"), "数字")
    assert ("装机", "目标") in wanted.pairs
    assert all("2025" not in pair for pair in wanted.pairs)


def test_a_page_called_what_was_asked_for_is_told_by_all_its_words() -> None:
    wanted = wanted_of(ask("Which safety rules followed?"), goal("Which safety rules followed from the flood?"), "")
    assert wanted.answers("Rules on the siting and safety of boats")
    assert not wanted.answers("Safety of boats")
    one = wanted_of(ask("Which rules followed?"), goal("Which rules followed from the flood?"), "")
    assert not one.answers("Rules on the siting and safety of boats")
