"""A planner that hands on what it failed at, once, to a stronger model (C15).

Handed on are a question whose answer was no answer twice in a row, and a reflection that failed: one that found the
conclusion unsupported or the search off its goal, since going back is dear. How often in a task is bounded, and each
time is a row. Some questions may be the stronger model's from the start, by configuration.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from research.roles.briefs import DraftQuery, GrowBrief, PlanBrief, PlannedGoal, QueryBrief, ReflectBrief
from research.roles.endpoints import Endpoint
from research.roles.flaws import RULES, Rule
from research.roles.planner import Planner
from research.roles.standby import OnFallback
from research.terms import Reflection

T = TypeVar("T")
ESCALATED = "escalated"
"""The kind told when a question goes to the stronger model."""
MALFORMED = frozenset(str(flaw) for flaw, rule in RULES.items() if rule in (Rule.REPAIR, Rule.RETRY) and flaw)
"""Flaws of an answer. A refusal, a prompt that is too long or a server that is away are no matter of strength."""
Build = Callable[[Endpoint, Planner, OnFallback], Planner]
"""A model's planner, and who answers where it can't."""


@dataclass(frozen=True, slots=True)
class Stronger:
    endpoint: Endpoint
    always: frozenset[str]
    """Prompts that are its own."""
    left: int
    """How often it may still be asked in this task for what failed."""


class EscalatingPlanner:
    def __init__(
        self, weak: Endpoint | None, stronger: Stronger, builtin: Planner, build: Build, tell: OnFallback
    ) -> None:
        """Without `weak` the builtin planner does all that isn't the stronger model's by configuration."""
        self._tell = tell
        self._always = stronger.always
        self._left = stronger.left
        self._builtin = builtin
        self._stronger = stronger.endpoint
        self._build = build
        self._strong = build(stronger.endpoint, builtin, tell)
        self._failed: dict[str, str] = {}
        self._weak = build(weak, _Handed(self), self._heard) if weak else builtin
        self._may_fail = weak is not None

    async def draft_plan(self, brief: PlanBrief) -> tuple[PlannedGoal, ...]:
        return await self._first("plan").draft_plan(brief)

    async def grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
        return await self._first("grow").grow(brief)

    async def write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        return await self._first("query").write_queries(brief)

    async def reflect(self, brief: ReflectBrief) -> Reflection:
        """A second opinion before anything is undone; where none comes, the first one stands."""
        first = self._first("reflect")
        if first is self._strong:
            return await first.reflect(brief)
        before = self._left
        said = await first.reflect(brief)
        failed = self._may_fail and (not said.supports or said.off_goal)
        if not failed or before != self._left or not self._take("reflect", f"it failed: {said.reason}"):
            return said
        return await self._build(self._stronger, _Kept(said, self._builtin), self._tell).reflect(brief)

    async def handed(self, prompt: str, strong: Callable[[Planner], Awaitable[T]]) -> T:
        """What the weak model's own fall-back is: the stronger one after a malformed answer, else the builtin."""
        detail = self._failed.pop(prompt, "")
        return await strong(self._strong if detail and self._take(prompt, detail) else self._builtin)

    def _first(self, prompt: str) -> Planner:
        return self._strong if prompt in self._always else self._weak

    def _heard(self, role: str, prompt: str, kind: str, detail: str) -> None:
        """A failure that is handed on is told as that, and not as one that the builtin planner answered."""
        if str(kind) in MALFORMED and self._left > 0:
            self._failed[prompt] = f"{kind}: {detail}"
        else:
            self._tell(role, prompt, kind, detail)

    def _take(self, prompt: str, why: str) -> bool:
        if self._left <= 0:
            return False
        self._left -= 1
        self._tell("planner", prompt, ESCALATED, f"{why}; asked once: {self._stronger.name}")
        return True


@dataclass(frozen=True, slots=True)
class _Handed:
    to: EscalatingPlanner

    async def draft_plan(self, brief: PlanBrief) -> tuple[PlannedGoal, ...]:
        return await self.to.handed("plan", lambda planner: planner.draft_plan(brief))

    async def grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
        return await self.to.handed("grow", lambda planner: planner.grow(brief))

    async def write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        return await self.to.handed("query", lambda planner: planner.write_queries(brief))

    async def reflect(self, brief: ReflectBrief) -> Reflection:
        return await self.to.handed("reflect", lambda planner: planner.reflect(brief))


@dataclass(frozen=True, slots=True)
class _Kept:
    """The builtin planner, but for a reflection that was made already."""

    said: Reflection
    builtin: Planner

    async def draft_plan(self, brief: PlanBrief) -> tuple[PlannedGoal, ...]:
        return await self.builtin.draft_plan(brief)

    async def grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
        return await self.builtin.grow(brief)

    async def write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        return await self.builtin.write_queries(brief)

    async def reflect(self, brief: ReflectBrief) -> Reflection:
        return self.said
