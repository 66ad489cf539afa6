"""Whole tasks that are meant to go wrong in the ways that searches do: each by a planner that was told to."""

from collections.abc import Sequence
from itertools import count

from reach.errors import Kind
from reach.pages import Outcome, Status
from research.engine.events import (
    Backtracked,
    CheckFailed,
    EvidenceWeighed,
    GoalChanged,
    GoalChosen,
    GoalsAdded,
    GoalSplit,
    QueriesWritten,
    ReportWritten,
    SearchEnded,
    SnapshotTaken,
    Summarised,
)
from research.engine.tools import Found
from research.roles.briefs import GrowBrief, PlannedGoal, QueryBrief
from research.store.replaying import Mark
from research.terms import GoalState, Period, Query, Stop
from tests.builders import Leaf, SaidExecutor, SaidPlanner, Shelf, leaf, world
from tests.engine.scenarios import Watchful, lived, report_of, rounds_marked, watchful

REGISTER = [
    leaf("Register of works", "The separator works of Lanwan are registered with 310 units.", host="register.example"),
    leaf("Audit of the register", "An audit counted 310 units at the separator works of Lanwan.", host="audit.example"),
]


def test_a_goal_flooded_by_press_releases_backtracks_and_finds_the_register() -> None:
    flood = [
        leaf(f"Press release {n}", f"Lanwan Works is proud of its award {n} for separators.", host=f"pr{n}.example")
        for n in range(8)
    ]
    award = count(1)

    def queries(brief: QueryBrief) -> Sequence[str]:
        if brief.tombstones:
            return [f"register audit counted units {len(brief.outcomes)}"]
        return [f"press release proud award {next(award)}"]

    planner = watchful("press release", Watchful([PlannedGoal("separator works of Lanwan", ("units",))], queries))
    executor = SaidExecutor({page.source.title: 0.78 for page in flood})
    there = world([*flood, *REGISTER], planner=planner, executor=executor, reads_per_goal=9, answers_in_part=0.8)
    steps = lived(there)
    (back,) = there.saw(Backtracked)
    assert len(back.dropped) >= 3
    assert there.state.mind.goal(1).state is GoalState.DONE
    assert "310 units" in report_of(there) and "award" not in report_of(there)
    assert rounds_marked(steps, Mark.WASTED) == 3


def test_before_a_branch_is_left_the_tree_is_saved() -> None:
    planner = watchful("press", Watchful([PlannedGoal("separator works", ("units",))], lambda brief: _wandering(brief)))
    pages = [leaf(f"Press {n}", f"The press praises matter {n}.", host=f"p{n}.example") for n in range(6)]
    there = world(pages, planner=planner, reads_per_round=1, reads_per_goal=9, answers_in_part=1.0)
    lived(there)
    at = there.happened.index(there.saw(Backtracked)[0])
    saved = [event for event in there.happened[:at] if isinstance(event, SnapshotTaken)][-1]
    assert saved.goal == 0 and saved.mind.working.entries
    assert there.box.minds[1] != saved.mind


def _wandering(brief: QueryBrief) -> list[str]:
    return [f"press praises matter {len(brief.outcomes) + 7 * len(brief.tombstones)}"]


def test_a_planner_that_wanders_loses_its_goal_after_two_tries_and_the_others_are_answered() -> None:
    strays = [leaf(f"Gossip {n}", f"Gossip column {n} tells of a wedding.", host=f"g{n}.example") for n in range(20)]
    told = count(1)

    def queries(brief: QueryBrief) -> Sequence[str]:
        if "works" in brief.goal.question:
            return [f"register audit counted units {len(brief.outcomes)}"]
        return [f"gossip column wedding {next(told)}"]

    plans = [PlannedGoal("cause of the fire", ("cause", "date")), PlannedGoal("separator works of Lanwan", ("units",))]
    planner = watchful("gossip", Watchful(plans, queries))
    executor = SaidExecutor({page.source.title: 0.78 for page in strays})
    roomy = {"reads_per_goal": 9, "reads_in_all": 40, "answers_in_part": 0.8}
    there = world([*strays, *REGISTER], planner=planner, executor=executor, **roomy)
    steps = lived(there)
    assert [back.goal for back in there.saw(Backtracked)] == [1, 1]
    assert [goal.state for goal in there.state.mind.goals] == [GoalState.INSUFFICIENT, GoalState.DONE]
    assert "cause of the fire" in there.state.tombstones
    assert "gossip" not in report_of(there).lower() and "310 units" in report_of(there)
    assert not any("gossip" in entry.quote.lower() for entry in there.state.mind.working.entries)
    assert rounds_marked(steps, Mark.WASTED) == 2, "the check after each round saw it at once"
    assert "hardly a word in common with goal 1" in there.saw(CheckFailed)[0].findings[0]


class Insatiable(SaidPlanner):
    """Whatever was found, there is a trademark still to be looked up."""

    async def grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
        self.grew.append(brief)
        marks = range(len(brief.goals), len(brief.goals) + 3)
        return tuple(PlannedGoal(f"trademark number {n} of the separator works", ("its class",)) for n in marks)


def test_a_planner_that_always_wants_one_more_useless_fact_is_held_by_the_bounds_of_the_tree() -> None:
    marks = [
        leaf(f"Trademark {n}", f"Trademark number {n} of the separator works.", host="marks.example") for n in range(30)
    ]
    planner = Insatiable([PlannedGoal("separator works of Lanwan", ("units",))])
    executor = SaidExecutor({page.source.title: 0.2 for page in marks} | {page.source.title: 0.9 for page in REGISTER})
    there = world([*REGISTER, *marks], planner=planner, executor=executor)
    lived(there)
    assert there.state.mind.goal(1).state is GoalState.DONE
    useless = there.state.mind.goals[1:]
    assert useless and {goal.state for goal in useless} == {GoalState.INSUFFICIENT}
    assert all(goal.rounds <= there.tools.limits.dry_rounds for goal in useless)
    assert "310 units" in report_of(there) and "Trademark" not in report_of(there)


LITHIUM = [
    *(
        leaf(f"{who}: carbonate", "The price of lithium carbonate fell to 75,000 yuan a tonne in 2024.", host=who)
        for who in ("mine.example", "desk.example")
    ),
    *(
        leaf(f"{who}: hydroxide", "The price of lithium hydroxide rose to 98,000 yuan a tonne in 2024.", host=who)
        for who in ("cell.example", "yard.example")
    ),
]
LITHIUM_ZH = [
    leaf("盐湖日报", "2024年碳酸锂价格下跌至每吨7.5万元。", host="a.example"),
    leaf("行情快讯", "2024年氢氧化锂价格上涨至每吨9.8万元。", host="b.example"),
]


def test_lithium_carbonate_and_hydroxide_diverge_so_the_goal_is_split() -> None:
    planner = SaidPlanner([PlannedGoal("price of lithium salts in 2024", ("price",))])
    there = world(LITHIUM, planner=planner, reads_per_round=4, reads_per_goal=8)
    lived(there)
    (split,) = there.saw(GoalSplit)
    assert [child.parent for child in split.children] == [1, 1]
    assert [child.question.rsplit(": ")[-1] for child in split.children] == ["carbonate", "hydroxide"]
    assert "diverges" in split.reason
    asked = {query.goal for event in there.saw(QueriesWritten) for query in event.queries}
    assert asked == {1, 2, 3}
    parent_closed = [event for event in there.saw(GoalChanged) if event.goal.number == 1 and event.goal.state.closed]
    children_closed = [event for event in there.saw(GoalChanged) if event.goal.parent == 1 and event.goal.state.closed]
    assert len(parent_closed) == 1 and len(children_closed) == 2
    assert there.happened.index(parent_closed[0]) > max(map(there.happened.index, children_closed))
    assert "75,000" in report_of(there) and "98,000" in report_of(there)


def test_a_split_comes_before_a_goal_can_be_called_done_by_two_pieces_that_say_opposite_things() -> None:
    planner = SaidPlanner([PlannedGoal("2024年锂盐价格走势", ("价格",))])
    there = world(LITHIUM_ZH, planner=planner)
    lived(there)
    (split,) = there.saw(GoalSplit)
    assert all(child.question.startswith("2024年锂盐价格走势：") for child in split.children)
    assert len({child.question for child in split.children}) == 2


class Bottomless(Shelf):
    """Has a page of its own for every query, for ever, and each is promising."""

    async def search(self, batch: Sequence[Query], period: Period, language: str) -> Found:
        for each in batch:
            for part in range(3):
                title = f"Volume {each.number}.{part}"
                page = leaf(title, f"Volume {each.number}.{part} tells of the works.", host=f"v{each.number}.example")
                self.leaves[page.source.url] = page
        return await super().search(batch, period, language)


def test_a_goal_that_digs_into_bodies_without_end_is_stopped_by_the_caps_of_reading() -> None:
    volumes = count(1)
    plans = [PlannedGoal(f"volume of works, shelf {n}", ("tells", "works")) for n in range(6)]
    planner = SaidPlanner(plans, lambda brief: [f"volume {next(volumes)} tells works"])
    there = world(planner=planner, first_goals=6, answers_in_part=1.0, near_goal=0)
    shelf = Bottomless([])
    object.__setattr__(there.tools, "library", shelf)
    there.box.texts = _Volumes()
    lived(there)
    limits = there.tools.limits
    assert len(shelf.opened) <= limits.reads_in_all
    assert all(goal.reads <= limits.reads_per_goal for goal in there.state.mind.goals)
    assert there.saw(SearchEnded)[0].stop in (Stop.PLAN_DONE, Stop.DRY)


class _Volumes(dict[str, str]):
    """Any two differ."""

    def __missing__(self, key: str) -> str:
        return f"text of {key}"


class Unreachable(Shelf):
    async def search(self, batch: Sequence[Query], period: Period, language: str) -> Found:
        return Found((), tuple(Outcome(each.text, "web", Status.FAILED, Kind.TOO_SLOW, "", 0.0, 0) for each in batch))


def test_when_everything_fails_the_report_says_so_and_nothing_is_believed() -> None:
    turn = count(1)
    planner = SaidPlanner(
        [PlannedGoal("works of Lanwan", ("units",)), PlannedGoal("cost of the works", ("sum",))],
        lambda brief: [f"{brief.goal.question} {next(turn)}"],
    )
    there = world(planner=planner)
    object.__setattr__(there.tools, "library", Unreachable([]))
    lived(there)
    assert [goal.state for goal in there.state.mind.goals] == [GoalState.INSUFFICIENT] * 2
    assert there.saw(ReportWritten) == [ReportWritten((), unreached=True)]


MARKET = {
    "policy": ("capacity rules of 2024", "The rules of 2024 ask for 2 hours of storage."),
    "market": ("market size in 2024", "The market of 2024 stood at 40 billion yuan."),
    "firms": ("leading firms of 2024", "Harbour Cell led 2024 with a share of 31 %."),
    "risk": ("fire risk in 2024", "The bureau counted 7 fires in 2024."),
}


def policy_and_market() -> list[Leaf]:
    return [
        leaf(f"{who} on {topic}", f"{told} So writes {who}.", host=f"{who}.example")
        for topic, (_, told) in MARKET.items()
        for who in ("gazette", "yearbook")
    ]


def test_a_policy_and_market_task_scores_summarises_and_stores_each_goal_before_the_next() -> None:
    plans = [PlannedGoal(f"{topic}: {question}", (question,)) for topic, (question, _) in MARKET.items()]
    planner = SaidPlanner(plans, lambda brief: [f"{brief.goal.question.partition(':')[0]} gazette yearbook"])
    there = world(policy_and_market(), planner=planner)
    lived(there)
    chosen = [at for at, event in enumerate(there.happened) if isinstance(event, GoalChosen)]
    assert [there.happened[at].goal for at in chosen] == [1, 2, 3, 4]  # type: ignore[union-attr]
    for at, then in zip(chosen, [*chosen[1:], len(there.happened)], strict=True):
        number = there.happened[at].goal  # type: ignore[union-attr]
        between = there.happened[at:then]
        scored = [piece for event in between if isinstance(event, EvidenceWeighed) for piece in event.evidence]
        assert {piece.goal for piece in scored} == {number} and all(piece.score.reason for piece in scored)
        assert [event.summary.goal for event in between if isinstance(event, Summarised)] == [number]
        assert there.box.summarised[number]
    assert all(figure in report_of(there) for figure in ("2 hours", "40 billion", "31 %", "7 fires"))


def test_a_thin_goal_is_pursued_further_down_while_depth_allows() -> None:
    """Evidence in part, and a gap that stays open. Each finer goal is as thin, so the tree ends by its own bounds."""
    pages = [leaf(f"Note {n}", f"Note {n} of works names a part.", host=f"n{n}.example") for n in range(12)]
    turn = count(0)

    class Deeper(SaidPlanner):
        async def grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
            self.grew.append(brief)
            return (PlannedGoal(f"{brief.closing.question} / part {len(brief.goals)}", ("a part",)),)

    planner = Deeper([PlannedGoal("note of works", ("names", "part"))], lambda brief: [f"note {next(turn)} of works"])
    there = world(pages, planner=planner, independent_sources=5, rounds_per_goal=1, reads_per_round=1)
    lived(there)
    goals = there.state.mind.goals
    assert [goal.parent for goal in goals] == [None, *range(1, there.tools.limits.goal_depth)]
    assert {goal.state for goal in goals} == {GoalState.INSUFFICIENT}
    assert all("is thin: pursued further down" in event.reason for event in there.saw(GoalsAdded))
    assert all(brief.why.startswith("thin: ") for brief in planner.grew)
