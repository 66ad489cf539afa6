"""The report: verbatim quotes with their evidence, within its length, without repeats."""

from hypothesis import given
from hypothesis import strategies as st

from memory.figures.folding import plain
from research.roles.briefs import Card, ReportBrief, SectionBrief
from research.roles.builtin import reporter
from research.roles.builtin.question import take_apart
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.builtin.tuning import TUNING
from research.terms import Conflict, Section, SentenceKind
from tests.roles.builtin.briefs_made import TEP_QUESTION, ask, card, goal

CHECKSUMS = goal("Tarn archives checksums: files, date", "files", number=1)
NUMBERED = goal("TEP 14: main points, date", "main points", number=2)


def brief(
    *sections: tuple[int, tuple[Card, ...]], characters: int = 4000, conflicts: tuple[Conflict, ...] = ()
) -> ReportBrief:
    goals = {1: CHECKSUMS, 2: NUMBERED}
    made = tuple(SectionBrief(goals[number], None, cards) for number, cards in sections)
    return ReportBrief(ask(TEP_QUESTION), made, conflicts, characters)


async def write(made: ReportBrief) -> tuple[Section, ...]:
    return await BuiltinReporter().write(made)


def printed(sections: tuple[Section, ...], cards: dict[int, Card]) -> int:
    """Characters as they are rendered: title, publisher, date, marks and quote."""
    shown = [(sentence, cards[sentence.evidence[0]]) for section in sections for sentence in section.sentences]
    lines = [
        f"- **{made.title}** ({made.publisher}, 2024-01-01): “{sentence.text}” [{made.number}]\n"
        for sentence, made in shown
    ]
    return sum(map(len, lines)) + sum(len(f"\n## {section.heading}\n\n") for section in sections)


async def test_sentences_are_the_quotes_themselves_with_their_own_evidence_first() -> None:
    cards = (card(4, "TEP 14 adds checksums to Tarn archives.", "TEP 14"), card(5, "Created: 02-Feb-2021", "TEP 14"))
    (section,) = await write(brief((1, cards)))
    assert section.goal == 1
    quotes = {made.number: made.quote for made in cards}
    assert {sentence.evidence[0] for sentence in section.sentences} == {4, 5}
    for sentence in section.sentences:
        assert sentence.kind is SentenceKind.QUOTE
        assert sentence.text == quotes[sentence.evidence[0]]


async def test_the_report_stays_within_its_characters() -> None:
    cards = {n: card(n, f"Checksums of Tarn archives, note {n}: " + "word " * 50, f"Note {n}") for n in range(1, 60)}
    for most in (500, 2000, 8000):
        sections = await write(brief((1, tuple(cards.values())), characters=most))
        assert printed(sections, cards) <= most


async def test_the_same_words_stand_once_and_name_their_second_source() -> None:
    words = "Tarn archives carry checksums since 2021."
    first, second = card(1, words, "Page one"), card(2, words, "Page two", 0.7)
    sections = await write(brief((1, (first,)), (2, (second,))))
    sentences = [sentence for section in sections for sentence in section.sentences]
    assert len(sentences) == 1
    assert set(sentences[0].evidence) == {1, 2}


async def test_a_section_of_repeats_alone_is_left_out() -> None:
    words = "TEP 14 adds checksums."
    sections = await write(brief((1, (card(1, words, "TEP 14"),)), (2, (card(2, words, "TEP 14"),))))
    assert len(sections) == 1


async def test_what_a_page_says_of_itself_comes_before_what_others_say_in_passing() -> None:
    own = card(1, "This proposal adds a checksum to every entry of an archive.", "TEP 14 – Checksums", 0.75)
    passing = card(2, "Unlike TEP 14, this document speaks of checksums of files and archives.", "TEP 40 – Names", 0.8)
    (section,) = await write(brief((2, (own, passing)), characters=260))
    assert [sentence.evidence[0] for sentence in section.sentences] == [1]


async def test_both_sides_of_a_conflict_are_shown() -> None:
    many = tuple(
        card(n, f"Checksums of Tarn archives were added by proposal note {n}.", f"Note {n}", 0.9) for n in range(1, 9)
    )
    left, right = card(20, "It cost 20 kroner.", "A", 0.66), card(21, "It cost 30 kroner.", "B", 0.66)
    sections = await write(brief((1, (*many, left, right)), characters=700, conflicts=(Conflict(20, 21, "cost"),)))
    shown = {number for section in sections for sentence in section.sentences for number in sentence.evidence}
    assert {20, 21} <= shown


async def test_no_cards_and_no_room_give_no_sentence() -> None:
    assert await write(brief((1, ()))) == ()
    assert await write(brief((1, (card(1, "Tarn archives."),)), characters=20)) == ()


async def test_the_report_is_the_same_every_time() -> None:
    cards = tuple(card(n, f"Tarn archives have part {n} of checksums.", f"Note {n % 3}") for n in range(12))
    assert await write(brief((1, cards))) == await write(brief((1, cards)))


async def test_room_that_is_left_goes_to_what_else_a_source_says() -> None:
    cards = tuple(
        card(n, f"Checksums of Tarn archives: rule {word} holds.", "TEP 14") for n, word in enumerate(WORDS, 1)
    )
    (section,) = await write(brief((1, cards)))
    assert len(section.sentences) == TUNING.quotes_per_source_at_most
    other = card(20, "Tarn archives carry checksums since 2021, all of them.", "Page two", 0.7)
    short = sum(
        len(made.quote) + len(made.title) + len(made.publisher) + TUNING.sentence_overhead for made in cards[:4]
    )
    (section,) = await write(brief((1, (*cards, other)), characters=short + len(CHECKSUMS.question) + 8))
    assert 20 in {number for sentence in section.sentences for number in sentence.evidence}


WORDS = ("alpha", "bravo", "carbon", "delta", "ember", "fjord", "gamma", "hazel")
PIECES = st.lists(
    st.tuples(
        st.lists(st.sampled_from((*WORDS, "Tarn", "checksums", "2021", "3 %")), min_size=1, max_size=6),
        st.sampled_from(("TEP 14", "Page one", "Page two")),
        st.floats(0.5, 1.0),
    ),
    max_size=14,
)


@given(PIECES, st.integers(0, 1200))
def test_looking_only_at_what_a_choice_changes_chooses_the_same(
    pieces: list[tuple[list[str], str, float]], room: int
) -> None:
    cards = [card(n, " ".join(said), title, score) for n, (said, title, score) in enumerate(pieces, 1)]
    question = take_apart(TEP_QUESTION)
    candidates = [reporter._candidate(0, made, CHECKSUMS, question, set()) for made in cards]
    assert reporter._pick(candidates, room) == plainly_picked(candidates, room)


def plainly_picked(candidates: list[reporter._Candidate], room: int) -> list[reporter._Candidate]:
    """The rule as it is said: everything is weighed again against everything chosen, each time."""
    chosen: list[reporter._Candidate] = []
    for per_source in (TUNING.quotes_per_source, TUNING.quotes_per_source_at_most):
        while True:
            gains = [
                (gain, -each.card.number, each)
                for each in candidates
                if each not in chosen and each.cost <= room and (gain := plain_gain(each, chosen, per_source)) > 0
            ]
            if not gains:
                break
            best = max(gains, key=lambda made: made[:2])[2]
            chosen.append(best)
            room -= best.cost
    return chosen


def plain_gain(each: reporter._Candidate, chosen: list[reporter._Candidate], per_source: int) -> float:
    words = plain(each.card.quote)
    if any(words in plain(other.card.quote) or plain(other.card.quote) in words for other in chosen):
        return 0.0
    same = [other for other in chosen if other.card.title == each.card.title]
    if len(same) >= per_source:
        return 0.0
    return reporter._gain(each, frozenset().union(*(other.says for other in same)), len(same))
