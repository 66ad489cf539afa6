"""Before a reach enters any prompt it is digested; what the writer loses comes back by code (R100, R143, R144)."""

from dataclasses import replace

from memory.digest import Digest, Origin
from research.engine.events import Digested, GoalChosen
from research.engine.lifecycle import Phase
from research.engine.state import begin
from research.roles.briefs import DigestBrief
from research.roles.tokens import count_tokens
from research.terms import Evidence, Language, Period
from tests.builders import SaidExecutor, World, evidence, goal, in_hand, source, state, world

FIRST = evidence(1, quote="CATL sold 289 GWh in 2023, its annual report says.", source=source("CATL report", "x"))
SECOND = evidence(2, quote="比亚迪2023年装机量为151.4 GWh。", source=source("比亚迪年报", "y"))


def remembering(*fresh: Evidence, question: str = "", **parts: object) -> World:
    begun = state(goal(wanted=("sold", "owner")), phase=Phase.MEMORY, active=1, round=in_hand(*fresh))
    if question:
        begun = replace(begun, question=question)
    there = world(begun=begun, **{"answers_in_part": 1.0, "digest_above": 0, **parts})  # type: ignore[arg-type]
    there.box.pieces = {piece.number: piece for piece in fresh}
    return there


async def digest_of(there: World) -> Digested:
    await there.step()
    (told,) = there.saw(Digested)
    return told


async def test_the_next_query_is_written_from_the_digest_of_the_last_reach() -> None:
    there = remembering(FIRST, SECOND)
    await there.step()
    await there.step()
    (brief,) = there.tools.planner.asked  # type: ignore[attr-defined]
    (digest,) = brief.digest
    for said in ("CATL", "289 GWh", "151.4 GWh", "比亚迪", FIRST.source.url, FIRST.source.title, "[E-1]", "[E-2]"):
        assert said in digest
    assert count_tokens(digest) <= there.tools.limits.digest_tokens


async def test_what_is_short_as_it_stands_is_its_own_digest_and_asks_nobody() -> None:
    there = remembering(FIRST, SECOND, digest_above=400)
    (made,) = (await digest_of(there)).digests
    assert [point.text for point in made.points] == [FIRST.quote, SECOND.quote]
    assert there.tools.executor.digested == []  # type: ignore[attr-defined]


async def test_a_prompt_is_told_by_quotations_what_no_digest_says_in_words_of_its_own() -> None:
    there = remembering(FIRST, SECOND, digest_above=400)
    await there.step()
    await there.step()
    (brief,) = there.tools.planner.asked  # type: ignore[attr-defined]
    assert (brief.digest, brief.shown) == ((), (1, 2))
    assert [entry.quote for entry in brief.entries] == [FIRST.quote, SECOND.quote]


async def test_quotations_that_a_digest_tells_of_are_not_shown_beside_it() -> None:
    there = remembering(FIRST, SECOND)
    await there.step()
    await there.step()
    (brief,) = there.tools.planner.asked  # type: ignore[attr-defined]
    assert brief.digest and brief.shown == ()


async def test_a_comparison_is_digested_a_line_a_source() -> None:
    there = remembering(FIRST, SECOND, question="CATL vs BYD: which sold more in 2023?")
    (made,) = (await digest_of(there)).digests
    assert [point.evidence for point in made.points] == [1, 2]
    assert there.tools.executor.digested[0].dense  # type: ignore[attr-defined]


async def test_a_round_that_kept_nothing_leaves_no_digest_of_an_earlier_one() -> None:
    there = remembering(FIRST)
    await there.step()
    assert there.state.mind.digests
    there.state = replace(there.state, phase=Phase.MEMORY, round=in_hand())
    await there.step()
    assert there.state.mind.digests == ()


async def test_the_digest_goes_with_its_goal() -> None:
    there = world(begun=state(goal(1), goal(2)))
    there.state = replace(there.state, mind=replace(there.state.mind, digests=(Digest("of another goal"),)))
    await there.step()
    assert there.saw(GoalChosen)
    assert there.state.mind.digests == ()


class Lossy(SaidExecutor):
    """Rounds, and forgets names; told what it lost, it keeps it only if it `learns`."""

    def __init__(self, learns: bool) -> None:
        super().__init__()
        self.learns = learns

    async def digest(self, brief: DigestBrief) -> tuple[Digest, ...]:
        self.digested.append(brief)
        said = "; ".join(brief.lost) if self.learns else ""
        origins = tuple(Origin(each.evidence, each.source, each.link) for each in brief.entries)
        return (Digest(f"A firm sold a lot. {said}".strip(), origins=origins),)


async def test_a_lossy_digest_is_asked_for_again_with_what_it_lost() -> None:
    there = remembering(FIRST, SECOND, executor=Lossy(learns=True))
    told = await digest_of(there)
    again = there.tools.executor.digested[1]  # type: ignore[attr-defined]
    assert {"289 GWh", "151.4 GWh"} <= set(again.lost)
    assert (told.retried, told.kept_raw) == (True, 0)
    assert told.retained.by_retry == told.retained.lost > 0


async def test_what_is_lost_twice_is_kept_word_for_word_and_counted() -> None:
    there = remembering(FIRST, SECOND, executor=Lossy(learns=False))
    told = await digest_of(there)
    text = "\n".join(part.text() for part in told.digests)
    assert FIRST.quote in text and SECOND.quote in text
    assert told.kept_raw == 2
    assert told.retained.by_raw > 0
    assert len(there.tools.executor.digested) == 2  # type: ignore[attr-defined]


async def test_raw_lines_too_long_for_two_digests_are_named_by_their_rows() -> None:
    many = [
        evidence(at, quote=f"Station {at} holds {at * 37} MWh. " * 6, source=source(f"Page {at}"), total=0.7)
        for at in range(1, 9)
    ]
    there = remembering(*many, executor=Lossy(learns=False), digest_tokens=100, digest_most=200)
    told = await digest_of(there)
    assert len(told.digests) == 2
    assert all(count_tokens(part.text()) <= 200 for part in told.digests)
    rows = {row for part in told.digests for row in part.spilled}
    assert rows and all(many[row - 1].quote not in part.text() for part in told.digests for row in rows)


def test_a_task_begins_without_a_digest() -> None:
    assert begin("q", Language.ENGLISH, Period(None, None)).mind.digests == ()
