"""Django's Postgres back-end, which starts the embedded server when a connection is wanted and none is to be had.

So every command that needs the database starts it, none that doesn't does, and a server that was killed is back with
the next connection.
"""

from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base
from django.utils.asyncio import async_unsafe
from psycopg import OperationalError

from research.embedded import server


class DatabaseWrapper(base.DatabaseWrapper):
    @async_unsafe
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not server.joined(settings.DATA):
            server.ensure_running(settings.DATA)
        try:
            return super().get_new_connection(conn_params)
        except OperationalError:
            server.ensure_running(settings.DATA)
            return super().get_new_connection(conn_params)
