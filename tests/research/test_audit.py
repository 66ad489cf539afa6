"""Every human verb leaves a row; each row carries the hash of the one before, and a changed one is named."""

from decimal import Decimal
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from research import actions
from research.actions.naming import LONGEST_NAME
from research.actions.trail import FIRST, audit, first_broken_link, last_mark, link, mark_chain
from research.models import Audit
from tests.research.test_lease import at_once
from tests.whole.tasks import Room, advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]

PRICES = {"input": Decimal(1), "output": Decimal(2)}


def written(here: Room, count: int = 5) -> list[Audit]:
    with transaction.atomic():
        return [
            audit(
                here.ada, here.workspace, "page", "verb", f"thing {n}", {"n": n, "share": 0.65}, {"文": "澜湾"}, "why"
            )
            for n in range(count)
        ]


def behind_the_guards_back(row: Audit, **changed: Any) -> None:
    """As somebody with the database's own password could."""
    table = Audit._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for column, value in changed.items():
            cursor.execute(f"UPDATE {table} SET {column} = %s WHERE id = %s", [value, row.pk])
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def test_an_untouched_chain_holds() -> None:
    rows = written(room())
    assert first_broken_link() is None
    assert rows[0].previous == FIRST
    assert [row.previous for row in rows[1:]] == [row.hash for row in rows[:-1]]


@pytest.mark.parametrize(
    "changed",
    [
        {"verb": "other"},
        {"object": "other"},
        {"reason": "other"},
        {"door": "api"},
        {"before": '{"n": 99}'},
        {"after": "null"},
        {"at": "2020-01-01 00:00:00+00"},
        {"person_id": None},
        {"workspace_id": None},
        {"hash": "f" * 64},
        {"previous": "f" * 64},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_one_changed_row_is_named(changed: dict[str, Any]) -> None:
    rows = written(room())
    behind_the_guards_back(rows[2], **changed)
    assert first_broken_link() == rows[2]


def test_a_row_taken_out_is_noticed_at_the_next_one() -> None:
    rows = written(room())
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE research_audit DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM research_audit WHERE id = %s", [rows[2].pk])
        cursor.execute("ALTER TABLE research_audit ENABLE TRIGGER USER")
    assert first_broken_link() == rows[3]


def test_a_row_whose_hash_was_made_anew_breaks_the_next_one() -> None:
    from research.actions.trail import link

    rows = written(room())
    behind_the_guards_back(rows[2], verb="other")
    behind_the_guards_back(rows[2], hash=link(Audit.objects.get(pk=rows[2].pk)))
    assert first_broken_link() == rows[3]


def test_a_chain_written_by_six_at_once_is_one_chain() -> None:
    here = room()
    at_once(6, lambda at: [written(here, 1) for _ in range(4)])
    assert Audit.objects.count() == 24
    assert first_broken_link() is None


def test_a_verb_that_is_rolled_back_leaves_no_row_and_no_hole() -> None:
    here = room()
    written(here, 1)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        written(here, 1)
        raise ZeroDivisionError
    written(here, 1)
    assert Audit.objects.count() == 2
    assert first_broken_link() is None


def test_every_verb_leaves_one_row_with_who_what_and_through_which_door() -> None:
    here = room()
    task = asked(here)
    for verb in (actions.pause, actions.resume):
        verb(here.ada, task, door="api")
    advance_until(task)
    for claim in task.claims.filter(waits=True):
        actions.decide_claim(here.grace, claim, seen_version=1, ruling="rejected", reason_code="no_source")
    advance_until(task)
    actions.change_thresholds(here.root, here.workspace, {"hits": 8}, reason="more", seen_number=1)
    actions.add_person(here.root, here.workspace, "new", "analyst")
    label = task.label
    actions.delete_task(here.ada, fresh(task))
    rows = Audit.objects.order_by("id")
    assert [row.verb for row in rows if row.verb != "decide_claim"] == [
        "start",
        "pause",
        "resume",
        "change_thresholds",
        "add_person",
        "delete",
    ]
    assert {(row.verb, row.door) for row in rows} >= {("pause", "api"), ("start", "page")}
    assert rows.get(verb="pause").before == {"status": "running"}
    assert rows.get(verb="delete").object == label
    assert first_broken_link() is None


def test_the_trail_holds_the_longest_name_of_a_person_a_model_and_a_host() -> None:
    """A name that its own table takes, and the trail doesn't, would end in an error instead of a row."""
    here = room()
    host = ".".join(["longname" * 6] * 5) + ".example"
    member, _password = actions.add_person(here.root, here.workspace, "n" * LONGEST_NAME, "analyst")
    actions.change_role(here.root, here.workspace, member, "reviewer")
    actions.set_price(here.root, here.workspace, "m" * 200, PRICES, currency="USD", reason="the list")
    actions.mark_host(here.root, here.workspace, host, "anyone", reason="looked at")
    named = list(Audit.objects.order_by("id").values_list("object", flat=True))
    assert named == ["n" * LONGEST_NAME, "n" * LONGEST_NAME, "m" * 200, host]
    assert first_broken_link() is None


def test_a_refused_verb_leaves_no_row() -> None:
    here = room()
    task = asked(here)
    before = Audit.objects.count()
    for deed in (
        lambda: actions.resume(here.ada, task),
        lambda: actions.pause(here.grace, task),
        lambda: actions.start(here.ada, here.workspace, ""),
        lambda: actions.delete_task(here.ada, task),
    ):
        with pytest.raises(actions.Refused):
            deed()
    assert Audit.objects.count() == before


def test_a_mark_lets_a_page_check_only_what_came_after() -> None:
    rows = written(room())
    mark = mark_chain()
    assert mark is not None and (mark.row, mark.hash, mark.rows) == (rows[-1], rows[-1].hash, 5)
    assert mark_chain() is None, "nothing came after"
    behind_the_guards_back(rows[1], verb="other")
    assert first_broken_link(last_mark()) is None, "before the mark: the command's business"
    assert first_broken_link() == rows[1]
    with pytest.raises(CommandError, match=f"breaks at row {rows[1].pk}"):
        call_command("verify_audit")


def test_a_break_behind_the_mark_or_at_it_is_seen_and_never_marked() -> None:
    here = room()
    written(here)
    mark = mark_chain()
    later = written(here, 3)
    behind_the_guards_back(later[1], reason="other")
    assert first_broken_link(mark) == later[1]
    assert mark_chain() is None
    assert mark is not None
    behind_the_guards_back(mark.row, reason="other")
    assert first_broken_link(mark) == mark.row


def test_a_chain_that_was_made_anew_differs_from_its_marks(capsys: pytest.CaptureFixture[str]) -> None:
    rows = written(room())
    call_command("verify_audit")
    assert capsys.readouterr().out.startswith("whole: 5 rows")
    previous = FIRST
    for row in rows:
        row.reason, row.previous = "a better reason", previous
        previous = link(row)
        behind_the_guards_back(row, reason=row.reason, previous=row.previous, hash=previous)
    assert first_broken_link() is None, "by itself such a chain is whole"
    with pytest.raises(CommandError, match="made anew"):
        call_command("verify_audit")
    mark = last_mark()
    assert mark is not None and first_broken_link(mark) == mark.row
