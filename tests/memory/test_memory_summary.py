from hypothesis import given, settings
from hypothesis import strategies as st

from memory.summary import Summary, Support, accept, lost_in, plain_summary, split, with_raw_lines
from memory.working import Entry

QUOTES = [
    "Revenue rose 22% to 400.9 billion yuan in 2023.",
    "公司2023年研发人员超过2万人。",
    "PEP 703 was accepted on 2023-10-24.",
    "Goldman Sachs expects 390 GWh in Q2 2025.",
]


def entry(evidence, quote, score=0.7, step=0):
    return Entry(evidence, 1, quote, "Annual report", "2024-03-15", score, step)


ENTRIES = [entry(at, quote, 0.9 - at / 100) for at, quote in enumerate(QUOTES, 1)]


def words(text):
    return len(text.split()) + sum("\u4e00" <= char <= "\u9fff" for char in text)


def made(cap=1000, entries=ENTRIES, doubts=("Only one publisher says so.",)):
    return plain_summary(1, "How large is it?", "done", entries, doubts, cap, words)


def test_the_conclusion_is_the_best_quote_verbatim():
    summary = made()
    assert QUOTES[0] in summary.conclusion
    assert "[E-1]" in summary.conclusion


def test_with_room_nothing_of_the_entries_is_lost():
    summary = made()
    assert lost_in(summary, ENTRIES).empty
    assert summary.spilled == ()
    assert "Only one publisher" in summary.text()


def test_title_and_date_stay_with_the_quote():
    assert "(Annual report, 2024-03-15)" in made().support[0].text


def test_no_evidence_makes_an_empty_conclusion_and_keeps_the_doubts():
    summary = made(entries=[])
    assert summary.conclusion == ""
    assert summary.text() == "Doubts:\n- Only one publisher says so."


SMALLEST = words("On file, not shown: E-1 … E-99 (99 rows)") + words("Doubts:\n- 99 more on file")


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(QUOTES), st.floats(0, 1), st.integers(0, 9)), max_size=30),
    st.lists(st.sampled_from(["One source only.", "数字之间有出入。"]), max_size=8),
    st.integers(SMALLEST, 300),
)
def test_no_summary_passes_its_cap_and_every_row_is_in_it_or_named_as_spilled(drawn, doubts, cap):
    entries = [entry(at, quote, score, step) for at, (quote, score, step) in enumerate(drawn, 1)]
    summary = made(cap, entries, doubts)
    assert words(summary.text()) <= cap
    assert lost_in(summary, entries).empty
    shown = {line.evidence for line in summary.support}
    assert all(f"[E-{item.evidence}]" in summary.text() or item.evidence in summary.spilled for item in entries)
    assert shown.isdisjoint(summary.spilled)
    assert len(summary.doubts) + summary.doubts_left_out == len(doubts)


@settings(max_examples=80, deadline=None)
@given(st.integers(SMALLEST, 300))
def test_a_quote_is_whole_or_absent(cap):
    text = made(cap).text()
    for quote in QUOTES:
        assert quote in text or quote[: len(quote) // 2] not in text


def draft(support):
    return Summary(1, "How large is it?", "done", "It grew.", support, ())


def test_a_lossy_draft_is_sent_back_once_with_the_list_of_what_it_lost():
    answer = accept(draft((Support(1, "Revenue rose sharply."),)), ENTRIES[:1], retry=True)
    assert answer.again
    assert answer.missing.quantities == ("22%", "400.9 billion yuan")


def test_after_the_retry_the_raw_lines_are_kept_and_counted():
    answer = accept(draft((Support(1, "Revenue rose sharply."),)), ENTRIES, retry=False)
    assert not answer.again
    assert answer.saved == answer.missing.count > 0
    assert lost_in(answer.summary, ENTRIES).empty
    assert all(quote in answer.summary.text() for quote in QUOTES)


def test_a_faithful_draft_is_taken_as_it_is():
    faithful = draft((Support(1, "In 2023 revenue rose 22% to 400.9 billion yuan."),))
    assert accept(faithful, ENTRIES[:1], retry=True).summary is faithful


def test_raw_lines_replace_only_what_lost_something():
    faithful = Support(3, "PEP 703 was accepted on 24 Oct 2023.")
    lossy = draft((Support(1, "Revenue rose."), faithful))
    kept = with_raw_lines(lossy, [ENTRIES[0], ENTRIES[2]], lost_in(lossy, [ENTRIES[0], ENTRIES[2]]))
    assert kept.support[0] is faithful
    assert QUOTES[0] in kept.support[1].text


def test_an_overlong_summary_is_split_and_not_cut():
    whole = made()
    parts = split(whole, 40, words)
    assert len(parts) > 1
    assert all(words(part.text()) <= 40 for part in parts)
    assert [line for part in parts for line in part.support] == list(whole.support)
