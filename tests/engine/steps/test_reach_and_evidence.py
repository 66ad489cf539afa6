"""From hits to quotes: what is read, what is quoted, what is thrown out, each with its reason."""

from dataclasses import replace

import pytest

from research.engine.events import (
    EvidenceWeighed,
    FindsSeen,
    FindsTriaged,
    GoalChanged,
    PagesRead,
    Reached,
    StepEnded,
)
from research.engine.lifecycle import Phase
from research.engine.state import Round
from research.roles.briefs import DraftQuote, QuoteBrief
from research.terms import GoalState
from tests.builders import NOW, Leaf, SaidExecutor, World, evidence, goal, leaf, query, state, world

STATISTICS = leaf("Statistics", "Lanwan had 1,240 MWh of grid storage at the end of 2024.\nSalt flats are white.")


def pages(count: int) -> list[Leaf]:
    return [leaf(f"Page {n}", f"Lanwan grid storage capacity, paragraph {n} of {count}.") for n in range(count)]


def searching(leaves: list[Leaf], **parts: object) -> World:
    begun = parts.pop("begun", None) or state(
        goal(), phase=Phase.REACH, active=1, round=Round(gap="capacity", queries=(query(),)), counts={"queries": 1}
    )
    return world(leaves, begun=begun, **parts)


async def weighed(there: World) -> EvidenceWeighed:
    await there.until(Phase.MEMORY)
    return there.saw(EvidenceWeighed)[-1]  # type: ignore[no-any-return]


async def test_a_quote_stands_in_its_page_with_position_and_reason() -> None:
    (first, second) = (await weighed(searching([STATISTICS]))).evidence
    for piece in (first, second):
        assert STATISTICS.text[piece.start : piece.end] == piece.quote
        assert piece.score.reason
    assert (first.number, second.number, first.query) == (1, 2, 1)


class Forger(SaidExecutor):
    """Proposes words that the page doesn't hold, at places that exist, and true ones at a wrong place."""

    async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
        true = brief.page.text[:10]
        return (
            DraftQuote("Lanwan had 9,999 MWh", 0, 20, 1.0, "made up"),
            DraftQuote("", 5, 5, 1.0, "empty"),
            DraftQuote(true, 5, 15, 1.0, "true, elsewhere"),
        )


async def test_a_quote_that_is_not_in_the_page_is_dropped() -> None:
    made = await weighed(searching([STATISTICS], executor=Forger(), quotes_per_page=4))
    (piece,) = made.evidence
    assert (piece.score.reason, piece.start, piece.quote) == ("true, elsewhere", 0, STATISTICS.text[:10])


async def test_a_low_score_is_a_row_with_its_reason_and_no_evidence() -> None:
    (piece, _) = (
        await weighed(searching([STATISTICS], executor=SaidExecutor({"Statistics": 0.36}), promising_snippet=0.3))
    ).evidence
    assert not piece.accepted
    assert piece.score.total < 0.65
    assert piece.score.reason == "first words of the page"


async def test_only_promising_hits_are_read_best_first() -> None:
    relevance = {"Page 0": 0.5, "Page 1": 0.9, "Page 2": 0.1, "Page 3": 0.7}
    there = searching(pages(4), executor=SaidExecutor(relevance), promising_snippet=0.5, reads_per_round=4)
    await weighed(there)
    (triaged,) = there.saw(FindsTriaged)
    titles = {each.source.url: each.source.title for each in pages(4)}
    assert [titles[url] for url in triaged.chosen] == ["Page 1", "Page 3", "Page 0"]
    assert dict(triaged.relevance) == {url: relevance[title] for url, title in titles.items()}


@pytest.mark.parametrize(
    ("relevance", "read"),
    [
        ({"Page 0": 0.6, "Page 1": 0.9, "Page 2": 0.7, "Page 3": 0.5}, ["Page 1", "Page 2"]),
        ({"Page 0": 0.6, "Page 1": 0.9, "Page 2": 0.7, "Page 3": 0.8}, ["Page 1", "Page 3"]),
        ({"Page 0": 0.6, "Page 1": 0.4, "Page 2": 0.5, "Page 3": 0.1}, ["Page 0"]),
    ],
)
async def test_a_round_with_places_left_reads_the_hits_next_below_the_bar(
    relevance: dict[str, float], read: list[str]
) -> None:
    there = searching(pages(4), executor=SaidExecutor(relevance))
    await weighed(there)
    (triaged,) = there.saw(FindsTriaged)
    titles = {each.source.url: each.source.title for each in pages(4)}
    assert [titles[url] for url in triaged.chosen] == read


@pytest.mark.parametrize(
    ("limits", "read_for_goal", "read_in_all", "reads"),
    [
        ({"reads_per_round": 2}, 0, 0, 2),
        ({"reads_per_goal": 5, "reads_per_round": 9}, 4, 0, 1),
        ({"reads_per_goal": 5, "reads_per_round": 9}, 5, 0, 0),
        ({"reads_in_all": 10, "reads_per_round": 9}, 0, 7, 3),
        ({"reads_in_all": 10}, 0, 12, 0),
    ],
)
async def test_reading_stops_at_the_caps_of_round_goal_and_task(
    limits: dict[str, int], read_for_goal: int, read_in_all: int, reads: int
) -> None:
    begun = state(
        goal(reads=read_for_goal),
        phase=Phase.REACH,
        active=1,
        round=Round(gap="capacity", queries=(query(),)),
        counts={"queries": 1, "reads": read_in_all},
    )
    there = searching(pages(6), begun=begun, **limits)
    await weighed(there)
    assert len(there.shelf.opened) == reads
    assert there.state.counts.reads == read_in_all + reads


async def test_the_mean_of_a_round_is_cut_to_the_hits_allowed() -> None:
    there = searching(pages(9), hits=4)
    await there.step()
    assert len(there.saw(FindsSeen)[0].finds) == 4


async def test_a_page_that_cannot_be_read_costs_one_page_and_is_told() -> None:
    shut = pages(3)[0]
    there = searching(pages(3), closed={shut.source.url}, reads_per_round=3)
    made = await weighed(there)
    assert len(made.evidence) == 2
    told = there.saw(Reached)[-1]
    assert (told.purpose, [each.status.value for each in told.outcomes].count("failed")) == ("read", 1)
    assert len(there.saw(PagesRead)[0].sources) == 2


async def test_no_hits_is_a_round_all_the_same() -> None:
    there = searching([])
    made = await weighed(there)
    assert made.evidence == ()
    assert not there.shelf.opened


async def test_a_reprint_names_the_evidence_it_repeats() -> None:
    words = "In Lanwan the grid storage capacity reached 1,240 MWh at the end of 2024, the bureau said on Tuesday."
    there = searching([leaf("Bureau", words), leaf("Gazette", words, host="gazette.example")])
    one, other = (await weighed(there)).evidence
    assert (one.reprint_of, other.reprint_of) == (None, one.number)
    assert one.source.key != other.source.key


async def test_a_reprint_of_an_earlier_round_is_found_too() -> None:
    words = "In Lanwan the grid storage capacity reached 1,240 MWh at the end of 2024, the bureau said on Tuesday."
    bureau, gazette = leaf("Bureau", words), leaf("Gazette", words, host="gazette.example")
    there = searching([gazette])
    there.box.texts[bureau.source.key] = words
    there.box.pieces[7] = evidence(7, quote=words[:30], source=bureau.source)
    there.state = replace(there.state, counts=replace(there.state.counts, evidence=7))
    (piece,) = (await weighed(there)).evidence
    assert (piece.number, piece.reprint_of) == (8, 7)


async def test_words_that_are_evidence_already_are_not_weighed_again() -> None:
    there = searching([STATISTICS])
    first = await weighed(there)
    there.state = replace(there.state, phase=Phase.REACH, round=Round(gap="capacity", queries=(query(2),)))
    assert len(first.evidence) == 2
    assert (await weighed(there)).evidence == ()


class Stutterer(SaidExecutor):
    async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
        (first, *_) = await super().quote(brief)
        return (first, first)


async def test_a_passage_named_twice_is_weighed_once() -> None:
    assert len((await weighed(searching([STATISTICS], executor=Stutterer()))).evidence) == 1


class Miscounter(SaidExecutor):
    async def triage(self, brief) -> tuple[float, ...]:  # type: ignore[no-untyped-def]
        return (0.9,)


async def test_a_triage_with_the_wrong_count_is_no_triage() -> None:
    there = searching(pages(3), executor=Miscounter())
    await there.step()
    with pytest.raises(ValueError, match="3 hits were triaged with 1"):
        await there.step()


async def next_round(there: World, gap: str = "date") -> EvidenceWeighed:
    again = Round(gap=gap, queries=(query(2),))
    there.state = replace(there.state, phase=Phase.REACH, round=again)
    return await weighed(there)


async def test_a_page_that_is_held_is_quoted_for_another_gap_without_a_fetch_and_outside_the_caps() -> None:
    """C6, R267: reading a stored source again is neither a deep read nor a fetch."""
    lines = leaf("Statistics", "\n".join(f"Lanwan grid storage, line {n}." for n in range(5)))
    there = searching([lines], reads_in_all=1)
    await weighed(there)
    assert [piece.quote for piece in (await next_round(there)).evidence] == [
        "Lanwan grid storage, line 3.",
        "Lanwan grid storage, line 4.",
    ]
    assert there.shelf.opened == [lines.source.url]
    assert there.state.counts.reads == 1
    first, second = there.saw(PagesRead)
    assert (first.sources, first.again) == ((lines.source,), ())
    assert (second.sources, second.again) == ((), (lines.source,))
    (row,) = there.saw(Reached)[-1].outcomes
    assert (row.channel, row.status.value, row.fetched_at) == ("held", "cached", NOW)


async def test_a_page_that_brings_nothing_costs_its_place_and_its_row_says_so() -> None:
    there = searching([STATISTICS], executor=SaidExecutor({"Statistics": 0.1}), promising_snippet=0.0)
    await weighed(there)
    (row,) = there.saw(Reached)[-1].outcomes
    assert (row.detail, there.state.counts.reads) == ("read, nothing of it was kept", 1)


async def test_what_was_shown_of_a_page_is_counted_beside_the_whole() -> None:
    """R089: the increment of a reach is what a model reads of the page, not the page."""
    long = leaf("Long", "Lanwan grid storage stands in four stations of the north.\n" * 400)
    there = searching([STATISTICS, long])
    await weighed(there)
    seen = {each.asked: each for each in there.saw(PagesRead)[0].seen}
    whole = seen[STATISTICS.source.url]
    assert whole.shown == whole.whole == there.tools.count(STATISTICS.text)
    assert seen[long.source.url].shown <= 900 < 5 * 900 < seen[long.source.url].whole
    tokens = {row.target: row.tokens for row in there.saw(Reached)[-1].outcomes}
    assert tokens == {url: each.shown for url, each in seen.items()}


class Wanderer(SaidExecutor):
    """Quotes the last words of a page, whatever it was shown."""

    async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
        text = brief.page.text
        return (DraftQuote(text[-20:], len(text) - 20, len(text), 1.0, "from the end"),)


async def test_a_quote_from_outside_what_was_shown_is_dropped() -> None:
    filler = "The weather was mild.\n" * 900
    long = leaf("Long", f"Lanwan grid storage capacity.\n{filler}Nobody was shown this end of it.")
    assert (await weighed(searching([long], executor=Wanderer()))).evidence == ()


async def test_a_quote_has_its_paragraph_and_the_page_of_a_paged_document() -> None:
    made = await weighed(searching([STATISTICS]))
    assert [piece.place for piece in made.evidence] == ["¶ 1", "¶ 2"]
    paged = searching([STATISTICS])
    paged.shelf.starts = (0, STATISTICS.text.index("Salt"))
    assert [piece.place for piece in (await weighed(paged)).evidence] == ["p. 1, ¶ 1", "p. 2, ¶ 2"]


async def test_a_retyped_quote_becomes_the_words_of_the_page() -> None:
    """B-080."""
    messy = leaf("Plant", "Lanwan: the \ufb02uid was \ufb01l-\ntered in 12\n   stages.")

    class Retyper(SaidExecutor):
        async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
            return (DraftQuote("the fluid was filtered in 12 stages", 0, 35, 1.0, "retyped"),)

    (piece,) = (await weighed(searching([messy], executor=Retyper()))).evidence
    assert piece.quote == messy.text[piece.start : piece.end] == "the \ufb02uid was \ufb01l-\ntered in 12\n   stages"


@pytest.mark.parametrize(
    ("limits", "reads", "why"),
    [
        ({"reads_per_goal": 2}, {}, "insufficient evidence: 2 pages were read for it"),
        ({"reads_in_all": 3}, {"reads": 1}, "insufficient evidence: 3 pages were read in all"),
    ],
)
async def test_at_a_cap_the_goal_ends_as_insufficient_evidence_in_words(
    limits: dict[str, int], reads: dict[str, int], why: str
) -> None:
    """R082, C6."""
    begun = state(
        goal(wanted=("capacity", "date")),
        phase=Phase.REACH,
        active=1,
        round=Round(gap="capacity", queries=(query(),)),
        counts={"queries": 1, **reads},
    )
    there = searching(
        pages(6), begun=begun, executor=SaidExecutor({f"Page {n}": 0.76 for n in range(6)}), accept_score=0.9, **limits
    )
    await weighed(there)
    assert "more were promising, but no more may be read" in there.saw(StepEnded)[-1].why
    await there.step()
    changed = there.saw(GoalChanged)[-1]
    assert (changed.goal.state, changed.why) == (GoalState.INSUFFICIENT, why)
