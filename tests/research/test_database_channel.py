"""The channel `database`: a real view in the embedded Postgres, asked by words that would be SQL if they could."""

import time
from collections.abc import Iterator
from datetime import date
from typing import Any

import psycopg
import pytest
from django.db import connection
from psycopg.conninfo import make_conninfo

from reach.errors import Kind, ReachError
from reach.pages import Period
from reach.providers.database import Database, View, view_of
from reach.settings import ReachSettings
from reach.trust import graded
from research.store.view_rows import ViewRows

pytestmark = pytest.mark.django_db  # or no database is made for this run
NUMBERS = ReachSettings(view_seconds=20.0)
TOLD: dict[str, Any] = {
    "name": "stock",
    "about": "Holds the daily stock of storage sites. Use it for stock figures. Not for prices.",
    "dsn_env": "STOCK_DSN",
    "view": "yard.stock",
    "id": "id",
    "title": "site",
    "date": "day",
    "kind": "statistics",
    "publisher": "Lanwan Grid",
    "columns": [
        {"name": "energy", "label": "Stored energy", "unit": "MWh"},
        {"name": "note"},
        {"name": 'od"d', "label": "Odd"},
    ],
}
ROWS = """
CREATE SCHEMA yard;
CREATE TABLE yard.days (id bigint PRIMARY KEY, site text, day date, energy numeric, note text, "od""d" text);
INSERT INTO yard.days VALUES
  (1, 'Liuyu', '2024-05-01', 1240.5, 'Batteries at 98% after the east dike was closed', NULL),
  (2, '赤岬储能电站', '2023-01-01', 82000, '澜湾 事故后 停运', 'x_y'),
  (3, 'Liuyu', NULL, NULL, 'undated note on batteries', '100%'),
  (4, 'Salt Flats', '2020-01-01', 7, repeat('long text ', 5000), '');
CREATE VIEW yard.stock AS SELECT * FROM yard.days;
CREATE VIEW yard.slow AS SELECT id, site, day, energy, note || pg_sleep(30)::text AS note, "od""d" FROM yard.days;
CREATE FUNCTION yard.spoil() RETURNS text LANGUAGE sql AS $$ DELETE FROM yard.days RETURNING 'gone' $$;
CREATE VIEW yard.spoiling AS SELECT id, site, day, energy, yard.spoil() AS note, "od""d" FROM yard.days;
"""


@pytest.fixture(scope="module")
def dsn(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """Rows that other connections see: laid down beside Django's transaction, and taken away afterwards."""
    with django_db_blocker.unblock():
        told = connection.get_connection_params()
    address = make_conninfo(
        **{name: told[name] for name in ("host", "port", "user", "password", "dbname") if told.get(name)}
    )
    assert "dbname=test_" in address
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute(ROWS)
        yield address
        owner.execute("DROP SCHEMA yard CASCADE")


def channel(dsn: str, numbers: ReachSettings = NUMBERS, **told: Any) -> Database:
    view: View = view_of(TOLD | told)
    return Database(view, ViewRows(view, dsn, numbers), numbers)


async def found(made: Database, query: str, period: Period | None = None, limit: int = 6) -> list[str]:
    return [hit.url for hit in await made.search(query, period=period, language=None, limit=limit)]


async def test_rows_are_found_by_their_words_the_best_first(dsn: str) -> None:
    assert await found(channel(dsn), "Liuyu batteries dike") == ["db://stock/1", "db://stock/3"]
    assert await found(channel(dsn), "赤岬 储能 事故") == ["db://stock/2"]
    assert await found(channel(dsn), "nothing of the kind") == []


async def test_a_language_of_the_server_finds_other_forms_of_a_word_and_chinese_all_the_same(dsn: str) -> None:
    plain, english = channel(dsn), channel(dsn, text_search="english")
    assert await found(plain, "closing dikes") == ["db://stock/1"]
    assert await found(english, "closing battery") == ["db://stock/1", "db://stock/3"]
    assert await found(english, "澜湾 停运") == ["db://stock/2"]


async def test_what_is_older_than_the_period_is_left_out_and_what_has_no_date_stays(dsn: str) -> None:
    since = Period(date(2024, 1, 1), date(2024, 12, 31))
    assert await found(channel(dsn), "Liuyu 赤岬 储能 note", since) == ["db://stock/3", "db://stock/1"]
    undated = channel(dsn, date="")
    assert not undated.ability.takes_period
    assert len(await found(undated, "Liuyu", since)) == 2


async def test_no_more_rows_come_than_were_asked_for(dsn: str) -> None:
    assert len(await found(channel(dsn), "Liuyu 储能 text", limit=2)) == 2


@pytest.mark.parametrize(
    "query",
    [
        "Liuyu'; DROP SCHEMA yard CASCADE; --",
        "x') OR 1=1; DELETE FROM yard.days; --",
        "%' UNION SELECT usename, passwd, NULL, NULL FROM pg_shadow --",
        "%(term0)s %s {} $1 \\ \\' \" ` \x00",
        "liuyu & | ! <-> :* ()",
    ],
)
@pytest.mark.parametrize("text_search", ["", "english"])
async def test_a_query_that_would_be_sql_is_looked_for_as_words(dsn: str, query: str, text_search: str) -> None:
    hits = await found(channel(dsn, text_search=text_search), query)
    assert set(hits) <= {"db://stock/1", "db://stock/3"}
    assert len(await found(channel(dsn), "Liuyu 储能 text")) == 4


@pytest.mark.parametrize(("query", "urls"), [("100%_", []), ("x_y", ["db://stock/2"]), ("9_%", [])])
async def test_marks_of_a_pattern_stand_for_themselves(dsn: str, query: str, urls: list[str]) -> None:
    assert [url for url in await found(channel(dsn), query) if url != "db://stock/3"] == urls


async def test_a_row_reads_as_lines_with_column_and_unit(dsn: str) -> None:
    page = await channel(dsn).read("db://stock/1")
    assert page.text == (
        "Liuyu\n\nDay: 2024-05-01\nStored energy: 1240.5 MWh\nNote: Batteries at 98% after the east dike was closed"
    )
    assert (page.title, page.published, page.published_from) == ("Liuyu", date(2024, 5, 1), "column")
    assert (page.publisher, page.raw) == ("Lanwan Grid", page.text.encode())
    assert graded(page.final_url, kind=page.kind).grade == 1.0
    assert (await channel(dsn).read("db://stock/2")).language == "zh"


async def test_what_a_row_does_not_say_has_no_line_and_a_long_text_is_cut(dsn: str) -> None:
    assert "Stored energy" not in (await channel(dsn).read("db://stock/3")).text
    long = await channel(dsn, ReachSettings(view_value_chars=50)).read("db://stock/4")
    assert len(long.text) < 120 and "Odd" not in long.text


async def test_the_snippet_begins_with_the_lines_that_hold_the_words(dsn: str) -> None:
    (hit, *_) = await channel(dsn).search("east dike", period=None, language=None, limit=1)
    assert hit.snippet.startswith("Note: Batteries at 98%") and hit.published == date(2024, 5, 1)
    assert len(hit.snippet) <= NUMBERS.snippet_chars


@pytest.mark.parametrize("identity", ["99", "abc", "1;DROP TABLE yard.days", "99999999999999999999999"])
async def test_an_address_without_a_row_is_not_found(dsn: str, identity: str) -> None:
    with pytest.raises(ReachError) as told:
        await channel(dsn).read(f"db://stock/{identity}")
    assert told.value.kind is Kind.NOT_FOUND


def test_it_owns_the_addresses_of_its_own_view_alone() -> None:
    made = Database(view_of(TOLD), ViewRows(view_of(TOLD), "", NUMBERS), NUMBERS)
    assert made.owns("db://stock/1") and not made.owns("db://stocks/1") and not made.owns("https://stock/1")


async def test_a_view_that_sleeps_is_ended_by_its_server(dsn: str) -> None:
    began = time.monotonic()
    with pytest.raises(ReachError) as told:
        await found(channel(dsn, ReachSettings(view_seconds=0.3), view="yard.slow"), "Liuyu")
    assert told.value.kind is Kind.TOO_SLOW and time.monotonic() - began < 15
    left = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'redthread'"
    with psycopg.connect(dsn, autocommit=True) as looking:
        while looking.execute(left).fetchone() != (0,) and time.monotonic() - began < 25:
            time.sleep(0.02)  # the server notices a closed connection in a moment
        assert looking.execute(left).fetchone() == (0,)


async def test_a_view_that_would_write_is_refused_and_nothing_is_gone(dsn: str) -> None:
    with pytest.raises(ReachError) as told:
        await found(channel(dsn, view="yard.spoiling"), "Liuyu")
    assert told.value.kind is Kind.POLICY_DENIED
    assert len(await found(channel(dsn), "Liuyu 储能 text")) == 4


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ({"view": "yard.nothing"}, Kind.PROVIDER_REFUSED),
        ({"title": 'site"; DROP TABLE yard.days; --'}, Kind.PROVIDER_REFUSED),
        ({"text_search": "klingon"}, Kind.PROVIDER_REFUSED),
        ({"date": "note"}, Kind.PROVIDER_REFUSED),
    ],
)
async def test_a_wrong_description_is_a_failure_in_words_without_the_servers(
    dsn: str, told: dict[str, str], kind: Kind
) -> None:
    made = channel(dsn, **told)
    with pytest.raises(ReachError) as error:
        await found(made, "Liuyu")
    assert error.value.kind is kind and "Liuyu" not in str(error.value) and "DROP" not in str(error.value)


async def test_a_database_that_is_not_there_is_told_and_its_address_is_not() -> None:
    made = channel("postgresql://ann:s3cret@127.0.0.1:9/none")
    health = await made.health()
    assert (health.ok, health.detail) == (False, "the database can't be reached")


async def test_health_reads_one_row(dsn: str) -> None:
    assert (await channel(dsn).health()).detail == "the view answers with rows"
    assert not (await channel(dsn, view="yard.nothing").health()).ok
