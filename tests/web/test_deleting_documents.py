"""Who gave a document may take it away; what was quoted from it keeps standing."""

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from research import actions
from research.models import Audit, Blob, Reply, Source, Upload, User, Workspace
from research.store.uploads import UploadLibrary, upload_address
from tests.web import rows
from tests.web.parsed import all_words, page, pick, words

pytestmark = pytest.mark.django_db
WORDS = "The hose leaked on 14 August 2024, as the inspector wrote in her notes."


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def given(room: Workspace, ada: User) -> Upload:
    return actions.upload(ada, room, "notes.txt", WORDS.encode())


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def copy_of(given: Upload) -> Source:
    return rows.source(given.workspace, WORDS, "notes", url=upload_address(given))


def test_a_document_that_nothing_was_quoted_from_goes_with_its_bytes(room: Workspace, ada: User, given: Upload) -> None:
    copy_of(given)
    office = signed_in(ada)
    assert "Nothing of it has been quoted" in office.get(f"/uploads/{given.pk}/delete").content.decode()
    assert office.post(f"/uploads/{given.pk}/delete").status_code == 302
    assert not Upload.objects.exists() and not Source.objects.exists() and not Blob.objects.exists()
    assert list(async_to_sync(UploadLibrary(room.pk).documents)()) == [], "no new task finds it"
    told = Audit.objects.get(verb="delete_upload")
    assert (told.person, told.object, told.before["quotes kept"]) == (ada, "notes.txt", 0)
    assert "document deleted notes.txt" in " ".join(
        all_words(page(signed_in(rows.person("rui", room, "admin")).get("/settings/audit")), ".trail td")
    )


def test_what_was_quoted_stays_with_the_copy_that_it_rests_on_and_both_pages_say_so(
    room: Workspace, ada: User, given: Upload
) -> None:
    copy, task = copy_of(given), rows.task(room, ada)
    piece = rows.evidence(rows.goal(task), copy, "The hose leaked")
    office = signed_in(ada)
    asked = words(pick(page(office.get(f"/uploads/{given.pk}/delete")), "main")[0])
    assert "What was quoted from it stays" in asked and task.label in asked
    office.post(f"/uploads/{given.pk}/delete")
    assert not Upload.objects.exists()
    piece.refresh_from_db()
    assert (piece.source.text, bytes(piece.source.raw.body)) == (WORDS, WORDS.encode())
    assert "The document itself was deleted" in office.get(f"/sources/S-{copy.pk}").content.decode()
    assert list(async_to_sync(UploadLibrary(room.pk).documents)()) == []


def test_a_task_in_work_keeps_the_copy_that_it_has_read(room: Workspace, ada: User, given: Upload) -> None:
    copy, task = copy_of(given), rows.task(room, ada)
    Reply.objects.create(task=task, step=1, key="k", kind="read", payload={"pages": [[copy.key, copy.url]]}, v=1)
    actions.delete_upload(ada, given)
    assert Source.objects.filter(pk=copy.pk).exists()


def test_a_document_of_the_world_keeps_its_bytes_where_another_row_holds_them(ada: User, given: Upload) -> None:
    elsewhere = rows.source(rows.room("elsewhere"), WORDS)
    actions.delete_upload(ada, given)
    assert bytes(elsewhere.raw.body) == WORDS.encode()


def test_only_the_owner_and_admins_are_offered_to_delete_it_and_may(room: Workspace, given: Upload) -> None:
    grace, rui = rows.person("grace", room, "reviewer"), rows.person("rui", room, "admin")
    address = f"/uploads/{given.pk}/delete"
    assert address not in signed_in(grace).get("/uploads").content.decode()
    assert [signed_in(grace).get(address).status_code, signed_in(grace).post(address).status_code] == [403, 403]
    with pytest.raises(actions.Forbidden):
        actions.delete_upload(grace, given)
    assert address in signed_in(rui).get("/uploads").content.decode()
    assert signed_in(rui).delete(f"/api/v1/uploads/{given.pk}").status_code == 204


def test_given_again_it_is_a_new_document(room: Workspace, ada: User, given: Upload) -> None:
    actions.delete_upload(ada, given)
    with pytest.raises(actions.Refused, match="deleted already"):
        actions.delete_upload(ada, given)
    again = actions.upload(ada, room, "notes.txt", WORDS.encode())
    assert again.pk != given.pk
