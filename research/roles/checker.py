"""Checker: one claim against its quotes, and nothing else. Never the reporter's endpoint."""

from typing import Protocol

from research.roles.answers import ClaimAnswer
from research.roles.assembling import Fenced
from research.roles.bearing import bears_on, words
from research.roles.briefing import LANGUAGES, cards, line
from research.roles.briefs import CheckBrief
from research.roles.endpoints import Endpoint
from research.roles.gauge import OFFLINE, Gauge
from research.roles.sizes import Sizes
from research.roles.standby import Model, OnFallback
from research.terms import Atom, Verdict

Checked = tuple[Verdict, str, tuple[Atom, ...]]


class Checker(Protocol):
    async def check(self, brief: CheckBrief) -> tuple[Verdict, str, tuple[Atom, ...]]:
        """A verdict, one sentence of reason, and the atoms found or missed (P4)."""


READ = frozenset({"words", "order", "wording", "role", "subject", "cause", "condition", "quantifier"})
"""Doubts of code's that a reader may see otherwise: wording, and who does what to how many, why and on what condition.
Figures, dates, names, units, denials and reserves are none of them."""
DOUBTED = frozenset({Verdict.PARTLY, Verdict.NOT_FOUND})


class ModelChecker:
    """Code looks first, and its word on figures and names is final: a model only reads what code can't.

    A model that fails leaves the claim not checked, which never counts as supported (P4).
    """

    def __init__(
        self, endpoint: Endpoint, first: Checker, sizes: Sizes, on_fallback: OnFallback, gauge: Gauge = OFFLINE
    ) -> None:
        self._model = Model("checker", endpoint, sizes, on_fallback, gauge)
        self._first = first

    async def check(self, brief: CheckBrief) -> Checked:
        verdict, reason, atoms = await self._first.check(brief)
        settled = any(not atom.found and atom.kind not in READ for atom in atoms)
        if verdict not in DOUBTED or not brief.cards or settled:
            return verdict, reason, atoms
        return await self._model.or_else("claim", lambda: self._ask(brief, atoms), lambda: _unchecked(reason, atoms))

    async def _ask(self, brief: CheckBrief, atoms: tuple[Atom, ...]) -> Checked:
        values: dict[str, object] = {"language": LANGUAGES[brief.language], "claim": Fenced(brief.claim)}
        values["cards"] = cards(brief.cards)
        known = words(brief.claim, *(card.quote for card in brief.cards))

        def check(answer: ClaimAnswer) -> str | None:
            return None if bears_on(answer.reason, known) else "the reason names nothing of sentence or quotations"

        limit = self._model.sizes.decision_tokens
        answer = await self._model.ask("claim", values, ClaimAnswer, max_tokens=limit, check=check)
        return Verdict(answer.verdict), line(answer.reason), atoms


async def _unchecked(reason: str, atoms: tuple[Atom, ...]) -> Checked:
    return Verdict.NOT_CHECKED, f"{reason} (a model was asked and gave no usable answer)", atoms
