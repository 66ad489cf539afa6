"""Words that pages choose: of the first workspace, of channels, of a check that runs, of clocks that stand still."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone, translation

from research.models import Entry, ResearchTask, Workspace
from research.models.people import FIRST_WORKSPACE
from research.store.sayings import channel_word
from tests.web import report_rows, rows

pytestmark = pytest.mark.django_db
HOURS = {"worked": "working time", "waited": "waited for people"}


@pytest.fixture
def room() -> Workspace:
    return rows.room(FIRST_WORKSPACE)


@pytest.fixture
def admin(room: Workspace) -> Client:
    client = Client()
    client.force_login(rows.person("rui", room, "admin"))
    return client


def page(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("address", ["/settings/thresholds", "/settings/channels", "/account", "/retrospect"])
def test_the_first_workspace_is_named_in_the_readers_language(admin: Client, address: str) -> None:
    assert "Main" in page(admin, address)
    chinese = page(admin, address, accept_language="zh-CN")
    assert "默认工作区" in chinese and ">Main<" not in chinese


def test_a_name_that_people_gave_stays_theirs() -> None:
    with translation.override("zh-hans"):
        assert str(rows.room("Main street")) == "Main street"


def test_channels_of_the_house_have_words_and_services_their_names() -> None:
    with translation.override("zh-hans"):
        assert [channel_word(name) for name in ("documents", "held", "web", "searxng")] == [
            "文档", "已存的副本", "网络", "searxng",
        ]  # fmt: skip


def test_the_tab_of_pages_and_the_way_through_pages_are_two_words(admin: Client, room: Workspace) -> None:
    task = rows.task(room, rows.person("ada", room))
    told = page(admin, f"/tasks/T-{task.pk}/reached", accept_language="zh-CN")
    assert ">网页</a>" in told and ">分页</a>" not in told


def test_a_check_of_all_channels_says_that_it_runs(admin: Client) -> None:
    told = page(admin, "/settings/channels")
    form = told[told.index('<form method="post" action="/settings/channels') :].partition("</form>")[0]
    assert 'hx-disabled-elt="find button"' in form and 'class="help busy" role="status"' in form
    assert "Asking all channels" in form


def test_samples_are_spoken_of_only_where_they_are_searched(admin: Client, settings: object) -> None:
    assert "The sample library is searched anyway." in page(admin, "/uploads")
    settings.SEARXNG_URL = "http://searx.example:8080"  # type: ignore[attr-defined]
    told = page(admin, "/uploads")
    assert "sample library" not in told and "Tasks look in the other sources of this installation." in told


@pytest.mark.parametrize(
    ("moves", "worked", "waited", "ticks"),
    [
        (["running"], "5:00:0", "", "worked"),
        (["running", "awaiting_approval"], "1:00:00", "4:00:0", "waited"),
        (["running", "awaiting_approval", "running"], "4:00:0", "1:00:00", "worked"),
        (["running", "awaiting_approval", "running", "paused", "running"], "3:00:0", "2:00:00", "worked"),
        (["running", "waiting_for_review", "running", "finished"], "2:00:00", "1:00:00", ""),
        (["running", "failed"], "1:00:00", "", ""),
        (["", "running", "paused", "running"], "3:00:0", "1:00:00", "worked"),
    ],
)
def test_working_time_is_told_apart_from_what_was_waited_for_people(
    admin: Client, room: Workspace, moves: list[str], worked: str, waited: str, ticks: str
) -> None:
    """An hour lies between two moves."""
    phase = "done" if moves[-1] == "finished" else "query"
    task = rows.task(room, rows.person("ada", room), status=moves[-1], phase=phase)
    begun = timezone.now() - timedelta(hours=5)
    for at, (was, now) in enumerate(pairwise(moves), start=1):
        moved = {"payload": {"was": was, "now": now}, "at": begun + timedelta(hours=at)}
        Entry.objects.create(task=task, seq=100 + at, step=1, kind="StatusChanged", v=1, **moved)
    ended = begun + timedelta(hours=len(moves) - 1) if moves[-1] == "finished" else None
    ResearchTask.objects.filter(pk=task.pk).update(created=begun, finished=ended)
    facts = page(admin, f"/tasks/T-{task.pk}").partition('id="facts"')[2].partition("</dl>")[0]
    told = {name: facts.partition(f"<dt>{word}</dt>")[2].partition("</dd>")[0] for name, word in HOURS.items()}
    assert worked in told["worked"] and waited in told["waited"] and bool(waited) == bool(told["waited"])
    assert {name for name, shown in told.items() if "data-clock" in shown} == ({ticks} if ticks else set())


def test_the_queue_shows_a_sentence_whole(admin: Client, room: Workspace) -> None:
    _task, claims = report_rows.reviewed_report(room, rows.person("ana", room))
    waiting = next(claim for claim in claims if claim.waits)
    long = "The stations of the province together held " + "many cells and " * 30 + "1,420 MWh of storage."
    type(waiting).objects.filter(pk=waiting.pk).update(text=long)
    assert long in page(admin, "/review")
