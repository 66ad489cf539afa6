"""Somebody who has a task's page open: over a socket all the time, and loaded anew every few seconds."""

import contextlib
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from research.models import Membership, ResearchTask, User

RELOAD_SECONDS = 5
WAIT_SECONDS = 1
"""For news, before the socket is asked whether it is over; and before a lost one is opened again."""


@dataclass(slots=True)
class Heard:
    """Answers that came well."""

    pages: int = 0
    news: int = 0
    over: threading.Event = field(default_factory=threading.Event)


@contextlib.contextmanager
def watched(task: ResearchTask, port: int) -> Iterator[Heard]:
    """An analyst of the task's workspace, gone afterwards."""
    person = User.objects.create_user(f"onlooker {uuid.uuid4().hex}")
    Membership.objects.create(workspace=task.workspace, person=person, role=Membership.Role.ANALYST)
    cookie, heard = _signed_in(person), Heard()
    threads = [threading.Thread(target=each, args=[task.pk, port, cookie, heard]) for each in (_listen, _reload)]
    for thread in threads:
        thread.start()
    try:
        yield heard
    finally:
        heard.over.set()
        for thread in threads:
            thread.join()
        person.delete()


def _signed_in(person: User) -> str:
    """A session as a sign-in leaves it."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def _listen(task: int, port: int, cookie: str, heard: Heard) -> None:
    from websockets.exceptions import WebSocketException

    while not heard.over.wait(WAIT_SECONDS):
        with contextlib.suppress(OSError, WebSocketException):
            _hear(task, port, cookie, heard)


def _hear(task: int, port: int, cookie: str, heard: Heard) -> None:
    """Until the socket is lost, or nobody listens any more."""
    from websockets.sync.client import connect
    from websockets.typing import Origin

    address, origin = f"ws://127.0.0.1:{port}/ws/tasks/T-{task}", Origin(f"http://127.0.0.1:{port}")
    with connect(address, origin=origin, additional_headers={"Cookie": cookie}, max_size=None) as line:
        while not heard.over.is_set():
            with contextlib.suppress(TimeoutError):
                line.recv(WAIT_SECONDS)
                heard.news += 1


def _reload(task: int, port: int, cookie: str, heard: Heard) -> None:
    while not heard.over.wait(RELOAD_SECONDS):
        with contextlib.suppress(OSError, HTTPException), contextlib.closing(HTTPConnection("127.0.0.1", port)) as line:
            line.request("GET", f"/tasks/T-{task}", headers={"Cookie": cookie})
            answer = line.getresponse()
            answer.read()
            heard.pages += answer.status == 200
