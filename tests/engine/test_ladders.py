"""Whole tasks of 5, 20, 50 and 200 steps, and four that are meant to go wrong: bounded all the way, never back to what
is closed, ended for the reason that holds, and replayed from their own record to the same state, byte for byte."""

import asyncio
import json
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

import pytest

from research.engine.events import (
    Event,
    GoalChanged,
    GoalsAdded,
    QueriesWritten,
    ReportWritten,
    RoundClosed,
    SearchEnded,
)
from research.engine.limits import Limits
from research.engine.rounds import brief_tokens
from research.engine.stopping import search_budget
from research.roles.briefs import DraftQuery, PlannedGoal, QueryBrief, ReportBrief, TriageBrief
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.endpoints.scripted import Scripted
from research.roles.planner import ModelPlanner
from research.roles.sizes import Sizes
from research.roles.tokens import count_tokens
from research.store.payloads import dumped
from research.store.replaying import replay
from research.terms import GoalState, Section, Stop
from tests.builders import Leaf, SaidExecutor, SaidPlanner, World, leaf, world
from tests.engine.make_logs import finished

PLACES = (
    *("Aldor", "Bremar", "Cintra", "Dunvale", "Eskmouth", "Farholm", "Gerrin", "Hollin"),
    *("Istria", "Jarrow", "Kelmar", "Lorne", "Morvan", "Nessby", "Orrin", "Pellow"),
)
GAPS = {"capacity": "MWh", "length": "km", "weight": "tonnes"}
ROOMY = {
    "reads_per_goal": 20,
    "reads_in_all": 400,
    "rounds_per_goal": 9,
    "enough_evidence": 40,
    "children_per_goal": 2,
    "first_goals": 8,
    "steps": 2000,
}
STATE_BYTES = 30_000
"""Sixteen goals, thirty fragments, a report under its cap and one round lie below it, whatever the task's length."""


def pages(places: Sequence[str], gaps: Sequence[str]) -> list[Leaf]:
    """Two independent pages on each gap of each place."""
    made = []
    for at, place in enumerate(places, start=1):
        for gap in gaps:
            value = f"{at * 37 + len(gap)} {GAPS[gap]}"
            told = f"The storage station of {place} has a {gap} of {value}."
            again = f"As the yearbook writes of {place}, {gap} stood at {value} when it was last looked at."
            made.append(leaf(f"Register: {place}, {gap}", told, host=f"register-{at}.example"))
            made.append(leaf(f"Yearbook: {gap} at {place}", again, host=f"yearbook-{at}.example"))
    return made


class Reader(SaidExecutor):
    """Finds promising what is on the goal's own place and gap."""

    async def triage(self, brief: TriageBrief) -> tuple[float, ...]:
        own = (brief.goal.question.rpartition(" ")[2], brief.gap)
        return tuple(0.9 if all(word in find.title for word in own) else 0.3 for find in brief.finds)


def planned(place: str, gaps: Sequence[str]) -> PlannedGoal:
    return PlannedGoal(f"storage station of {place}", tuple(gaps))


@dataclass
class Watched(World):
    """A task whose size is taken after every step."""

    sizes: list[int] = field(default_factory=list)

    async def step(self) -> tuple[Event, ...]:
        events = await super().step()
        self.sizes.append(len(pickle.dumps(self.state)))
        return events


def watched(there: World) -> Watched:
    return Watched(there.state, there.tools)


def ladder(first: int, grown: int, gaps: Sequence[str]) -> Watched:
    """So many goals at the start, so many that their evidence brings up, one or more rounds each."""
    goals = [planned(place, gaps) for place in PLACES[: first + grown]]
    planner = SaidPlanner(goals[:first], grown={at: [goal] for at, goal in enumerate(goals[first:], start=1)})
    return watched(world(pages(PLACES[: first + grown], gaps), planner=planner, executor=Reader(), **ROOMY))


LADDERS = {
    5: (1, 0, ("capacity",)),
    20: (4, 1, ("capacity",)),
    50: (4, 2, ("capacity", "length")),
    200: (8, 8, tuple(GAPS)),
}


def to_the_end(there: Watched, spent: Callable[[int], int] = lambda step: 0) -> list[str]:
    return asyncio.run(finished(there, "ladder", spent))


def replays_to_the_same_bytes(there: Watched, lines: list[str]) -> None:
    state, steps = replay(lines)
    assert json.dumps(dumped(state)) == json.dumps(dumped(there.state))
    assert len(steps) == len(there.sizes)


def never_went_back(there: Watched) -> None:
    closed: set[int] = set()
    for event in there.happened:
        if isinstance(event, GoalChanged) and event.goal.state.closed:
            closed.add(event.goal.number)
        elif isinstance(event, QueriesWritten):
            assert not {query.goal for query in event.queries if not query.dropped} & closed


def stayed_bounded(there: Watched, briefs: Sequence[QueryBrief] = ()) -> None:
    limits = there.tools.limits
    assert max(there.sizes) < STATE_BYTES
    for brief in briefs:
        assert len(brief.known) <= limits.known_facts and len(brief.outcomes) <= limits.known_facts
        assert len(brief.entries) <= limits.working_entries and len(brief.tombstones) <= limits.tombstones
        assert count_tokens(brief.report) <= limits.report_tokens
    assert all(0 <= each.main_input <= limits.input_tokens for each in there.saw(RoundClosed))
    assert all(each.report_tokens <= limits.report_tokens for each in there.saw(RoundClosed))


def ended(there: Watched) -> SearchEnded:
    (end,) = there.saw(SearchEnded)
    return end


@pytest.mark.parametrize("steps", [5, 20, 50, pytest.param(200, marks=pytest.mark.slow)])
def test_a_task_of_so_many_steps_is_bounded_never_goes_back_and_ends_when_its_plan_is_done(steps: int) -> None:
    there = ladder(*LADDERS[steps])
    lines = to_the_end(there)
    assert steps <= steps_before_the_end(lines) <= 1.3 * steps
    end = ended(there)
    assert (end.stop, end.done, end.closed) == (Stop.PLAN_DONE, end.leaves, end.leaves)
    stayed_bounded(there, there.tools.planner.asked)
    never_went_back(there)
    replays_to_the_same_bytes(there, lines)


class Rewording(SaidPlanner):
    """Asks for the station of Lorne in ever new words, none of which leads to a page that it hasn't read."""

    async def write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        if "Lorne" not in brief.goal.question:
            return await super().write_queries(brief)
        self.asked.append(brief)
        number = len(self.asked)
        words = " ".join(chr(97 + (number * step) % 26) * 6 for step in (3, 5, 7))
        return (DraftQuery(f"Lorne {words} {number}", brief.gap),)


def test_a_planner_that_repeats_itself_in_new_words_for_ever_is_ended_by_dry_rounds() -> None:
    places = (*PLACES[:4], "Lorne")
    planner = Rewording([planned(place, ("capacity",)) for place in places])
    lonely = leaf("Lorne gazette", "The storage station of Lorne was opened by the mayor in May.")
    there = watched(world([*pages(places[:4], ("capacity",)), lonely], planner=planner, **ROOMY))
    lines = to_the_end(there)
    end = ended(there)
    assert (end.stop, end.done, end.leaves) == (Stop.DRY, 4, 5)
    tail = there.saw(RoundClosed)[-2:]
    assert [each.valuable for each in tail] == [0, 0] and {each.goal for each in tail} == {5}
    stayed_bounded(there, planner.asked)
    never_went_back(there)
    replays_to_the_same_bytes(there, lines)


def test_a_planner_that_repeats_itself_before_the_plan_is_mostly_done_loses_its_goal_and_the_plan_goes_on() -> None:
    others = (replace(planned(place, ("capacity",)), priority=0.5) for place in PLACES[:2])
    planner = Rewording([planned("Lorne", ("capacity",)), *others])
    there = watched(world(pages(PLACES[:2], ("capacity",)), planner=planner, **ROOMY))
    lines = to_the_end(there)
    assert [goal.state for goal in there.state.mind.goals] == [GoalState.INSUFFICIENT, GoalState.DONE, GoalState.DONE]
    assert ended(there).stop is Stop.PLAN_DONE
    never_went_back(there)
    replays_to_the_same_bytes(there, lines)


def test_a_planner_that_answers_noise_is_stood_in_for_and_the_task_comes_to_its_report() -> None:
    told: list[str] = []
    noise = Scripted(dict.fromkeys(("plan", "query", "grow", "reflect"), "%%% lorem }{ ipsum"))
    sizes = Sizes.of(Limits().values())
    planner = ModelPlanner(noise, BuiltinPlanner(), sizes, lambda role, prompt, kind, detail: told.append(prompt))
    facts = [
        leaf("Annual statistics", "Lanwan grid storage capacity was 1,240 MWh at the end of 2024."),
        leaf(
            "Grid yearbook",
            "By December 2024 the storage capacity on the Lanwan grid came to 1,240 MWh.",
            host="b.example",
        ),
    ]
    there = watched(world(facts, planner=planner, executor=BuiltinExecutor(HashingEmbedder())))
    lines = to_the_end(there)
    assert {"plan", "query"} <= set(told)
    assert ended(there).stop in (Stop.PLAN_DONE, Stop.DRY)
    assert "1,240 MWh" in str(there.box.versions[-1])
    stayed_bounded(there)
    never_went_back(there)
    replays_to_the_same_bytes(there, lines)


class Weighing(BuiltinReporter):
    """What the report took: what the reporter was told, and what it wrote."""

    took = 0

    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        written = await super().write(brief)
        self.took = brief_tokens(brief, count_tokens) + brief_tokens(written, count_tokens)
        return written


def test_a_budget_that_runs_out_in_the_middle_ends_in_a_report_within_the_reporters_share() -> None:
    goals = [planned(place, ("capacity", "length")) for place in PLACES]
    planner = SaidPlanner(goals[:4], grown={at: [goal] for at, goal in enumerate(goals[4:], start=1)})
    reporter, a_step = Weighing(), 2000
    there = watched(
        world(pages(PLACES, ("capacity", "length")), planner=planner, executor=Reader(), reporter=reporter, **ROOMY)
    )
    limits = there.tools.limits
    lines = to_the_end(there, lambda step: a_step * step)
    end = ended(there)
    assert end.stop is Stop.BUDGET and 0 < end.done < end.leaves
    spent = there.state.spent_tokens
    assert search_budget(limits) <= a_step * steps_before_the_end(lines) < search_budget(limits) + 5 * a_step
    assert (
        there.saw(ReportWritten)[0].sections and reporter.took <= limits.tokens - search_budget(limits) - 5 * a_step
    ), spent
    late = [json.loads(line) for line in lines if '"kind": "step"' in line]
    for step in late:
        if step["spent"] >= limits.no_new_goals_after * search_budget(limits):
            assert not [kind for kind, *_ in step["events"] if kind == GoalsAdded.__name__]
    assert there.saw(GoalsAdded)
    never_went_back(there)
    replays_to_the_same_bytes(there, lines)


def steps_before_the_end(lines: list[str]) -> int:
    steps = [json.loads(line) for line in lines if '"kind": "step"' in line]
    return len(list(takewhile(lambda step: all(kind != "SearchEnded" for kind, *_ in step["events"]), steps)))
