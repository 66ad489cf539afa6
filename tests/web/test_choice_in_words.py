"""The choice of channels, in the journal's words (R198)."""

from typing import Any

import pytest
from django.utils import translation

from research.engine import channels
from research.engine.events import QueriesWritten
from research.models import Entry
from research.store.payloads import dumped
from research.store.sayings import said_each
from research.web.sentences import told
from tests.builders import query
from tests.sayings import is_known

REASONS = [value for name, value in vars(channels).items() if name.isupper() and isinstance(value, str)][2:]


def line(*queries: Any) -> Any:
    return told(Entry(kind="QueriesWritten", payload=dumped(QueriesWritten(queries)), seq=1), {})


def test_a_line_about_queries_says_where_they_go_and_why() -> None:
    where = {"channels": ("documents", "arxiv"), "channel_reason": f"{channels.PAPERS}; {channels.NAMED}"}
    details = line(query(1, twin=9, dropped="repeats query 9"), query(2, **where)).details
    assert details[-1] == "Where: documents, arxiv – asks for research papers; the question names addresses"


def test_queries_of_an_earlier_program_say_nothing_of_it() -> None:
    assert line(query(1)).details == ("Lanwan grid storage capacity",)


def test_a_phrasing_says_what_it_hopes_to_find_and_why_it_was_not_sent() -> None:
    """R013: the gap stands in the line, so a hope that is the gap itself isn't said twice."""
    hoping = query(1, hopes="the day it opened")
    repeating = query(2, text="capacity again", twin=1, dropped="repeats query 1")
    assert line(hoping, repeating).details == (
        f"{hoping.text} – hopes to find: the day it opened",
        "capacity again – repeats query 1",
    )


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_that_the_engine_gives_is_in_the_table_of_sentences(reason: str) -> None:
    assert is_known(reason)


def test_reasons_are_told_one_by_one() -> None:
    described = "the description shares words with what is missing: database"
    with translation.override("en"):
        assert said_each(f"{channels.GENERAL}; {described}") == f"{channels.GENERAL}; {described}"
