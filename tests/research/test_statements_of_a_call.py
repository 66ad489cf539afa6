"""How often a call to a model goes to the database: each is a round trip, and some wait for a disk."""

from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from research.engine.limits import Limits
from research.models import Lease, ModelCall, Reply, ServerSeat, TokenRatio
from research.roles.endpoints.door import DoorRules, Gated
from research.roles.endpoints.patience import Patience, Patient
from research.store.doors import RowDoor
from research.store.lease import Overtaken
from tests.research.ledgering import ASK, Wire, paid, reply
from tests.whole.tasks import Room, asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]

MOST = 5
"""Reply, permit and budgets in one; all purses and the row; a seat; the seat given back; all that is settled."""
FIRST = 1
"""More at the first call of a step: the prices."""
OPENED = 13
"""Still more at a task's first call: three purses, each opened in a transaction with what the ledger holds of it, and
another try."""
SEEN_BY_THE_WIRE = 1
"""The wire of these tests looks at the ledger itself."""


@pytest.fixture
def here() -> Room:
    return room()


def behind_its_door(here: Room) -> Patient:
    made = paid(asked(here), Wire(lambda _: reply(10, 5)))
    limits = Limits().values()
    door = RowDoor(made.replies.permit_asked, made.replies.overtaken)
    made.inner = Gated(made.inner, door, DoorRules.of(limits), Patience.of(limits))
    return Patient(made, Patience.of(limits))


def test_a_call_makes_five_statements_from_its_permit_to_its_settled_row(here: Room) -> None:
    endpoint = behind_its_door(here)
    asks = [CaptureQueriesContext(connection) for _ in range(2)]
    async_to_sync(endpoint.complete)(replace(ASK, prompt="first"))
    for at, caught in enumerate(asks):
        with caught:
            async_to_sync(endpoint.complete)(replace(ASK, prompt=f"next {at}"))
    assert [len(each) for each in asks] == [MOST + SEEN_BY_THE_WIRE] * 2
    rows = ModelCall.objects.values_list("state", "input_tokens", "output_tokens")
    assert list(rows) == [("settled", 10, 5)] * 3
    assert Reply.objects.count() == 3 and not ServerSeat.objects.exists()
    assert TokenRatio.objects.get().calls == 3


def test_the_first_call_of_a_step_looks_up_the_prices_and_one_that_was_answered_asks_once(here: Room) -> None:
    endpoint = behind_its_door(here)
    told = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as caught:
            async_to_sync(endpoint.complete)(ASK)
        told.append(len(caught))
    assert told == [MOST + SEEN_BY_THE_WIRE + FIRST + OPENED, 1]


def test_a_worker_whose_permit_is_gone_reserves_nothing_and_takes_no_seat(here: Room) -> None:
    endpoint = behind_its_door(here)
    Lease.objects.update(fence=F("fence") + 1)
    with pytest.raises(Overtaken):
        async_to_sync(endpoint.complete)(ASK)
    assert not ModelCall.objects.exists() and not ServerSeat.objects.exists()
