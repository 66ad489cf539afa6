"""Decisions make the next version, whenever they come; a published version never changes (P10)."""

from collections import Counter

import pytest

from research import actions
from research.actions.ruling import REASONS
from research.models import Audit, Claim, Decision, Entry, Report, ResearchTask, User, Workspace
from research.store.export import report_view
from research.store.versions import changes, sections_of
from tests.web import report_rows, rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Workspace:
    return rows.room()


@pytest.fixture
def mei(room: Workspace) -> User:
    return rows.person("mei", room, "reviewer")


@pytest.fixture
def written(room: Workspace) -> tuple[ResearchTask, list[Claim]]:
    """A finished task: nobody but the verbs will make its next version."""
    task, claims = report_rows.reviewed_report(room, rows.person("ana", room, "reviewer"))
    ResearchTask.objects.filter(pk=task.pk).update(status="finished", phase="done")
    task.refresh_from_db()
    return task, claims


def decide(person: User, claim: Claim, ruling: str, **more: str) -> Decision:
    claim.refresh_from_db()
    return actions.decide_claim(person, claim, seen_version=claim.version, ruling=ruling, **more)


def reject(person: User, claim: Claim, effect: str) -> Decision:
    return decide(person, claim, "rejected", effect=effect, reason_code="does_not_say", note="not in it")


def texts(task: ResearchTask) -> list[str]:
    return [line.text for section in sections_of(task.reports.latest("version")) for line in section.sentences]


def decide_the_rest(person: User, task: ResearchTask) -> None:
    for claim in Claim.objects.filter(task=task, waits=True):
        reject(person, claim, "mark")


def test_a_decision_after_the_task_is_finished_makes_the_next_version_at_once(written, mei):
    task, claims = written
    made = decide(mei, claims[1], "edited", text="Output fell by 15 % in the second quarter.")
    newest = task.reports.latest("version")
    assert (newest.version, newest.cause, list(newest.decisions.all())) == (2, "decided", [made])
    assert "Output fell by 15 % in the second quarter." in texts(task)
    assert claims[1].text in [line["text"] for line in task.reports.get(version=1).sections[0]["sentences"]]


def test_edited_words_count_by_what_their_own_check_says(written, mei):
    task, claims = written
    decide(mei, claims[1], "edited", text="Nobody has ever heard of zebras.", note="a trial")
    made = claims[1].decisions.latest("pk")
    counts = report_view(task).counts
    assert made.verdict != claims[1].verdict or counts[made.verdict]
    assert counts == Counter(made.verdict if each == claims[1] else each.verdict for each in claims)


def test_an_edit_longer_than_a_sentence_is_refused_before_it_is_read(written, mei):
    _task, claims = written
    with pytest.raises(actions.Refused, match="1000 characters"):
        decide(mei, claims[1], "edited", text="x" * 200_000)
    assert not Decision.objects.exists()


def test_removing_is_the_default_and_takes_the_words_out_while_history_keeps_them(written, mei):
    task, claims = written
    made = decide(mei, claims[3], "rejected", reason_code="no_source")
    assert made.effect == "remove" and claims[3].text not in texts(task)
    assert Decision.objects.get().text == claims[3].text
    assert Audit.objects.get(verb="decide_claim").before["text"] == claims[3].text


def test_marking_leaves_the_words(written, mei):
    task, claims = written
    reject(mei, claims[3], "mark")
    assert claims[3].text in texts(task)
    line = next(line for line in report_view(task).sections[0].lines if line.claim == claims[3])
    assert line.state == "rejected" and line.decision.person == mei


def test_keeping_both_moves_the_sentence_to_the_disagreements_with_both_sides(written, mei):
    task, claims = written
    reject(mei, claims[0], "both")
    view = report_view(task)
    assert claims[0].text not in texts(task)
    disputed = view.disputed[0]
    assert (disputed.text, disputed.decision.person) == (claims[0].text, mei)
    assert [piece.evidence.quote for piece in disputed.citations] == [claims[0].text]
    assert [piece.quote for piece in disputed.against] == [report_rows.PRESS]


def test_a_decision_taken_back_leaves_nothing_behind_and_both_stay_in_the_history(written, mei):
    task, claims = written
    reject(mei, claims[3], "remove")
    claims[3].refresh_from_db()
    actions.undo_decision(mei, claims[3], seen_version=claims[3].version)
    claims[3].refresh_from_db()
    assert claims[3].waits and claims[3].in_force() is None
    assert claims[3].text in texts(task) and task.reports.latest("version").version == 3
    assert list(claims[3].decisions.values_list("ruling", flat=True)) == ["rejected", "reverted"]
    assert Audit.objects.filter(verb="undo_decision").count() == 1


def test_only_whoever_decided_or_an_admin_takes_a_decision_back(written, mei, room):
    _task, claims = written
    reject(mei, claims[3], "remove")
    claims[3].refresh_from_db()
    with pytest.raises(actions.Refused, match="mei decided this"):
        actions.undo_decision(rows.person("rui", room, "reviewer"), claims[3], seen_version=2)
    with pytest.raises(actions.Stale):
        actions.undo_decision(mei, claims[3], seen_version=1)
    actions.undo_decision(rows.person("adm", room, "admin"), claims[3], seen_version=2)
    claims[3].refresh_from_db()
    with pytest.raises(actions.Refused, match="Nothing was decided"):
        actions.undo_decision(mei, claims[3], seen_version=3)


def test_what_changed_from_one_version_to_the_next_stands_with_its_cause(written, mei):
    task, claims = written
    edited = decide(mei, claims[1], "edited", text="Output fell by 15 %.", note="shorter")
    first, second = task.reports.order_by("version")
    change = changes(first, second)[0]
    assert (change.old, change.new, change.cause) == (claims[1].text, "Output fell by 15 %.", edited)
    claims[1].refresh_from_db()
    actions.undo_decision(mei, claims[1], seen_version=2)
    back = changes(second, task.reports.latest("version"))[0]
    assert back.taken_back and (back.old, back.new) == ("Output fell by 15 %.", claims[1].text)


def test_a_report_written_anew_is_compared_by_its_words(written):
    task, _claims = written
    first = task.reports.get()
    sections = [{**first.sections[0], "sentences": [dict(one) for one in first.sections[0]["sentences"]]}]
    sections[0]["sentences"][3]["text"] = "Two guards were in the building."
    second = Report.objects.create(task=task, version=2, sections=sections, v=first.v, cause="written")
    change = changes(first, second)
    assert [(each.old, each.new, each.cause) for each in change] == [
        ("Nobody was in the building.", "Two guards were in the building.", None)
    ]


def test_publishing_freezes_a_version_and_later_decisions_make_a_draft(written, mei):
    task, claims = written
    decide_the_rest(mei, task)
    published = actions.publish(mei, task, seen_version=task.reports.latest("version").version)
    before = published.sections
    reject(mei, claims[0], "remove")
    published.refresh_from_db()
    newest = task.reports.latest("version")
    assert published.published_by == mei and published.sections == before
    assert newest.version == published.version + 1 and newest.published_at is None
    shown = report_view(task, published)
    assert shown.sections[0].lines[0].text == claims[0].text
    assert Audit.objects.get(verb="publish").object == f"{task.label}.{published.version}"
    assert Entry.objects.filter(task=task, kind="Published").count() == 1


def test_what_still_waits_is_not_published_and_a_version_only_once(written, mei):
    task, _claims = written
    with pytest.raises(actions.Refused, match="still wait"):
        actions.publish(mei, task, seen_version=1)
    decide_the_rest(mei, task)
    with pytest.raises(actions.Stale):
        actions.publish(mei, task, seen_version=1)
    newest = task.reports.latest("version").version
    actions.publish(mei, task, seen_version=newest)
    with pytest.raises(actions.Refused, match="published already"):
        actions.publish(mei, task, seen_version=newest)


def test_while_a_task_waits_no_version_is_made_for_each_decision(room, mei):
    """The engine folds them all at once when the last one is given."""
    task, claims = report_rows.reviewed_report(room, rows.person("bo", room, "reviewer"))
    reject(mei, claims[1], "mark")
    assert task.reports.count() == 1


def test_a_decision_taken_back_while_the_others_are_folded_in_puts_the_task_back_to_its_reviewers(room, mei):
    task, claims = report_rows.reviewed_report(room, rows.person("bo", room, "reviewer"))
    decide_the_rest(mei, task)
    task.refresh_from_db()
    assert task.status == "running"
    claims[1].refresh_from_db()
    actions.undo_decision(mei, claims[1], seen_version=2)
    task.refresh_from_db()
    assert task.status == "waiting_for_review"


def test_the_ten_reasons_are_ten():
    assert len(REASONS) == 10
