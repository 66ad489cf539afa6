"""The whole application behind a real port, and a browser that reports what the content policy refused."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import CHROMIUM, CHROMIUM_ARGUMENTS

if TYPE_CHECKING:
    from django.test import Client

    from research.models import Claim, ResearchTask, User, Workspace


@dataclass
class Visitor:
    """One browser window. `refused` collects what the policy blocked and what the page's scripts threw."""

    page: Any
    address: str
    refused: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def sign_in(self, name: str) -> None:
        from tests.web.rows import PASSWORD  # here, since this file is read before Django is set up

        self.go("/sign-in")
        self.page.fill("#id_username", name)
        self.page.fill("#id_password", PASSWORD)
        self.page.click("main button")
        self.page.wait_for_selector(".ways")


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """A slow hash is the point in life and half of the time in tests."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def room() -> "Workspace":
    """Rows are imported within, here and below, since this file is read before Django is set up."""
    from tests.web import rows

    return rows.room()


@pytest.fixture
def admin(room: "Workspace") -> "User":
    from tests.web import rows

    return rows.person("rui", room, "admin")


@pytest.fixture
def office(client: "Client", admin: "User") -> "Client":
    """The settings as an admin has them."""
    client.force_login(admin)
    return client


@pytest.fixture
def mei(room: "Workspace") -> "User":
    from tests.web import rows

    return rows.person("mei", room, "reviewer")


@pytest.fixture
def rui(room: "Workspace") -> "User":
    from tests.web import rows

    return rows.person("rui", room, "reviewer")


@pytest.fixture
def written(room: "Workspace") -> tuple["ResearchTask", list["Claim"]]:
    """A report with sentences that wait, asked for by Ana, who reviews nothing."""
    from tests.web import report_rows, rows

    return report_rows.reviewed_report(room, rows.person("ana", room))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """For one file of tests at a time: Playwright keeps a loop running in this thread for as long as it is open, and
    neither Django's rows nor asyncio's own tests bear that. Tests in a browser stand in files of their own."""
    if CHROMIUM is None:
        pytest.skip("NO BROWSER TEST RAN: there is no Chromium here. Install it (Debian: apt-get install chromium).")
    from playwright.sync_api import sync_playwright

    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def served(browser: Any, transactional_db: None, settings: Any) -> Iterator[str]:
    """Uvicorn in a thread of its own, with sockets; ends with the test, and its connections with it."""
    import uvicorn

    from research.asgi import application

    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        application, log_level="warning", lifespan="off", ws="websockets-sansio", timeout_graceful_shutdown=2
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)
    listener.close()


@pytest.fixture
def visitor(served: str, browser: Any) -> Iterator[Callable[..., Visitor]]:
    opened: list[Any] = []

    def visit(**options: Any) -> Visitor:
        context = browser.new_context(**{"locale": "en-GB", "viewport": {"width": 1360, "height": 900}, **options})
        opened.append(context)
        seen = Visitor(context.new_page(), served)
        seen.page.on("console", lambda said: seen.refused.append(said.text) if said.type == "error" else None)
        seen.page.on("pageerror", lambda error: seen.refused.append(str(error)))
        return seen

    yield visit
    for context in opened:
        context.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """WhiteNoise reads files synchronously, and Django says so at each of them; that is no fault of the page."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume:Warning"))
