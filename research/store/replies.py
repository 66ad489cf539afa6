"""Answers from outside, stored before they are used, and paid for at most once (P1, P2, P5).

A model call is reserved in the ledger before it is made and settled with its reply in one transaction. A step that
is taken again finds the reply here. What never came back is settled at its worst case, and marked as estimated.
"""

import hashlib
import json
from typing import Any

from asgiref.sync import sync_to_async
from django.db import transaction
from django.db.models import F

from research.engine.events import VERSION
from research.engine.limits import Limits
from research.engine.stopping import search_budget
from research.models import Lease, ModelCall, Reply, ResearchTask
from research.roles.endpoints import Endpoint, EndpointError, EndpointKind, Request
from research.roles.endpoints import Reply as ModelReply
from research.roles.tokens import at_most_tokens
from research.store.crash import crash_point
from research.store.lease import Held, Overtaken, still_held
from research.store.load import spent_tokens
from research.store.payloads import dumped, revived

REPORT_ROLES = frozenset({"reporter", "checker"})
"""What the reserved share is kept for: writing the report, and checking it."""


def reply_key(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


class StepReplies:
    """The replies of one step of one task, and the permit to ask for more."""

    def __init__(self, task: ResearchTask, step: int, held: Held) -> None:
        self.task = task
        self.step = step
        self.held = held

    async def stored(self, key: str) -> tuple[Any, int] | None:
        row = await Reply.objects.filter(task=self.task, step=self.step, key=key).afirst()
        return (row.payload, row.v) if row else None

    async def permit(self) -> None:
        if not await sync_to_async(still_held)(self.held):
            raise Overtaken(f"task {self.task.pk}: no call is started any more")

    async def keep(self, key: str, kind: str, payload: Any) -> None:
        await sync_to_async(self.keep_now)(key, kind, payload)

    def keep_now(self, key: str, kind: str, payload: Any) -> None:
        row = Reply(task=self.task, step=self.step, key=key, kind=kind, payload=payload, v=VERSION)
        Reply.objects.bulk_create([row], ignore_conflicts=True)


class PaidEndpoint:
    """An endpoint whose replies are recorded and whose tokens are held to the task's budget."""

    def __init__(self, inner: Endpoint, replies: StepReplies, limits: Limits) -> None:
        self.inner = inner
        self.name = inner.name
        self.replies = replies
        self.limits = limits

    async def complete(self, request: Request) -> ModelReply:
        key = reply_key("model", self.name, dumped(request))
        if stored := await self.replies.stored(key):
            return revived(ModelReply, *stored)
        await self.replies.permit()
        call = await sync_to_async(self._reserve)(request)
        crash_point("before_call", self.replies.step)
        try:
            reply = await self.inner.complete(request)
        except EndpointError as error:
            await sync_to_async(self._failed)(call, error)
            raise
        crash_point("after_call", self.replies.step)
        await sync_to_async(self._settle)(call, key, reply)
        return reply

    def _reserve(self, request: Request) -> ModelCall:
        """Under the task's lease row, so that parallel calls can't both pass the same check (B-031)."""
        task, worst = self.replies.task, at_most_tokens(request.system + request.prompt) + request.max_tokens
        with transaction.atomic():
            Lease.objects.select_for_update().get(task=task)
            if spent_tokens(task) + worst > self._ceiling(request.role):
                why = f"{worst} tokens at worst would pass the budget of this task"
                raise EndpointError(EndpointKind.REFUSED, why)
            return ModelCall.objects.create(
                workspace_id=task.workspace_id,
                task=task,
                step=self.replies.step,
                role=request.role,
                endpoint=self.name,
                prompt=request.prompt_name,
                prompt_hash=request.prompt_hash,
                state=ModelCall.State.RESERVED,
                reserved_tokens=worst,
            )

    def _ceiling(self, role: str) -> int:
        return self.limits.tokens if role in REPORT_ROLES else search_budget(self.limits)

    def _settle(self, call: ModelCall, key: str, reply: ModelReply) -> None:
        with transaction.atomic():
            ModelCall.objects.filter(pk=call.pk).update(
                state=ModelCall.State.SETTLED,
                model=reply.model,
                input_tokens=reply.input_tokens,
                output_tokens=reply.output_tokens,
                estimated=reply.estimated,
                seconds=reply.seconds,
            )
            self.replies.keep_now(key, "model", dumped(reply))

    def _failed(self, call: ModelCall, error: EndpointError) -> None:
        """A call that ran into its deadline may have been paid: it counts at its worst case."""
        maybe_paid = error.kind is EndpointKind.TOO_SLOW
        ModelCall.objects.filter(pk=call.pk).update(
            state=ModelCall.State.FAILED,
            failure=str(error),
            input_tokens=F("reserved_tokens") if maybe_paid else 0,
            estimated=maybe_paid,
        )


def settle_orphans(task: ResearchTask) -> None:
    """Reservations of a worker that died: nobody knows whether they were paid, so they count at their worst case."""
    rows = ModelCall.objects.filter(task=task, state=ModelCall.State.RESERVED)
    rows.update(state=ModelCall.State.SETTLED, input_tokens=F("reserved_tokens"), estimated=True)
