"""The last look at text before the database: what Postgres can't store never reaches it, whoever wrote it (B-078).

Values from outside are cleaned where they are made (reach.pages). This holds for all the rest: what people type, what
models answer, and the words of a look-up. One NUL in one of them would cost a task its step.
"""

import json
import re
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from psycopg.abc import Buffer
from psycopg.types.json import Jsonb, JsonbDumper
from psycopg.types.string import StrDumperUnknown

from reach.clean import sendable

_SUSPECT = re.compile(rb"\\u(?:0000|d[89a-f])", re.IGNORECASE)
"""How JSON may write what is not to be stored; a backslash before it makes it a harmless one, looked at in vain."""


class _Text(StrDumperUnknown):
    def dump(self, obj: str) -> Buffer | None:
        return super().dump(sendable(obj))


class _Json(JsonbDumper):
    def dump(self, obj: Any) -> Buffer | None:
        written = super().dump(obj)
        if written is None or not _SUSPECT.search(written):
            return written
        return super().dump(Jsonb(scrubbed(obj.obj), obj.dumps) if isinstance(obj, Jsonb) else scrubbed(obj))


def storable_json(value: Any) -> str:
    """For statements that hand JSON over as text: no dumper of the connection sees inside it."""
    written = json.dumps(value)
    return json.dumps(scrubbed(value)) if _SUSPECT.search(written.encode()) else written


def scrubbed(value: Any) -> Any:
    if isinstance(value, str):
        return sendable(value)
    if isinstance(value, dict):
        return {scrubbed(key): scrubbed(each) for key, each in value.items()}
    return [scrubbed(each) for each in value] if isinstance(value, list | tuple) else value


def _on_each(connection: BaseDatabaseWrapper, **_: object) -> None:
    adapters = connection.connection.adapters
    adapters.register_dumper(str, _Text)
    adapters.register_dumper(Jsonb, _Json)


def scrub_all_connections() -> None:
    connection_created.connect(_on_each, dispatch_uid="scrubbing")
