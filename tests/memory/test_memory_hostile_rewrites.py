"""Rewordings by a writer that loses, swaps or turns round: each is noticed, or harmless."""

import pytest

from memory.rewriting import Line, lost_in, reworded_text

EN = (
    Line("Lanwan's plant held 240 MWh in 2023 and 310 MWh in 2024, said Elena Brandt.", "E-3"),
    Line("The northern line did not carry more than 90 km of cable before May 2022.", "E-5"),
)
ZH = (
    Line("青禾储能电站2023年投资12.5万元，2024年投资36万元，宁远舟没有批准第三期。", "E-3"),
    Line("临港线全长90公里，2022年5月尚未通车。", "E-5"),
)
REWRITES = [
    ("two figures change places", EN, ("240 MWh", "310 MWh"), ("310 MWh", "240 MWh")),
    ("two figures change places", ZH, ("12.5万元", "36万元"), ("36万元", "12.5万元")),
    ("a unit is another", EN, ("90 km",), ("90 miles",)),
    ("万 becomes 亿", ZH, ("12.5万元",), ("12.5亿元",)),
    ("one year is another", EN, ("in 2023",), ("in 2021",)),
    ("one year is another", ZH, ("2023年",), ("2021年",)),
    ("the denial is dropped", EN, ("did not carry",), ("did carry",)),
    ("the denial is dropped", ZH, ("没有批准",), ("批准了",)),
    ("a denial is dropped", ZH, ("尚未通车",), ("已经通车",)),
    ("a name is translated", EN, ("Elena Brandt",), ("布兰特",)),
    ("a name is translated", ZH, ("宁远舟",), ("Ning Yuanzhou",)),
    ("a source stands behind another's fact", EN, ("[E-3]", "[E-5]"), ("[E-5]", "[E-3]")),
    ("a source stands behind another's fact", ZH, ("[E-3]", "[E-5]"), ("[E-5]", "[E-3]")),
]


def said(lines: tuple[Line, ...]) -> str:
    return "\n".join(f"{line.text} [{line.label}]" for line in lines)


def exchanged(text: str, words: tuple[str, ...], by: tuple[str, ...]) -> str:
    for at, each in enumerate(words):
        assert each in text
        text = text.replace(each, f"\0{at}\0")
    for at, each in enumerate(by):
        text = text.replace(f"\0{at}\0", each)
    return text


@pytest.mark.parametrize(("what", "lines", "words", "by"), REWRITES)
def test_a_hostile_rewording_is_noticed(
    what: str, lines: tuple[Line, ...], words: tuple[str, ...], by: tuple[str, ...]
) -> None:
    assert lost_in(lines, said(lines)) == []
    assert lost_in(lines, exchanged(said(lines), words, by)), what


@pytest.mark.parametrize("lines", [EN, ZH])
def test_what_is_said_twice_or_in_another_order_loses_nothing(lines: tuple[Line, ...]) -> None:
    assert lost_in(lines, f"{said(lines)}\n{said(lines)}") == []
    assert lost_in(lines, said(lines[::-1])) == []


@pytest.mark.parametrize(("lines", "other"), [(EN, ZH), (ZH, EN)])
async def test_words_of_the_other_language_are_told_what_they_lost_and_the_lines_stand_beside_them(
    lines: tuple[Line, ...], other: tuple[Line, ...]
) -> None:
    asked = []

    async def write(told: tuple[str, ...]) -> str:
        asked.append(told)
        return said(other)

    done = await reworded_text(lines, write)
    assert len(asked) == 2 and asked[1]
    assert all(f"[{line.label}] {line.text}" in done.wording for line in lines)
