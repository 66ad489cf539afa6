"""Who stands at the door, what the frame shows, and what an error says."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from research.models import User
from tests.web import rows

pytestmark = pytest.mark.django_db


def signed_in(name: str, role: str = "analyst", **more: object) -> tuple[Client, User]:
    person = rows.person(name, rows.room(), role, **more)
    client = Client()
    client.force_login(person)
    return client, person


def test_a_stranger_is_led_to_the_sign_in_page_and_back_to_where_they_wanted() -> None:
    rows.person("ada", rows.room())
    client = Client()
    sent = client.get("/tasks/new")
    assert (sent.status_code, sent["Location"]) == (302, "/sign-in?next=/tasks/new")
    back = client.post("/sign-in", {"username": "ada", "password": rows.PASSWORD, "next": "/tasks/new"})
    assert back["Location"] == "/tasks/new"


def test_a_wrong_password_is_told_in_words_and_the_name_stays() -> None:
    rows.person("ada", rows.room())
    page = Client().post("/sign-in", {"username": "ada", "password": "wrong"}).content.decode()
    assert "Name and password do not fit together" in page
    assert 'value="ada"' in page


def test_a_one_time_password_opens_nothing_but_the_page_that_replaces_it() -> None:
    client, person = signed_in("ada", must_change_password=True)
    for path in ("/", "/tasks/new", "/sources", "/uploads", "/account"):
        assert client.get(path)["Location"] == "/password", path
    same = client.post("/password", {"password1": rows.PASSWORD, "password2": rows.PASSWORD})
    assert same.status_code == 422 and "This is the one-time password" in same.content.decode()
    weak = client.post("/password", {"password1": "short", "password2": "short"})
    assert weak.status_code == 422
    client.post("/password", {"password1": "thirteen red kites", "password2": "thirteen red kites"})
    person.refresh_from_db()
    assert not person.must_change_password and person.check_password("thirteen red kites")
    assert client.get("/").status_code == 200


def test_a_part_of_a_page_answers_401_and_not_with_a_sign_in_page() -> None:
    task = rows.task(room := rows.room(), rows.person("ada", room))
    answer = Client().get(f"/tasks/T-{task.pk}/buttons", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (401, b"")


def test_the_ways_shown_are_those_that_lead_somewhere() -> None:
    analyst, _ = signed_in("ada")
    page = analyst.get("/").content.decode()
    assert "/tasks/new" in page and "/settings/thresholds" not in page
    admin = Client()
    admin.force_login(rows.person("root", rows.room("other"), "admin"))
    assert "/settings/thresholds" in admin.get("/").content.decode()
    nobody = Client()
    nobody.force_login(rows.person("nobody"))
    assert "/tasks/new" not in nobody.get("/").content.decode()


def test_the_language_chosen_in_the_footer_stays_with_the_person() -> None:
    client, person = signed_in("ada")
    client.post("/language", {"language": "zh-hans", "next": "/"})
    person.refresh_from_db()
    assert person.language == "zh-hans"
    assert '<html lang="zh-hans">' in client.get("/").content.decode()
    elsewhere = Client()
    elsewhere.post("/sign-in", {"username": "ada", "password": rows.PASSWORD})
    assert '<html lang="zh-hans">' in elsewhere.get("/").content.decode()


def test_a_language_that_does_not_exist_changes_nothing() -> None:
    client, person = signed_in("ada")
    client.post("/language", {"language": "../../etc", "next": "/"})
    person.refresh_from_db()
    assert person.language == ""


def test_single_keys_can_be_switched_off() -> None:
    client, _person = signed_in("ada")
    assert 'data-single-keys="on"' in client.get("/").content.decode()
    client.post("/account", {"language": "en"})
    assert 'data-single-keys="off"' in client.get("/").content.decode()


def test_a_missing_page_and_a_foreign_one_look_the_same() -> None:
    client, _ = signed_in("ada")
    foreign = rows.task(other := rows.room("other"), rows.person("eve", other))
    missing, hidden = client.get("/tasks/T-999999"), client.get(f"/tasks/T-{foreign.pk}")
    assert missing.status_code == hidden.status_code == 404
    said = [answer.content.decode().partition("<main")[2].partition("</main>")[0] for answer in (missing, hidden)]
    assert said[0] == said[1] and "There is nothing here" in said[0]


def test_a_form_without_a_token_says_that_the_session_changed_and_does_nothing() -> None:
    room = rows.room()
    person = rows.person("ada", room)
    client = Client(enforce_csrf_checks=True)
    client.force_login(person)
    answer = client.post("/tasks/new", {"question": "What burned?", "workspace": room.pk})
    assert answer.status_code == 403
    assert "data-session-changed" in answer.content.decode()
    assert not room.tasks.exists()


def test_no_page_has_an_inline_script_or_style() -> None:
    client, person = signed_in("ada")
    task = rows.planned(rows.task(person.memberships.get().workspace, person), "What burned?")
    for path in ("/", "/tasks/new", f"/tasks/T-{task.pk}", f"/tasks/T-{task.pk}/plan", "/sources", "/uploads"):
        page = client.get(path).content.decode()
        assert "style=" not in page and "onclick" not in page and "<style" not in page, path
        assert all("src=" in tag.partition(">")[0] for tag in page.split("<script")[1:]), path


def test_the_address_of_the_settings_leads_to_the_first_page_that_one_may_see() -> None:
    admin, person = signed_in("ada", "admin")
    room = person.memberships.get().workspace
    assert admin.get("/settings")["Location"] == "/settings/thresholds"
    named = f"?workspace={room.pk}"
    assert admin.get(f"/settings{named}")["Location"] == f"/settings/thresholds{named}"
    analyst = Client()
    analyst.force_login(rows.person("ben", room))
    assert analyst.get("/settings").status_code == 403, "none of the pages behind it is theirs"
    assert Client().get("/settings")["Location"] == "/sign-in?next=/settings"


@pytest.mark.parametrize(
    ("came", "back"),
    [
        ("http://testserver/review/C-1-2?stage=lead", "/review/C-1-2?stage=lead"),
        ("http://elsewhere.example/review/C-1-2", "/review/C-1-2/draft"),
        ("", "/review/C-1-2/draft"),
    ],
)
def test_a_form_sent_by_nobody_leads_after_the_sign_in_to_the_page_it_stood_on(came, back):
    answer = Client().post("/review/C-1-2/draft", {"text": "x"}, headers={"referer": came})
    assert answer.status_code == 302 and parse_qs(urlsplit(answer["Location"]).query)["next"] == [back]
