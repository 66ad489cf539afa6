"""What of a report is a claim: sentences, headings, cells and captions that assert something, each with its span."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine.citations import claims_of, folded, unclaimed_of
from research.engine.claim_parts import of_heading, of_sentence
from research.terms import Claim, Decided, Place, Ruling, Section, Sentence, SentenceKind

FACT = SentenceKind.FACT


def report(text: str, *numbers: int, heading: str = "", kind: SentenceKind = FACT) -> tuple[Section, ...]:
    return (Section(heading, 1, (Sentence(text, kind, numbers),)),)


TABLE = """Table 1: Sales by year

| Year | Sales | Costs |
|---|---|---|
| 2022 | 41 million | 12 % |
| 2023 | 47 million | 15 % |
| 2024 | 52 million | 9 % |"""


def test_each_figure_of_a_table_is_a_claim_told_with_its_row_and_column() -> None:
    """B-098: six figures, one citation, which covers each figure only by carrying it."""
    claims = claims_of(report(TABLE, 3))
    cells = [claim for claim in claims if claim.place is Place.CELL]
    assert [claim.said for claim in cells] == [
        "2022, Sales: 41 million",
        "2022, Costs: 12 %",
        "2023, Sales: 47 million",
        "2023, Costs: 15 %",
        "2024, Sales: 52 million",
        "2024, Costs: 9 %",
    ]
    assert {claim.evidence for claim in cells} == {(3,)}
    assert [claim.text for claim in claims if claim.place is Place.CAPTION] == ["Table 1: Sales by year"]


@pytest.mark.parametrize(
    ("heading", "asserts"),
    [
        ("Costs fell 40 %", True),
        ("成本下降40%", True),
        ("Solar overtakes coal", True),
        ("二号线已停运", True),
        ("Grid storage capacity of Lanwan", False),
        ("How much did costs fall?", False),
        ("Situation at the end of 2024", False),
        ("2024年的电价政策", False),
        ("成本下降了多少？", False),
    ],
)
def test_a_heading_that_states_something_is_a_claim_and_a_matter_is_none(heading: str, asserts: bool) -> None:
    (part,) = of_heading(heading)
    assert (part.silent == "") is asserts


def test_a_headings_claim_cites_what_its_section_cites() -> None:
    sections = (Section("Costs fell 40 %", 1, (Sentence("They did.", FACT, (2,)), Sentence("So.", FACT, (5, 2)))),)
    heading = claims_of(sections)[0]
    assert (heading.place, heading.evidence, heading.text) == (Place.HEADING, (2, 5), "Costs fell 40 %")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("What remains open?", "question"),
        ("还缺什么？", "question"),
        ("The sources give these reasons:", "introduces what follows"),
        ("主要原因如下：", "introduces what follows"),
        ("See the table below.", "pointer"),
        ("详见下表。", "pointer"),
        ("* * *", "no words"),
    ],
)
def test_what_asserts_nothing_is_listed_and_is_no_claim(text: str, why: str) -> None:
    sections = report(text)
    assert claims_of(sections) == ()
    assert [each.why for each in unclaimed_of(sections)] == [why]


@pytest.mark.parametrize(
    "text", ["Sales came to 41 million:", "见下表，销售额为4100万元。", "Costs did not fall:", "It rained."]
)
def test_what_might_assert_something_is_a_claim(text: str) -> None:
    assert [claim.text for claim in claims_of(report(text))] == [text]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("It rose. Then it fell.", ["It rose.", "Then it fell."]),
        ("销量上升。成本下降。", ["销量上升。", "成本下降。"]),
        ("She said: “It rose. Then it fell.” Nobody knew.", ["She said: “It rose. Then it fell.”", "Nobody knew."]),
        ("他说：“先有‘增长。’后有下降。”无人知晓。", ["他说：“先有‘增长。’后有下降。”", "无人知晓。"]),
        ("- Sales rose.\n- Costs fell.", ["Sales rose.", "Costs fell."]),
        ("1. Sales rose.\n2. Costs fell.", ["Sales rose.", "Costs fell."]),
        ("一、销量上升\n二、成本下降", ["销量上升", "成本下降"]),
        ("It rose.\n[^1]: Counted in May.", ["It rose.", "Counted in May."]),
        ("Figure 2. Sales rose. Costs fell.", ["Figure 2. Sales rose. Costs fell."]),
    ],
)
def test_sentences_lists_and_footnotes_are_claims_of_their_own(text: str, claims: list[str]) -> None:
    assert [claim.text for claim in claims_of(report(text))] == claims


def test_a_quotation_is_one_claim_however_many_sentences_it_has() -> None:
    quote = "It rose. Then it fell."
    assert [claim.text for claim in claims_of(report(quote, 1, kind=SentenceKind.QUOTE))] == [quote]


@given(st.text(alphabet="ab 1%。.“”\n|-:?图1", max_size=60), st.sampled_from(SentenceKind))
def test_spans_slice_the_text_in_order_and_never_overlap(text: str, kind: SentenceKind) -> None:
    parts = of_sentence(text, kind)
    assert all(0 <= part.start < part.end <= len(text) for part in parts)
    assert all(one.end <= other.start for one, other in pairwise(parts))


@given(st.text(alphabet="ab 1%。.“”\n?", max_size=60))
def test_every_word_of_prose_is_in_a_part(text: str) -> None:
    covered = {at for part in of_sentence(text, FACT) for at in range(part.start, part.end)}
    bulleted = any(line.strip()[:1].isdigit() for line in text.split("\n"))
    assert bulleted or all(at in covered for at, char in enumerate(text) if char.isalpha())


def test_a_claim_keeps_its_number_from_version_to_version() -> None:
    first = (Section("a", 1, (Sentence("One rose.", FACT, ()), Sentence("Two rose.", FACT, ()))),)
    before = claims_of(first)
    second = (
        Section(
            "a", 1, (Sentence("New one.", FACT, ()), Sentence("One rose.", FACT, ()), Sentence("Two fell.", FACT, ()))
        ),
    )
    after = claims_of(second, before)
    assert {claim.text: claim.number for claim in before} == {"One rose.": 1, "Two rose.": 2}
    assert {claim.text: claim.number for claim in after} == {"New one.": 3, "One rose.": 1, "Two fell.": 4}
    again = claims_of((Section("a", 1, (Sentence("One rose fast.", FACT, ()), second[0].sentences[2])),), before)
    assert {claim.text: claim.number for claim in again} == {"One rose fast.": 1, "Two fell.": 2}


def decided(claim: Claim, ruling: Ruling, text: str = "", effect: str = "") -> Decided:
    return Decided(claim.number, ruling, text, effect)


def test_a_decision_changes_only_its_own_part_of_a_sentence() -> None:
    sections = report("It rose. Then it fell. It rained.", 1, heading="Costs fell 40 %")
    heading, one, two, three = claims_of(sections)
    made = [decided(two, Ruling.EDITED, "Then it stayed."), decided(three, Ruling.REJECTED, effect="remove")]
    (after,) = folded(sections, [heading, one, two, three], [*made, decided(heading, Ruling.EDITED, "Costs fell 4 %")])
    assert after.heading == "Costs fell 4 %"
    assert after.sentences[0].text == "It rose. Then it stayed. "
    assert after.sentences[0].evidence == (1,)
