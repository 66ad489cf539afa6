"""Recall: a task's own evidence and summaries by meaning, for another goal or section, and nobody else's ever."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from research import actions
from research.engine.events import EvidenceWeighed, PlanDrafted, QueriesWritten, Summarised
from research.engine.recalled import Near
from research.management.measure import many_rows
from research.models import Blob, Embedding, Evidence, Query, ResearchTask, Source, SummaryRow
from research.roles.builtin.embedder import HashingEmbedder
from research.store.archive import RowArchive
from research.store.embeddings import KeptEmbedder
from research.store.nearest import asked as sent
from research.store.nearest import unseen
from research.store.recall import quotes, without_vector
from research.store.record import record
from tests.builders import evidence, goal, query, source
from tests.research.test_store import SUMMARY
from tests.whole.tasks import Room, asked, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post", "shelf")]
QUOTES = {
    1: (1, "Lanwan had 1,240 MWh of grid storage capacity at the end of 2024."),
    2: (1, "The subsidy for roofs in Liuyu ended in May."),
    3: (2, "Grid storage capacity in Lanwan grew by a fifth."),
    4: (2, "Salt is white."),
}
ASKED = "grid storage capacity of Lanwan"


def filled(task: ResearchTask) -> ResearchTask:
    """Two goals with two quotes each; the same words in every task that is filled."""
    page = source("Statistics")
    raw, _ = Blob.objects.get_or_create(sha256="0" * 64, defaults={"size": 1, "body": b"x"})
    Source.objects.get_or_create(
        workspace=task.workspace, key=page.key,
        defaults={"url": page.url, "title": page.title, "publisher": page.publisher, "published": page.published,
                  "credibility": page.credibility, "language": "en", "fetched": task.created, "raw": raw,
                  "content_type": "text/html", "text": "x" * 999, "text_sha256": "0" * 64},
    )  # fmt: skip
    pieces = tuple(evidence(n, goal=of, quote=quote, source=page) for n, (of, quote) in QUOTES.items())
    record(task, 1, [PlanDrafted((goal(1), goal(2, "another"))), QueriesWritten((query(1),)), EvidenceWeighed(pieces)])
    return task


@pytest.fixture
def here() -> Room:
    return room()


def archive(task: ResearchTask, **more: Any) -> RowArchive:
    return RowArchive(task, KeptEmbedder(HashingEmbedder()), **more)


def vector(text: str = ASKED) -> Any:
    (made,) = async_to_sync(KeptEmbedder(HashingEmbedder()).embed)([text])
    return made


def near(task: ResearchTask, most: int = 10, without: Any = (), **more: Any) -> tuple[Near, ...]:
    return async_to_sync(archive(task, **more).near_evidence)(vector(), most, without)


def numbers(found: tuple[Near, ...]) -> list[int]:
    return [each.piece.number for each in found]


def test_what_another_goal_found_comes_back_by_meaning_nearest_first(here: Room) -> None:
    found = near(filled(asked(here)))
    assert set(numbers(found)[:2]) == {1, 3} and len(found) == 4
    assert [each.similarity for each in found] == sorted((each.similarity for each in found), reverse=True)
    kept = KeptEmbedder(HashingEmbedder())
    (quote,) = async_to_sync(kept.embed)([found[0].piece.quote])
    assert found[0].similarity == pytest.approx(kept.similarity(vector(), quote), abs=1e-6)


def test_what_is_in_hand_is_not_offered_again(here: Room) -> None:
    assert set(numbers(near(filled(asked(here)), without=[1, 4]))) == {2, 3}


def test_what_was_dropped_rejected_or_outdone_is_recalled_by_nobody(here: Room) -> None:
    task = filled(asked(here))
    rows = Evidence.objects.filter(task=task)
    rows.filter(number=1).update(dropped=True)
    rows.filter(number=2).update(accepted=False)
    rows.filter(number=4).update(same_as=rows.get(number=3))
    assert numbers(near(task)) == [3]


def test_no_row_of_another_task_or_workspace_can_come_back_though_it_has_the_same_words(here: Room) -> None:
    """Vectors are shared by their text's hash; rows never are."""
    mine = filled(asked(here))
    beside = filled(actions.start(here.ada, here.workspace, "Another question?", auto_approve=True))
    stranger = filled(asked(room("Other desk")))
    secret = "Lanwan grid storage capacity: the strangers' own figure, 9,999 MWh."
    for task in (beside, stranger):
        Evidence.objects.filter(task=task, number=1).update(quote=secret)
        near(task)
    Evidence.objects.filter(task=mine, number=1).delete()
    for found in (near(mine), near(mine, most=500)):
        assert numbers(found) and 1 not in numbers(found)
        assert not any(each.piece.quote == secret for each in found)
    assert Embedding.objects.count() >= 5, "its vector lies in the same table"
    empty = asked(room("Third desk"))
    assert near(empty) == () and async_to_sync(archive(empty).near_goals)(vector()) == ()


def test_owner_and_task_stand_in_the_statement_that_compares(here: Room) -> None:
    task = filled(asked(here))
    near(task)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        near(task)
    compared = [query["sql"] for query in seen if "<=>" in query["sql"]]
    assert len(compared) == 1
    assert f'."task_id" = {task.pk}' in compared[0]
    assert f'."workspace_id" = {task.workspace_id}' in compared[0]


def test_quotes_get_their_vectors_a_few_a_step_the_newest_first(here: Room) -> None:
    task = filled(asked(here))
    assert set(numbers(near(task, embedded_again=2))) == {3, 4}
    assert len(near(task, embedded_again=2)) == 4


def summed(task: ResearchTask, number: int, question: str, conclusion: str) -> None:
    from dataclasses import replace

    record(task, 2, [Summarised(replace(SUMMARY, goal=number, question=question, conclusion=conclusion), False, 0)])


def test_finished_goals_are_ranked_by_what_they_came_to(here: Room) -> None:
    mine, beside = (filled(task) for task in (asked(here), actions.start(here.ada, here.workspace, "Other?")))
    for task in (mine, beside):
        summed(task, 1, "What became of the subsidy?", "It ended in May.")
        summed(task, 2, ASKED, "1,240 MWh of grid storage capacity.")
    assert async_to_sync(archive(mine).near_goals)(vector()) == (2, 1)
    SummaryRow.objects.filter(task=mine, goal__number=2).update(dropped=True)
    assert async_to_sync(archive(mine).near_goals)(vector()) == (1,)


def handled(sql: str) -> Iterator[float]:
    """Of each part of the statement's plan, the rows that it read or passed on, over all its rounds."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}")
        (told,) = cursor.fetchone()
    parts = [(json.loads(told) if isinstance(told, str) else told)[0]["Plan"]]
    for part in parts:
        parts += part.get("Plans", [])
        removed = sum(part[name] for name in part if name.startswith("Rows Removed"))
        yield (part["Actual Rows"] + removed) * part["Actual Loops"]


@pytest.mark.parametrize("of", ["quotes", "queries"])
def test_to_look_for_texts_without_a_vector_never_runs_through_the_vectors_for_each(
    here: Room, monkeypatch: pytest.MonkeyPatch, of: str
) -> None:
    """Hashes of a few hundred thousand texts outgrow what the server keeps in memory; here 64 kB is left."""
    monkeypatch.setattr(many_rows, "TASKS", 4)
    monkeypatch.setattr(many_rows, "PIECES", 500)
    embedder = HashingEmbedder()
    task, rows = many_rows.filled(embedder)
    query, hashes = task.queries.get(), Embedding.objects.values_list("text_hash", flat=True).order_by("pk")
    more = {"task": task, "goal": query.goal, "batch": 1, "gap": "?", "text": "?"}
    Query.objects.bulk_create(Query(number=at, embedding_hash=each, **more) for at, each in enumerate(hashes, 2))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute("ANALYZE research_query")
    with CaptureQueriesContext(connection) as seen:
        found = without_vector(quotes(task), embedder, 9) if of == "quotes" else unseen(sent(task), embedder, 9)
    assert found == ([] if of == "quotes" else ["?"]), "the one query that was written without a vector"
    assert 0 < max(handled(seen[0]["sql"])) <= 2 * rows
