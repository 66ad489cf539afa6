"""Planner: goals, queries, reflection. Very short answers; it never writes prose (R016, R019)."""

from typing import Protocol

from research.roles.briefs import DraftQuery, GrowBrief, PlanBrief, PlannedGoal, QueryBrief, ReflectBrief
from research.terms import Reflection


class Planner(Protocol):
    async def draft_plan(self, brief: PlanBrief) -> tuple[PlannedGoal, ...]:
        """Coarse goals, at least one, at most `brief.most` (R029)."""

    async def grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
        """Finer goals that the evidence brings up; often none."""

    async def write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        """Variants of one rewrite for one gap: one line each, no question form (R206)."""

    async def reflect(self, brief: ReflectBrief) -> Reflection:
        """The three fixed questions (R045)."""
