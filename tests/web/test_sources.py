"""The library and uploads."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from research.models import Evidence, User, Workspace
from research.store.stored_copy import pieces
from tests.web import rows


@pytest.fixture
def room(db: None) -> Workspace:
    return rows.room()


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


@given(st.text(max_size=60), st.lists(st.tuples(st.integers(0, 70), st.integers(1, 40)), max_size=6))
def test_a_cut_text_is_the_text_and_every_quote_that_fits_begins_somewhere(
    text: str, spans: list[tuple[int, int]]
) -> None:
    quotes = [Evidence(pk=n, start=start, end=start + length) for n, (start, length) in enumerate(spans, start=1)]
    cut = pieces(text, quotes)
    assert "".join(piece.text for piece in cut) == text
    for quote in quotes:
        marked = "".join(piece.text for piece in cut if quote in piece.quoted)
        begun = [piece for piece in cut if quote in piece.begins]
        fits = quote.end <= len(text)
        assert marked == (text[quote.start : quote.end] if fits else "")
        assert len(begun) == (1 if fits else 0)


def test_the_stored_text_shows_every_quote_of_every_task_at_its_place(
    client: Client, room: Workspace, ada: User
) -> None:
    page = rows.source(room, "澜湾电网：😀 装机48.5万千瓦。\r\nStorage <b>grew</b> by 77 %.", language="zh")
    one = rows.evidence(rows.goal(rows.task(room, ada)), page, "装机48.5万千瓦")
    two = rows.evidence(rows.goal(rows.task(room, ada)), page, "Storage <b>grew</b>")
    shown = client.get(f"/sources/S-{page.pk}").content.decode()
    assert f'<a class="anchor" id="{one.label}"></a><mark>装机48.5万千瓦</mark>' in shown
    assert f'<a class="anchor" id="{two.label}"></a><mark>Storage &lt;b&gt;grew&lt;/b&gt;</mark>' in shown


def test_a_source_without_a_web_address_is_no_link(client: Client, room: Workspace) -> None:
    for url in ("javascript:alert(1)", "http:alert(1)", "httpx://a.example/", "doc://a.pdf"):
        page = rows.source(room, "Text.", url=url)
        assert f'href="{url[:5]}' not in client.get(f"/sources/S-{page.pk}").content.decode()


def test_a_link_to_a_source_is_escaped_as_an_address(client: Client, room: Workspace) -> None:
    page = rows.source(room, "Text.", url='http://a.example/?a="><b>\u202e')
    assert 'href="http://a.example/?a=%22%3E%3Cb%3E%E2%80%AE"' in client.get(f"/sources/S-{page.pk}").content.decode()


def test_the_list_is_searched_in_text_and_title_and_filtered_by_language(client: Client, room: Workspace) -> None:
    rows.source(room, "The hose leaked.", "Investigation")
    rows.source(room, "补贴为每千瓦时0.30元。", "补贴办法", language="zh")
    assert "Investigation" in client.get("/sources?q=hose").content.decode()
    chinese = client.get("/sources?language=zh").content.decode()
    assert "补贴办法" in chinese and "Investigation" not in chinese
    assert "clear filters" not in client.get("/sources").content.decode()
    assert "clear filters" in client.get("/sources?q=nothing+like+it").content.decode()


def test_foreign_sources_do_not_exist(client: Client) -> None:
    foreign = rows.source(rows.room("other"), "Secret text.", "Foreign page")
    assert client.get(f"/sources/S-{foreign.pk}").status_code == 404
    assert "Foreign page" not in client.get("/sources").content.decode()


def test_each_file_stands_for_itself(client: Client, room: Workspace) -> None:
    good = SimpleUploadedFile("notes.txt", b"The hose leaked on 14 August 2024, as the inspector wrote in her notes.")
    bad = SimpleUploadedFile("scan.pdf", b"%PDF-1.7 broken")
    odd = SimpleUploadedFile("virus.exe", b"MZ")
    answer = client.post("/uploads", {"workspace": room.pk, "files": [good, bad, odd]})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "scan.pdf" in page and "virus.exe" in page and "Only HTML, Markdown" in page
    assert room.uploads.get(name="notes.txt").failure == ""
    assert room.uploads.get(name="scan.pdf").failure in page.replace("&#x27;", "'")


def test_nothing_is_uploaded_into_a_workspace_of_others(client: Client) -> None:
    foreign = rows.room("other")
    file = SimpleUploadedFile("notes.txt", b"words enough to be read by anybody")
    assert client.post("/uploads", {"workspace": foreign.pk, "files": [file]}).status_code == 404
    assert not foreign.uploads.exists()


def test_an_empty_form_says_what_is_missing(client: Client, room: Workspace) -> None:
    assert "Choose at least one file" in client.post("/uploads", {"workspace": room.pk}).content.decode()


def test_a_stored_page_says_where_its_day_and_its_trust_come_from(client: Client, room: Workspace) -> None:
    page = rows.source(
        room, "The rack burned.", published_from="search", updated=date(2025, 1, 3),
        credibility_from="marked by an admin: lanwan.example", other_urls=["https://mirror.example/1"],
    )  # fmt: skip
    told = client.get(f"/sources/S-{page.pk}").content.decode()
    for words in (
        "as the search service says",
        "2025-01-03",
        "marked by an admin: lanwan.example",
        "https://mirror.example/1",
    ):
        assert words in told, words
