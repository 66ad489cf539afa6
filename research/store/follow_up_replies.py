"""Model calls of a question on a finished report: stored like a step's, and held to a budget of their own (P5)."""

from django.db import transaction
from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from research.models import FollowUp, Lease, ModelCall
from research.roles.endpoints import EndpointError, EndpointKind, Request
from research.roles.tokens import at_most_tokens
from research.store.lease import Overtaken
from research.store.replies import PaidEndpoint, StepReplies


class FollowUpReplies(StepReplies):
    """Under the task's last step: the same prompt, asked again, is answered from its row and paid once."""

    def __init__(self, follow_up: FollowUp, step: int) -> None:
        self.task = follow_up.task
        self.step = step
        self.follow_up = follow_up

    async def permit(self) -> None:
        mine = FollowUp.objects.filter(pk=self.follow_up.pk, attempts=self.follow_up.attempts)
        if not await mine.filter(state=FollowUp.State.ASKED).aexists():
            raise Overtaken(f"{self.follow_up}: no call is started any more")


class FollowUpEndpoint(PaidEndpoint):
    """Its tokens count as the task's; what they may come to is the question's own."""

    replies: FollowUpReplies

    def _reserve(self, request: Request) -> ModelCall:
        row = self.replies.follow_up
        worst = at_most_tokens(request.system + request.prompt) + request.max_tokens
        with transaction.atomic():
            Lease.objects.select_for_update().get(task=row.task)
            if spent(row) + worst > self.limits.follow_up_tokens:
                raise EndpointError(EndpointKind.REFUSED, f"{worst} tokens at worst would pass the budget of {row}")
            return ModelCall.objects.create(
                workspace_id=row.task.workspace_id,
                task=row.task,
                follow_up=row,
                step=self.replies.step,
                role=request.role,
                endpoint=self.name,
                prompt=request.prompt_name,
                prompt_hash=request.prompt_hash,
                state=ModelCall.State.RESERVED,
                reserved_tokens=worst,
            )


def spent(row: FollowUp) -> int:
    """Settled ones at what was used, open reservations at their worst case."""
    calls = ModelCall.objects.filter(follow_up=row)
    reserved = calls.filter(state=ModelCall.State.RESERVED).aggregate(all=Coalesce(Sum("reserved_tokens"), 0))["all"]
    settled = calls.exclude(state=ModelCall.State.RESERVED)
    used = settled.aggregate(all=Coalesce(Sum(F("input_tokens") + F("output_tokens")), 0))["all"]
    return int(used) + int(reserved)


def settle_orphans_of(row: FollowUp) -> None:
    """Reservations of an attempt that died: nobody knows whether they were paid, so they count at their worst case."""
    rows = ModelCall.objects.filter(follow_up=row, state=ModelCall.State.RESERVED)
    rows.update(state=ModelCall.State.SETTLED, input_tokens=F("reserved_tokens"), estimated=True)
