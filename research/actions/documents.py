"""Documents given by hand. What can't be read is kept as a row with its reason, and said at once."""

import hashlib
import mimetypes

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from reach.errors import Kind, ReachError
from reach.extract import parse_body
from reach.library import SUFFIXES, document_of
from research.actions.refusal import Forbidden, Refused
from research.actions.rights import need
from research.actions.trail import audit
from research.engine.lifecycle import Status
from research.models import Blob, Evidence, Reply, Source, Upload, User, Workspace
from research.store.uploads import upload_address
from research.wiring import reach_settings

LONGEST_NAME = 255
"""Characters: what a file system holds."""


def upload(person: User, workspace: Workspace, name: str, body: bytes, *, door: str = "page") -> Upload:
    """The document as a row, read once to see that it can be. Given twice, it is one row."""
    need(person, "ask", workspace)
    label = _label(name)
    if not body:
        raise Refused(_("%(name)s is empty.") % {"name": label})
    text, _starts, failure = _read(label, body)
    characters = len(text)
    with transaction.atomic():
        digest = hashlib.sha256(body).hexdigest()
        blob, _new = Blob.objects.get_or_create(sha256=digest, defaults={"size": len(body), "body": body})
        row, new = Upload.objects.update_or_create(
            workspace=workspace,
            blob=blob,
            defaults={"name": label, "failure": failure, "characters": characters, "media_type": _media_type(label)},
            create_defaults={
                "person": person,
                "name": label,
                "failure": failure,
                "characters": characters,
                "media_type": _media_type(label),
            },
        )
        audit(person, workspace, door, "upload", label, after={"sha256": digest, "failure": failure, "new": new})
    if failure:
        raise Refused(_("%(name)s can't be read: %(why)s") % {"name": label, "why": failure})
    return row


def _label(name: str) -> str:
    """A file's name, never a path, in one printable line."""
    label = "".join(c for c in name.replace("\\", "/").rsplit("/", 1)[-1] if c.isprintable()).strip()
    if not label.lower().endswith(SUFFIXES):
        raise Refused(_("Only HTML, Markdown, text, PDF, DOCX, PPTX, XLSX, EPUB, CSV and TSV files can be read."))
    return label[-LONGEST_NAME:]


def _media_type(label: str) -> str:
    return mimetypes.guess_type(label)[0] or ""


def upload_text(row: Upload) -> tuple[str, tuple[int, ...], str]:
    """As a task would read it: text, where its pages begin, and why there is none. Rights are the reader's business."""
    document = document_of("", row.name, bytes(row.blob.body))
    return _read(row.name, document.body)


def _read(label: str, body: bytes) -> tuple[str, tuple[int, ...], str]:
    try:
        today = timezone.now().date()
        parsed, _form = async_to_sync(parse_body)(body, _media_type(label), label, today, reach_settings())
    except ReachError as error:
        return "", (), _sentence(error)
    return parsed.text, parsed.page_starts, ""


def _sentence(error: ReachError) -> str:
    sentences = {
        Kind.TOO_LARGE: _("it is too large."),
        Kind.TOO_SLOW: _("reading it takes too long."),
        Kind.NOT_TEXT: _("there is no text in it; a scanned document needs its text layer."),
        Kind.UNDECODABLE: _("its character set can't be told."),
        Kind.PARSE_FAILED: _("the file is damaged, protected, or not what its name says."),
        Kind.POLICY_DENIED: _("it holds parts that are not allowed."),
    }
    return sentences.get(error.kind, error.detail)


def delete_upload(person: User, row: Upload, *, door: str = "page") -> int:
    """No task finds it from here on. Copies that evidence was quoted from stay, or that evidence would rest on nothing;
    so do those that a task in work has read. Returns how many quotes stay."""
    need(person, "ask", row.workspace)
    if not may_delete(person, row):
        raise Forbidden(_("Only the person who gave the document, or an admin, may delete it."))
    with transaction.atomic():
        found = Upload.objects.select_for_update().filter(pk=row.pk).first()
        if found is None:
            raise Refused(_("%(name)s is deleted already.") % {"name": row.name})
        copies = Source.objects.filter(workspace=row.workspace, url=upload_address(row))
        quotes = Evidence.objects.filter(source__in=copies).count()
        found.delete()
        copies.filter(pk__in=[copy.pk for copy in copies.filter(evidence=None) if not _in_work(copy)]).delete()
        Blob.objects.filter(pk=row.blob_id, sources=None, uploads=None).delete()
        told = {"sha256": row.blob_id, "quotes kept": quotes}
        audit(person, row.workspace, door, "delete_upload", row.name, before=told)
    return quotes


def may_delete(person: User, row: Upload) -> bool:
    return row.person_id == person.pk or person.can("tune", row.workspace)


def _in_work(copy: Source) -> bool:
    """Whether a task that isn't over has read it: its stored replies name it, should a step be done again."""
    ended = [status.value for status in Status if status.over]
    replies = Reply.objects.filter(task__workspace=copy.workspace_id, kind="read").exclude(task__status__in=ended)
    return replies.filter(payload__pages__contains=[[copy.key]]).exists()
