"""Versions of a report for their readers: the list, one as it was, what changed, publishing; and the copy beside it."""

import pytest
from django.test import Client

from research import actions
from research.models import Claim, Evidence, ResearchTask, User, Workspace
from research.web import history
from tests.web import report_rows, rows
from tests.web.parsed import addresses, all_words, page, pick, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(client: Client, mei: User) -> Client:
    client.force_login(mei)
    return client


@pytest.fixture
def decided(room: Workspace, mei: User) -> tuple[ResearchTask, list[Claim]]:
    """Finished, and every sentence decided: one edited, one kept as a disagreement, the others marked."""
    task, claims = report_rows.reviewed_report(room, rows.person("ana", room, "reviewer"))
    ResearchTask.objects.filter(pk=task.pk).update(status="finished", phase="done")
    rejected = {"ruling": "rejected", "reason_code": "does_not_say", "note": "not so"}
    actions.decide_claim(mei, claims[1], seen_version=1, ruling="edited", text="Output fell by 15 %.", note="shorter")
    actions.decide_claim(mei, claims[0], seen_version=1, effect="both", **rejected)
    for claim in claims[3:]:
        actions.decide_claim(mei, claim, seen_version=1, effect="mark", **rejected)
    return task, claims


def test_the_report_shows_who_decided_and_keeps_a_disputed_sentence_with_both_sides(reader, decided):
    task, claims = decided
    shown = page(reader.get(f"/tasks/T-{task.pk}/report"))
    disputed = words(pick(shown, ".disputed")[0])
    assert disputed.startswith(claims[0].text)
    assert "mei set this sentence among the disagreements." in words(shown)
    assert report_rows.PRESS in all_words(shown, ".conflict .quote")
    assert "edited by mei" in words(shown)
    told = reader.get(f"/api/v1/tasks/T-{task.pk}/report").json()["disputed"]
    assert [(each["text"], each["by"]) for each in told] == [(claims[0].text, "mei")]


def test_what_changed_stands_sentence_by_sentence_with_its_cause(reader, decided):
    task, _claims = decided
    shown = page(reader.get(f"/tasks/T-{task.pk}/versions/2/changes"))
    assert "".join(all_words(shown, ".changes ins, .changes del"))
    assert "edited" in words(pick(shown, ".changes")[0]) and "mei" in words(pick(shown, ".changes")[0])
    told = reader.get(f"/api/v1/tasks/T-{task.pk}/versions/2/changes").json()
    assert [(each["new"], each["cause"]["person"]) for each in told] == [("Output fell by 15 %.", "mei")]


def test_publishing_by_the_page_and_an_earlier_version_as_it_was(reader, decided):
    task, claims = decided
    newest = task.reports.latest("version").version
    listed = page(reader.get(f"/tasks/T-{task.pk}/versions"))
    assert pick(listed, "form input[name=seen_version]")[0].get("value") == str(newest)
    assert reader.post(f"/tasks/T-{task.pk}/publish", {"seen_version": newest - 1}).status_code == 302
    assert task.reports.latest("version").published_at is None
    reader.post(f"/tasks/T-{task.pk}/publish", {"seen_version": newest})
    assert "published by mei" in words(page(reader.get(f"/tasks/T-{task.pk}/report")))
    first = page(reader.get(f"/tasks/T-{task.pk}/versions/1"))
    assert claims[1].text in words(pick(first, ".text")[0]) and "An earlier version" in words(first)


def test_the_stored_copy_stands_beside_the_report_at_the_quote(reader, decided):
    task, _claims = decided
    piece = Evidence.objects.get(task=task, number=2)
    shown = page(reader.get(f"/tasks/T-{task.pk}/report?beside={piece.pk}"))
    copy = pick(shown, ".beside")[0]
    assert all_words(copy, "mark") == [piece.quote] and copy.get_element_by_id(piece.label, None) is not None
    assert reader.get(f"/tasks/T-{task.pk}/report?beside={piece.pk + 999}").status_code == 404


def test_the_history_of_a_task_holds_its_claims_and_versions(reader, decided):
    task, claims = decided
    told = words(page(reader.get(f"/history/{task.label}")))
    assert claims[1].label in told and "sentence decided" in told
    lines = reader.get(f"/api/v1/history/{claims[1].label}").json()
    assert [(each["verb"], each["door"], each["person"]) for each in lines] == [("decide_claim", "page", "mei")]


@pytest.mark.parametrize("label", ["T-x", "Q-1", "C-1", "T-", "T-1-2-3", "S-999999"])
def test_what_is_no_label_has_no_history(reader, decided, label):
    assert reader.get(f"/history/{label}").status_code == 404


def test_each_setting_has_its_history(client, room):
    admin = rows.person("lin", room, "admin")
    client.force_login(admin)
    kept = actions.current_thresholds(room)
    actions.change_thresholds(admin, room, {"hits": 9}, reason="wider", seen_number=kept.number)
    actions.add_person(admin, room, "newcomer", "analyst")
    shown = page(client.get("/settings/audit?about=thresholds"))
    assert all_words(shown, ".trail tbody tr")[0].count("wider") == 1
    assert len(pick(shown, ".trail tbody tr")) == 1
    assert "/settings/audit?about=people" in addresses(page(client.get("/settings/people")))


def test_the_trail_comes_in_pages(client, room, monkeypatch):
    client.force_login(rows.person("lin", room, "admin"))
    monkeypatch.setattr(history, "AUDIT_A_PAGE", 2)
    for name in ("one", "two", "three"):
        actions.add_person(User.objects.get(username="lin"), room, name, "analyst")
    first, second = (page(client.get(f"/settings/audit?page={at}")) for at in (1, 2))
    assert [len(pick(each, ".trail tbody tr")) for each in (first, second)] == [2, 1]
