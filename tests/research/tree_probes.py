"""Where the limits of the goal tree have their effect."""

from typing import Any

from research.engine.check import findings
from research.engine.events import EvidenceWeighed, PlannedAgain
from research.engine.growing import room
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.splitting import divided_by
from research.engine.steering import steered
from research.engine.wishes import Steer, Wish
from research.terms import Reflection
from tests.builders import SaidPlanner, evidence, goal, state
from tests.research.probing import probe, step, there


@probe(children_per_goal=1)
def finer_goals_of_one(limits: Limits) -> Any:
    return room(state(goal(1), goal(2, parent=1)), 1, limits)


@probe(full_memories=1)
def what_a_full_memory_means(limits: Limits) -> Any:
    return bool(divided_by(goal(capped=1), None, (), limits))


@probe(near_goal=0.9)
def what_a_check_finds(limits: Limits) -> Any:
    pieces = (evidence(quote="The grid of Lanwan grew."),)
    return findings(state(goal()), [EvidenceWeighed(pieces)], state(goal()), limits)


@probe(replans=0)
def how_often_a_plan_is_made_anew(limits: Limits) -> Any:
    begun = state(goal(), phase=Phase.REFLECT, active=1, replan="asked for by ada", counts={"rounds": 1})
    return [each.refused for each in step(there(limits, (), begun)).saw(PlannedAgain)]


@probe(overlooked_priority=2.5)
def priority_of_what_was_overlooked(limits: Limits) -> Any:
    found = Reflection(supports=True, off_goal=False, overlooked="fire safety of Lanwan", reason="fires are missing")
    begun = state(goal(), phase=Phase.REFLECT, active=1)
    return step(there(limits, (), begun, planner=SaidPlanner(reflections=[found]))).state.mind.goals[-1].priority


@probe(funded_rounds=1)
def rounds_that_people_may_grant(limits: Limits) -> Any:
    (funded,) = steered(state(goal()), Wish(Steer.FUND, 1, rounds=5), "ada", limits).goals
    return funded.extra_rounds, funded.extra_reads
