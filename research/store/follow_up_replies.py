"""Model calls of a question on a finished report: stored like a step's, and held to a budget of their own (P5)."""

from django.db.models import QuerySet

from research.models import FollowUp, ModelCall
from research.store.purses import TOKENS, calls_of, ledger_sum, of_follow_up
from research.store.replies import PaidEndpoint, StepReplies
from research.store.settling import NO_REPLY, at_worst


class FollowUpReplies(StepReplies):
    """Under the task's last step: the same prompt, asked again, is answered from its row and paid once. Its tokens
    count as the task's; what they may come to is the question's own."""

    follow_up: FollowUp

    def __init__(self, follow_up: FollowUp, step: int) -> None:
        self.task = follow_up.task
        self.step = step
        self.follow_up = follow_up

    def permitted(self) -> QuerySet[FollowUp]:
        mine: QuerySet[FollowUp] = FollowUp.objects.filter(pk=self.follow_up.pk, attempts=self.follow_up.attempts)
        return mine.filter(state=FollowUp.State.ASKED)


class FollowUpEndpoint(PaidEndpoint):
    replies: FollowUpReplies


def spent(row: FollowUp) -> int:
    """Settled ones at what was used, open reservations at their worst case."""
    return int(ledger_sum(calls_of(of_follow_up(row.pk)), TOKENS))


def settle_orphans_of(row: FollowUp) -> None:
    """Reservations of an attempt that died: nobody knows whether they were paid."""
    at_worst(ModelCall.objects.filter(follow_up=row, state=ModelCall.State.RESERVED), NO_REPLY, ModelCall.State.SETTLED)
