"""From sentences to claims and back: numbers that nobody has are no references, and places stay true."""

from hypothesis import given
from hypothesis import strategies as st

from research.engine.citations import cited, claims_of, folded, only_known
from research.terms import Claim, Decided, Ruling, Section, Sentence, SentenceKind

FACT, QUOTE, SPECULATION = SentenceKind.FACT, SentenceKind.QUOTE, SentenceKind.SPECULATION


def sentence(text: str, *numbers: int, kind: SentenceKind = FACT) -> Sentence:
    return Sentence(text, kind, numbers)


REPORT = (
    Section("First", 1, (sentence("a", 1), sentence("perhaps", kind=SPECULATION), sentence("b", 2, 3))),
    Section("Second", 2, (sentence("c", 3, kind=QUOTE), sentence("d", 4))),
)


def test_a_number_that_no_evidence_has_is_taken_out() -> None:
    """B-086: twelve sources and a sentence that cites the ninety-ninth."""
    (section,) = only_known([Section("", 1, (sentence("rose sharply", 99, 7),))], range(1, 13))
    assert section.sentences[0].evidence == (7,)
    assert only_known([Section("", 1, (sentence("x", 99),))], {1})[0].sentences[0].evidence == ()


def test_a_number_named_twice_is_one_citation() -> None:
    assert only_known([Section("", 1, (sentence("x", 2, 1, 2),))], {1, 2})[0].sentences[0].evidence == (2, 1)


def test_numbers_mean_the_same_in_every_section() -> None:
    """B-091: evidence numbers are the task's own, so nothing starts again at 1 and merging changes nothing."""
    whole = {number: text for s in REPORT for each in s.sentences for number in each.evidence for text in [number]}
    apart = [claim.evidence for section in REPORT for claim in claims_of([section])]
    assert apart == [claim.evidence for claim in claims_of(REPORT)]
    assert cited(REPORT) == set(whole)


def test_claims_are_numbered_through_and_speculation_is_none() -> None:
    claims = claims_of(REPORT)
    assert [(claim.number, claim.section, claim.position) for claim in claims] == [
        (1, 0, 0),
        (2, 0, 2),
        (3, 1, 0),
        (4, 1, 1),
    ]


def decided(claim: Claim, ruling: Ruling, text: str = "", effect: str = "") -> Decided:
    return Decided(claim.number, ruling, text or claim.text, effect)


def test_decisions_change_their_own_sentence_and_no_place() -> None:
    one, two, three, four = claims_of(REPORT)
    after = folded(
        REPORT,
        (one, two, three, four),
        (
            decided(one, Ruling.REJECTED, effect="remove"),
            decided(two, Ruling.EDITED, "better"),
            decided(three, Ruling.APPROVED),
            decided(four, Ruling.REJECTED, effect="mark"),
        ),
    )
    assert [[each.text for each in section.sentences] for section in after] == [["", "perhaps", "better"], ["c", "d"]]
    assert after[0].sentences[2].evidence == (2, 3)
    assert after[0].sentences[0].evidence == ()
    assert cited(after) == {2, 3, 4}


def test_edited_words_are_no_quote_any_more() -> None:
    claims = claims_of(REPORT)
    after = folded(REPORT, claims, [decided(claims[2], Ruling.EDITED, "in other words")])
    assert after[1].sentences[0].kind is FACT


SENTENCES = st.lists(st.builds(Sentence, st.text("ab", min_size=1), st.sampled_from(SentenceKind), st.just((1,))))
SECTIONS = st.lists(st.builds(Section, st.just("h"), st.just(1), SENTENCES.map(tuple)), max_size=4)


@given(SECTIONS, st.data())
def test_folding_twice_is_folding_once_and_keeps_every_place(sections: list[Section], data: st.DataObject) -> None:
    claims = claims_of(sections)
    made = [
        decided(claim, data.draw(st.sampled_from(Ruling)), "edited", data.draw(st.sampled_from(("mark", "remove"))))
        for claim in claims
        if data.draw(st.booleans())
    ]
    once = folded(sections, claims, made)
    assert [len(section.sentences) for section in once] == [len(section.sentences) for section in sections]
    assert folded(once, claims, made) == once
