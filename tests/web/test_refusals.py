"""What the log says of refused requests, through the handler that the settings name."""

import logging
import logging.config
from collections.abc import Iterator
from io import StringIO

import pytest
from django.conf import settings
from django.test import Client

from tests.web import rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def log() -> Iterator[StringIO]:
    logging.config.dictConfig(settings.LOGGING)
    (console,) = logging.getLogger("django").handlers
    assert isinstance(console, logging.StreamHandler)
    before, heard = console.stream, StringIO()
    console.setStream(heard)
    yield heard
    console.setStream(before)


@pytest.fixture
def analyst() -> Client:
    client = Client()
    client.force_login(rows.person("ana", rows.room()))
    return client


@pytest.mark.parametrize(("path", "status"), [("/settings/thresholds", 403), ("/tasks/T-99", 404), ("/nowhere", 404)])
def test_a_refusal_is_one_line(analyst: Client, log: StringIO, path: str, status: int) -> None:
    assert analyst.get(path).status_code == status
    (line,) = log.getvalue().splitlines()
    assert path in line and "WARNING django.request" in line


def test_a_fault_of_ours_keeps_its_traceback(log: StringIO) -> None:
    try:
        raise RuntimeError("the roof fell in")
    except RuntimeError:
        logging.getLogger("django.request").exception("Internal Server Error: /tasks", extra={"status_code": 500})
        logging.getLogger("django").exception("somewhere else")
    assert log.getvalue().count("\nRuntimeError: the roof fell in") == 2
