"""Calls of a task as the ledger sees them: a request of a known worst case, and an endpoint that answers by a rule."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from research.engine.limits import Limits
from research.models import ModelCall, Purse, ResearchTask
from research.roles.endpoints import Finish, Request
from research.roles.endpoints import Reply as ModelReply
from research.store.lease import Held, take
from research.store.purses import TOKENS, calls_of, ledger_sum, of_task
from research.store.replies import PaidEndpoint, StepReplies
from research.store.reserving import Order
from tests.whole.tasks import fresh

WORTH = 50
"""Calls that the limit has room for."""
ASK = Request("How much?", "You check.", None, "", 80, "checker", "claim", "")
WORST = Order(ResearchTask(), None, 0, "x/m", ASK, Limits()).tokens
ROOM_FOR_50 = replace(Limits(), tokens=int(WORST) * WORTH)


def reply(input_tokens: int, output_tokens: int, **more: Any) -> ModelReply:
    return ModelReply("{}", input_tokens, output_tokens, False, 0.1, "m", Finish.STOP, **more)


def order(task: ResearchTask, limits: Limits = ROOM_FOR_50, role: str = "checker", endpoint: str = "x/m") -> Order:
    return Order(task, None, 0, endpoint, replace(ASK, role=role), limits)


def taken(holder: str, unit: str = TOKENS) -> Decimal:
    row = Purse.objects.filter(holder=holder, unit=unit).first()
    return row.taken if row else Decimal(0)


def told(task: ResearchTask) -> tuple[Decimal, Decimal]:
    return taken(of_task(task.pk)), ledger_sum(calls_of(of_task(task.pk)), TOKENS)


class Wire:
    """An endpoint that answers by a rule, and remembers how the ledger stood while it was asked."""

    name = "openai://loopback/m"

    def __init__(self, answer: Callable[[Request], ModelReply]) -> None:
        self.answer = answer
        self.rows: list[str] = []

    async def complete(self, request: Request) -> ModelReply:
        self.rows.append(",".join([row.state async for row in ModelCall.objects.order_by("id")]))
        return self.answer(request)


def paid(task: ResearchTask, wire: Any, limits: Limits = ROOM_FOR_50, step: int = 0) -> PaidEndpoint:
    held = take(task.pk, "worker", 60) or Held(task.pk, fresh(task).lease.fence, 1)
    return PaidEndpoint(wire, StepReplies(task, step, held), limits)
