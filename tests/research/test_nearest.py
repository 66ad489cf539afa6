"""Nearness as the database tells it, by one embedder at a time."""

from collections.abc import Sequence

import numpy as np
import pytest
from asgiref.sync import async_to_sync

from research.engine.events import FactsNoted, FindsSeen, FindsTriaged, PlanDrafted, QueriesWritten
from research.engine.tools import Spoken
from research.models import Embedding, Evidence, Fact, Query, ResearchTask, Source
from research.roles.briefs import Vector
from research.roles.builtin.embedder import Curve, HashingEmbedder, unit
from research.store.archive import RowArchive
from research.store.embeddings import KeptEmbedder
from research.store.nearest import asked
from research.terms import Fact as FactValue
from research.terms import Find
from tests.builders import goal, query
from tests.research.test_store import SEARCHED, told
from tests.research.test_store import task as a_task_with_a_page
from tests.whole.tasks import asked as started
from tests.whole.tasks import room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post", "shelf")]
read = a_task_with_a_page
"""The fixture, under a name beside this file's own."""
TEXTS = [f"{what} of Lanwan {year}" for what in ("storage capacity", "subsidy", "tariff") for year in range(2019, 2025)]


class Letters:
    """Another model: as many numbers as there are letters, and no word in common with the first."""

    name = "letters"
    similarity = Curve([(-1.0, 0.0), (1.0, 1.0)])

    def __init__(self) -> None:
        self.embedded: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.embedded += texts
        return [unit(np.array([text.lower().count(chr(97 + at)) for at in range(26)], dtype=float)) for text in texts]


@pytest.fixture
def task() -> ResearchTask:
    made = started(room())
    told(made, PlanDrafted((goal(1), goal(2))))
    told(made, QueriesWritten(tuple(query(n, text=text, batch=n) for n, text in enumerate(TEXTS, start=1))))
    return made


def embedded(kept: KeptEmbedder, *texts: str) -> list[Vector]:
    return async_to_sync(kept.embed)(list(texts))


def nearest(archive: RowArchive, text: str, most: int = 10) -> list[tuple[str, float]]:
    (vector,) = embedded(archive.embedder, text)  # type: ignore[arg-type]
    return [(each.text, each.similarity) for each in async_to_sync(archive.nearest_queries)(text, vector, most)]


def test_the_database_finds_the_same_as_a_comparison_one_by_one(task: ResearchTask) -> None:
    kept = KeptEmbedder(HashingEmbedder())
    vectors = dict(zip(TEXTS, embedded(kept, *TEXTS), strict=True))
    (aim,) = embedded(kept, "subsidy in Lanwan 2021")
    values = sorted((kept.similarity(aim, vector) for vector in vectors.values()), reverse=True)
    found = nearest(RowArchive(task, kept), "subsidy in Lanwan 2021", 4)
    assert [similarity for _, similarity in found] == pytest.approx(values[:4], abs=1e-6)
    for text, similarity in found:
        assert similarity == pytest.approx(kept.similarity(aim, vectors[text]), abs=1e-6)


def test_another_embedder_sees_no_vector_of_the_first_and_makes_its_own(task: ResearchTask) -> None:
    """B-135: vectors of 1,024 and of 26 numbers lie in one table and never meet."""
    first, second = HashingEmbedder(), Letters()
    embedded(KeptEmbedder(first), *TEXTS)
    found = nearest(RowArchive(task, KeptEmbedder(second)), TEXTS[0])
    assert found[0][0] == TEXTS[0]
    assert found[0][1] == pytest.approx(1)
    assert set(second.embedded) == set(TEXTS)
    assert nearest(RowArchive(task, KeptEmbedder(first)), TEXTS[3])[0][0] == TEXTS[3]
    assert set(Embedding.objects.values_list("embedder", flat=True)) == {first.name, second.name}


def test_a_change_of_embedder_is_worked_off_a_few_texts_a_step_the_newest_first(task: ResearchTask) -> None:
    second = Letters()
    archive = RowArchive(task, KeptEmbedder(second), embedded_again=5)
    nearest(archive, "anything else")
    nearest(archive, "anything else")
    assert second.embedded[1:] == TEXTS[:-6:-1]
    nearest(RowArchive(task, KeptEmbedder(second), embedded_again=5), "anything else")
    assert second.embedded[6:] == TEXTS[-6:-11:-1]


def test_facts_are_found_by_meaning_and_filled_up_with_the_newest(read: ResearchTask) -> None:
    told(read, *SEARCHED)
    facts = [FactValue("Lanwan", "has", f"{n} tariffs", 1, 0.9) for n in range(6)]
    told(read, FactsNoted((FactValue("Liuyu", "pays", "a subsidy for roofs", 1, 0.9), *facts)))
    kept = KeptEmbedder(HashingEmbedder())
    (vector,) = embedded(kept, "subsidy for roofs in Liuyu")
    near = async_to_sync(RowArchive(read, kept).known_facts)("", vector, 3)
    assert near[0] == "Liuyu pays a subsidy for roofs"
    Embedding.objects.all().delete()
    unembedded = async_to_sync(RowArchive(read, kept, embedded_again=0).known_facts)("", vector, 3)
    assert unembedded == tuple(str(row) for row in Fact.objects.filter(task=read).order_by("-id")[:3])


def _hits(task: ResearchTask, of: int, *urls: str) -> None:
    finds = tuple(Find(of, "shelf", url, "", f"https://a.example/{url}", None, at) for at, url in enumerate(urls, 1))
    told(task, FindsSeen(finds), FindsTriaged(tuple((each.url, 0.9) for each in finds), (finds[0].url,)))


def test_what_an_earlier_query_read_is_found_again_for_another_goal_alone(task: ResearchTask) -> None:
    _hits(task, 1, "read", "unread")
    again = async_to_sync(RowArchive(task, HashingEmbedder()).found_by)
    assert [find.title for find in again([1], 2, "capacity")] == ["read"]
    assert [find.title for find in again([1], 1, "another gap")] == ["read"]
    assert again([1], 1, Query.objects.get(task=task, number=1).gap) == ()
    assert again([2], 2, "capacity") == ()


def test_what_was_weighed_again_for_a_gap_is_not_weighed_a_third_time(task: ResearchTask) -> None:
    _hits(task, 1, "read")
    repeat = query(99, of=2, text="the same", twin=1, dropped="repeats query 1", gap="capacity", batch=99)
    told(task, QueriesWritten((repeat,)))
    again = async_to_sync(RowArchive(task, HashingEmbedder()).found_by)
    assert again([1], 2, "capacity") == ()
    assert len(again([1], 2, "another gap")) == 1


def test_what_one_phrasing_of_a_batch_is_credited_with_all_of_them_found(task: ResearchTask) -> None:
    told(task, QueriesWritten((query(51, text="one", batch=50), query(52, text="another", batch=50))))
    _hits(task, 51, "read")
    again = async_to_sync(RowArchive(task, HashingEmbedder()).found_by)
    assert [find.query for find in again([52], 2, "capacity")] == [51]


def test_what_a_search_left_unread_is_found_until_somebody_reads_it(read: ResearchTask) -> None:
    told(read, *SEARCHED, QueriesWritten((query(52, of=2, text="another", batch=51),)))
    _hits(read, 1, "read", "left", "third")
    archive = RowArchive(read, HashingEmbedder())
    left, by = async_to_sync(archive.left_unread), async_to_sync(archive.left_by)
    assert [(find.title, promised) for find, promised in left(1, 0.75, 9)] == [("left", 0.9), ("third", 0.9)]
    assert [find.title for find, _ in left(1, 0.75, 1)] == ["left"]
    assert (left(1, 0.95, 9), left(2, 0.75, 9), by([52], 0.75), by([1], 0.95)) == ((), (), (), ())
    assert [find.title for find in by([1], 0.75)] == ["left", "third"]
    told(read, FindsTriaged((("https://a.example/left", 0.9),), ("https://a.example/left",)))
    assert [find.title for find in by([1], 0.75)] == ["third"]
    _hits(read, 52, "third")
    assert (by([1], 0.75), left(1, 0.75, 9)) == ((), ())


def test_what_a_search_left_unread_that_brought_nothing_is_no_promise(read: ResearchTask) -> None:
    told(read, *SEARCHED)
    _hits(read, 1, "read", "left")
    archive = RowArchive(read, HashingEmbedder())
    assert async_to_sync(archive.left_unread)(1, 0.75, 9)
    Evidence.objects.filter(task=read).update(dropped=True)
    assert async_to_sync(archive.left_unread)(1, 0.75, 9) == ()
    assert async_to_sync(archive.weighed)(1) == ()


def test_every_quote_that_was_weighed_is_known_kept_or_not(read: ResearchTask) -> None:
    told(read, *SEARCHED)
    known = async_to_sync(RowArchive(read, HashingEmbedder()).weighed)(1)
    rows = Evidence.objects.filter(task=read, goal__number=1)
    assert sorted(known) == sorted((row.source.key, row.start) for row in rows) != []


def test_dropped_queries_are_no_twins(task: ResearchTask) -> None:
    told(task, QueriesWritten((query(99, text="a dropped one", twin=1, dropped="repeats query 1"),)))
    assert "a dropped one" not in asked(task).values_list("text", flat=True)


def test_held_sources_tell_their_languages_and_what_they_call_a_term(read: ResearchTask) -> None:
    text = "澜湾的电网储能（grid storage）增长很快。"
    Source.objects.filter(workspace=read.workspace).update(language="zh", text=text)
    spoken = async_to_sync(RowArchive(read, HashingEmbedder()).spoken)
    assert spoken("grid storage of Lanwan", "en", 5) == Spoken(("zh",), ())
    assert spoken("澜湾 电网储能", "zh", 5) == Spoken((), (("电网储能", "grid storage"),))
    assert spoken("澜湾 电网储能", "zh", 0) == Spoken((), ())
