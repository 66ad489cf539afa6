"""Events in the journal, and back. A snapshot's mind is kept once, as shared parts: its entry names it by number."""

from typing import Any

from memory.models import Snapshot
from memory.store import restored
from research.engine.events import Event
from research.models import Entry
from research.store.payloads import dumped, revived_event

SNAPSHOT = "SnapshotTaken"
MIND = "mind"


def payload_of(event: Event) -> Any:
    told = dumped(event)
    if type(event).__name__ == SNAPSHOT:
        del told[MIND]
    return told


def whole_payload(entry: Entry) -> Any:
    """Expects the entry's task to be joined. Entries of an older program hold the mind themselves."""
    if entry.kind != SNAPSHOT or MIND in entry.payload:
        return entry.payload
    taken = Snapshot.objects.get(notebook=entry.task.notebook_id, number=entry.payload["number"])
    return {**entry.payload, MIND: restored(taken)}


def event_of(entry: Entry) -> Event:
    return revived_event(entry.kind, whole_payload(entry), entry.v)
