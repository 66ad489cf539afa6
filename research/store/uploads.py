"""A workspace's uploaded documents as a library that the documents channel searches."""

from collections.abc import Sequence

from reach.library import Document, Library, document_of
from research.models import Upload
from research.store.shared import told_apart


class UploadLibrary:
    """reach.providers.documents.Library over rows. Documents that can't be read are left out: their row says why."""

    def __init__(self, workspace: int) -> None:
        self.workspace = workspace

    @told_apart
    async def documents(self) -> Sequence[Document]:
        rows = Upload.objects.filter(workspace=self.workspace, failure="").select_related("blob").order_by("id")
        return [_document(row) async for row in rows]


def _document(row: Upload) -> Document:
    return document_of(_identity(row), row.name, bytes(row.blob.body))


def _identity(row: Upload) -> str:
    return f"upload-{row.pk}"


def upload_address(row: Upload) -> str:
    """Under which a source that was read from it is kept."""
    return f"doc://{_identity(row)}"


def deleted(address: str) -> bool:
    """Whether a source was read from an upload that is no longer there."""
    number = address.removeprefix("doc://upload-")
    return number != address and number.isdecimal() and not Upload.objects.filter(pk=int(number)).exists()


class JoinedLibrary:
    """Several libraries as one: a search ranks all their documents together."""

    def __init__(self, libraries: Sequence[Library]) -> None:
        self.libraries = libraries

    async def documents(self) -> Sequence[Document]:
        return [document for library in self.libraries for document in await library.documents()]
