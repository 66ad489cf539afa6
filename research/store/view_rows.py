"""The SQL side of the channel `database`: one read-only statement a question, over a connection of its own.

Words of a query are parameters, names of the description are quoted identifiers: no text becomes SQL. The transaction
is read-only and the server ends a statement that takes too long, so a view can neither be used to write nor to hang a
worker. This is the one place of the product that connects to a database other than its own.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from psycopg import errors, sql

from reach.errors import Kind, ReachError
from reach.providers.database import Asked, Row, View
from reach.settings import ReachSettings

_READ = sql.SQL(
    "SELECT {id}::text AS id, {title}::text AS title, {day} AS day, ARRAY[{shown}]::text[] AS shown,"
    " concat_ws(' ', {words}) AS words FROM {view}"
)
_FOUND = sql.SQL(
    "WITH told AS ({read}) SELECT id, title, day, shown FROM told"
    " WHERE (%(since)s::date IS NULL OR day IS NULL OR day >= %(since)s::date) AND ({held})"
    " ORDER BY {count} DESC, day DESC NULLS LAST, id LIMIT %(most)s"
)
_ONE = sql.SQL("SELECT id, title, day, shown FROM ({read} WHERE {id} = %(wanted)s LIMIT 1) AS told")
_LIMITS = "SELECT set_config('statement_timeout', %s, true), set_config('lock_timeout', %s, true)"

_GONE = (errors.UndefinedTable, errors.UndefinedColumn, errors.InsufficientPrivilege, errors.InvalidSchemaName)
_NO_SUCH = (errors.InvalidTextRepresentation, errors.NumericValueOutOfRange)


class ViewRows:
    def __init__(self, view: View, dsn: str, settings: ReachSettings) -> None:
        self._view = view
        self._dsn = dsn
        self._settings = settings

    async def search(self, asked: Asked) -> Sequence[Row]:
        terms = {f"term{at}": self._sought(term) for at, term in enumerate(asked.terms)}
        tests = [self._test(name, term) for name, term in zip(terms, asked.terms, strict=True)]
        statement = _FOUND.format(
            read=self._read(),
            held=sql.SQL(" OR ").join(tests) if tests else sql.SQL("true"),
            count=sql.SQL(" + ").join(sql.SQL("({})::int").format(test) for test in tests)
            if tests
            else sql.SQL("(SELECT 0)"),
        )
        told = {"since": asked.since, "most": asked.limit, "config": self._view.text_search, **terms}
        return await self._rows(statement, told)

    async def row(self, identity: str) -> Row | None:
        """The id is compared as what its column is, so that an index serves; what can't be such an id is no row."""
        statement = _ONE.format(read=self._read(), id=sql.Identifier(self._view.id))
        found = await self._rows(statement, {"wanted": identity})
        return found[0] if found else None

    def _read(self) -> sql.Composed:
        view, most = self._view, sql.Literal(self._settings.view_value_chars)
        columns = [sql.Identifier(column.name) for column in view.columns]
        shown = [sql.SQL("left({}::text, {})").format(column, most) for column in columns]
        words = [sql.SQL("{}::text").format(column) for column in (sql.Identifier(view.title), *columns)]
        return _READ.format(
            id=sql.Identifier(view.id),
            title=sql.Identifier(view.title),
            day=sql.SQL("{}::date").format(sql.Identifier(view.date)) if view.date else sql.SQL("NULL::date"),
            shown=sql.SQL(", ").join(shown),
            words=sql.SQL(", ").join(words),
            view=sql.Identifier(*view.view.split(".")),
        )

    def _test(self, name: str, term: str) -> sql.Composed:
        if self._by_language(term):
            test = "to_tsvector(%(config)s::regconfig, words) @@ plainto_tsquery(%(config)s::regconfig, {})"
        else:
            test = "words ILIKE {}"
        return sql.SQL(test).format(sql.Placeholder(name))

    def _sought(self, term: str) -> str:
        if self._by_language(term):
            return term
        escaped = term.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        return f"%{escaped}%"

    def _by_language(self, term: str) -> bool:
        """A server's configurations know words between spaces; Chinese has none, so it is looked for as it stands."""
        return bool(self._view.text_search) and term.isascii()

    async def _rows(self, statement: sql.Composed, told: Mapping[str, Any]) -> Sequence[Row]:
        try:
            async with await self._connection() as connection, connection.transaction(force_rollback=True):
                most = f"{self._settings.view_seconds:g}s"
                await connection.execute(_LIMITS, [most, most])
                cursor = await connection.execute(statement, told)
                return [Row(id, title or "", day, tuple(shown)) for id, title, day, shown in await cursor.fetchall()]
        except _NO_SUCH:
            return []
        except psycopg.Error as error:
            raise _told(error, self._settings) from None

    async def _connection(self) -> psycopg.AsyncConnection[Any]:
        """Nothing is prepared: a pooler may stand between, and hand the next statement to another session."""
        connection = await psycopg.AsyncConnection.connect(
            self._dsn,
            connect_timeout=math.ceil(self._settings.connect_seconds),
            application_name="redthread",
            prepare_threshold=None,
        )
        await connection.set_read_only(True)
        return connection


def _told(error: psycopg.Error, settings: ReachSettings) -> ReachError:
    """In our own words: the server's message may name hosts and users, and repeats the query."""
    if isinstance(error, errors.QueryCanceled | errors.LockNotAvailable):
        return ReachError(Kind.TOO_SLOW, f"the view gave no answer within {settings.view_seconds:g} s")
    if isinstance(error, _GONE):
        return ReachError(Kind.PROVIDER_REFUSED, "the view or one of its columns is not there, or may not be read")
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return ReachError(Kind.POLICY_DENIED, "the view would write, and it may only be read")
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return ReachError(Kind.PROVIDER_UNAVAILABLE, "the database can't be reached", passing=True)
    return ReachError(Kind.PROVIDER_REFUSED, f"the database refused the question ({error.sqlstate or 'no reason'})")
