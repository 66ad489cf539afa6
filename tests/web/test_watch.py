"""The socket: nothing lost, nothing twice, nothing to strangers (B-120 to B-124)."""

import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.test import Client

from research.broadcast import group_of, words_written
from research.models import Membership, ResearchTask, Thresholds, User
from research.store.speaking import Speaking
from research.web import watch
from research.web.sockets import ours, sockets
from tests.roles.made import request
from tests.web import rows
from tests.web.dialling import Socket

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = request()
HITS = re.compile(r"(\d+) results|检索：(\d+) 条结果|已检索：(\d+)")


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same code, at a pace that suits tests."""
    monkeypatch.setattr("research.web.sizes.POLL_SECONDS", 0.05)
    monkeypatch.setattr("research.web.sizes.MERGE_SECONDS", 0.02)
    monkeypatch.setattr("research.web.sizes.RIGHTS_SECONDS", 0.3)


@pytest.fixture
def ada() -> User:
    return rows.person("ada", rows.room())


@pytest.fixture
def task(ada: User) -> ResearchTask:
    return rows.task(ada.memberships.get().workspace, ada)


def cookie(person: User) -> bytes:
    client = Client()
    client.force_login(person)
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items()).encode()


def dial(task: ResearchTask, cookies: bytes, after: int = 0, more: str = "", **headers: str) -> Socket:
    sent = {"host": "research.test", "origin": "http://research.test", **headers}
    pairs = [(name.encode(), value.encode()) for name, value in sent.items() if value]
    address = f"/ws/tasks/T-{task.pk}?after={after}{more}"
    return Socket(sockets, address, headers=[*pairs, (b"cookie", cookies)])


def hits_in(message: str) -> list[int]:
    """Oldest first; a page puts the newest on top."""
    found = [int(next(filter(None, groups))) for groups in HITS.findall(message)]
    return found[::-1]


def seq_in(message: str) -> int:
    return int(re.search(r'data-seq="(\d+)" ?(?:data-moved)? ?hidden', message)[1])


async def write(task: ResearchTask, *hits: int) -> None:
    for each in hits:
        await database_sync_to_async(rows.searched)(task, each)


async def read_until(socket: Socket, seq: int) -> tuple[list[int], int]:
    found: list[int] = []
    at = -1
    while at < seq:
        message = await socket.receive()
        found += hits_in(message)
        at = seq_in(message)
    return found, at


async def test_everything_after_my_number_comes_once_and_in_order(ada: User, task: ResearchTask) -> None:
    cookies = await database_sync_to_async(cookie)(ada)
    await write(task, 101, 102, 103)
    socket = dial(task, cookies, after=1)
    assert await socket.connect()
    assert await read_until(socket, 3) == ([102, 103], 3)
    await write(task, 104, 105)
    assert (await read_until(socket, 5))[0] == [104, 105]
    await socket.disconnect()


async def test_what_happened_between_two_connections_is_not_lost(ada: User, task: ResearchTask) -> None:
    cookies = await database_sync_to_async(cookie)(ada)
    seen: list[int] = []
    at = 0
    for begin in range(200, 220, 4):
        socket = dial(task, cookies, after=at)
        assert await socket.connect()
        await write(task, begin, begin + 1)
        found, at = await read_until(socket, at + 2)
        seen += found
        await socket.disconnect()
        await write(task, begin + 2, begin + 3)
    socket = dial(task, cookies, after=at)
    await socket.connect()
    seen += (await read_until(socket, 20))[0]
    await socket.disconnect()
    assert seen == list(range(200, 220))


async def test_a_long_absence_is_caught_up_in_pieces(
    ada: User, task: ResearchTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("research.web.sizes.ENTRIES_A_MESSAGE", 7)
    cookies = await database_sync_to_async(cookie)(ada)
    await write(task, *range(300, 330))
    socket = dial(task, cookies)
    await socket.connect()
    assert (await read_until(socket, 30))[0] == list(range(300, 330))
    await socket.disconnect()


async def test_two_watchers_read_in_their_own_languages(ada: User, task: ResearchTask) -> None:
    cookies = await database_sync_to_async(cookie)(ada)
    english, chinese = dial(task, cookies, more="&lang=en"), dial(task, cookies, more="&lang=zh-hans")
    await english.connect(), await chinese.connect()
    await write(task, 14)
    first, second = await english.receive(), await chinese.receive()
    assert "Searched: 14 results" in first and "已检索：14 条结果" in second
    assert "Searched" not in second
    await english.disconnect(), await chinese.disconnect()


async def test_a_stranger_and_a_foreigner_are_refused(task: ResearchTask) -> None:
    eve = await database_sync_to_async(lambda: rows.person("eve", rows.room("other"), "admin"))()
    stranger = dial(task, b"")
    await stranger.connect()
    assert await stranger.closed_with() == watch.SIGN_IN_AGAIN
    foreigner = dial(task, await database_sync_to_async(cookie)(eve))
    await foreigner.connect()
    assert await foreigner.closed_with() == watch.NOT_YOURS


async def test_who_leaves_the_workspace_sees_nothing_more(ada: User, task: ResearchTask) -> None:
    socket = dial(task, await database_sync_to_async(cookie)(ada))
    await socket.connect()
    await database_sync_to_async(Membership.objects.filter(person=ada).delete)()
    await write(task, 66)
    assert await socket.closed_with() == watch.NOT_YOURS


async def test_signing_out_elsewhere_ends_the_socket(ada: User, task: ResearchTask) -> None:
    from django.contrib.sessions.models import Session

    socket = dial(task, await database_sync_to_async(cookie)(ada))
    await socket.connect()
    await database_sync_to_async(Session.objects.all().delete)()
    assert await socket.closed_with() == watch.SIGN_IN_AGAIN


@pytest.mark.parametrize(
    "origin",
    ["http://evil.test", "http://research.test:8001", "null", "", "https://research.test.evil.test",
     "http://research.test:x", "file://research.test", "//research.test"],
)  # fmt: skip
async def test_a_page_of_another_origin_gets_no_socket(ada: User, task: ResearchTask, origin: str) -> None:
    socket = dial(task, await database_sync_to_async(cookie)(ada), origin=origin)
    assert await socket.connect() is False


def test_the_port_that_goes_without_saying_is_the_same_port() -> None:
    assert ours("http://research.test", "research.test:80")
    assert ours("https://research.test:443", "research.test")
    assert not ours("https://research.test", "research.test:80")


def test_an_origin_that_the_settings_trust_is_ours(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://research.example"]
    assert ours("https://research.example", "10.0.0.7:8000")


async def test_a_wake_up_is_enough_and_a_lost_one_costs_nothing(
    ada: User, task: ResearchTask, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    monkeypatch.setattr("research.web.sizes.LAYER_POLL_SECONDS", 0.6)
    socket = dial(task, await database_sync_to_async(cookie)(ada))
    await socket.connect()
    await write(task, 71)
    await get_channel_layer().group_send(group_of(task.pk), {"type": "entry.written", "seq": 1})
    assert (await read_until(socket, 1))[0] == [71]
    await write(task, 72)
    assert (await read_until(socket, 2))[0] == [72]
    await socket.disconnect()


async def test_without_news_there_is_a_sign_of_life(
    ada: User, task: ResearchTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("research.web.sizes.BEAT_SECONDS", 0.1)
    socket = dial(task, await database_sync_to_async(cookie)(ada), after=0)
    await socket.connect()
    message = await socket.receive()
    assert hits_in(message) == [] and seq_in(message) == 0
    await socket.disconnect()


async def test_a_watcher_that_takes_nothing_is_let_go(
    ada: User, task: ResearchTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its messages don't pile up: one waits, and then the watcher goes. It will come back with its number (B-121)."""
    import asyncio

    monkeypatch.setattr("research.web.sizes.SEND_SECONDS", 0.1)
    closed: list[int] = []

    class Stuck(watch.Watch):
        async def send(self, *args: Any, **named: Any) -> None:
            await asyncio.Event().wait()

        async def close(self, code: Any = None, reason: Any = None) -> None:
            closed.append(code)

    stuck = Stuck()
    assert await stuck.sent("<p>news</p>") is False
    assert closed == [1013]


async def test_what_may_be_done_is_fetched_anew_only_when_the_task_moved(ada: User, task: ResearchTask) -> None:
    socket = dial(task, await database_sync_to_async(cookie)(ada))
    await socket.connect()
    await write(task, 11)
    assert "data-moved" not in await socket.receive()
    await database_sync_to_async(rows.happened)(task, "StatusChanged", was="running", now="paused", by="ada", why="")
    assert "data-moved" in await socket.receive()
    await socket.disconnect()


def without_limits(task: ResearchTask) -> None:
    """A row that no verb writes: the facts of the page can't be told from it."""
    broken = Thresholds.objects.create(workspace=task.workspace, number=99, values=5, reason="broken on purpose")
    ResearchTask.objects.filter(pk=task.pk).update(thresholds=broken)


async def test_a_fault_of_ours_closes_the_socket_so_that_the_page_comes_back(
    ada: User, task: ResearchTask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    socket = dial(task, await database_sync_to_async(cookie)(ada))
    await write(task, 1)
    await database_sync_to_async(without_limits)(task)
    assert await socket.connect()
    assert await socket.closed_with() == watch.OUR_FAULT
    assert "could not be told" in caplog.text


async def test_how_much_is_written_comes_as_a_number_and_moves_no_place_in_the_journal(
    ada: User, task: ResearchTask
) -> None:
    socket = dial(task, await database_sync_to_async(cookie)(ada))
    assert await socket.connect()
    await write(task, 101)
    await read_until(socket, 1)
    on_words = Speaking(task, words_written).begin(ASKED)
    on_words(1240)
    message = await socket.receive()
    assert 'id="written"' in message and re.search("1,?240", message) and "live-mark" not in message
    await write(task, 102)
    found, _ = await read_until(socket, 2)
    assert found == [102]
    await socket.disconnect()


async def test_a_stranger_hears_not_even_how_much_is_written(task: ResearchTask) -> None:
    stranger = await database_sync_to_async(rows.person)("mallory", await database_sync_to_async(rows.room)("Else"))
    Speaking(task, words_written).begin(ASKED)(1240)
    socket = dial(task, await database_sync_to_async(cookie)(stranger))
    assert await socket.connect()
    assert (await socket.receive_output(60))["type"] == "websocket.close"
