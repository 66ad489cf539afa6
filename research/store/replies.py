"""Answers from outside, stored before they are used, and paid for at most once (P1, P2, P5).

A model call is reserved in the ledger before it is made and settled with its reply in one transaction. Who asks again
what was answered already finds the answer here: a step that is taken again, or a later step of the same task; tasks of
one workspace share answers only if somebody turned that on.
"""

import asyncio
import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.models import QuerySet

from research.engine.events import VERSION
from research.engine.limits import Limits
from research.models import Budget, FollowUp, ModelCall, Price, Reply, ResearchTask
from research.roles.endpoints import Endpoint, Finish, Request
from research.roles.endpoints import Reply as ModelReply
from research.store.crash import crash_point
from research.store.lease import Held, Overtaken, holding
from research.store.payloads import dumped, revived
from research.store.prepared import Prepared
from research.store.prices import prices_on, today
from research.store.reserving import REPORT_ROLES, Order, OverBudget, Terms, reserve
from research.store.settling import failure_told, settle_orphans, settled
from research.store.statements import Part, condition, insertion, said
from research.store.token_ratios import learnt

__all__ = ["PaidEndpoint", "StepReplies", "reply_key", "settle_orphans"]

MODEL = "model"
"""The kind of a reply that a model gave."""
LOOK_AGAIN_SECONDS = 0.1
"""While other calls of the step hold the room that this one needs: they settle at a part of their worst case."""


def reply_key(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


_LOOK = """
    SELECT
        {permit},
        (
            SELECT jsonb_build_array(payload, v) FROM research_reply
            WHERE key = %(key)s AND kind = %(kind)s AND task_id = %(task)s ORDER BY id LIMIT 1
        ),
        (
            SELECT jsonb_agg(jsonb_build_object('scope', scope, 'person_id', person_id, 'tokens', tokens,
                'money', money::text, 'currency', currency))
            FROM research_budget WHERE workspace_id = %(workspace)s
        )
"""
"""Whether a call may go out, what was answered already, and what may be spent: together, before each try."""


@dataclass(frozen=True, slots=True)
class _Look:
    permitted: bool
    reply: ModelReply | None
    terms: Terms


@Prepared
def _stored(task: int, step: int, key: str) -> QuerySet[Any, Any]:
    return Reply.objects.filter(task=task, step=step, key=key).order_by("pk").values_list("payload", "v")[:1]


class StepReplies:
    """The replies of one step of one task, and the permit to ask for more."""

    follow_up: FollowUp | None = None
    _permit: Part | None = None
    _prices: Sequence[Price] | None = None

    def __init__(self, task: ResearchTask, step: int, held: Held) -> None:
        self.task = task
        self.step = step
        self.held = held

    async def stored(self, key: str) -> tuple[Any, int] | None:
        rows = await sync_to_async(_stored)(self.task.pk, self.step, key)
        return next(((payload, v) for payload, v in rows), None)

    def look(self, key: str) -> _Look:
        """Whether it was answered by a model, in whichever step: the key holds all that it was asked."""
        values = {"key": key, "kind": MODEL, "task": self.task.pk, "workspace": self.task.workspace_id}
        told = said(_LOOK.format(permit=self.permit_asked.sql), values | self.permit_asked.values)
        permitted, stored, budgets = told or (False, None, None)
        reply = revived(ModelReply, *json.loads(stored)) if stored else self._shared(key)
        return _Look(permitted, reply, Terms(self.prices, [_budget(each) for each in json.loads(budgets or "[]")]))

    def _shared(self, key: str) -> ModelReply | None:
        if not settings.SHARED_REPLIES:
            return None
        here = {"task__workspace": self.task.workspace_id, "payload__finish": Finish.STOP.value}
        row = Reply.objects.filter(key=key, kind=MODEL, **here).order_by("-id").first()
        return revived(ModelReply, row.payload, row.v) if row else None

    @property
    def prices(self) -> Sequence[Price]:
        """Of the step's first call: a new price holds from the next step on."""
        if self._prices is None:
            self._prices = prices_on(self.task.workspace_id, today())
        return self._prices

    @property
    def permit_asked(self) -> Part:
        """The permit as a condition in a statement of somebody else."""
        if self._permit is None:
            self._permit = condition(self.permitted(), "permit")
        return self._permit

    def permitted(self) -> QuerySet[Any]:
        """A row while calls may go out."""
        return holding(self.held)

    async def permit(self) -> None:
        if not await self.permitted().aexists():
            raise self.overtaken()

    def overtaken(self) -> Overtaken:
        return Overtaken(f"{self.follow_up or f'task {self.task.pk}'}: no call is started any more")

    async def keep(self, key: str, kind: str, payload: Any) -> None:
        await sync_to_async(self.keep_now)(key, kind, payload)

    def keep_now(self, key: str, kind: str, payload: Any) -> None:
        Reply.objects.bulk_create([self.row(key, kind, payload)], ignore_conflicts=True)

    def row(self, key: str, kind: str, payload: Any) -> Reply:
        return Reply(task=self.task, step=self.step, key=key, kind=kind, payload=payload, v=VERSION)


def _budget(told: dict[str, Any]) -> Budget:
    """Money comes as text: a number of JSON would be rounded."""
    return Budget(**told | {"money": Decimal(told["money"]) if told["money"] is not None else None})


class PaidEndpoint:
    """An endpoint whose replies are recorded and whose tokens are held to every budget they count in.

    One `complete` is one attempt and one row of the ledger; whoever tries again asks again here.
    """

    def __init__(self, inner: Endpoint, replies: StepReplies, limits: Limits) -> None:
        self.inner = inner
        self.name = inner.name
        self.replies = replies
        self.limits = limits

    async def complete(self, request: Request) -> ModelReply:
        key = reply_key(MODEL, self.name, dumped(request))
        begun = await self._begun(key, request)
        if isinstance(begun, ModelReply):
            return begun
        crash_point("before_call", self.replies.step)
        async with failure_told(begun):
            reply = await self.inner.complete(request)
        crash_point("after_call", self.replies.step)
        await sync_to_async(self._settle)(begun, key, request, reply)
        return reply

    async def _begun(self, key: str, request: Request) -> ModelReply | ModelCall:
        """Waits for calls of the same step that hold the room: what they leave over may suffice (B-031). They may end
        between the refusal and the look for them: only who was alone before it and after it is refused for good."""
        until, alone = time.monotonic() + self.limits.call_seconds, False
        while True:
            try:
                return await sync_to_async(self._reserved)(key, request)
            except OverBudget as refused:
                before, alone = alone, not await self._others_open()
                if time.monotonic() >= until or (before and alone):
                    await self._tell(request, refused)
                    raise
            if not alone:
                await asyncio.sleep(LOOK_AGAIN_SECONDS)

    def _reserved(self, key: str, request: Request) -> ModelReply | ModelCall:
        mine, found = self.replies, self.replies.look(key)
        if found.reply:
            return found.reply
        if not found.permitted:
            raise mine.overtaken()
        return reserve(Order(mine.task, mine.follow_up, mine.step, self.name, request, self.limits, found.terms))

    async def _others_open(self) -> bool:
        task, row = self.replies.task, self.replies.follow_up
        return await ModelCall.objects.filter(task=task, follow_up=row, state=ModelCall.State.RESERVED).aexists()

    async def _tell(self, request: Request, refused: OverBudget) -> None:
        """A search that can't pay for its calls ends, with this as its reason; the report is paid from its share."""
        if self.replies.follow_up is None and request.role not in REPORT_ROLES:
            mine = ResearchTask.objects.filter(pk=self.replies.task.pk, over_budget="")
            await mine.aupdate(over_budget=refused.detail)

    def _settle(self, call: ModelCall, key: str, request: Request, reply: ModelReply) -> None:
        kept = insertion(self.replies.row(key, MODEL, dumped(reply)), "(SELECT 1) AS once")
        kept = Part(f"{kept.sql} ON CONFLICT DO NOTHING", kept.values)
        settled(call, request, reply, self.replies.prices, [kept, *learnt(self.name, request, reply)])
