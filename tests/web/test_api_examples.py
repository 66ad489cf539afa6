"""The quick start on the page about the API is run as it stands there."""

import json
from typing import Any

import lxml.html
import pytest
from django.test import Client

from research.models import ResearchTask
from tests.web import rows


@pytest.mark.django_db(transaction=True)
def test_the_example_in_python_asks_a_question(live_server: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """With the visitor's own host filled in, from signing in to the first entries of the journal."""
    ada = rows.person("ada", rows.room())
    client = Client(headers={"host": live_server.url.removeprefix("http://")})
    client.force_login(ada)
    page = lxml.html.fromstring(client.get("/api/docs").content.decode())
    (example,) = [text for code in page.iter("code") if "import httpx2" in (text := code.text_content())]
    exec(compile(example, "example", "exec"), {"password": rows.PASSWORD})
    task = ResearchTask.objects.get(owner=ada)
    assert task.auto_approve
    told = json.loads(capsys.readouterr().out.replace("'", '"').replace("None", "null"))
    assert told["items"][0]["kind"] == "StatusChanged"
