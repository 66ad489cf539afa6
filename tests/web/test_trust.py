"""How far sources are believed, in the browser and by the API: who may change it, and what a change does."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from reach.pages import Page
from reach.trust import BY_NAME, Trust
from research import actions, wiring
from research.engine.limits import Limits
from research.models import Audit, Source, TrustMark, User, Workspace
from research.store.library import keep_source
from research.web.trust import CLASS_WORDS, WHY_WORDS
from tests.sayings import is_known
from tests.web import rows
from tests.web.parsed import all_words, page, pick, words

pytestmark = pytest.mark.django_db
MARK = {"host": "https://forum.acme.example/", "trust": "primary", "reason": "its engineers answer there"}


def read(room: Workspace, url: str) -> Source:
    """A page that a new task reads there."""
    text = "The rack burned for 38 minutes."
    fetched = Page(url, url, "Notes", text, None, datetime.now(UTC), "text/html", text.encode(), "en")
    outside = wiring.outside_for(room.pk, Limits())
    return keep_source(room.pk, fetched, outside.marks, outside.settings)


def test_the_products_table_is_shown_with_grade_hosts_and_why(office):
    shown = page(office.get("/settings/trust"))
    assert all_words(shown, ".classes td.number") == ["1.00", "0.80", "0.60", "0.40", "0.20"]
    table = words(pick(shown, ".classes")[0])
    assert "ietf.org" in table and "reddit.com" in table and "a government, by its name" in table
    assert "No host is marked yet" in words(shown)


def test_a_mark_is_added_from_an_address_and_stands_with_person_and_reason(office, room, admin):
    assert office.post("/settings/trust", MARK).status_code == 302
    mark = TrustMark.objects.get(workspace=room)
    assert (mark.host, mark.grade, mark.person, mark.reason) == (
        "forum.acme.example", 1.0, admin, "its engineers answer there",
    )  # fmt: skip
    cells = all_words(page(office.get("/settings/trust")), ".marks tbody th, .marks tbody td")
    assert cells[:3] == ["forum.acme.example", "1.00 decides the fact", "its engineers answer there"]


def test_every_change_of_a_mark_is_in_the_trail_with_old_new_and_reason(office):
    office.post("/settings/trust", MARK)
    office.post("/settings/trust", {**MARK, "host": "forum.acme.example", "trust": "anyone", "reason": "trolls came"})
    office.post("/settings/trust/remove", {"host": "forum.acme.example", "reason": "closed down"})
    told = Audit.objects.filter(object="forum.acme.example").order_by("id")
    first, second = {"grade": 1.0, "reason": MARK["reason"]}, {"grade": 0.2, "reason": "trolls came"}
    assert [(row.verb, row.before, row.after, row.reason, row.door) for row in told] == [
        ("mark_host", None, first, MARK["reason"], "page"),
        ("mark_host", first, second, "trolls came", "page"),
        ("unmark_host", second, None, "closed down", "page"),
    ]
    assert not TrustMark.objects.exists()
    assert "mark on a host removed forum.acme.example" in words(page(office.get("/settings/audit")))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"host": "javascript:alert(1)"}, "is no site"),
        ({"host": "127.1"}, "is no site"),
        ({"host": "0x7f000001"}, "is no site"),
        ({"host": "a" * 300}, "is no site"),
        ({"host": "http://x.example/path"}, "is a page of a site"),
        ({"host": "x.example:99"}, "names a port"),
        ({"host": "com"}, "Anybody can have a name below"),
        ({"host": "*.co.uk"}, "Anybody can have a name below"),
        ({"host": "公司.cn"}, "Anybody can have a name below “公司.cn”"),
        ({"host": ""}, ""),
        ({"trust": "holy"}, ""),
        ({"trust": "0.9"}, ""),
        ({"reason": "  "}, ""),
    ],
)
def test_a_mark_that_can_not_be_meant_is_refused_and_what_was_typed_stays(office, changed, sentence):
    answer = office.post("/settings/trust", MARK | changed)
    assert answer.status_code == 422 and not TrustMark.objects.exists() and not Audit.objects.exists()
    shown = page(answer)
    assert pick(shown, ".add-form .wrong") and sentence in words(shown)
    assert pick(shown, "input[name=reason]")[-1].get("value") == (MARK | changed)["reason"].strip() or not sentence


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        ("*.Example.org.", "example.org"),
        ("gov.cn", "gov.cn"),
        ("ac.uk", "ac.uk"),
        ("github.io", "github.io"),
        ("wiki.internal", "wiki.internal"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("例子.测试", "xn--fsqu00a.xn--0zwm56d"),
    ],
)
def test_a_mark_holds_for_a_name_as_its_pages_are_compared(office, room, typed, host):
    assert office.post("/settings/trust", MARK | {"host": typed}).status_code == 302
    assert TrustMark.objects.get(workspace=room).host == host
    address = f"https://[{host}]/" if ":" in host else f"https://{host}/"
    assert actions.trust_of(room, address).why == f"marked by an admin: {host}"


@pytest.mark.parametrize(
    "post", [{"host": "nobody.example", "reason": "x"}, {"host": "", "reason": "x"}, {"host": "forum.acme.example"}]
)
def test_only_a_mark_that_is_there_is_removed_and_only_with_a_reason(office, post):
    office.post("/settings/trust", MARK)
    assert office.post("/settings/trust/remove", post).status_code == 422
    assert TrustMark.objects.count() == 1


@pytest.mark.parametrize("role", ["analyst", "reviewer"])
def test_only_an_admin_opens_or_changes_it_in_either_door(client, room, role):
    client.force_login(rows.person("lee", room, role))
    assert client.get("/settings/trust").status_code == 403
    assert client.post("/settings/trust", MARK).status_code == 403
    assert client.post("/settings/trust/remove", MARK).status_code == 403
    assert client.get("/api/v1/trust").status_code == 403
    assert put(client, MARK).status_code == 403
    with pytest.raises(actions.Forbidden):
        actions.mark_host(User.objects.get(username="lee"), room, "a.example", "primary", reason="x")
    assert not TrustMark.objects.exists()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("https://en.wikipedia.org/wiki/X", "0.80 edited or reviewed – in the product's table: wikipedia.org"),
        ("wiki.acme.example", "0.20 anybody may write – marked by an admin: acme.example"),
        ("unlisted.example", "0.60 nothing known – in no table"),
        ("blog.unlisted.example", "0.40 speaks for itself – a blog or newsroom, by its name"),
    ],
)
def test_the_look_up_tells_the_class_of_an_address_and_why(office, admin, room, address, told):
    actions.mark_host(admin, room, "acme.example", "anyone", reason="anybody edits it")
    shown = page(office.get("/settings/trust", {"address": address}))
    assert all_words(shown, ".found") == [told]
    assert shown.get_element_by_id("address").get("value") == address


@pytest.mark.parametrize("address", ["doc://5", "not an address", "javascript:alert(1)"])
def test_what_is_no_address_is_said_to_be_none(office, address):
    shown = page(office.get("/settings/trust", {"address": address}))
    assert not pick(shown, ".found") and "is no web address" in words(shown)


def test_a_page_is_believed_as_its_host_is_marked_when_it_is_read_again(admin, room):
    before = read(room, "https://wiki.acme.example/one")
    actions.mark_host(admin, room, "acme.example", "anyone", reason="anybody edits it")
    after = read(room, "https://wiki.acme.example/two")
    before.refresh_from_db()
    assert (before.credibility, after.credibility) == (0.6, 0.2)
    assert read(room, "https://wiki.acme.example/one").credibility == 0.2


def test_a_mark_of_one_workspace_says_nothing_in_another(office, admin, room):
    elsewhere = rows.room("Elsewhere")
    zoe = rows.person("zoe", elsewhere, "admin")
    actions.mark_host(zoe, elsewhere, "acme.example", "anyone", reason="secretly")
    assert read(room, "https://acme.example/").credibility == 0.6
    assert "secretly" not in words(page(office.get("/settings/trust")))
    assert office.get(f"/settings/trust?workspace={elsewhere.pk}").status_code == 404


def put(client: Client, body: dict[str, Any]) -> Any:
    return client.put("/api/v1/trust", json.dumps(body), content_type="application/json")


def test_the_api_does_the_same(office, room):
    assert put(office, MARK).status_code == 200
    told = office.get("/api/v1/trust").json()
    assert [(each["name"], each["grade"]) for each in told["classes"]] == [
        ("primary", 1.0), ("checked", 0.8), ("plain", 0.6), ("interested", 0.4), ("anyone", 0.2),
    ]  # fmt: skip
    assert [(mark["host"], mark["grade"], mark["person"]) for mark in told["marks"]] == [
        ("forum.acme.example", 1.0, "rui")
    ]
    found = office.get("/api/v1/trust/of", {"address": "forum.acme.example"}).json()
    assert found == {"grade": 1.0, "trust": "primary", "why": "marked by an admin: forum.acme.example"}
    assert office.get("/api/v1/trust/of", {"address": "no host"}).status_code == 404
    gone = json.dumps({"host": "forum.acme.example", "reason": "closed"})
    assert office.post("/api/v1/trust/remove", gone, content_type="application/json").json()["marks"] == []
    assert Audit.objects.filter(door="api").count() == 2
    assert put(office, MARK | {"trust": "holy"}).status_code == 422
    assert put(office, MARK | {"reason": " "}).json()["code"] == "refused"


def test_every_class_and_every_rule_has_words():
    assert set(CLASS_WORDS) == set(WHY_WORDS) == {trust.value for trust in Trust}
    reasons = [*(why for _shape, _trust, why in BY_NAME), "in no table", "the workspace's own: someone chose it"]
    for reason in reasons:
        assert is_known(reason), reason
