"""A task's budget is classed by how many answers its question wants (R124, C30)."""

import pytest

from research.engine.limits import Limits
from research.roles.builtin.difficulty import answers_wanted

HARD = [
    "Compare the price, capacity and efficiency of sodium-ion, LFP and vanadium flow batteries in China and the EU "
    "between 2020 and 2025, and what policies caused the differences?",
    "TiDB 从 6.5 到 8.5 的长期支持版本有哪些？各自何时发布，相比前一个 LTS 包含了哪些 DMR 版本？",
    "Which files and fields do Python packages use for build requirements, project metadata, dependency groups, "
    "licences and lock files, which PEPs defined them, and when were they accepted?",
]
ORDINARY = [
    "What is the capital of France?",
    "How much grid storage capacity did Lanwan have at the end of 2024?",
    "澜湾2024年底的储能装机容量是多少？",
    "Why did the Red Cape plant burn, and what changed afterwards?",
]


@pytest.mark.parametrize("question", HARD)
def test_a_question_that_compares_many_things_in_many_ways_is_hard(question: str) -> None:
    assert answers_wanted(question) >= Limits().hard_answers


@pytest.mark.parametrize("question", ORDINARY)
def test_a_question_for_one_fact_is_ordinary(question: str) -> None:
    assert 1 <= answers_wanted(question) < Limits().hard_answers


def test_nothing_to_take_apart_is_one_answer() -> None:
    assert answers_wanted("储能") == 1
