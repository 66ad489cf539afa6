from hypothesis import given, settings
from hypothesis import strategies as st

from memory.rewriting import Line, lost_in, reworded
from memory.summary import Summary, Support, plain_summary, said, split, with_raw_lines
from memory.working import Entry, label

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


def lost(summary, entries):
    """What a reader of the summary would never learn, nor where it stands."""
    return lost_in(lines(entries), said(summary, entries))


def lines(entries):
    return [Line(item.quote, label(item.evidence)) for item in entries]


def test_the_conclusion_is_the_best_quote_verbatim():
    summary = made()
    assert QUOTES[0] in summary.conclusion
    assert "[E-1]" in summary.conclusion


def test_with_room_nothing_of_the_entries_is_lost():
    summary = made()
    assert not lost(summary, ENTRIES)
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
    assert not lost(summary, entries)
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


async def written(support, again, entries):
    """A writer that says `support`, and when told what it lost, `again`."""
    told = []

    async def write(missing):
        told.append(missing)
        return draft(again if missing else support)

    def keep(made, raw):
        return with_raw_lines(made, [item for item in entries if item.quote in {line.text for line in raw}])

    return await reworded(lines(entries), write, lambda made: said(made, entries), keep), told


SHARPLY = (Support(1, "Revenue rose sharply."),)
FAITHFUL = (Support(1, "In 2023 revenue rose 22% to 400.9 billion yuan."),)


async def test_a_lossy_draft_is_sent_back_once_with_the_list_of_what_it_lost():
    made, told = await written(SHARPLY, FAITHFUL, ENTRIES[:1])
    assert told == [(), ("22%", "400.9 billion yuan", "2023")]
    assert (made.wording.support, made.raw, made.retained.by_retry) == (FAITHFUL, (), 3)


async def test_after_the_retry_the_raw_lines_are_kept_and_counted():
    made, told = await written(SHARPLY, SHARPLY, ENTRIES)
    assert len(told) == 2
    assert made.retained.by_raw > 0
    assert not lost(made.wording, ENTRIES)
    assert all(quote in made.wording.text() for quote in QUOTES)


async def test_a_faithful_draft_is_taken_as_it_is():
    made, told = await written(FAITHFUL, SHARPLY, ENTRIES[:1])
    assert (made.wording.support, told) == (FAITHFUL, [()])


async def test_raw_lines_replace_only_what_lost_something():
    faithful = Support(3, "PEP 703 was accepted on 24 Oct 2023.")
    lossy = (Support(1, "Revenue rose."), faithful)
    made, _ = await written(lossy, lossy, [ENTRIES[0], ENTRIES[2]])
    assert made.wording.support[0] is faithful
    assert QUOTES[0] in made.wording.support[1].text


def test_an_overlong_summary_is_split_and_not_cut():
    whole = made()
    parts = split(whole, 40, words)
    assert len(parts) > 1
    assert all(words(part.text()) <= 40 for part in parts)
    assert [line for part in parts for line in part.support] == list(whole.support)
