"""What of the evolving report a prompt is told: a small room, the nearest first, nothing twice, the rest counted."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from memory.evolving import ConfirmedFact, EvolvingReport, Hypothesis
from memory.telling import draft_of, told
from research.roles.tokens import count_tokens

STORAGE = ConfirmedFact("Lanwan had 1,240 MWh of storage in 2024.", (1,), 0.9, 1)
COST = ConfirmedFact("The harbour of Tidegate cost 3.1 million yuan.", (2,), 0.8, 2)
REPORT = EvolvingReport(
    "How much storage has Lanwan?",
    facts=(STORAGE, COST),
    hypotheses=(Hypothesis("Storage may double by 2026.", 1, "T-7"),),
    gaps=("capacity", "owner", "capacity"),
    draft=STORAGE.text,
)
LINE = st.lists(st.sampled_from(["Lanwan", "储能", "1,240", "MWh", "\n", "harbour", "2024"]), min_size=1, max_size=30)
TEXT = LINE.map(" ".join)


def of(report: EvolvingReport, about: str = "storage of Lanwan", shown: tuple[int, ...] = (), room: int = 400) -> str:
    return told(report, about, shown, draft_of(report, shown), room, count_tokens)


def test_a_report_that_its_room_holds_is_told_whole_but_for_the_goal() -> None:
    text = of(REPORT)
    assert text.split("\n") == [
        "Confirmed facts (fact | source | confidence):",
        COST.line(),
        "Hypotheses to verify:",
        "- Storage may double by 2026. (unverified, from T-7)",
        "Gaps:",
        "- capacity",
        "- owner",
        f"Draft conclusion: {STORAGE.text}",
    ]


def test_the_nearest_to_what_is_asked_is_told_and_the_rest_counted() -> None:
    report = replace(REPORT, draft="", hypotheses=(), gaps=())
    for about, near, far in (("storage of Lanwan", STORAGE, COST), ("cost of the harbour", COST, STORAGE)):
        text = of(report, about, room=40)
        assert near.text in text and far.text not in text
        assert text.endswith("(1 more on file)")


def test_a_fact_whose_quotation_stands_in_the_prompt_is_not_said_twice_and_a_draft_names_its_row() -> None:
    text = of(REPORT, shown=(1,))
    assert STORAGE.text not in text
    assert "Draft conclusion: what E-1 says" in text
    assert COST.text in text


def test_an_empty_report_tells_nothing() -> None:
    assert of(EvolvingReport("goal")) == ""


def test_what_was_archived_is_counted_and_not_listed() -> None:
    text = of(replace(REPORT, archived=(7, 8), archived_count=90))
    assert text.endswith("(90 more on file)") and "E-7" not in text


def test_each_line_is_one_line_whatever_its_quotation_holds() -> None:
    broken = ConfirmedFact("First line.\n\n- second line", (3,), 0.7, 1)
    assert broken.line().replace("\n\n", " ") in of(replace(REPORT, facts=(broken,)))


@given(
    st.lists(st.builds(ConfirmedFact, TEXT, st.just((7,)), st.just(0.5), st.integers(0, 9)), max_size=40),
    st.lists(TEXT, max_size=20),
    TEXT,
    st.integers(100, 600),
)
def test_however_much_is_on_file_what_is_told_beside_the_draft_fits_its_room(facts, gaps, draft, room):  # type: ignore[no-untyped-def]
    report = EvolvingReport("goal", tuple(facts), gaps=tuple(gaps), draft=draft)
    heads_and_notes = 40
    assert count_tokens(of(report, room=room)) <= room + count_tokens(draft) + heads_and_notes
