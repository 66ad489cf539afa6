"""Thresholds: changed with a reason, as a new version, never over somebody else's change."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from research import actions
from research.models import Audit, Thresholds, User, Workspace
from research.web.limit_words import GROUP_WORDS, LIMIT_WORDS, UNIT_WORDS, words_for
from tests.web import rows
from tests.web.parsed import all_words, page, pick, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def settings_page(client: Client, admin: User) -> Client:
    client.force_login(admin)
    return client


def filled(room: Workspace, **changed: Any) -> dict[str, Any]:
    """The form as the browser sends it: every field, with the version that was seen."""
    values = {row.name: row.value for row in actions.limit_rows(room)}
    about = {"reason": "stale overviews came in", "seen_number": actions.current_thresholds(room).number}
    return {**values, **about, **changed}


def test_every_limit_has_words_in_both_languages(room):
    rows_shown = actions.limit_rows(room)
    assert {row.name for row in rows_shown} == set(LIMIT_WORDS)
    assert {row.group for row in rows_shown} <= set(GROUP_WORDS)
    assert {row.unit for row in rows_shown} <= set(UNIT_WORDS)
    for english, chinese, reason in LIMIT_WORDS.values():
        assert english.isascii() and not chinese.isascii() and not reason.isascii()


def test_a_limit_is_named_in_the_readers_language():
    with translation.override("zh-hans"):
        assert str(words_for("accept_score")) == "采纳证据的最低分"
        assert words_for("accept_score").because("Below.").startswith("低于")
    with translation.override("en"):
        assert str(words_for("accept_score")) == "Score from which evidence is accepted"
        assert words_for("accept_score").because("Below.") == "Below."
    assert str(words_for("a_limit_of_next_year")) == "a_limit_of_next_year"


def test_a_row_shows_value_unit_range_default_and_reason_and_a_dot_when_modified(settings_page, room, admin):
    actions.change_thresholds(
        admin, room, {"accept_score": 0.7}, reason="r", seen_number=actions.current_thresholds(room).number
    )
    shown = page(settings_page.get("/settings/thresholds"))
    field = shown.get_element_by_id("limit-accept_score")
    assert {name: field.get(name) for name in ("value", "inputmode")} == {"value": "0.7", "inputmode": "decimal"}
    about = words(shown.get_element_by_id("about-accept_score"))
    assert "default 0.65" in about and "from 0 to 1" in about and "stale overviews" in about
    assert all_words(shown, ".limit-modified code") == ["accept_score"]
    assert shown.get_element_by_id("limit-dry_rounds").get("inputmode") == "numeric"


def test_a_save_is_a_new_version_with_person_and_reason_and_the_old_one_stays(settings_page, room, admin):
    assert settings_page.post("/settings/thresholds", filled(room, accept_score=0.7)).status_code == 302
    newest, first = Thresholds.objects.filter(workspace=room)
    assert (newest.number, newest.person, newest.reason) == (2, admin, "stale overviews came in")
    assert (newest.values["accept_score"], first.values["accept_score"]) == (0.7, 0.65)
    audit = Audit.objects.get(verb="change_thresholds")
    assert (audit.before, audit.after) == ({"accept_score": 0.65}, {"accept_score": 0.7})
    shown = page(settings_page.get("/settings/thresholds"))
    assert any("0.65 → 0.7" in line for line in all_words(shown, ".changes li"))


@pytest.mark.parametrize(
    ("name", "value"), [("accept_score", "7"), ("dry_rounds", "1.5"), ("tokens", "many"), ("hits", "")]
)
def test_a_value_out_of_range_is_told_beside_its_field_and_stays_in_it(settings_page, room, name, value):
    answer = settings_page.post("/settings/thresholds", filled(room, **{name: value}))
    assert answer.status_code == 422 and Thresholds.objects.filter(workspace=room).count() == 1
    shown = page(answer)
    field = shown.get_element_by_id(f"limit-{name}")
    assert field.get("value") == value and field.get("aria-invalid") == "true"
    assert len(pick(shown, ".limit .wrong")) == 1
    assert [link.get("href") for link in pick(shown, ".strip-bad a")] == [f"#limit-{name}"]


def test_limits_that_do_not_fit_together_are_refused_with_the_sentence(settings_page, room):
    answer = settings_page.post("/settings/thresholds", filled(room, weight_relevance=0.9))
    assert answer.status_code == 422
    assert "sum to" in words(pick(page(answer), ".strip-bad")[0])
    assert page(answer).get_element_by_id("limit-weight_relevance").get("value") == "0.9"


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_change_without_a_reason_is_not_saved(settings_page, room, reason):
    answer = settings_page.post("/settings/thresholds", filled(room, accept_score=0.7, reason=reason))
    assert answer.status_code == 422 and Thresholds.objects.filter(workspace=room).count() == 1
    assert "A change needs a reason" in words(page(answer))
    assert page(answer).get_element_by_id("limit-accept_score").get("value") == "0.7"


def test_of_two_admins_the_second_sees_both_values_and_keeps_only_what_they_changed(settings_page, room):
    mine = filled(room, accept_score=0.8, hits=8)
    other = rows.person("mei", room, "admin")
    actions.change_thresholds(other, room, {"accept_score": 0.7, "dry_rounds": 4}, reason="theirs", seen_number=1)
    answer = settings_page.post("/settings/thresholds", mine)
    assert answer.status_code == 409
    shown = page(answer)
    assert "mei saved version 2 meanwhile." in words(pick(shown, ".strip-warn")[0])
    typed = {
        name: shown.get_element_by_id(f"limit-{name}").get("value") for name in ("accept_score", "hits", "dry_rounds")
    }
    assert typed == {"accept_score": "0.8", "hits": "8", "dry_rounds": "4"}
    assert all_words(shown, ".newer") == ["theirs: 0.7", "theirs: 6"]
    again = {field.get("name"): field.get("value") for field in pick(shown, ".limits input[name]")}
    assert settings_page.post("/settings/thresholds", again).status_code == 302
    values = actions.current_thresholds(room).values
    assert (values["accept_score"], values["hits"], values["dry_rounds"]) == (0.8, 8, 4)


def test_an_older_version_comes_back_as_a_new_one(settings_page, room, admin):
    first = actions.current_thresholds(room).number
    actions.change_thresholds(admin, room, {"hits": 9}, reason="wider", seen_number=first)
    assert settings_page.post("/settings/thresholds/restore", {"number": 1}).status_code == 422
    assert settings_page.post("/settings/thresholds/restore", {"number": 1, "reason": "noise"}).status_code == 302
    now = actions.current_thresholds(room)
    assert (now.number, now.values["hits"], now.reason) == (3, 6, "noise")
    assert settings_page.post("/settings/thresholds/restore", {"number": 99, "reason": "x"}).status_code == 422


@pytest.mark.parametrize("role", ["analyst", "reviewer"])
def test_only_an_admin_opens_or_changes_settings(client, room, role):
    client.force_login(rows.person("lee", room, role))
    for path in ("thresholds", "people", "audit", "models"):
        assert client.get(f"/settings/{path}").status_code == 403, path
    assert client.post("/settings/thresholds", filled(room, hits=9)).status_code == 403
    assert client.post("/settings/thresholds/restore", {"number": 1, "reason": "x"}).status_code == 403
    assert client.post("/settings/people", {"username": "eve", "role": "admin"}).status_code == 403


def test_a_foreign_workspace_answers_like_a_missing_one(settings_page):
    foreign = rows.room("Elsewhere")
    assert settings_page.get(f"/settings/thresholds?workspace={foreign.pk}").status_code == 404
    assert settings_page.get("/settings/thresholds?workspace=999999").status_code == 404


def test_an_admin_of_two_workspaces_changes_the_one_that_the_address_names(settings_page, room, admin):
    second = rows.room("Second desk")
    second.memberships.create(person=admin, role="admin")
    settings_page.post(f"/settings/thresholds?workspace={second.pk}", filled(second, hits=9))
    assert actions.current_thresholds(second).values["hits"] == 9
    assert actions.current_thresholds(room).values["hits"] == 6
