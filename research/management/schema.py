"""Brings the database's tables up to date: once, however many machines start at one moment."""

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection

MIGRATION_LOCK = 7_305_513  # any number that nothing else in the database locks


def bring_up_to_date() -> None:
    try:
        with connection.cursor() as cursor:
            # Who comes second waits for the first, and an index may take longer than a request is allowed to.
            cursor.execute("SET statement_timeout = 0; SET lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise CommandError(
            f"The database can't be used: {error}\nIt must be PostgreSQL with pgvector installed; see docs/settings.md."
        ) from error
    finally:
        connection.close()  # the lock and the settings end with it
