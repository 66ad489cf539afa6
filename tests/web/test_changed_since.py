"""A stored copy says that the live page was seen to differ since: from what was read anyway, and from nothing else."""

from datetime import timedelta

import pytest
from django.test import Client

from research.models import Evidence, Reach, ResearchTask, Source
from research.store.changed_since import differs_since
from tests.web import report_rows, rows
from tests.web.parsed import addresses, page, words

pytestmark = pytest.mark.django_db
LATER = rows.FETCHED + timedelta(days=3)


@pytest.fixture
def task() -> ResearchTask:
    room = rows.room()
    made, _claims = report_rows.reviewed_report(room, rows.person("ana", room))
    return made


def quoted() -> Evidence:
    return Evidence.objects.select_related("source").get(number=2)


def read_again(text: str, **more: object) -> Source:
    old = quoted().source
    return rows.source(old.workspace, text, old.title, **{"url": old.url, "fetched": LATER, **more})


def beside(task: ResearchTask) -> Client:
    client = Client()
    client.force_login(task.owner)
    return client.get(f"/tasks/T-{task.pk}/report?beside={quoted().pk}")


def test_a_page_read_later_with_other_words_is_told_beside_the_copy_with_its_day(task):
    newer = read_again("Output fell by 12 % in the second quarter.")
    shown = page(beside(task))
    assert "the live page was seen to differ" in words(shown) and "2026-03-07" in words(shown)
    assert "The quoted words stood there no longer." in words(shown)
    assert f"/sources/S-{newer.pk}" in addresses(shown)


def test_it_is_said_when_the_quoted_words_stand_all_the_same(task):
    read_again("Corrected. Output fell by 15 % in the second quarter.")
    assert "The quoted words stood there, too." in words(page(beside(task)))


@pytest.mark.parametrize("case", ["never read again", "same words", "earlier", "another page", "another workspace"])
def test_nothing_is_said_of_a_page_that_was_not_seen_to_differ(task, case):
    old = quoted().source
    if case == "same words":
        read_again(old.text)
    if case == "earlier":
        read_again("Other words.", fetched=rows.FETCHED - timedelta(days=3))
    if case == "another page":
        read_again("Other words.", url="https://fire.lanwan.example/another")
    if case == "another workspace":
        rows.source(rows.room("Elsewhere"), "Other words.", old.title, url=old.url, fetched=LATER)
    assert "seen to differ" not in words(page(beside(task))) and differs_since(old) is None


def test_an_address_that_led_to_the_page_is_the_page_and_the_latest_copy_counts(task):
    old = quoted().source
    Source.objects.filter(pk=old.pk).update(other_urls=["https://fire.lanwan.example/short"])
    read_again("First change.", url="https://fire.lanwan.example/short")
    last = read_again(
        "Second change.", url="https://moved.example/", other_urls=[old.url], fetched=LATER + timedelta(1)
    )
    found = differs_since(quoted().source, quoted().quote)
    assert found is not None and found.newer == last and not found.stands


def test_the_copys_own_page_says_it_the_newer_one_does_not_and_looking_fetches_nothing(task):
    newer = read_again("Output fell by 12 %.")
    client = Client()
    client.force_login(task.owner)
    before = Reach.objects.count(), Source.objects.count()
    assert "seen to differ" in words(page(client.get(f"/sources/S-{quoted().source_id}")))
    assert "seen to differ" not in words(page(client.get(f"/sources/S-{newer.pk}")))
    told = client.get(f"/api/v1/sources/S-{quoted().source_id}/since").json()
    assert told["source"] == newer.label and client.get(f"/api/v1/sources/S-{newer.pk}/since").json()["source"] is None
    assert (Reach.objects.count(), Source.objects.count()) == before
