"""Snapshots as rows: parts once by their hash, a frame each, and the whole back byte for byte or not at all."""

import json
from collections.abc import Iterable
from typing import Any

from memory.models import Notebook, Part, Snapshot
from memory.parts import Damaged, digest, framed, numbers, parts, whole, written


def take(notebook: Notebook, number: int, goal: int, body: Any, v: int) -> Snapshot:
    """Needs the caller's transaction: parts and frame are written together."""
    at = _kept(notebook, {written(part) for part in parts(body)})
    return Snapshot.objects.create(
        notebook=notebook,
        number=number,
        goal=goal,
        frame=written(framed(body, lambda part: at[written(part)])),
        digest=digest(written(body)),
        v=v,
    )


def _kept(notebook: Notebook, texts: Iterable[str]) -> dict[str, int]:
    """The number of each part. Those that are there stay as they are."""
    by_digest = {digest(text): text for text in texts}
    made = [Part(notebook=notebook, digest=key, body=text) for key, text in by_digest.items()]
    Part.objects.bulk_create(made, ignore_conflicts=True)
    rows = Part.objects.filter(notebook=notebook, digest__in=list(by_digest)).values_list("digest", "pk")
    return {by_digest[bytes(key)]: pk for key, pk in rows}


def restored(snapshot: Snapshot) -> Any:
    """The body as it was taken. Anything else is an error: a memory that is nearly the old one would go unnoticed."""
    if snapshot.body is not None:
        return snapshot.body
    frame = json.loads(snapshot.frame)
    rows = Part.objects.filter(notebook=snapshot.notebook_id, pk__in=numbers(frame)).values_list("pk", "body")
    at = {pk: json.loads(text) for pk, text in rows}
    try:
        body = whole(frame, at.__getitem__)
    except KeyError as missing:
        raise Damaged(f"{snapshot}: part {missing} is gone") from None
    if digest(written(body)) != bytes(snapshot.digest):
        raise Damaged(f"{snapshot}: its parts don't add up to what was taken")
    return body
