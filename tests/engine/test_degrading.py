"""Four levels of what a round reached, and what the task does at each: it goes on, it says so, it remembers nothing."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from reach.errors import Kind
from reach.pages import Outcome, Period, Status
from research.engine.degrading import NONE_YET, End, Level, Tally, end_of, level_of
from research.engine.events import GoalChanged, Reached, ReportWritten, RoundClosed, RoundDegraded, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import Round
from research.engine.tools import Found, Read
from research.roles.briefs import ReportBrief
from research.terms import Find, GoalState, Query, Section
from tests.builders import Leaf, Shelf, World, goal, leaf, query, state, world


def outcome(status: Status, kind: Kind | None = None, detail: str = "", **parts: object) -> Outcome:
    plain = {"target": "t", "channel": "web", "seconds": 0.1, "items": int(status in (Status.OK, Status.CACHED))}
    return Outcome(status=status, kind=kind, detail=detail, **{**plain, **parts})  # type: ignore[arg-type]


OK = outcome(Status.OK)
CACHED = outcome(Status.CACHED)
LATE = outcome(Status.FAILED, Kind.TOO_SLOW)
TRIMMED = outcome(Status.SKIPPED, None, "pace: 20 pages would not fit 15 s")
LOST = outcome(Status.FAILED, Kind.PROVIDER_UNAVAILABLE, retry_after=30.0)
PAUSED = outcome(Status.SKIPPED, Kind.RATE_LIMITED, "asked to be left alone", retry_after=12.0)
TWIN = outcome(Status.SKIPPED, None, "same page as https://a.example/")
OWN_EMPTY = outcome(Status.OK, channel="documents", items=0)
ELSEWHERE_EMPTY = outcome(Status.OK, items=0)


@pytest.mark.parametrize(
    ("outcomes", "level"),
    [
        ((), Level.FULL),
        ((OK, CACHED, TWIN), Level.FULL),
        ((ELSEWHERE_EMPTY,), Level.FULL),
        ((OWN_EMPTY,), Level.FULL),
        ((OK, LOST), Level.PARTLY),
        ((CACHED, LATE, LOST), Level.PARTLY),
        ((OK, PAUSED), Level.PARTLY),
        ((ELSEWHERE_EMPTY, LOST), Level.PARTLY),
        ((OK, LATE), Level.LATE),
        ((OK, TRIMMED), Level.LATE),
        ((LOST,), Level.NOTHING),
        ((LATE, LATE), Level.NOTHING),
        ((PAUSED, TRIMMED), Level.NOTHING),
        ((OWN_EMPTY, LOST, TWIN), Level.NOTHING),
    ],
)
def test_the_level_follows_from_how_the_targets_ended(outcomes: Sequence[Outcome], level: Level) -> None:
    assert NONE_YET.plus(outcomes).level is level


def test_hits_whose_pages_could_none_be_opened_are_nothing() -> None:
    searched = NONE_YET.plus([OK, OK])
    assert level_of(searched, NONE_YET) is Level.FULL
    assert level_of(searched, NONE_YET.plus([LOST, LATE])) is Level.NOTHING
    assert level_of(searched, NONE_YET.plus([LOST, OK])) is Level.PARTLY
    assert level_of(NONE_YET.plus([OK, LATE]), NONE_YET.plus([OK])) is Level.LATE
    assert level_of(NONE_YET.plus([LOST]), NONE_YET) is Level.NOTHING


def test_the_shortest_wait_that_somebody_named_is_kept() -> None:
    assert NONE_YET.plus([LOST, PAUSED, OK]).wait == 12.0
    assert NONE_YET.plus([LATE]).wait == 0.0


def test_rows_are_judged_by_the_same_rule_as_outcomes() -> None:
    assert end_of("failed", "too_slow", "", "web", 0) is End.LATE
    assert end_of("skipped", "", "pace: late", "web", 0) is End.LATE
    assert end_of("skipped", "", "outside the task's sites", "web", 0) is End.ASIDE
    assert end_of("cached", "", "", "documents", 2) is End.GOT


class Cut(Shelf):
    """A library whose outside fails as the test says; what it holds is given where a target is let through."""

    def __init__(self, leaves: Sequence[Leaf], search: Sequence[Outcome], pages: Outcome | None = None) -> None:
        super().__init__(leaves)
        self.search_ends, self.page_end = search, pages

    async def search(self, batch: Sequence[Query], period: Period, language: str) -> Found:
        found = await super().search(batch, period, language)
        reached = any(each.status is Status.OK for each in self.search_ends)
        return Found(found.finds if reached else (), tuple(self.search_ends))

    async def read(self, finds: Sequence[Find]) -> Read:
        if self.page_end is None:
            return await super().read(finds)
        return Read((), tuple(replace(self.page_end, target=find.url) for find in finds))


class NoWriter:
    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        raise AssertionError("the writer was called without evidence")


def cut(library: Cut, **parts: object) -> World:
    begun = state(
        goal(), phase=Phase.REACH, active=1, round=Round(gap="capacity", queries=(query(),)), counts={"queries": 1}
    )
    there = world(list(library.leaves.values()), begun=begun, reporter=NoWriter(), **parts)
    return replace(there, tools=replace(there.tools, library=library))


PAGE = leaf("Statistics", "Lanwan had 1,240 MWh of grid storage capacity at the end of 2024.")


async def test_a_round_that_lost_a_part_says_so_and_uses_the_rest() -> None:
    there = await cut(Cut([PAGE], [OK, LOST])).until(Phase.QUERY)
    (told,) = there.saw(RoundDegraded)
    assert (told.level, told.missing, told.goal, told.wait) == (Level.PARTLY, 1, 1, 0.0)
    assert there.saw(RoundClosed)[0].valuable
    assert there.saw(StepEnded)[-1].wait == 0


async def test_a_round_cut_by_the_clock_goes_on_with_what_had_arrived() -> None:
    there = await cut(Cut([PAGE], [OK, TRIMMED])).until(Phase.QUERY)
    assert there.saw(RoundDegraded)[0].level is Level.LATE
    assert there.saw(RoundClosed)[0].valuable


async def test_a_round_that_got_everything_tells_nothing() -> None:
    there = await cut(Cut([PAGE], [OK])).until(Phase.QUERY)
    assert there.saw(RoundDegraded) == []


async def test_when_nothing_could_be_reached_the_round_says_nothing_of_the_goal_and_waits_as_told() -> None:
    there = await cut(Cut([PAGE], [PAUSED])).until(Phase.QUERY)
    assert there.saw(RoundDegraded)[0].level is Level.NOTHING
    assert there.saw(RoundDegraded)[0].wait == 12.0
    after = there.state.mind.goal(1)
    assert (after.blind, after.dry, after.gaps) == (1, 0, ("capacity",))
    assert there.saw(StepEnded)[-1].wait == 12.0
    assert there.state.round == Round()


async def test_nobody_is_waited_for_longer_than_the_limit() -> None:
    there = await cut(Cut([PAGE], [LOST]), reach_wait_seconds=20).until(Phase.QUERY)
    assert there.saw(StepEnded)[-1].wait == 20


async def test_a_goal_for_which_nothing_can_be_reached_ends_without_an_answer_and_without_a_writer() -> None:
    there = cut(Cut([PAGE], [LOST]), dry_rounds=2)
    await there.until(Phase.CLAIMS)
    closed = [event for event in there.saw(GoalChanged) if event.goal.state.closed]
    assert [each.goal.state for each in closed] == [GoalState.INSUFFICIENT]
    assert closed[0].why.endswith("nothing could be reached in 2 rounds in a row")
    assert there.saw(ReportWritten) == [ReportWritten((), unreached=True)]
    assert there.saw(StepEnded)[-1].why == "nothing could be reached"


async def test_pages_that_can_none_be_opened_end_the_same_way_but_something_was_reached() -> None:
    there = cut(Cut([PAGE], [OK], outcome(Status.FAILED, Kind.BLOCKED_BY_SITE)))
    await there.until(Phase.CLAIMS)
    assert {event.level for event in there.saw(RoundDegraded)} == {Level.NOTHING}
    assert there.saw(ReportWritten) == [ReportWritten((), unreached=False)]


async def test_nothing_found_is_not_nothing_reached() -> None:
    there = cut(Cut([], [ELSEWHERE_EMPTY]))
    await there.until(Phase.CLAIMS)
    assert there.saw(RoundDegraded) == []
    assert there.saw(ReportWritten) == [ReportWritten((), unreached=False)]


async def test_a_round_that_reached_something_ends_the_count_of_blind_ones() -> None:
    there = cut(Cut([PAGE], [LOST]))
    await there.until(Phase.QUERY)
    assert there.state.mind.goal(1).blind == 1
    there.tools.library.search_ends = [OK]
    await there.step()
    await there.until(Phase.QUERY, Phase.REPORT)
    assert there.state.mind.goal(1).blind == 0


async def test_the_state_holds_counts_alone_however_many_targets_there_were() -> None:
    many = Tally().plus([OK, LOST, LATE] * 500)
    assert (many.got, many.late, many.lost, many.asked) == (500, 500, 500, 1500)
    there = await cut(Cut([PAGE], [OK, LOST] * 200)).step()
    assert isinstance(there[0], Reached)
