"""Initials beside what they stand for, words of several meanings, hyphens: what must not make two searches of one."""

import pytest

from memory.figures import contrast
from memory.figures.initials import spelt_out


@pytest.mark.parametrize(
    ("text", "other", "told"),
    [
        ("ECB deposit rate", "deposit rate of the European Central Bank", "European Central Bank deposit rate"),
        ("WHO guidance", "World Health Organization guidance", "World Health Organization guidance"),
        ("UCL fees", "fees at University College of London", "University College London fees"),
        ("ECB rate", "European bank rate", "ECB rate"),
        ("EU rules", "emissions up again", "emissions up rules"),
        ("rules", "", "rules"),
    ],
)
def test_initials_are_spelt_out_where_the_other_text_has_the_words(text: str, other: str, told: str) -> None:
    assert spelt_out(text, other) == told


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ECB deposit rate March 2024", "European Central Bank deposit rate in March 2024"),
        ("heat pump noise limits", "heat-pump noise limits"),
        ("postgres vacuum tuning", "tuning vacuum in PostgreSQL"),
        ("hip replacement recovery time", "how long does recovery from hip replacement take"),
        ("French minimum wage", "minimum wage in France"),
        ("苏格兰大学学费", "苏格兰的大学一年学费多少钱"),
        ("红楼梦作者", "红楼梦是谁写的"),
    ],
)
def test_the_same_in_other_words_is_no_contrast(one: str, other: str) -> None:
    assert not contrast(one, other)
    assert not contrast(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ECB deposit rate", "Bank of Japan deposit rate"),
        ("2018 World Cup semi-final score of Croatia", "2018 World Cup final goals of Croatia"),
        ("hip replacement recovery time", "hip replacement cost"),
        ("French minimum wage", "minimum wage in Austria"),
        ("原告举证责任", "被告举证责任"),
        ("产假天数", "产假工资"),
        ("contract for 1 year", "contract for 2 years"),
    ],
)
def test_another_question_is_a_contrast(one: str, other: str) -> None:
    assert contrast(one, other)
    assert contrast(other, one)
