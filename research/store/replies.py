"""Answers from outside, stored before they are used, and paid for at most once (P1, P2, P5).

A model call is reserved in the ledger before it is made and settled with its reply in one transaction. Who asks again
what was answered already finds the answer here: a step that is taken again, or a later step of the same task; tasks of
one workspace share answers only if somebody turned that on.
"""

import asyncio
import hashlib
import json
import time
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import transaction

from research.engine.events import VERSION
from research.engine.limits import Limits
from research.models import FollowUp, ModelCall, Reply, ResearchTask
from research.roles.endpoints import Endpoint, EndpointError, Finish, Request
from research.roles.endpoints import Reply as ModelReply
from research.store.crash import crash_point
from research.store.lease import Held, Overtaken, still_held
from research.store.payloads import dumped, revived
from research.store.reserving import REPORT_ROLES, Order, OverBudget, reserve
from research.store.settling import CANCELLED, failed, settle_orphans, settled, unanswered

__all__ = ["PaidEndpoint", "StepReplies", "reply_key", "settle_orphans"]

LOOK_AGAIN_SECONDS = 0.1
"""While other calls of the step hold the room that this one needs: they settle at a part of their worst case."""


def reply_key(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


class StepReplies:
    """The replies of one step of one task, and the permit to ask for more."""

    follow_up: FollowUp | None = None

    def __init__(self, task: ResearchTask, step: int, held: Held) -> None:
        self.task = task
        self.step = step
        self.held = held

    async def stored(self, key: str) -> tuple[Any, int] | None:
        row = await Reply.objects.filter(task=self.task, step=self.step, key=key).afirst()
        return (row.payload, row.v) if row else None

    async def answered(self, key: str) -> ModelReply | None:
        """By a model, in whichever step: the key holds all that it was asked."""
        alike = Reply.objects.filter(key=key, kind="model")
        mine = await alike.filter(task=self.task).order_by("id").afirst()
        if mine or not settings.SHARED_REPLIES:
            return revived(ModelReply, mine.payload, mine.v) if mine else None
        shared = alike.filter(task__workspace=self.task.workspace_id, payload__finish=Finish.STOP.value)
        row = await shared.order_by("-id").afirst()
        return revived(ModelReply, row.payload, row.v) if row else None

    async def permit(self) -> None:
        if not await sync_to_async(still_held)(self.held):
            raise Overtaken(f"task {self.task.pk}: no call is started any more")

    async def keep(self, key: str, kind: str, payload: Any) -> None:
        await sync_to_async(self.keep_now)(key, kind, payload)

    def keep_now(self, key: str, kind: str, payload: Any) -> None:
        row = Reply(task=self.task, step=self.step, key=key, kind=kind, payload=payload, v=VERSION)
        Reply.objects.bulk_create([row], ignore_conflicts=True)


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
        key = reply_key("model", self.name, dumped(request))
        if reply := await self.replies.answered(key):
            return reply
        await self.replies.permit()
        call = await self._reserved(request)
        crash_point("before_call", self.replies.step)
        try:
            reply = await self.inner.complete(request)
        except EndpointError as error:
            await sync_to_async(failed)(call, error)
            raise
        except asyncio.CancelledError:
            await sync_to_async(unanswered)(call, CANCELLED)
            raise
        crash_point("after_call", self.replies.step)
        await sync_to_async(self._settle)(call, key, request, reply)
        return reply

    async def _reserved(self, request: Request) -> ModelCall:
        """Waits for calls of the same step that hold the room: what they leave over may suffice (B-031)."""
        until = time.monotonic() + self.limits.call_seconds
        order = Order(self.replies.task, self.replies.follow_up, self.replies.step, self.name, request, self.limits)
        while True:
            try:
                return await sync_to_async(reserve)(order)
            except OverBudget as refused:
                if time.monotonic() >= until or not await self._others_open():
                    await self._tell(request, refused)
                    raise
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
            await self.replies.permit()

    async def _others_open(self) -> bool:
        task, row = self.replies.task, self.replies.follow_up
        return await ModelCall.objects.filter(task=task, follow_up=row, state=ModelCall.State.RESERVED).aexists()

    async def _tell(self, request: Request, refused: OverBudget) -> None:
        """A search that can't pay for its calls ends, with this as its reason; the report is paid from its share."""
        if self.replies.follow_up is None and request.role not in REPORT_ROLES:
            mine = ResearchTask.objects.filter(pk=self.replies.task.pk, over_budget="")
            await mine.aupdate(over_budget=refused.detail)

    def _settle(self, call: ModelCall, key: str, request: Request, reply: ModelReply) -> None:
        with transaction.atomic():
            settled(call, request, reply)
            self.replies.keep_now(key, "model", dumped(reply))
