"""A bound embedder's calls stand in the ledger, are held to budgets of money, and cost no task its tokens."""

from decimal import Decimal
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from research import actions, wiring
from research.engine.limits import Limits
from research.models import Lease
from research.roles.endpoints import EndpointError, EndpointKind, Vectors
from research.store.lease import Overtaken
from research.store.load import spent_tokens
from research.store.paid_vectors import PaidVectors
from research.store.purses import of_task
from research.store.reserving import OverBudget
from tests.research.ledgering import paid, taken, told
from tests.roles.misbehaving import serving, status
from tests.whole.tasks import Room, asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]


@pytest.fixture
def here() -> Room:
    return room()


class Server:
    name = "http://127.0.0.1:1/v1/e"

    def __init__(self, error: EndpointError | None = None) -> None:
        self.error = error
        self.asked = 0

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        self.asked += 1
        if self.error:
            raise self.error
        return Vectors(((1.0, 0.0),) * len(texts), 12, False, 0.1, "e")


def embedder(here: Room, server: Server) -> PaidVectors:
    return PaidVectors(server, paid(asked(here), server).replies, Limits())


def priced(here: Room) -> None:
    actions.set_price(
        here.root, here.workspace, "e", {"input": Decimal(1_000), "output": Decimal(0)}, currency="USD", reason="list"
    )


def test_each_call_is_a_row_and_none_of_a_tasks_tokens(here: Room) -> None:
    priced(here)
    made = embedder(here, Server())
    task = made._replies.task
    assert len(async_to_sync(made.vectors)(("one", "two")).values) == 2
    row = task.model_calls.get()
    assert (row.role, row.state, row.input_tokens, row.cost) == ("embedder", "settled", 12, Decimal("0.012"))
    assert spent_tokens(task) == 0 and told(task) == (0, 0)
    assert taken(of_task(task.pk), "USD") == Decimal("0.012")


def test_a_call_that_no_money_is_left_for_is_not_made_and_one_that_failed_costs_nothing(here: Room) -> None:
    priced(here)
    busy = embedder(here, Server(EndpointError(EndpointKind.OVERLOADED, "529")))
    with pytest.raises(EndpointError):
        async_to_sync(busy.vectors)(("one",))
    assert taken(of_task(busy._replies.task.pk), "USD") == 0
    actions.set_budget(
        here.root, here.workspace, "task", tokens=None, money=Decimal("0.001"), currency="USD", reason="x"
    )
    server = Server()
    with pytest.raises(OverBudget):
        async_to_sync(embedder(here, server).vectors)(("a few words that cost more than that",))
    assert server.asked == 0


def test_a_worker_that_lost_its_task_asks_for_no_vectors(here: Room) -> None:
    server = Server()
    made = embedder(here, server)
    Lease.objects.update(fence=99)
    with pytest.raises(Overtaken):
        async_to_sync(made.vectors)(("one",))
    assert server.asked == 0


def test_the_embedder_of_a_step_is_paid_for_where_a_server_is_bound(here: Room, settings: Any) -> None:
    replies = paid(asked(here), Server()).replies
    with serving(status(503)) as server:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "embedder": server.binding}
        wiring.vectors.cache_clear()
        try:
            bound = wiring.embedder_for(replies, Limits(call_tries=1))
            with pytest.raises(EndpointError):
                async_to_sync(bound.embed)(["one"])
        finally:
            wiring.vectors.cache_clear()
    assert replies.task.model_calls.get().role == "embedder"
