"""A database that goes away, fills up or takes nothing costs a task time: no step, page or attempt (F-09, F-10)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError, connection
from django.test import Client

from reach.egress import Egress
from reach.errors import SharedLost
from reach.fetch import read
from reach.settings import ReachSettings
from research import actions
from research import bound as servers
from research.actions.fruitless import database_failed
from research.embedded.places import DiskFull, EmbeddedError
from research.engine.limits import Limits
from research.models import Entry, ResearchTask
from research.store.faults import database_trouble
from research.store.lease import take
from research.store.shared import RowCache, RowPace
from research.store.uploads import UploadLibrary
from tests.research.test_lease import run_out
from tests.whole.fake_model import planner, serving
from tests.whole.tasks import Room, advance_until, asked, fresh, lease, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "shelf", "post")]
QUICK = {"retry_seconds": 0, "beat_seconds": 0.2}


@pytest.fixture
def here() -> Room:
    return room()


def cut_all_others() -> None:
    """As a restart does it, from a connection that lives."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        other.execute(f"{others} AND pid <> pg_backend_pid()")


def failures(task: ResearchTask) -> list[dict[str, Any]]:
    return list(Entry.objects.filter(task=task, kind="StepFailed").order_by("seq").values_list("payload", flat=True))


@contextmanager
def cutting(settings: Any, times: int) -> Iterator[None]:
    """While the planner's model is asked, the database cuts whoever is connected: in the middle of a step."""
    left = [times]

    def answer(body: dict[str, Any]) -> Any:
        if left[0] > 0:
            left[0] -= 1
            cut_all_others()
        return planner(body)

    with serving(answer) as model:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": model.binding}
        servers._endpoint.cache_clear()
        yield


def test_a_connection_cut_amid_a_step_costs_no_attempt_however_often(here: Room, settings: Any) -> None:
    task = asked(here, limits={**QUICK, "attempts": 1})
    with cutting(settings, times=3):
        for _ in range(3):
            assert actions.advance(task.pk) is False
            assert (fresh(task).status, lease(task).attempts, lease(task).holder) == ("running", 0, "")
        assert actions.advance(task.pk) is True
    told = {(each["kind"], each["sentence"], each["attempt"]) for each in failures(task)}
    assert told == {("database", "the database could not be reached", 1)}
    assert len(failures(task)) == 3


def test_who_comes_back_after_a_takeover_says_nothing(here: Room) -> None:
    task = asked(here, limits=QUICK)
    held = take(task.pk, "first", 60)
    run_out(task)
    assert held is not None
    assert take(task.pk, "second", 60) is not None
    before = (lease(task).holder, lease(task).attempts)
    database_failed(task, held, Limits(), OperationalError())
    assert (lease(task).holder, lease(task).attempts) == before
    assert failures(task) == []


def test_what_a_step_did_itself_counts_as_an_attempt(here: Room) -> None:
    """A statement that takes too long would take too long for ever."""
    task = asked(here, limits={**QUICK, "attempts": 2})
    advance_until(task, "query")

    def too_long(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith("SELECT") and "research_goal" in sql:
            raise OperationalError("words that quote rows") from psycopg.errors.lookup("57014")()
        return execute(sql, *rest)

    with connection.execute_wrapper(too_long):
        assert actions.advance(task.pk) is False
        assert lease(task).attempts == 1
        assert actions.advance(task.pk) is False
    assert (fresh(task).status, task.failure) == ("failed", "OperationalError")


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("08006", "the database could not be reached"),
        ("57P01", "the database could not be reached"),
        ("57P03", "the database could not be reached"),
        ("53100", "the disk of the database is full"),
        ("53300", "the database has no room for more at present"),
        ("25006", "the database takes nothing at present: it is read-only"),
        ("57014", ""),
        ("55P03", ""),
        ("40P01", ""),
    ],
)
def test_what_ails_the_database_is_told_from_what_ails_a_statement(state: str, told: str) -> None:
    error = OperationalError("words that quote rows")
    error.__cause__ = psycopg.errors.lookup(state)("words that quote rows")
    assert database_trouble(error) == told
    assert database_trouble(ValueError()) == ""
    assert database_trouble(DiskFull("/var is full")) == "the disk of the database is full"
    assert database_trouble(EmbeddedError("it didn't start")) == "the database could not be reached"


@pytest.mark.parametrize("state", ["57P01", "25006"])
def test_no_page_is_told_to_have_failed_because_a_row_could_not_be_read(here: Room, state: str) -> None:
    """A reach swallows whatever befalls one page; a database is no page's business."""
    with cut_off(state):
        with pytest.raises(SharedLost):
            async_to_sync(read)(
                ["https://a.example/1"],
                [],
                Egress(ReachSettings()),
                settings=ReachSettings(),
                cache=RowCache(),
                pace=RowPace(),
            )
        with pytest.raises(SharedLost):
            async_to_sync(RowCache().put)("k", b"v", 60)
        with pytest.raises(OperationalError):
            async_to_sync(RowPace().claim)("k", 60)
        with pytest.raises(OperationalError):
            async_to_sync(UploadLibrary(here.workspace.pk).documents)()


@contextmanager
def cut_off(state: str) -> Iterator[None]:
    """Every statement fails as it does when the server was told to stop."""

    def fail(*_: Any) -> Any:
        with connection.wrap_database_errors:
            raise psycopg.errors.lookup(state)("words that quote rows")

    with connection.execute_wrapper(fail):
        yield


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ("57P01", "the database could not be reached"),
        ("53100", "the disk of the database is full"),
        ("25006", "the database takes nothing at present: it is read-only"),
    ],
)
def test_a_page_says_that_the_database_is_away_and_what_becomes_of_the_tasks(here: Room, state: str, why: str) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(here.ada)
    with cut_off(state):
        page, answer = client.get("/tasks"), client.get("/api/v1/tasks")
    for told in (page, answer):
        assert told.status_code == 503
        assert int(told["Retry-After"]) > 0
        assert "quote rows" not in told.content.decode()
    assert f"The reason: {why}." in page.content.decode()
    assert "go on by themselves once the database is back" in page.content.decode()
    assert (answer.json()["code"], answer.json()["detail"]) == ("database", why)


def test_any_other_fault_is_still_a_fault_of_ours(here: Room) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(here.ada)

    def fail(*_: Any) -> Any:
        raise ZeroDivisionError

    with connection.execute_wrapper(fail):
        page, answer = client.get("/tasks"), client.get("/api/v1/tasks")
    assert (page.status_code, answer.status_code) == (500, 500)
    assert "Something broke on our side" in page.content.decode()
    assert answer.json()["code"] == "failed"
