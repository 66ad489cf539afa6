"""Planner: goals, queries, reflection. Very short answers; it never writes prose (R016, R019)."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from reach.words import is_chinese
from research.roles.answers import (
    GoalShape,
    GrowAnswer,
    PlanAnswer,
    QueryAnswer,
    QueryShape,
    ReflectAnswer,
    Shape,
    narrowed,
    schema_of,
)
from research.roles.assembling import Part
from research.roles.bearing import bears_on, words, years
from research.roles.briefing import (
    asked,
    bullets,
    digest,
    found,
    goals,
    latest,
    listed,
    notes,
    period,
)
from research.roles.briefs import DraftQuery, GrowBrief, PlanBrief, PlannedGoal, QueryBrief, ReflectBrief
from research.roles.endpoints import Endpoint
from research.roles.gauge import OFFLINE, Gauge
from research.roles.patterns import unpaid_lines
from research.roles.query_form import form_fault
from research.roles.sizes import Sizes
from research.roles.standby import Model, OnFallback
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


class ModelPlanner:
    """Goals and queries that share no word with the question or its evidence are dropped: noise fits schemas, too."""

    def __init__(
        self, endpoint: Endpoint, fallback: Planner, sizes: Sizes, on_fallback: OnFallback, gauge: Gauge = OFFLINE
    ) -> None:
        self._model = Model("planner", endpoint, sizes, on_fallback, gauge)
        self._fallback = fallback

    async def draft_plan(self, brief: PlanBrief) -> tuple[PlannedGoal, ...]:
        return await self._model.or_else(
            "plan", lambda: self._draft_plan(brief), lambda: self._fallback.draft_plan(brief)
        )

    async def grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
        return await self._model.or_else("grow", lambda: self._grow(brief), lambda: self._fallback.grow(brief))

    async def write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        return await self._model.or_else(
            "query", lambda: self._write_queries(brief), lambda: self._fallback.write_queries(brief)
        )

    async def reflect(self, brief: ReflectBrief) -> Reflection:
        return await self._model.or_else("reflect", lambda: self._reflect(brief), lambda: self._fallback.reflect(brief))

    async def _draft_plan(self, brief: PlanBrief) -> tuple[PlannedGoal, ...]:
        known = words(brief.ask.question)
        values = asked(brief.ask) | {
            "period": period(brief.ask.period),
            "most": brief.most,
            "clues": listed(Part.SEGMENTS, brief.clues, fenced=True),
            "distrust": "\n".join(brief.distrust),
            "wasted": listed(Part.TASK, brief.wasted, fenced=True),
            "unpaid": listed(Part.TASK, unpaid_lines(brief.unpaid)),
        }

        def check(answer: PlanAnswer) -> str | None:
            kept = _usable(answer.goals, lambda goal: bears_on(goal.question, known))
            return None if kept else "no goal has a word in common with the question"

        limit = self._model.sizes.decision_tokens
        answer = await self._model.ask(
            "plan", values, PlanAnswer, max_tokens=limit, check=check, schema=_at_most(PlanAnswer, "goals", brief.most)
        )
        kept = _usable(answer.goals, lambda goal: bears_on(goal.question, known))
        self._model.told_dropped("plan", len(kept), len(answer.goals), "repeated, or without a word of the question")
        return tuple(_planned(goal) for goal in kept[: brief.most])

    async def _grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
        values = asked(brief.ask) | {
            "period": period(brief.ask.period),
            "most": brief.most,
            "goals": goals(brief.goals, self._model.sizes.goals_told),
            "closing": brief.closing.question,
            "why": brief.why,
            "tombstones": latest(Part.TASK, brief.tombstones, fenced=True),
            "report": notes(brief),
            "entries": found(brief),
            "digest": digest(brief),
        }
        known = words(brief.ask.question, *(entry.quote for entry in brief.entries))
        there = [words(text) for text in (brief.ask.question, *(goal.question for goal in brief.goals))]
        limit = self._model.sizes.decision_tokens
        answer = await self._model.ask(
            "grow", values, GrowAnswer, max_tokens=limit, schema=_at_most(GrowAnswer, "goals", brief.most)
        )
        kept = _usable(answer.goals, lambda goal: bears_on(goal.question, known) and words(goal.question) not in there)
        self._model.told_dropped("grow", len(kept), len(answer.goals), "repeated, or without a word of the evidence")
        return tuple(_planned(goal) for goal in kept[: brief.most])

    async def _write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        values = _asked_of_queries(brief)
        fault = query_fault(brief, self._model.sizes)

        known = _known(brief)

        def check(answer: QueryAnswer) -> str | None:
            """A phrasing in another language is believed only beside one that can be compared with what was asked."""
            faults = [fault(query) for query in answer.queries]
            if None not in faults:
                return f"queries.0: {faults[0]}"
            sound = any(
                bears_on(query.text, known) for query, wrong in zip(answer.queries, faults, strict=True) if not wrong
            )
            return None if sound else "no query has a word in common with the goal"

        limit = self._model.sizes.decision_tokens
        answer = await self._model.ask(
            "query",
            values,
            QueryAnswer,
            max_tokens=limit,
            check=check,
            schema=_query_schema(brief),
        )
        kept, why = _sound(answer.queries, fault)
        self._model.told_dropped("query", len(kept), len(answer.queries), why)
        offered = {channel.name for channel in brief.channels}
        channels = tuple(name for name in dict.fromkeys(answer.channels) if name in offered)
        return await self._enough(brief, [DraftQuery(_tidy(each.text), _tidy(each.hopes), channels) for each in kept])

    async def _enough(self, brief: QueryBrief, drafts: list[DraftQuery]) -> tuple[DraftQuery, ...]:
        """One rewrite has several phrasings (R051): what a weak model leaves out, the builtin planner adds."""
        if len(drafts) < brief.most:
            there = {words(draft.text) for draft in drafts}
            drafts += [more for more in await self._fallback.write_queries(brief) if words(more.text) not in there]
        return tuple(drafts[: brief.most])

    async def _reflect(self, brief: ReflectBrief) -> Reflection:
        values = asked(brief.ask) | {
            "goal": brief.goal.question,
            "goals": goals(brief.goals, self._model.sizes.goals_told),
            "report": notes(brief),
            "entries": found(brief),
            "digest": digest(brief),
        }
        known = words(brief.ask.question, brief.goal.question, *(entry.quote for entry in brief.entries))

        def check(answer: ReflectAnswer) -> str | None:
            return None if bears_on(answer.reason, known) else "the reason names nothing of goal or evidence"

        limit = self._model.sizes.decision_tokens
        answer = await self._model.ask("reflect", values, ReflectAnswer, max_tokens=limit, check=check)
        overlooked = _tidy(answer.overlooked) if bears_on(answer.overlooked, known) else ""
        return Reflection(answer.supports, answer.off_goal, overlooked, _tidy(answer.reason))


def query_fault(brief: QueryBrief, sizes: Sizes) -> Callable[[QueryShape], str | None]:
    """What is wrong with one search text, or None (R206). A year that nothing asked or found names is the model's own:
    it lives in its training year (B-012)."""
    known, named = _known(brief), _named_years(brief)
    chinese = is_chinese(brief.goal.question)

    def fault(query: QueryShape) -> str | None:
        text = query.text.strip()
        if broken := form_fault(text, sizes.query_words, sizes.query_han):
            return broken
        if not bears_on(text, known) and is_chinese(text) == chinese:
            return "has no word in common with the goal"
        if strange := sorted(years(text) - named):
            return f"the year {strange[0]} is named by nothing; today is {brief.ask.as_of.isoformat()}"
        return None

    return fault


def _at_most(answer: type[Shape], field: str, most: int) -> dict[str, Any]:
    """The server is held to what was asked for; an answer with more is cut to it, not refused."""
    return narrowed(schema_of(answer), field, {"maxItems": most})


def _asked_of_queries(brief: QueryBrief) -> dict[str, object]:
    return asked(brief.ask) | {
        "period": period(brief.ask.period),
        "most": brief.most,
        "goal": brief.goal.question,
        "gap": brief.gap,
        "outcomes": latest(Part.TASK, brief.outcomes),
        "tombstones": latest(Part.TASK, brief.tombstones),
        "wasted": listed(Part.TASK, brief.wasted, fenced=True),
        "unpaid": listed(Part.TASK, unpaid_lines(brief.unpaid)),
        "report": notes(brief),
        "entries": found(brief),
        "digest": digest(brief),
        "languages": ", ".join(brief.languages) or "none",
        "terms": listed(Part.SEGMENTS, [f"{term} = {other}" for term, other in brief.terms], fenced=True),
        "channels": bullets(f"{channel.name}: {channel.about}" for channel in brief.channels),
    }


def _query_schema(brief: QueryBrief) -> dict[str, Any]:
    """Channels by the names that are offered, and none where there is nothing to choose."""
    names = [channel.name for channel in brief.channels]
    rule: dict[str, Any] = {"enum": names} if names else {"maxItems": 0}
    return narrowed(_at_most(QueryAnswer, "queries", brief.most), "channels", rule)


def _sound(offered: Sequence[QueryShape], fault: Callable[[QueryShape], str | None]) -> tuple[list[QueryShape], str]:
    """The queries without fault, each once, and why the others went."""
    kept: dict[frozenset[str], QueryShape] = {}
    faults: list[str] = []
    for query in offered:
        wrong = fault(query) or ("says the same twice" if words(query.text) in kept else None)
        if wrong:
            faults.append(wrong)
        else:
            kept[words(query.text)] = query
    return list(kept.values()), "; ".join(dict.fromkeys(faults))


def _context(brief: QueryBrief) -> tuple[str, ...]:
    """Everything that was asked or found."""
    asked_about = (brief.ask.question, brief.goal.question, brief.gap, *brief.goal.wanted)
    quoted = (f"{entry.quote} {entry.published}" for entry in (*brief.entries, *brief.recalled))
    found = (brief.report, *brief.known, *quoted)
    return (*asked_about, *found, period(brief.ask.period))


def _named_years(brief: QueryBrief) -> frozenset[str]:
    """Years that were asked about or found, all of the period's, and the present one."""
    named = years(*_context(brief)) | {str(brief.ask.as_of.year)}
    start, end = brief.ask.period.start, brief.ask.period.end
    if start:
        named |= {str(year) for year in range(start.year, (end or brief.ask.as_of).year + 1)}
    return named


def _known(brief: QueryBrief) -> frozenset[str]:
    return words(*_context(brief)[:-1])


def _usable(offered: Sequence[GoalShape], bears: Callable[[GoalShape], bool]) -> list[GoalShape]:
    """Each once, and only what has to do with the question."""
    kept: dict[frozenset[str], GoalShape] = {}
    for goal in offered:
        if bears(goal):
            kept.setdefault(words(goal.question), goal)
    return list(kept.values())


def _planned(goal: GoalShape) -> PlannedGoal:
    return PlannedGoal(_tidy(goal.question), tuple(_tidy(each) for each in goal.wanted if each.strip()))


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip("\"'“”「」")
