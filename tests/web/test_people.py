"""People, the audit trail, and what models were asked."""

import pytest
from django.db import connection

from research import actions
from research.models import Audit, Entry, Membership, ModelCall, User, Workspace
from tests.web import rows
from tests.web.parsed import all_words, page, pick, words

pytestmark = pytest.mark.django_db


def test_a_new_persons_password_is_shown_once_and_works(office, room):
    answer = office.post("/settings/people", {"username": "王芳", "role": "reviewer"})
    password = words(pick(page(answer), "[data-password]")[0])
    assert "no-store" in answer["Cache-Control"]
    assert password not in office.get("/settings/people").content.decode()
    made = User.objects.get(username="王芳")
    assert made.check_password(password) and made.must_change_password and made.can("decide", room)


@pytest.mark.parametrize(
    ("username", "role"), [("", "analyst"), ("rui", "analyst"), ("lee", "owner"), ("l" * 200, "analyst")]
)
def test_a_person_that_can_not_be_added_is_told_beside_the_field(office, username, role):
    before = User.objects.count()
    answer = office.post("/settings/people", {"username": username, "role": role})
    assert answer.status_code == 422 and User.objects.count() == before
    assert pick(page(answer), ".add-form .wrong")


@pytest.mark.parametrize("username", [" lee", "lee ", "l\u200bee"])
def test_a_name_with_what_nobody_sees_is_refused_and_not_mended(office, username):
    before = User.objects.count()
    answer = office.post("/settings/people", {"username": username, "role": "analyst"})
    assert answer.status_code == 422 and User.objects.count() == before
    assert "A user name" in words(pick(page(answer), ".add-form .wrong")[0])


def test_a_role_is_changed_and_the_change_is_in_the_trail(office, room):
    member = rows.person("lee", room, "analyst")
    assert office.post("/settings/people/role", {"member": member.pk, "role": "reviewer"}).status_code == 302
    assert Membership.objects.get(person=member).role == "reviewer"
    cells = all_words(page(office.get("/settings/audit")), ".trail tbody td")
    assert cells[1:3] == ["rui", "role changed lee"]
    assert "analyst" in cells[3] and "reviewer" in cells[3]


def test_the_last_admin_stays_admin(office, admin):
    answer = office.post("/settings/people/role", {"member": admin.pk, "role": "analyst"})
    assert answer.status_code == 422 and "at least one admin" in words(page(answer))
    assert Membership.objects.get(person=admin).role == "admin"


def test_somebody_of_another_workspace_is_not_to_be_reached(office):
    other = rows.person("zoe", rows.room("Elsewhere"), "analyst")
    assert office.post("/settings/people/role", {"member": other.pk, "role": "admin"}).status_code == 404
    assert "zoe" not in words(page(office.get("/settings/people")))


@pytest.mark.parametrize("post", [{}, {"member": "x", "role": "admin"}, {"member": "1", "role": "owner"}])
def test_a_role_form_that_no_page_sends_is_refused(office, post):
    assert office.post("/settings/people/role", post).status_code == 422


def test_the_trail_is_whole_until_a_row_is_changed(office, room, admin):
    actions.change_thresholds(
        admin, room, {"hits": 9}, reason="wider", seen_number=actions.current_thresholds(room).number
    )
    actions.add_person(admin, room, "lee", "analyst")
    assert "The chain is whole" in words(page(office.get("/settings/audit")))
    changed = Audit.objects.earliest("id")
    rewrite(changed)
    assert f"The chain breaks at entry {changed.pk}." in words(page(office.get("/settings/audit")))


def rewrite(row: Audit) -> None:
    """As somebody with the database in their hands would: past the trigger that keeps rows as they are."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE research_audit SET reason = 'nothing happened' WHERE id = %s", [row.pk])
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def test_the_trail_of_another_workspace_is_not_shown(office):
    elsewhere = rows.room("Elsewhere")
    zoe = rows.person("zoe", elsewhere, "admin")
    actions.add_person(zoe, elsewhere, "secretly", "analyst")
    assert "secretly" not in words(page(office.get("/settings/audit")))


def call(room: Workspace, role: str, used: tuple[int, int], **more: object) -> ModelCall:
    fields = {"endpoint": "vllm://127.0.0.1:8001/m", "model": "m", "state": "settled", **more}
    return ModelCall.objects.create(
        workspace=room, role=role, prompt="p", prompt_hash="0", reserved_tokens=1, input_tokens=used[0],
        output_tokens=used[1], **fields,
    )  # fmt: skip


def test_tokens_are_told_by_four_counters_and_never_added_up(office, room, admin):
    task = rows.task(room, admin)
    call(room, "planner", (100, 10), task=task)
    call(room, "reporter", (200, 20), task=task)
    call(room, "executor", (1000, 50), task=task, state="failed")
    call(room, "checker", (30, 3), task=task)
    shown = page(office.get("/settings/models"))
    assert all_words(shown, ".counters dd") == ["300", "30", "1030", "53"]
    rows_shown = [[words(cell) for cell in row.xpath("td")] for row in pick(shown, "tbody tr")]
    assert ["300", "30", "1030", "53"] in rows_shown
    assert ["1", "1", "1000", "50"] in [cells[-4:] for cells in rows_shown]


def test_fall_backs_are_counted_by_role(office, room, admin):
    task = rows.task(room, admin)
    for seq in (1, 2):
        Entry.objects.create(task=task, seq=seq, step=1, kind="RoleFellBack", payload={"role": "planner"}, v=1)
    assert all_words(page(office.get("/settings/models")), ".fallbacks li") == ["planner: 2 times"]


def test_endpoints_show_by_name_and_keys_never(office, settings):
    settings.ROLE_ENDPOINTS = {
        **settings.ROLE_ENDPOINTS,
        "checker": "anthropic://light",
        "reporter": "anthropic://light",
    }
    settings.API_KEYS = {"anthropic": "sk-not-to-be-seen"}
    shown = office.get("/settings/roles").content.decode()
    assert "anthropic://light" in shown and "sk-not-to-be-seen" not in shown
    assert "it marks its own work" in shown


def test_what_another_workspace_spent_is_not_shown(office, admin):
    elsewhere = rows.room("Elsewhere")
    call(elsewhere, "planner", (777, 7))
    assert "777" not in words(page(office.get("/settings/models")))
