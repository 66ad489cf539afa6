"""Figures that mean the same are the same on every page: results, hits, pages read, quotes kept (one whole task)."""

import re

import pytest
from django.test import Client

from research.models import Reach, ResearchTask
from research.store import yields
from tests.whole.tasks import advance_until, asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "shelf", "post")]


@pytest.fixture
def task() -> ResearchTask:
    return advance_until(asked(room()), "done")


@pytest.fixture
def reader(task: ResearchTask) -> Client:
    client = Client()
    client.force_login(task.owner)
    return client


def text(reader: Client, address: str) -> str:
    answer = reader.get(address)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def numbers(pattern: str, told: str) -> list[int]:
    return [int(found) for found in re.findall(pattern, told)]


def test_results_hits_and_pages_agree_wherever_they_are_told(reader: Client, task: ResearchTask) -> None:
    live, report = text(reader, f"/tasks/T-{task.pk}"), text(reader, f"/tasks/T-{task.pk}/report")
    listed = text(reader, f"/tasks/T-{task.pk}/reached")
    method = re.compile(r"Queries: (\d+)\. Results: (\d+), each page once: (\d+)\. Pages read: (\d+)\.")
    (stands,) = method.findall(listed)
    assert method.findall(report) == [stands]
    queries, results, hits, pages = map(int, stands)
    assert results > hits > 0 < pages, "a page that two phrasings found is two results and one hit"
    assert sum(numbers(r"Searched: (\d+) results?", live)) == results
    assert sum(numbers(r"(?:fetched|from the cache): (\d+) results?", listed)) == results
    assert sum(numbers(r"Of (\d+) hits, each page once", live)) == hits
    assert sum(numbers(r"· (\d+) hits, \d", live)) == hits, "the rounds' own figures"
    opened = Reach.objects.filter(task=task, purpose="read", items__gt=0).values_list("target", flat=True)
    assert pages == len(set(opened))
    told = reader.get(f"/api/v1/tasks/{task.label}/report").json()["looked"]
    assert (told["queries"], told["results"], told["hits"], told["pages"]) == (queries, results, hits, pages)


def test_a_query_has_the_results_that_its_own_text_brought(reader: Client, task: ResearchTask) -> None:
    told = {row.text: row.results for row in yields.shown(task.queries.filter(dropped=""))}
    rows = Reach.objects.filter(task=task, purpose="search")
    assert sum(told.values()) == sum(rows.values_list("items", flat=True)) > 0
    assert len([n for n in told.values() if n]) > 1, "a later phrasing doesn't lose what an earlier one found, too"
    page = reader.get(f"/tasks/T-{task.pk}/retrospect").content.decode()
    for words, results in told.items():
        row = page[page.index(f">{words}</span>") :].partition("</tr>")[0]
        assert re.search(rf'<td data-label="Results"[^>]*>{results}</td>', row), words
