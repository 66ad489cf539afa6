"""What every test lives by: no connection leaves this machine, and the database is the embedded one.

Works without Django too: `pytest -p no:django tests/engine` runs the pure parts with nothing but Python.
"""

import fcntl
import ipaddress
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import hypothesis
import psutil
import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # `pytest` alone doesn't look into the folder it was started from
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "research.settings")
# Not the data of the person who works here; and pages are tested without collecting static files first.
os.environ.setdefault("REDTHREAD_DATA", str(ROOT / ".data" / "tests"))
os.environ.setdefault("HASHED_STATIC", "off")
for shell_of_the_person in ("SEARXNG_URL", "REACH_ALLOW_HOSTS", "DOCUMENTS_FOLDER"):  # where real tasks look
    os.environ.pop(shell_of_the_person, None)
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

# The same examples on every machine and in every run; `make explore` looks for new ones. A slow machine is no fault.
hypothesis.settings.register_profile("same", deadline=None, derandomize=True)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1_000)
hypothesis.settings.load_profile("same")  # `--hypothesis-profile` on the command line goes over it


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Not in pyproject.toml, where pytest calls the option unknown as soon as its Django plugin is switched off."""
    if config.pluginmanager.hasplugin("django"):
        import django
        from django.conf import settings

        django.setup()
        settings.WHITENOISE_AUTOREFRESH = True  # or it walks all static files for every client that a test makes


MOST_WORKERS = 8  # each has a database, and at times a browser, of its own: beyond it they wait for disk and memory
WORKER_BYTES = 1_200_000_000  # what one of them, its browser and its share of the server take at their largest


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """What `make test` runs on. pytest-xdist would count the cores of the machine, not those that are ours."""
    if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        return None
    fitting = psutil.virtual_memory().available // WORKER_BYTES
    return max(1, min(_cores(), fitting, MOST_WORKERS))


def _cores() -> int:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    given = Path("/sys/fs/cgroup/cpu.max")  # a container's share: microseconds of so many, or "max"
    quota, _, period = given.read_text().partition(" ") if given.exists() else ("max", "", "")
    return cores if quota == "max" else min(cores, max(1, round(int(quota) / int(period))))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first, or the last worker would be alone with one of them while the others are done."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test that is marked `alone` waits for the other workers' tests to end, and they wait for its own."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return (yield)
    with _the_machine(for_itself=item.get_closest_marker("alone") is not None):
        return (yield)


@contextmanager
def _the_machine(for_itself: bool) -> Iterator[None]:
    """Shared or not. Whoever waits for it holds the gate, so that the others can't pass him by for ever."""
    places = Path(os.environ["REDTHREAD_DATA"])
    with (places / "tests-gate").open("w") as gate, (places / "tests-machine").open("w") as machine:
        fcntl.flock(gate, fcntl.LOCK_EX)
        fcntl.flock(machine, fcntl.LOCK_EX if for_itself else fcntl.LOCK_SH)
        fcntl.flock(gate, fcntl.LOCK_UN)
        yield


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
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # milliseconds; the usual 5 s are short for a busy machine
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()
