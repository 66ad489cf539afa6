"""The channels page: what each channel is for, how it answered, what holds it back, what is off."""

import asyncio
import socket
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from reach.settings import ReachSettings
from research import actions, wiring
from research.actions import channels
from research.models import ChannelCheck, HostPause
from tests.web import rows
from tests.web.parsed import all_words, page, pick, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def test_each_channel_is_shown_with_its_three_sentences_and_what_it_takes(office):
    shown = page(office.get("/settings/channels"))
    card, named = pick(shown, ".channels .card")
    assert words(named).startswith("pages Reads the pages whose addresses the question names.")
    told = words(card)
    assert told.startswith("documents Searches the workspace's own documents")
    assert "takes no period" in told and "takes no language" in told and "never checked" in told


def test_what_is_off_is_named_with_the_setting_that_turns_it_on(office, settings):
    settings.SEARXNG_URL = ""
    told = dict(zip(*[iter(all_words(page(office.get("/settings/channels")), ".switches code"))] * 2, strict=True))
    assert told == {
        "searxng": "SEARXNG_URL", "tavily": "TAVILY_API_KEY", "brave": "BRAVE_API_KEY", "feeds": "FEEDS",
        "wikipedia": "REACH_CHANNELS", "arxiv": "REACH_CHANNELS", "crossref": "REACH_CHANNELS",
        "openalex": "REACH_CHANNELS", "database": "DATABASE_CHANNEL", "json": "JSON_CHANNELS",
    }  # fmt: skip


def test_what_is_set_up_and_left_out_of_the_list_is_off_by_the_list(settings):
    settings.SEARXNG_URL = "http://127.0.0.1:9"
    settings.REACH_CHANNELS = ("wikipedia",)
    off = {each.name: each.setting for each in actions.switched_off()}
    assert off["searxng"] == off["documents"] == "REACH_CHANNELS" and "wikipedia" not in off


def test_no_key_and_no_address_of_a_setting_is_shown(office, settings):
    settings.CHANNEL_API_KEYS = {"tavily": "tvly-not-to-be-seen", "brave": "", "openalex": ""}
    settings.FEEDS = ["https://feeds.internal/not-to-be-seen"]
    told = office.get("/settings/channels").content.decode()
    assert "tavily" in told and "not-to-be-seen" not in told


def test_a_check_keeps_what_each_channel_said_and_the_list_is_swapped_in_place(office, room, settings):
    settings.SEARXNG_URL = "http://127.0.0.1:9"
    answer = office.post("/settings/channels/check", headers={"HX-Request": "true"})
    assert answer.status_code == 200 and "<html" not in answer.content.decode()
    documents, searxng = (ChannelCheck.objects.get(channel=name) for name in (f"documents/{room.pk}", "searxng"))
    assert documents.ok and documents.detail.endswith("documents can be searched")
    assert not searxng.ok and searxng.detail
    told = all_words(page(answer), ".health")
    assert told[0].startswith("answers") and told[-1].startswith("does not answer")
    assert pick(page(answer), "input[name=csrfmiddlewaretoken]")


def test_without_a_script_the_page_comes_anew(office):
    assert office.post("/settings/channels/check").url == "/settings/channels"
    assert "Every channel was asked." in words(page(office.get("/settings/channels")))


def test_how_many_documents_a_workspace_has_is_no_others_business(office, admin, room):
    actions.check_channels(admin, room)
    elsewhere = rows.room("Elsewhere")
    zoe = rows.person("zoe", elsewhere, "admin")
    assert actions.channel_rows(elsewhere)[0].check is None
    actions.check_channels(zoe, elsewhere)
    assert ChannelCheck.objects.filter(channel__startswith="documents/").count() == 2


def test_a_channel_that_says_nothing_is_given_up_in_time(admin, room, settings, silent, monkeypatch):
    settings.SEARXNG_URL = f"http://{silent}"
    settings.REACH_ALLOW_HOSTS = [silent]
    numbers = wiring.reach_settings()
    monkeypatch.setattr(
        channels, "reach_settings", lambda: ReachSettings(allow_hosts=numbers.allow_hosts, health_seconds=0.3)
    )
    began = time.monotonic()
    actions.check_channels(admin, room)
    assert time.monotonic() - began < 60
    assert ChannelCheck.objects.get(channel="searxng").detail == "no answer within 0.3 s"


def test_a_channel_that_breaks_its_promise_and_raises_is_told_all_the_same():
    class Broken:
        async def health(self) -> Any:
            raise RuntimeError("postgresql://ann:s3cret@host")

    told = asyncio.run(channels._health(Broken()))  # type: ignore[arg-type]
    assert not told.ok and "s3cret" not in told.detail


def test_back_offs_in_force_are_shown_and_past_ones_not(office):
    now = timezone.now()
    HostPause.objects.create(host="searxng:search.example", until=now + timedelta(minutes=5), strikes=3)
    HostPause.objects.create(host="gone.example", until=now - timedelta(minutes=5))
    told = words(page(office.get("/settings/channels")))
    assert "searxng:search.example" in told and "gone.example" not in told


@pytest.mark.parametrize("role", ["analyst", "reviewer"])
def test_only_an_admin_sees_or_checks_channels(client, room, role):
    client.force_login(rows.person("lee", room, role))
    assert client.get("/settings/channels").status_code == 403
    assert client.post("/settings/channels/check").status_code == 403
    assert not ChannelCheck.objects.exists()
