"""Numbered, immutable versions of the limits; a running task keeps the one it began with."""

from dataclasses import fields

import pytest

from research import actions
from research.engine.limits import Limits
from research.models import Audit, Thresholds
from research.store.load import limits_of
from tests.whole.tasks import fresh, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]


def test_each_save_is_a_new_version_with_person_and_reason() -> None:
    here = room()
    first = actions.current_thresholds(here.workspace)
    second = actions.change_thresholds(here.root, here.workspace, {"accept_score": 0.7}, reason=" try ", seen_number=1)
    assert (first.number, second.number, second.person, second.reason) == (1, 2, here.root, "try")
    assert first.values == Limits().values()
    assert second.values == {**Limits().values(), "accept_score": 0.7}
    row = Audit.objects.get(verb="change_thresholds")
    assert (row.before, row.after, row.reason) == ({"accept_score": 0.65}, {"accept_score": 0.7}, "try")


def test_a_running_task_keeps_the_version_it_began_with() -> None:
    here = room()
    before = actions.start(here.ada, here.workspace, "How much storage has Lanwan?")
    actions.change_thresholds(here.root, here.workspace, {"accept_score": 0.7}, reason="try", seen_number=1)
    after = actions.start(here.ada, here.workspace, "How much storage has Lanwan?")
    assert (limits_of(fresh(before)).accept_score, limits_of(after).accept_score) == (0.65, 0.7)


def test_of_two_admins_who_saw_one_version_the_second_is_told() -> None:
    here = room()
    actions.change_thresholds(here.root, here.workspace, {"hits": 8}, reason="mine", seen_number=1)
    with pytest.raises(actions.Stale) as stale:
        actions.change_thresholds(here.root, here.workspace, {"hits": 9}, reason="mine too", seen_number=1)
    assert stale.value.current.values["hits"] == 8
    assert Thresholds.objects.count() == 2


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"accept_score": 2}, "accept_score must be between 0 and 1"),
        ({"weight_relevance": 0.9}, "must sum to 1"),
        ({"colour": 1}, "unknown limit: colour"),
        ({"hits": 4.5}, "whole number"),
    ],
)
def test_a_value_out_of_range_is_refused_and_nothing_is_saved(values: dict[str, float], words: str) -> None:
    here = room()
    with pytest.raises(actions.Refused, match=words):
        actions.change_thresholds(here.root, here.workspace, values, reason="try", seen_number=1)
    assert Thresholds.objects.filter(number__gt=1).count() == 0


def test_a_change_needs_a_reason_and_the_right_to_tune() -> None:
    here = room()
    with pytest.raises(actions.Refused, match="Say why"):
        actions.change_thresholds(here.root, here.workspace, {"hits": 8}, reason=" \0 ", seen_number=1)
    for person in (here.ada, here.grace):
        with pytest.raises(actions.Forbidden):
            actions.change_thresholds(person, here.workspace, {"hits": 8}, reason="try", seen_number=1)


def test_restoring_makes_a_new_version_and_rewrites_no_history() -> None:
    here = room()
    actions.change_thresholds(here.root, here.workspace, {"hits": 8}, reason="try", seen_number=1)
    third = actions.restore_thresholds(here.root, here.workspace, 1, reason="no better")
    assert (third.number, third.values["hits"]) == (3, 6)
    assert [row.values["hits"] for row in Thresholds.objects.order_by("number")] == [6, 8, 6]
    with pytest.raises(actions.Refused, match="no version 9"):
        actions.restore_thresholds(here.root, here.workspace, 9, reason="x")


def test_a_version_of_an_older_program_is_shown_changed_and_restored() -> None:
    """F-11: a limit that is gone since stands in no one's way."""
    here = room()
    Thresholds.objects.create(workspace=here.workspace, number=1, values={"hits": 9, "gone_since": 1}, reason="old")
    assert {row.name: row.value for row in actions.limit_rows(here.workspace)}["hits"] == 9
    changed = actions.change_thresholds(here.root, here.workspace, {"variants": 2}, reason="x", seen_number=1)
    assert (changed.values["hits"], changed.values["variants"], "gone_since" in changed.values) == (9, 2, False)
    assert actions.restore_thresholds(here.root, here.workspace, 1, reason="x").values["hits"] == 9


def test_every_row_says_unit_range_reason_and_whether_it_was_changed() -> None:
    here = room()
    actions.change_thresholds(here.root, here.workspace, {"hits": 8}, reason="try", seen_number=1)
    rows = {row.name: row for row in actions.limit_rows(here.workspace)}
    assert len(rows) == len(fields(Limits))
    assert [row.name for row in rows.values() if row.modified] == ["hits"]
    for row in rows.values():
        assert row.unit
        assert row.reason.endswith(".")
        assert row.low <= row.default <= row.high
    assert rows["hits"].whole
    assert not rows["accept_score"].whole
