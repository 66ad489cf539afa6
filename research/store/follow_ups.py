"""Questions on a finished report, between rows and values."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from asgiref.sync import sync_to_async

from reach.tags import without_tags
from research.engine.follow_up import Further, Said
from research.engine.limits import Limits
from research.engine.trigger import Called, named, unheld
from research.models import FollowUp
from research.roles.embedder import Embedder
from research.store.archive import RowArchive
from research.store.payloads import dumped
from research.store.recall import recalled, told
from research.terms import Language, Period


async def further_of(row: FollowUp, embedder: Embedder, limits: Limits, today: date) -> Further:
    """The question with what the report's own evidence says near it."""
    task = row.task
    question = without_tags(row.question)
    near = await recalled(task, question, embedder, limits.follow_up_pieces, limits.embedded_again)
    wanted = named(question)
    lacking = await sync_to_async(lambda: unheld(wanted, told(task)))() if wanted else ()
    return Further(
        question=question,
        language=Language(row.language),
        subject=without_tags(task.question),
        period=Period(task.period_start, task.period_end),
        today=today,
        near=near,
        lacking=lacking,
        conflicts=await RowArchive(task, embedder).conflicts(),
    )


def decided(called: Called) -> dict[str, Any]:
    """As the row keeps it."""
    decision = FollowUp.Decision.REACH if called.reach else FollowUp.Decision.ANSWER
    return {"decision": decision, "rule": called.rule.value, "named": called.named, "reason": called.sentence}


def said(sentences: Sequence[Said]) -> dict[str, Any]:
    state = FollowUp.State.ANSWERED if sentences else FollowUp.State.UNANSWERED
    return {"state": state, "sentences": [dumped(each) for each in sentences]}
