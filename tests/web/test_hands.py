"""Who has which sentence in hand, live in the queue: by socket, by HTTP, never more than one may see."""

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_thread
from django.db.models import F
from django.db.models.functions import Now
from django.test import Client

from research import actions
from research.models import Claim, Hold, Membership, Thresholds, User
from research.web.desk_watch import rows_in
from research.web.sockets import sockets
from tests.web import report_rows, rows
from tests.web.dialling import Socket

pytestmark = pytest.mark.django_db(transaction=True)
TAKEN = {"held": "in the hand of rui", "decided": ""}
FREE = {"held": "", "decided": ""}


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same code, at a pace that suits tests."""
    monkeypatch.setattr("research.web.sizes.POLL_SECONDS", 0.05)
    monkeypatch.setattr("research.web.sizes.MERGE_SECONDS", 0.02)


@pytest.fixture
def claims() -> list[Claim]:
    room = rows.room()
    return report_rows.reviewed_report(room, rows.person("ana", room, "reviewer"))[1]


@pytest.fixture
def people(claims: list[Claim]) -> tuple[User, User]:
    room = claims[0].task.workspace
    return rows.person("mei", room, "reviewer"), rows.person("rui", room, "reviewer")


def dial(person: User, *shown: Claim, more: str = "") -> Socket:
    client = Client()
    client.force_login(person)
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items()).encode()
    headers = [(b"host", b"research.test"), (b"origin", b"http://research.test"), (b"cookie", cookies)]
    return Socket(sockets, f"/ws/review?rows={','.join(str(each.pk) for each in shown)}{more}", headers=headers)


async def told(socket: Socket) -> dict[str, Any]:
    return dict(json.loads(await socket.receive())["rows"])


async def test_a_hold_appears_and_vanishes_while_the_queue_is_looked_at(claims, people) -> None:
    mei, rui = people
    socket = await in_thread(dial)(mei, claims[1], claims[3])
    assert await socket.connect()
    one, other = str(claims[1].pk), str(claims[3].pk)
    assert await told(socket) == {one: FREE, other: FREE}
    await in_thread(actions.take)(rui, claims[1])
    assert await told(socket) == {one: TAKEN, other: FREE}
    await in_thread(actions.give_back)(rui, claims[1])
    assert await told(socket) == {one: FREE, other: FREE}
    await socket.disconnect()


async def test_a_hold_that_lapses_vanishes_without_anybody_giving_it_back(claims, people) -> None:
    mei, rui = people
    await in_thread(actions.take)(rui, claims[1])
    socket = await in_thread(dial)(mei, claims[1])
    assert await socket.connect()
    assert await told(socket) == {str(claims[1].pk): TAKEN}
    await in_thread(lambda: Hold.objects.update(until=Now()))()
    assert await told(socket) == {str(claims[1].pk): FREE}
    await socket.disconnect()


async def test_what_somebody_decided_says_so_in_the_watchers_language(claims, people) -> None:
    mei, rui = people
    socket = await in_thread(dial)(mei, claims[1], more="&lang=zh-hans")
    assert await socket.connect()
    await told(socket)
    await in_thread(actions.decide_claim)(rui, claims[1], seen_version=1, ruling="approved")
    decided = (await told(socket))[str(claims[1].pk)]["decided"]
    assert "rui" in decided and "通过" in decided
    await socket.disconnect()


async def test_ones_own_hold_is_not_told_as_anothers(claims, people) -> None:
    mei, _rui = people
    await in_thread(actions.take)(mei, claims[1])
    socket = await in_thread(dial)(mei, claims[1])
    assert await socket.connect()
    assert await told(socket) == {str(claims[1].pk): FREE}
    await socket.disconnect()


async def test_who_leaves_the_workspace_is_told_nothing_more_and_who_signs_out_is_let_go(claims, people) -> None:
    mei, _rui = people
    socket = await in_thread(dial)(mei, claims[1])
    assert await socket.connect()
    await told(socket)
    await in_thread(lambda: Membership.objects.filter(person=mei).delete())()
    assert await told(socket) == {}
    await in_thread(lambda: User.objects.filter(pk=mei.pk).update(is_active=False))()
    assert await socket.closed_with() == 4401


def test_a_first_opinion_is_not_told_to_whoever_gives_the_second(claims, people) -> None:
    mei, rui = people
    kept = claims[3].task.thresholds
    changed = Thresholds.objects.create(
        workspace=claims[3].task.workspace, number=kept.number + 1, values={**kept.values, "second_opinions": 1}
    )
    type(claims[3].task).objects.update(thresholds=changed)
    Claim.objects.filter(pk=claims[3].pk).update(verdict="contradicted")
    first = Claim.objects.get(pk=claims[3].pk)
    actions.decide_claim(rui, first, seen_version=1, ruling="rejected", reason_code="no_source")
    assert asked(mei, claims[3]) == {str(claims[3].pk): FREE}


def asked(person: User, *shown: Claim) -> Any:
    client = Client()
    client.force_login(person)
    return client.get(f"/review/hands?rows={','.join(str(each.pk) for each in shown)}").json()["rows"]


def test_without_a_socket_the_same_is_had_by_asking(claims, people) -> None:
    mei, rui = people
    actions.take(rui, claims[1])
    assert asked(mei, claims[1]) == {str(claims[1].pk): TAKEN}
    Hold.objects.update(until=F("until"), person=mei)
    assert asked(mei, claims[1]) == {str(claims[1].pk): FREE}
    stranger = rows.person("eve", rows.room("Elsewhere"), "admin")
    assert asked(stranger, claims[1]) == {}


def test_an_address_names_no_more_rows_than_a_page_has() -> None:
    assert rows_in("1,2,x,-3,４,99999999999999999999") == (1, 2)
    assert len(rows_in(",".join(str(each) for each in range(500)))) == 40
