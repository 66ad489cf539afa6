"""Links to published versions: off until allowed, unguessable, ended by a day or by a person, and one door only."""

import hashlib
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from research import actions
from research.models import Audit, Claim, Report, ResearchTask, ShareLink, User, Workspace
from research.store.exports.reading import paper
from research.store.exports.webpage import html
from research.web import sharing
from research.web.pace import Pace
from tests.web import report_rows, rows
from tests.web.parsed import addresses, all_words, page, words
from tests.web.rows import door

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "openings", Pace(60, 60.0, 100))


@pytest.fixture
def rui(room: Workspace) -> User:
    return rows.person("rui", room, "admin")


@pytest.fixture
def published(room: Workspace, rui: User) -> ResearchTask:
    task, _claims = report_rows.reviewed_report(room, rows.person("ana", room))
    Claim.objects.update(waits=False)
    ResearchTask.objects.filter(pk=task.pk).update(status="finished", phase="done")
    task.refresh_from_db()
    actions.publish(rui, task, seen_version=1)
    actions.allow_links(rui, room, True)
    return ResearchTask.objects.select_related("workspace", "owner").get(pk=task.pk)


def link_of(person: User, task: ResearchTask, days: int = 7) -> str:
    answer = door(person).post(f"/tasks/T-{task.pk}/versions/1/share", {"days": days})
    assert answer.status_code == 200
    address = all_words(page(answer), "[data-link]")[0]
    return address.removeprefix("http://testserver")


def test_a_link_shows_the_offline_file_to_whoever_has_it(published, rui):
    address = link_of(rui, published)
    answer = Client().get(address)
    assert answer.status_code == 200 and answer.content == html(paper(published, Report.objects.get()))
    assert answer["X-Robots-Tag"].startswith("noindex") and answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src" not in policy and "'self'" not in policy
    assert not [each for each in addresses(page(answer)) if each.startswith("/")], "it leads to no page of ours"


def test_only_a_hash_is_kept_and_the_address_is_shown_once(published, rui):
    address = link_of(rui, published)
    token = address.rsplit("/", 1)[1]
    assert re.fullmatch(r"[\w-]{43}", token)
    row = ShareLink.objects.get()
    assert row.token_sha256 == hashlib.sha256(token.encode()).hexdigest()
    assert token not in str(list(Audit.objects.values()))
    for there in (f"/tasks/T-{published.pk}/versions", f"/tasks/T-{published.pk}/report", "/settings/sharing"):
        shown = door(rui).get(there).content.decode()
        assert token not in shown and row.token_sha256 not in shown


def test_it_opens_no_other_door(published, rui):
    client = Client()
    client.get(link_of(rui, published))
    assert not client.cookies
    for path in (f"/tasks/T-{published.pk}/report", f"/tasks/T-{published.pk}/files/pdf", "/sources/S-1"):
        assert client.get(path).status_code == 302
    assert client.get(f"/api/v1/tasks/T-{published.pk}").status_code == 401


@pytest.mark.parametrize("end", ["revoked", "ended", "shut", "unpublished", "wrong", "long", "nul"])
def test_whatever_is_wrong_with_a_link_it_is_not_there(published, rui, room, end):
    address = link_of(rui, published)
    if end == "revoked":
        actions.revoke_link(rui, ShareLink.objects.get())
    if end == "ended":
        ShareLink.objects.update(until=timezone.now() - timedelta(seconds=1))
    if end == "shut":
        actions.allow_links(rui, room, False)
    if end == "unpublished":
        Report.objects.update(published_at=None)
    tried = {"wrong": f"{address}x", "long": f"/shared/{'x' * 5000}", "nul": "/shared/%00%ff"}
    answer = Client().get(tried.get(end, address))
    assert answer.status_code == 404 and answer["X-Robots-Tag"].startswith("noindex")
    assert "Red Cape" not in answer.content.decode()


def test_a_later_version_changes_nothing_of_what_was_shared(published, rui):
    address = link_of(rui, published)
    before = Client().get(address).content
    claim = published.claims.get(number=2)
    actions.decide_claim(rui, claim, seen_version=1, ruling="rejected", reason_code="figure_differs")
    assert Report.objects.count() == 2
    after = Client().get(address).content
    assert b"Output fell by a fifth" in after and b"rejected by" not in after and before[:300] == after[:300]


def test_links_are_off_until_an_admin_allows_them(published, rui, room):
    actions.allow_links(rui, room, False)
    shown = page(door(rui).get(f"/tasks/T-{published.pk}/versions"))
    assert not [each for each in addresses(shown) if each.endswith("/share")]
    answer = door(rui).post(f"/tasks/T-{published.pk}/versions/1/share", {"days": 7})
    assert answer.status_code == 422 and "An admin can allow it" in words(page(answer))
    assert not Workspace(name="new").links_allowed and not ShareLink.objects.exists()


@pytest.mark.parametrize(("version", "days"), [(1, 0), (1, 365), (1, "x"), (2, 7)])
def test_only_a_published_version_is_shared_and_not_for_ever(published, rui, version, days):
    Report.objects.create(task=published, version=2, sections=[], v=1, cause="decided")
    answer = door(rui).post(f"/tasks/T-{published.pk}/versions/{version}/share", {"days": days})
    assert answer.status_code == 422 and not ShareLink.objects.exists()


def test_readers_see_the_links_and_reviewers_end_them(published, rui, room):
    link_of(rui, published)
    mei, ana = rows.person("mei", room, "reviewer"), published.owner
    there = f"/tasks/T-{published.pk}/links/{ShareLink.objects.get().pk}/revoke"
    shown = page(door(ana).get(f"/tasks/T-{published.pk}/report"))
    assert "Shared by 1 link" in words(shown) and there not in addresses(shown)
    assert door(ana).post(there).status_code == 403
    assert there in addresses(page(door(mei).get(f"/tasks/T-{published.pk}/versions")))
    assert door(mei).post(there).status_code == 302
    assert "revoked by mei" in words(page(door(ana).get(f"/tasks/T-{published.pk}/report")))
    told = [
        (row.verb, row.object) for row in Audit.objects.filter(verb__in=["make_link", "revoke_link"]).order_by("id")
    ]
    assert told == [("make_link", f"T-{published.pk}.1"), ("revoke_link", f"T-{published.pk}.1")]
    history = words(page(door(ana).get(f"/history/T-{published.pk}")))
    assert "version shared by a link" in history and "link revoked" in history
    with pytest.raises(actions.Refused):
        actions.revoke_link(mei, ShareLink.objects.get())


def test_only_an_admin_gives_leave(published, rui, room):
    mei = rows.person("mei", room, "reviewer")
    assert door(mei).post("/settings/sharing", {"allowed": "on"}).status_code == 403
    assert door(rui).post("/settings/sharing", {}).status_code == 302
    room.refresh_from_db()
    assert room.links_allowed is False
    assert "sharing by link allowed, or shut" in words(page(door(rui).get("/settings/audit?about=sharing")))


def test_one_address_asks_so_often_and_no_more(published, rui, monkeypatch):
    address = link_of(rui, published)
    monkeypatch.setattr(sharing, "openings", Pace(2, 60.0, 100))
    client = Client()
    assert [client.get(address).status_code for _try in range(3)] == [200, 200, 429]
    late = client.get(address)
    assert 1 <= int(late["Retry-After"]) <= 60 and Client(REMOTE_ADDR="10.0.0.9").get(address).status_code == 200


def test_a_pace_forgets_after_its_time_and_keeps_no_more_addresses_than_it_should():
    now = [0.0]
    pace = Pace(1, 10.0, 2, clock=lambda: now[0])
    assert (pace.wait("a"), pace.wait("a")) == (0, 10)
    now[0] = 10.0
    assert pace.wait("a") == 0
    for each in ("b", "c", "d"):
        pace.wait(each)
    assert pace.wait("a") == 0 and pace.wait("d") > 0


def test_the_api_shares_lists_and_ends(published, rui, room):
    client, there = door(rui), f"/api/v1/tasks/T-{published.pk}/links"
    made = client.post(there, {"version": 1, "days": 1}, content_type="application/json")
    assert made.status_code == 201
    told = made.json()
    assert Client().get(told["address"].removeprefix("http://testserver")).status_code == 200
    listed = client.get(there).json()
    assert [(each["version"], each["person"]) for each in listed] == [(1, "rui")] and "address" not in listed[0]
    assert client.post(f"{there}/{told['id']}/revoke").json()["revoked_by"] == "rui"
    assert client.put("/api/v1/sharing", {"allowed": False}, content_type="application/json").json() == {
        "allowed": False
    }
    assert client.get("/api/v1/sharing").json() == {"allowed": False}
