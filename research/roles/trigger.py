"""Whether a further question needs another look, where no rule says so: the planner's, under a stated cost (R265)."""

from dataclasses import dataclass
from typing import Protocol

from research.roles.answers import TriggerAnswer
from research.roles.assembling import Fenced
from research.roles.bearing import bears_on, words
from research.roles.briefing import asked, cards, line
from research.roles.briefs import Ask, Card
from research.roles.endpoints import Endpoint
from research.roles.gauge import OFFLINE, Gauge
from research.roles.sizes import Sizes
from research.roles.standby import Model, OnFallback


@dataclass(frozen=True, slots=True)
class TriggerBrief:
    ask: Ask
    """The further question."""
    subject: str
    """The report's question."""
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    reach: bool
    reason: str
    """Empty: nobody judged, so the evidence answers."""


class Trigger(Protocol):
    async def judge(self, brief: TriggerBrief) -> Judged: ...


class BuiltinTrigger:
    """Without a model what no rule calls for is answered from the evidence; a person may still ask for a look."""

    async def judge(self, brief: TriggerBrief) -> Judged:
        return Judged(reach=False, reason="")


class ModelTrigger:
    def __init__(
        self, endpoint: Endpoint, fallback: Trigger, sizes: Sizes, on_fallback: OnFallback, gauge: Gauge = OFFLINE
    ) -> None:
        self._model = Model("planner", endpoint, sizes, on_fallback, gauge)
        self._fallback = fallback

    async def judge(self, brief: TriggerBrief) -> Judged:
        return await self._model.or_else("trigger", lambda: self._ask(brief), lambda: self._fallback.judge(brief))

    async def _ask(self, brief: TriggerBrief) -> Judged:
        values = asked(brief.ask) | {"subject": line(brief.subject), "question": Fenced(brief.ask.question)}
        values["cards"] = cards(brief.cards)
        known = words(brief.ask.question, brief.subject, *(card.quote for card in brief.cards))

        def check(answer: TriggerAnswer) -> str | None:
            return None if bears_on(answer.reason, known) else "the reason names nothing of question or evidence"

        limit = self._model.sizes.decision_tokens
        answer = await self._model.ask("trigger", values, TriggerAnswer, max_tokens=limit, check=check)
        return Judged(answer.reach, line(answer.reason))
