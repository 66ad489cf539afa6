"""The library channel: both languages, all forms, unreadable files by name, no network."""

import os
from datetime import date, datetime
from pathlib import Path

import pytest

from reach.cache import NoCache
from reach.errors import Kind, ReachError
from reach.library import Document, document_of, front_matter
from reach.pace import LocalPace
from reach.pages import Period, Status
from reach.providers.documents import Documents, FolderLibrary
from reach.search import Batch, Variant, search
from reach.settings import ReachSettings

LEVELS = """---
title: Reservoir levels in March
published: 2030-04-28
publisher: Northern Water Agency
url: https://water.example/levels
kind: official
---
# Levels

The reservoir held 8.2 million cubic metres in March 2030. That is 3.5 % less than a year before.

Repairs at the northern sluice end in June.
"""
LITHIUM = """---
title: 碳酸锂价格周报
published: 2030-03-20
publisher: 锂业协会
---
二〇三〇年三月，碳酸锂均价为每吨8.2万元，环比下降3.5%。分析师认为需求将在下半年回升。
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "levels.md").write_text(LEVELS, encoding="utf-8")
    (tmp_path / "lithium.txt").write_text(LITHIUM, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "sluice page.html").write_text(
        "<html><head><title>Sluice</title><meta name='date' content='2029-01-05'></head>"
        "<body><main><p>The sluice was built in 1931 of granite.</p></main></body></html>"
    )
    (tmp_path / "notes.xyz").write_text("granite granite granite")
    (tmp_path / ".hidden.md").write_text("granite granite")
    return tmp_path


@pytest.fixture
def documents(folder: Path, noon: datetime) -> Documents:
    return Documents(FolderLibrary(folder), now=lambda: noon)


async def find(documents: Documents, query: str, period: Period | None = None, limit: int = 6):
    return await documents.search(query, period=period, language=None, limit=limit)


async def test_an_english_question_finds_its_document_and_sentence(
    documents: Documents, connections: list[object]
) -> None:
    hits = await find(documents, "How much water did the reservoir hold in March 2030?")
    assert hits[0].title == "Reservoir levels in March"
    assert "8.2 million cubic metres" in hits[0].snippet
    assert (hits[0].url, hits[0].published, hits[0].rank) == ("doc://levels.md", date(2030, 4, 28), 1)
    assert connections == []


async def test_a_chinese_question_finds_its_document(documents: Documents) -> None:
    hits = await find(documents, "碳酸锂的均价是多少？")
    assert hits[0].title == "碳酸锂价格周报"
    assert "每吨8.2万元" in hits[0].snippet


async def test_words_that_no_document_holds_find_nothing(documents: Documents) -> None:
    assert await find(documents, "quantum chromodynamics") == []
    assert await find(documents, "的 the of") == []
    assert await find(documents, "") == []


async def test_snippets_and_numbers_of_hits_are_bounded(folder: Path) -> None:
    for n in range(9):
        (folder / f"more{n}.txt").write_text("The sluice of granite was opened. " * 40)
    hits = await find(Documents(FolderLibrary(folder)), "granite sluice", limit=5)
    assert len(hits) == 5
    assert all(0 < len(hit.snippet) <= 200 for hit in hits)
    assert [hit.rank for hit in hits] == [1, 2, 3, 4, 5]


async def test_the_period_filters_dated_documents_before_the_limit(documents: Documents) -> None:
    period = Period(date(2030, 1, 1), None)
    assert [hit.url for hit in await find(documents, "sluice", period, limit=1)] == ["doc://levels.md"]


async def test_a_page_carries_what_the_front_matter_declares(documents: Documents) -> None:
    page = await documents.read("doc://levels.md")
    assert page.text.startswith("Levels\n\nThe reservoir held")
    assert (page.publisher, page.kind, page.language) == ("Northern Water Agency", "official", "en")
    assert page.published == date(2030, 4, 28)
    assert page.final_url == "doc://levels.md"
    assert page.fetched_at.tzinfo is not None


async def test_a_file_in_a_folder_below_has_an_address_that_leads_back(documents: Documents) -> None:
    (hit,) = await find(documents, "granite")
    assert hit.url == "doc://deep/sluice%20page.html"
    assert documents.owns(hit.url) and not documents.owns("https://water.example/levels")
    page = await documents.read(hit.url)
    assert (page.title, page.published) == ("Sluice", date(2029, 1, 5))


@pytest.mark.parametrize("url", ["doc://nothing.md", "doc://../etc/passwd", "doc:///etc/passwd", "doc://"])
async def test_what_the_library_does_not_hold_is_not_found(url: str, documents: Documents) -> None:
    with pytest.raises(ReachError) as failure:
        await documents.read(url)
    assert failure.value.kind is Kind.NOT_FOUND


async def test_a_file_is_read_again_only_when_it_changed(folder: Path) -> None:
    library = FolderLibrary(folder)
    first = {document.id: document for document in await library.documents()}
    (folder / "levels.md").write_text("Changed words about herons.")
    os.utime(folder / "levels.md", (1, 1))
    second = {document.id: document for document in await library.documents()}
    assert second["lithium.txt"] is first["lithium.txt"]
    assert second["levels.md"] is not first["levels.md"]


async def test_a_document_that_comes_goes_or_changes_is_noticed_by_the_next_search(folder: Path) -> None:
    documents = Documents(FolderLibrary(folder))
    assert await find(documents, "herons") == []
    (folder / "herons.md").write_text("Herons nest at the sluice.")
    assert len(await find(documents, "herons")) == 1
    (folder / "herons.md").unlink()
    assert await find(documents, "herons") == []


async def test_links_out_of_the_folder_and_a_missing_folder_give_nothing(folder: Path, tmp_path_factory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text("secret granite")
    (folder / "link.md").symlink_to(outside)
    assert "link.md" not in {document.id for document in await FolderLibrary(folder).documents()}
    assert list(await FolderLibrary(folder / "nowhere").documents()) == []


async def test_an_unreadable_document_is_told_by_name_and_the_others_are_searched(folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nonsense")
    (folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10)
    (folder / "empty.md").write_bytes(b"")
    found = await search(
        Batch((Variant("granite sluice"), Variant("reservoir level"))),
        [Documents(FolderLibrary(folder))],
        settings=ReachSettings(),
        cache=NoCache(),
        pace=LocalPace(),
    )
    assert {hit.url for hit in found.hits} >= {"doc://levels.md", "doc://deep/sluice%20page.html"}
    failed = {outcome.target: outcome.kind for outcome in found.outcomes if outcome.status is Status.FAILED}
    assert failed == {"broken.pdf": Kind.PARSE_FAILED, "picture.html": Kind.NOT_TEXT, "empty.md": Kind.NOT_TEXT}


async def test_a_document_above_the_cap_fails_by_name(folder: Path) -> None:
    settings = ReachSettings(body_bytes=1_000)
    (folder / "large.txt").write_text("word " * 1_000)
    documents = Documents(FolderLibrary(folder, settings), settings)
    assert await documents.prepare() == 3
    assert [(one.target, one.kind) for one in documents.troubles()] == [("large.txt", Kind.TOO_LARGE)]


async def test_uploads_are_searched_like_files() -> None:
    class Uploads:
        async def documents(self):
            return [document_of("17", "levels.md", LEVELS.encode()), Document("18", "x.bin", b"plain words on herons")]

    documents = Documents(Uploads())
    assert (await find(documents, "herons"))[0].url == "doc://18"
    assert (await find(documents, "sluice"))[0].url == "doc://17"


@pytest.mark.parametrize(
    ("body", "told", "rest"),
    [
        (b"---\ntitle: A: b\n---\ntext", {"title": "A: b"}, b"text"),
        (b"\xef\xbb\xbf---\r\ntitle: 'A'\r\n---\r\ntext", {"title": "A"}, b"text"),
        (b"---\n\n---\ntext", {}, b"---\n\n---\ntext"),
        (b"text\n---\ntitle: x\n---\n", {}, b"text\n---\ntitle: x\n---\n"),
        (b"---\nno end", {}, b"---\nno end"),
    ],
)
def test_front_matter_is_read_where_it_stands_at_the_beginning(body: bytes, told: dict[str, str], rest: bytes) -> None:
    assert front_matter(body) == (told, rest)


def test_a_date_that_is_none_is_left_out() -> None:
    assert document_of("a", "a.md", b"---\npublished: soon\n---\nx").published is None
