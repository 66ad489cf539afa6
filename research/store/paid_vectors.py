"""Calls to a bound embedder, in the ledger before they go out and settled after: paid like a model's (P5)."""

from asgiref.sync import sync_to_async

from research.engine.limits import Limits
from research.models import ModelCall
from research.roles.endpoints import Finish, Reply, Request, VectorEndpoint, Vectors
from research.store.purses import EMBEDDER
from research.store.replies import StepReplies
from research.store.reserving import Order, reserve
from research.store.settling import failure_told, settled

PROMPT = "vectors"


class PaidVectors:
    """Vectors are kept by their texts' hash (`KeptEmbedder`), so no reply is stored with the row."""

    def __init__(self, inner: VectorEndpoint, replies: StepReplies, limits: Limits) -> None:
        self.name = inner.name
        self._inner = inner
        self._replies = replies
        self._limits = limits

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        request = Request("\n".join(texts), "", None, "", 0, EMBEDDER, PROMPT, "")
        call = await sync_to_async(self._reserved)(request)
        async with failure_told(call):
            made = await self._inner.vectors(texts)
        used = Reply("", made.input_tokens, 0, made.estimated, made.seconds, made.model, Finish.STOP)
        await sync_to_async(settled)(call, request, used, self._replies.prices)
        return made

    def _reserved(self, request: Request) -> ModelCall:
        mine, found = self._replies, self._replies.look("")
        if not found.permitted:
            raise mine.overtaken()
        return reserve(Order(mine.task, mine.follow_up, mine.step, self.name, request, self._limits, found.terms))
