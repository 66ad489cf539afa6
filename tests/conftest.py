"""What every test lives by: no connection leaves this machine, and the database is the embedded one.

Works without Django too: `pytest -p no:django tests/engine` runs the pure parts with nothing but Python.
"""

import ipaddress
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # `pytest` alone doesn't look into the folder it was started from
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "research.settings")
# Not the data of the person who works here; and pages are tested without collecting static files first.
os.environ.setdefault("REDTHREAD_DATA", str(ROOT / ".data" / "tests"))
os.environ.setdefault("HASHED_STATIC", "off")
(Path(os.environ["REDTHREAD_DATA"]) / "static").mkdir(parents=True, exist_ok=True)  # WhiteNoise warns of a missing one

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Not in pyproject.toml, where pytest calls the option unknown as soon as its Django plugin is switched off."""
    if config.pluginmanager.hasplugin("django"):
        import django

        django.setup()


class OutsideConnectionError(AssertionError):
    """A test tried to leave the machine."""


def _is_outside(address: object) -> bool:
    if not isinstance(address, tuple):  # a Unix socket's path
        return False
    try:
        return not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback
    except ValueError:  # a name: only this one is ours
        return address[0] != "localhost"


def _watch_sockets(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook can't be patched away or forgotten by a client library; it sees every connect of this process."""
    if event in ("socket.connect", "socket.sendto") and _is_outside(arguments[1]):
        raise OutsideConnectionError(f"{event} to {arguments[1]}: tests stay on this machine")
    if event == "socket.getaddrinfo" and arguments[0] not in (
        None,
        "",
        "localhost",
        b"localhost",
        socket.gethostname(),
    ):
        try:
            ipaddress.ip_address(str(arguments[0]))
        except ValueError:
            raise OutsideConnectionError(f"look-up of {arguments[0]}: tests stay on this machine") from None


sys.addaudithook(_watch_sockets)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest) -> None:
    """A database for each run, so that two runs at once don't meet; what a killed run left is dropped."""
    from django.conf import settings

    if settings.DATABASE_URL:
        return
    _drop_leftovers()
    settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = f"test_redthread_{os.getpid()}"


def _drop_leftovers() -> None:
    import psutil
    import psycopg
    from django.conf import settings

    from research.embedded import server

    server.ensure_running(settings.DATA)
    with psycopg.connect(server.url(settings.DATA, "postgres"), autocommit=True) as connection:
        found = connection.execute(
            r"SELECT datname FROM pg_database WHERE datname LIKE 'test\_redthread\_%'"
        ).fetchall()
        for (name,) in found:
            if not psutil.pid_exists(int(name.rpartition("_")[2])):
                connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """A real Chromium. Playwright's own download isn't used: the machine's browser is."""
    if CHROMIUM is None:
        pytest.skip("NO BROWSER TEST RAN: there is no Chromium here. Install it (Debian: apt-get install chromium).")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()
