"""Where words stand: numbers of paragraphs, pages, sheets, slides and chapters; and files by their names."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from research.models import Evidence, Source, Upload, User, Workspace
from research.models.source import part_word
from research.store.stored_copy import parts, pieces
from tests.web import rows

pytestmark = pytest.mark.django_db
PDF, XLSX = "application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_stored_copy_numbers_its_paragraphs_as_places_do_and_shows_where_pages_begin(
    client: Client, room: Workspace, ada: User
) -> None:
    text = "First page.\n\nIts second line.\n\nSecond page has 38 rows."
    copy = rows.source(room, text, content_type=PDF, page_starts=[0, text.index("Second")])
    quote = rows.evidence(rows.goal(rows.task(room, ada)), copy, "38 rows")
    Evidence.objects.filter(pk=quote.pk).update(paragraph=3, page=2)
    quote.refresh_from_db()
    told = page(client, f"/sources/S-{copy.pk}")
    assert re.findall(r'id="p-(\d+)" href="#p-\1"', told) == ["1", "2", "3"]
    assert re.findall(r'class="part-mark" data-word="([^"]+)"', told) == ["p. 1", "p. 2"]
    assert quote.place == "p. 2, ¶ 3 of the document"
    stored = told[told.index('<div class="stored"') :].partition("</div>")[0]
    assert re.sub(r"<[^>]+>", "", stored) == text, "numbers are no part of the text that is copied"


def test_a_document_is_divided_into_what_its_form_has() -> None:
    assert [part_word(form, 2) for form in (PDF, XLSX, "application/epub+zip", "x/presentationml.presentation")] == [
        "p. 2", "sheet 2", "chapter 2", "slide 2",
    ]  # fmt: skip
    with translation.override("zh-hans"):
        assert part_word(XLSX, 3) == "第 3 个工作表"


def test_a_part_without_words_is_not_announced() -> None:
    assert parts("One.\n\nThree.", (0, 6, 6), PDF) == {0: "p. 1", 6: "p. 3"}
    assert [piece.part for piece in pieces("One.\n\nThree.", (), {6: "p. 3"}) if piece.part] == ["p. 3"]


def test_an_upload_opens_as_text_before_and_after_a_task_has_read_it(client: Client, room: Workspace) -> None:
    body = b"# Minutes\n\nThe pump ran for 38 minutes.\n\nThen it stopped.\n"
    client.post("/uploads", {"workspace": room.pk, "files": SimpleUploadedFile("minutes of may.md", body)})
    row = Upload.objects.get()
    assert f'<a href="/uploads/{row.pk}">minutes of may.md</a>' in page(client, "/uploads")
    told = page(client, f"/uploads/{row.pk}")
    assert "The pump ran for 38 minutes." in told and "Nothing of it has been quoted yet." in told
    copy = rows.source(room, "The pump ran.", "Minutes", url=f"doc://upload-{row.pk}", publisher="minutes of may.md")
    assert client.get(f"/uploads/{row.pk}")["Location"] == f"/sources/S-{copy.pk}"
    assert "minutes of may.md" in page(client, f"/sources/S-{copy.pk}")


def test_an_upload_of_others_is_not_there(client: Client) -> None:
    elsewhere = rows.room("Elsewhere")
    stranger = Client()
    stranger.force_login(rows.person("zoe", elsewhere))
    stranger.post("/uploads", {"workspace": elsewhere.pk, "files": SimpleUploadedFile("secret.md", b"Not for Ada.")})
    assert client.get(f"/uploads/{Upload.objects.get().pk}").status_code == 404


def test_an_upload_that_can_not_be_read_says_why(client: Client, room: Workspace) -> None:
    client.post("/uploads", {"workspace": room.pk, "files": SimpleUploadedFile("broken.pdf", b"%PDF-1.7 nothing")})
    told = page(client, f"/uploads/{Upload.objects.get().pk}")
    assert "broken.pdf can't be read: the file is damaged" in told


def test_a_publisher_is_shown_as_it_spells_itself(client: Client, room: Workspace) -> None:
    copy = rows.source(room, "Text.", publisher="Lanwan Storage Institute")
    assert "Lanwan Storage Institute" in page(client, f"/sources/S-{copy.pk}")
    assert Source.objects.get().publisher == "Lanwan Storage Institute"
