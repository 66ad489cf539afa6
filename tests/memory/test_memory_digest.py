"""A reach before any prompt: small, whole pieces, nothing lost that isn't named by its row (R100, R144, C13)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.digest import PARTS, Room, digest_of, plain_digests, rows_in, with_raw
from memory.rewriting import Line, lost_in
from memory.working import Entry, label

QUOTES = [
    "Revenue of CATL rose 22% to 400.9 billion yuan in 2023, its annual report says.",
    "公司2023年研发人员超过2万人，宁德时代称投入184亿元。",
    "PEP 703 was accepted on 2023-10-24.",
    "Goldman Sachs expects 390 GWh in Q2 2025.",
    "Nothing of the kind is known.",
]


def words(text):
    return len(text.split()) + sum("\u4e00" <= char <= "\u9fff" for char in text)


def entry(evidence, quote, score=0.7, link="https://stats.example/a"):
    return Entry(evidence, 1, quote, "Annual report", "2024-03-15", score, 0, link=link)


def room(target=80, cap=100, dense=False):
    return Room(target, cap, words, dense)


ENTRIES = [entry(at, quote, 0.9 - at / 100) for at, quote in enumerate(QUOTES, 1)]


def test_it_tells_names_figures_a_conclusion_and_where_each_comes_from():
    (made,) = plain_digests(ENTRIES[:1], room())
    assert "CATL" in made.entities
    assert {"22%", "400.9 billion yuan", "2023"} <= set(made.numbers)
    assert QUOTES[0] in made.conclusion
    assert "[E-1] Annual report https://stats.example/a" in made.text()


def test_what_one_digest_does_not_hold_goes_into_a_second_and_the_rest_is_named_by_its_rows():
    parts = plain_digests(ENTRIES * 1, room(40, 45))
    assert len(parts) == PARTS
    assert all(words(part.text()) <= 45 for part in parts)
    assert rows_in(parts) == {1, 2, 3, 4, 5}
    assert parts[-1].spilled


def test_a_comparison_keeps_each_figure_beside_what_it_is_said_of():
    (made,) = plain_digests(ENTRIES[:2], room(dense=True))
    lines = {point.evidence: point.text for point in made.points}
    assert "22%" in lines[1]
    assert "22%" not in lines[2]
    assert "184亿元" in lines[2]
    assert (made.entities, made.numbers) == ((), ())


def test_a_comparison_is_denser_it_uses_what_a_plain_digest_leaves_free():
    many = [entry(at, QUOTES[at % 4], 0.9 - at / 100) for at in range(8)]
    held = {dense: sum(len(part.origins) for part in plain_digests(many, room(60, 120, dense))) for dense in (0, 1)}
    assert held[1] > held[0]


def test_an_endless_title_or_link_does_not_push_the_figures_out():
    long = Entry(1, 1, QUOTES[0], "Annual report " * 200, "", 0.9, 0, link="https://stats.example/" + "x" * 900)
    (made,) = plain_digests([long], room())
    assert "22%" in made.text()
    assert "xxx" not in made.text()
    assert (made.origins[0].title, made.origins[0].link) == (long.source, long.link)


def test_raw_lines_stand_whole_or_are_named_by_their_row():
    made = with_raw((digest_of(ENTRIES[:1]),), ENTRIES[1:4], room(60, 70))
    text = "\n".join(part.text() for part in made)
    assert len(made) == PARTS
    assert all(words(part.text()) <= 70 for part in made)
    assert rows_in(made) >= {1, 2, 3, 4}
    for each in ENTRIES[1:4]:
        assert each.quote in text or f"{label(each.evidence)}" in text


def test_no_evidence_is_no_digest():
    assert plain_digests([], room()) == ()


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(QUOTES) | st.text(max_size=60), st.floats(0, 1)), max_size=12),
    st.integers(40, 200),
    st.integers(0, 100),
    st.booleans(),
)
def test_no_digest_passes_its_cap_and_every_row_is_in_one(drawn, target, more, dense):
    entries = [entry(at, quote, score) for at, (quote, score) in enumerate(drawn, 1)]
    made = plain_digests(entries, room(target, target + more, dense))
    assert len(made) <= PARTS
    assert all(words(part.text()) <= target + more for part in made)
    assert rows_in(made) == {each.evidence for each in entries}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(QUOTES), min_size=1, max_size=6, unique=True), st.booleans())
def test_what_a_digest_shows_of_a_source_it_tells_whole(quotes, dense):
    entries = [entry(at, quote) for at, quote in enumerate(quotes, 1)]
    made = plain_digests(entries, room(150, 200, dense))
    spilled = {row for part in made for row in part.spilled}
    text = "\n".join(part.text() for part in made)
    assert not lost_in(
        [Line(each.quote, label(each.evidence)) for each in entries if each.evidence not in spilled], text
    )
