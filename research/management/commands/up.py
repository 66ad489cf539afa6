"""`manage.py up`: everything on one machine, from an empty folder to a page in the browser, as one process to stop."""

import fcntl
import multiprocessing
import signal
import socket
import sys
from argparse import ArgumentParser
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from research.embedded import server
from research.embedded.kernel import locked
from research.management.schema import bring_up_to_date
from research.management.supervise import Part, Supervisor, beat_part, sweep, web_part, worker_part

FIRST_PORT, LAST_PORT = 8000, 8099  # tried in this order unless PORT is set
BACKLOG = 128  # callers that wait while the web server starts
ANSWER_SECONDS = 1.0  # for one look whether the page is there
PORT_TAKEN = 2  # exit code


class Command(BaseCommand):
    help = "Start the web server, workers and the sweeper, and keep them running until Ctrl-C."
    requires_system_checks = []  # made while preparing: they load every page

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--workers", type=int, default=2, help="processes that advance tasks; 0 for none (default: 2)"
        )
        parser.add_argument("--no-web", action="store_true", help="no web server: for a machine that only works")

    def handle(self, *, workers: int, no_web: bool, **_: Any) -> None:
        told = _until_told()
        data: Path = settings.DATA
        data.mkdir(parents=True, exist_ok=True)
        with locked(data / "up.lock", fcntl.LOCK_EX | fcntl.LOCK_NB) as alone:
            if not alone:
                raise CommandError(f"Redthread is running already with {data}. Stop it first, or set REDTHREAD_DATA.")
            listener = None if no_web else listen(settings.HOST, settings.PORT)
            if swept := sweep(data / "up.json"):
                self._say("up", f"ended {swept} processes that an earlier run left behind")
            if not settings.DATABASE_URL:
                server.ensure_running(data)
            self._prepare_apart(settings.HASHED_STATIC and not no_web)
            parts = _parts(workers, listener)
            with Supervisor(parts, settings.BASE, data / "up.json", self._say) as supervisor:
                self._watch(supervisor, listener, told)
            self._say("up", "stopped")

    def _prepare_apart(self, hashed: bool) -> None:
        """In a process of its own, which takes with it what it had to load: a hundred megabytes that the supervisor
        would otherwise carry for as long as it lives."""
        child = multiprocessing.get_context("fork").Process(target=self._prepare, args=[hashed])
        child.start()
        child.join()
        if child.exitcode:
            sys.exit(child.exitcode)

    def _prepare(self, hashed: bool) -> None:
        from reach.egress import Egress
        from research.actions.people import FIRST_ADMIN, first_admin
        from research.wiring import reach_settings

        try:
            self.check()
            bring_up_to_date()
        except CommandError as error:
            self.stderr.write(f"redthread: {error}")
            sys.exit(1)
        if password := first_admin():
            self.stdout.write(f"\n  First admin: {FIRST_ADMIN}\n  One-time password: {password}\n\n")
        self._say("up", Egress(reach_settings()).route())
        if hashed:
            call_command("collectstatic", interactive=False, verbosity=0)

    def _watch(self, supervisor: Supervisor, listener: socket.socket | None, told: list[int]) -> None:
        greeted = listener is None
        while not told:
            supervisor.tick()
            if not greeted and listener is not None and _answers(listener):
                greeted = True
                self.stdout.write(f"Redthread is at {address(listener)} — press Ctrl-C to stop")
                self.stdout.flush()

    def _say(self, who: str, what: str) -> None:
        """Whoever listened may be gone (`make run | head`); the work goes on."""
        with suppress(BrokenPipeError):
            self.stdout.write(f"{who:<8} | {what}")
            self.stdout.flush()


def _until_told() -> list[int]:
    told: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        told.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, note)
    return told


def _parts(workers: int, listener: socket.socket | None) -> list[Part]:
    parts = [] if listener is None else [web_part(listener.fileno(), settings.BEHIND_PROXY)]
    if workers:
        parts += [*(worker_part(number) for number in range(1, workers + 1)), beat_part()]
    if not parts:
        raise CommandError("--no-web with --workers 0 leaves nothing to start.")
    return parts


def listen(host: str, port: int | None) -> socket.socket:
    """The port is ours from here on, so two starts at one moment can't choose the same."""
    for candidate in [port] if port else range(FIRST_PORT, LAST_PORT + 1):
        with suppress(OSError):
            return socket.create_server((host, candidate), family=_family(host), backlog=BACKLOG)
    if port is None:
        sys.exit(f"redthread: no port from {FIRST_PORT} to {LAST_PORT} is free on {host}. Set PORT to another one.")
    sys.stderr.write(
        f"redthread: port {port} on {host} is taken or not allowed. Set PORT to a free one, or unset it.\n"
    )
    sys.exit(PORT_TAKEN)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _answers(listener: socket.socket) -> bool:
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  # compared, not bound
    with closing(HTTPConnection(host, port, timeout=ANSWER_SECONDS)) as caller:
        try:
            caller.request("GET", "/health/live", headers={"Host": "localhost"})
            return caller.getresponse().status < 500
        except (OSError, HTTPException):
            return False
