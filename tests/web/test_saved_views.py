"""Filters of the queue under a name: one's own, in rows, one click away, deletable; they give no right."""

import pytest

from research import actions
from research.models import Audit, Claim, SavedView
from research.store import desk as desk_rows
from tests.web import rows
from tests.web.parsed import addresses, all_words, page, words
from tests.web.rows import door

pytestmark = pytest.mark.django_db


def test_the_filters_of_an_address_are_kept_under_a_name_and_found_again(written, mei):
    client = door(mei)
    assert "Save this view as" not in words(page(client.get("/review")))
    assert "Save this view as" in words(page(client.get("/review?verdict=partly&assigned=nobody")))
    answer = client.post("/review/views?verdict=partly&assigned=nobody&decided=", {"name": " Mine  to do "})
    assert answer.status_code == 302
    made = SavedView.objects.get()
    assert (made.person, made.name, made.filters) == (mei, "Mine to do", {"verdict": "partly", "assigned": "nobody"})
    assert Audit.objects.get(verb="save_view").after == made.filters
    shown = page(client.get("/review"))
    assert all_words(shown, ".view-list a") == ["Mine to do"]
    assert "/review?verdict=partly&assigned=nobody" in addresses(shown)
    there = page(client.get("/review?assigned=nobody&verdict=partly"))
    assert all_words(there, ".view-list a[aria-current=true]") == ["Mine to do"]
    assert "Save this view as" not in words(there), "it has its name already"


def test_a_view_is_deleted_by_whom_it_belongs_to_and_seen_by_nobody_else(written, room, mei):
    made = actions.save_view(mei, "weak", {"severity": "3"})
    rui = rows.person("rui", room, "admin")
    assert door(rui).post(f"/review/views/{made.pk}/delete").status_code == 404
    assert not all_words(page(door(rui).get("/review")), ".view-list a")
    with pytest.raises(actions.Forbidden):
        actions.delete_view(rui, made)
    assert door(mei).post(f"/review/views/{made.pk}/delete").status_code == 302 and not SavedView.objects.exists()
    assert Audit.objects.get(verb="delete_view").before == {"severity": "3"}


@pytest.mark.parametrize(
    ("name", "filters", "sentence"),
    [
        ("", {"verdict": "partly"}, "needs a name"),
        ("x" * 61, {"verdict": "partly"}, "at most 60"),
        ("all", {}, "without a filter"),
        ("odd", {"verdict": "lovely"}, "can't be filtered"),
        ("odd", {"out": "on"}, "can't be filtered"),
        ("odd", {"task": "７"}, "can't be filtered"),
        ("odd", {"task": "9" * 19}, "can't be filtered"),
        ("odd", {"x" * 9999: "9" * 9999}, "^The queue can't be filtered by x{60}: 9{60}.$"),
        ("weak", {"language": "zh"}, "already"),
    ],
)
def test_what_is_no_view_is_refused(written, mei, name, filters, sentence):
    actions.save_view(mei, "weak", {"severity": "3"})
    with pytest.raises(actions.Refused, match=sentence):
        actions.save_view(mei, name, filters)
    assert SavedView.objects.count() == 1


def test_nobody_keeps_more_than_thirty(mei):
    for number in range(30):
        actions.save_view(mei, f"view {number}", {"task": str(number + 1)})
    with pytest.raises(actions.Refused, match="Delete one first"):
        actions.save_view(mei, "one more", {"task": "99"})


def test_the_queue_is_filtered_by_how_bad_a_sentence_is(written, mei):
    task, claims = written
    Claim.objects.filter(pk=claims[1].pk).update(verdict="contradicted")
    actions.flag_claim(task.owner, claims[0], reason_code="opinion")

    def numbers(severity: str) -> set[int]:
        return {row.claim.number for row in desk_rows.waiting_for(mei, severity=severity)}

    assert numbers("4") == {2} and numbers("3") == {1, 2, 4} and numbers("2") == {1, 2, 4, 5}
    assert len(all_words(page(door(mei).get("/review?severity=4")), ".queued")) == 1


def test_the_api_keeps_lists_and_deletes_views(written, room, mei):
    client = door(mei)
    given = {"name": "中文待办", "filters": {"language": "zh"}}
    made = client.post("/api/v1/views", given, content_type="application/json")
    assert made.status_code == 201 and client.get("/api/v1/views").json() == [made.json()]
    assert client.post("/api/v1/views", given, content_type="application/json").status_code == 422
    other = door(rows.person("rui", room, "admin"))
    assert (
        other.get("/api/v1/views").json() == []
        and other.delete(f"/api/v1/views/{made.json()['id']}").status_code == 404
    )
    assert client.delete(f"/api/v1/views/{made.json()['id']}").status_code == 204 and not SavedView.objects.exists()
