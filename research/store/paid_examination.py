"""The calls of an examination, in the ledger before they go out: held to the month of its workspace, as any call (P5).

Nobody works for a task here, so there is one purse, and a row that says which examination it was.
"""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from asgiref.sync import sync_to_async

from research.models import Budget, Conformance, ModelCall, Price
from research.roles.endpoints import Endpoint, Finish, Reply, Request, VectorEndpoint, Vectors
from research.roles.endpoints.usage import at_most_asked
from research.store.filling import fill
from research.store.lease import Overtaken
from research.store.prices import most_cost, price_among, prices_on, today
from research.store.purses import EMBEDDER, TOKENS, Draw, budget_of, of_workspace, this_month
from research.store.reserving import OverBudget, need_price
from research.store.settling import NO_REPLY, at_worst, failure_told, settled
from research.store.token_ratios import learnt

PROMPT = "conformance"
MONTH = "this workspace for the month"


class _Purse:
    """What one examination may spend, and what became of each of its calls."""

    def __init__(self, row: Conformance) -> None:
        self._row = row
        self._prices: Sequence[Price] = prices_on(row.workspace_id, today())
        self._budget = budget_of(list(Budget.objects.filter(workspace=row.workspace_id)), "workspace")

    def reserved(self, endpoint: str, request: Request) -> ModelCall:
        if not Conformance.objects.filter(pk=self._row.pk, state=Conformance.State.RUNNING).exists():
            raise Overtaken(f"examination {self._row.pk} was given up meanwhile")
        price, asked = price_among(self._prices, endpoint), at_most_asked(request)
        cost = most_cost(price, asked, request.max_tokens)
        call = self._call(endpoint, asked + request.max_tokens, price, cost)
        filled = fill(self._draws(endpoint, call, price), None, call)
        if filled.refused:
            raise OverBudget(filled.refused.refused())
        call.pk = filled.row
        return call

    def _call(self, endpoint: str, tokens: int, price: Price | None, cost: Decimal | None) -> ModelCall:
        return ModelCall(
            workspace_id=self._row.workspace_id,
            examination=self._row,
            role=self._row.role,
            endpoint=endpoint,
            prompt=PROMPT,
            prompt_hash="",
            state=ModelCall.State.RESERVED,
            reserved_tokens=tokens,
            reserved_cost=cost,
            currency=price.currency if price else "",
        )

    def _draws(self, endpoint: str, call: ModelCall, price: Price | None) -> list[Draw]:
        month, mine = of_workspace(self._row.workspace_id, this_month()), self._budget
        need_price([mine], price, endpoint)
        most = Decimal(mine.tokens) if mine and mine.tokens is not None else None
        draws = [] if self._row.role == EMBEDDER else [Draw(month, TOKENS, Decimal(call.reserved_tokens), most, MONTH)]
        if price and call.reserved_cost is not None:
            money = mine.money if mine and mine.currency == price.currency else None
            draws.append(Draw(month, price.currency, call.reserved_cost, money, MONTH))
        return draws

    def settle(self, call: ModelCall, request: Request, reply: Reply) -> None:
        """What its prompts held is of no interest; how its server counts them is."""
        named = replace(request, prompt_name=PROMPT)
        settled(call, named, reply, self._prices, learnt(call.endpoint, request, reply) if request.system else ())


class PaidExamination:
    def __init__(self, inner: Endpoint, row: Conformance) -> None:
        self.name = inner.name
        self._inner = inner
        self._purse = _Purse(row)

    async def complete(self, request: Request) -> Reply:
        call = await sync_to_async(self._purse.reserved)(self.name, request)
        async with failure_told(call):
            reply = await self._inner.complete(request)
        await sync_to_async(self._purse.settle)(call, request, reply)
        return reply


class PaidVectorExamination:
    def __init__(self, inner: VectorEndpoint, row: Conformance) -> None:
        self.name = inner.name
        self._inner = inner
        self._purse = _Purse(row)

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        request = Request("\n".join(texts), "", None, "", 0, EMBEDDER, PROMPT, "")
        call = await sync_to_async(self._purse.reserved)(self.name, request)
        async with failure_told(call):
            made = await self._inner.vectors(texts)
        used = Reply("", made.input_tokens, 0, made.estimated, made.seconds, made.model, Finish.STOP)
        await sync_to_async(self._purse.settle)(call, request, used)
        return made


def settle_lost(row: Conformance) -> None:
    """Reservations of a worker that died in the middle: nobody knows whether they were paid."""
    rows = ModelCall.objects.filter(examination=row, state=ModelCall.State.RESERVED)
    at_worst(rows, NO_REPLY, ModelCall.State.SETTLED)
