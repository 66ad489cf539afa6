"""A question on a finished report, from the row to the answer: from its evidence, or by a search of its own."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from research import actions
from research.engine.limits import Limits
from research.models import Audit, Embedding, FollowUp, ModelCall, ResearchTask, Thresholds
from research.store.load import limits_of
from research.store.recall import heads
from tests.web import rows
from tests.web.report_rows import report, sentence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]

OFFICIAL = (
    "On 3 March 2024 rack 14 burned for 38 minutes. The loss was put at 1.2 million yuan. "
    "Output fell by 15 % in the second quarter. The fire brigade was led by Captain Ines Brandt."
)


@pytest.fixture
def done() -> ResearchTask:
    """A finished task whose report rests on three quotes."""
    room = rows.room()
    task = rows.task(room, rows.person("ada", room), phase="done", status="finished")
    goal = rows.goal(task, state="done", rounds=1)
    page = rows.source(room, OFFICIAL, "Investigation report of the Red Cape fire")
    quotes = [
        "On 3 March 2024 rack 14 burned for 38 minutes.",
        "The loss was put at 1.2 million yuan.",
        "The fire brigade was led by Captain Ines Brandt.",
    ]
    pieces = [rows.evidence(goal, page, quote) for quote in quotes]
    report(task, ("What burned?", goal, [sentence(pieces[0].quote, "quote", (pieces[0],))]))
    return task


def ask(task: ResearchTask, question: str, **more: Any) -> FollowUp:
    return actions.ask_further(task.owner, task, question, **more)


def answered(task: ResearchTask, question: str, **more: Any) -> FollowUp:
    row = ask(task, question, **more)
    assert actions.answer_follow_up(row.pk)
    row.refresh_from_db()
    return row


def limited(task: ResearchTask, **values: float) -> None:
    Thresholds.objects.create(
        workspace=task.workspace, number=task.workspace.thresholds.count() + 1, reason="a test",
        values={**Limits().values(), **values},
    )  # fmt: skip


def test_a_question_that_the_evidence_holds_is_answered_in_checked_quotes(done: ResearchTask) -> None:
    row = answered(done, "Who led the fire brigade?")
    assert (row.state, row.decision, row.rule) == ("answered", "answer", "held")
    assert row.reason == "The report's evidence speaks of it."
    (said, *_) = row.sentences
    assert said["text"] == "The fire brigade was led by Captain Ines Brandt."
    assert (said["evidence"], said["verdict"], said["kind"]) == ([3], "supported", "quote")
    assert row.answered is not None and row.child is None


def test_what_the_evidence_does_not_speak_of_is_a_result_of_its_own(done: ResearchTask) -> None:
    row = answered(done, "Why do owls see well?")
    assert (row.state, row.rule, row.sentences) == ("unanswered", "default", [])


def test_each_question_gets_vectors_of_its_own_tasks_evidence_alone(done: ResearchTask) -> None:
    other = rows.task(done.workspace, done.owner)
    rows.evidence(
        rows.goal(other), rows.source(done.workspace, "Ines Brandt led the choir."), "Ines Brandt led the choir."
    )
    row = answered(done, "What did Ines Brandt lead?")
    assert {number for said in row.sentences for number in said["evidence"]} <= {1, 2, 3}
    assert Embedding.objects.count() == 1 + heads(done).count()
    answered(done, "What did Ines Brandt lead?")
    assert Embedding.objects.count() == 1 + heads(done).count()


def test_a_dropped_quote_answers_nothing(done: ResearchTask) -> None:
    done.evidence.filter(number=3).update(dropped=True)
    assert "Brandt" not in str(answered(done, "Who led the fire brigade, and what was the loss put at?").sentences)


def test_what_may_have_changed_is_looked_for_by_a_small_task_of_the_same_scope(done: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=done.pk).update(never_sites=["gossip.example"], period_start="2024-01-01")
    row = answered(done, "Is Ines Brandt still in charge?")
    assert (row.state, row.decision, row.rule, row.named) == ("reaching", "reach", "changes", "still")
    child = row.child
    assert child and (child.parent, child.owner, child.workspace) == (done, done.owner, done.workspace)
    assert (child.never_sites, str(child.period_start), child.auto_approve) == (["gossip.example"], "2024-01-01", True)
    assert child.question.startswith("Is Ines Brandt still in charge (") and "Red Cape" in child.question
    small, usual = limits_of(child), Limits()
    assert (small.goals_in_all, small.reads_in_all, small.tokens) == (1, usual.follow_up_reads, usual.follow_up_tokens)
    assert limits_of(done) == usual


def test_a_search_keeps_its_small_limits_when_the_report_it_was_asked_on_is_deleted(done: ResearchTask) -> None:
    child = answered(done, "What is the latest?").child
    assert child
    actions.delete_task(done.owner, done)
    child.refresh_from_db()
    assert child.parent is None and limits_of(child).goals_in_all == 1
    assert not FollowUp.objects.exists()


def test_a_name_that_only_a_sources_title_holds_is_held(done: ResearchTask) -> None:
    assert answered(done, "What did the fire at Red Cape destroy?").rule != "names"
    assert answered(done, "Did the Blue Cape burn, too?").rule == "names"


def test_a_person_may_have_it_looked_for_and_what_was_answered_stays(done: ResearchTask) -> None:
    row = answered(done, "Who led the fire brigade?")
    actions.look_up(done.owner, row)
    assert actions.answer_follow_up(row.pk)
    row.refresh_from_db()
    assert (row.state, row.rule) == ("reaching", "asked") and row.sentences and row.child
    with pytest.raises(actions.Refused, match="looked for already"):
        actions.look_up(done.owner, row)
    assert answered(done, "Who led the fire brigade?", look_up=True).child == row.child


def test_two_people_who_ask_the_same_share_one_search(done: ResearchTask) -> None:
    grace = rows.person("grace", done.workspace, "reviewer")
    first = ask(done, "What is the newest figure for the loss?")
    second = actions.ask_further(grace, done, "what is the  newest figure for the loss?")
    assert actions.answer_follow_up(second.pk) and actions.answer_follow_up(first.pk)
    first.refresh_from_db(), second.refresh_from_db()
    assert first.child == second.child and first.child and first.child.owner == grace
    ResearchTask.objects.filter(pk=first.child.pk).update(status="failed")
    assert answered(done, "What is the newest figure for the loss?").child != first.child


def test_a_finished_search_serves_again_only_as_long_as_its_hits_may_be_reused(done: ResearchTask) -> None:
    lasting, fleeting = "Did the Blue Cape burn, too?", "What is the share price today?"
    for question, again in ((lasting, True), (fleeting, False)):
        child = answered(done, question).child
        assert child
        ResearchTask.objects.filter(pk=child.pk).update(status="finished", phase="done", finished=Now())
        assert (answered(done, question).child == child) is again, question


def test_one_row_is_answered_once_however_often_its_job_comes(done: ResearchTask) -> None:
    row = ask(done, "Who led the fire brigade?")
    assert actions.answer_follow_up(row.pk) and not actions.answer_follow_up(row.pk)
    assert not actions.answer_follow_up(row.pk + 1)


def test_a_row_in_somebodys_hands_is_left_alone_and_taken_over_when_they_died(done: ResearchTask) -> None:
    row = ask(done, "Who led the fire brigade?")
    taken = FollowUp.objects.filter(pk=row.pk)
    taken.update(until=Now() + timedelta(seconds=60), attempts=1)
    assert not actions.answer_follow_up(row.pk)
    taken.update(until=Now() - timedelta(seconds=1))
    assert actions.answer_follow_up(row.pk)
    again = ask(done, "Who led the fire brigade?")
    FollowUp.objects.filter(pk=again.pk).update(attempts=Limits().attempts)
    assert not actions.answer_follow_up(again.pk)
    again.refresh_from_db()
    assert (again.state, again.failure) == ("failed", "answering ended its worker 3 times")


def test_the_sweeper_sends_what_nobody_answers(
    done: ResearchTask, post: Callable[[], list[int]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        row = ask(done, "Who led the fire brigade?")
    assert post() == [row.pk]
    with django_capture_on_commit_callbacks(execute=True):
        actions.sweep()
    assert row.pk in post()
    assert actions.answer_follow_up(row.pk)
    with django_capture_on_commit_callbacks(execute=True):
        actions.sweep()
    assert row.pk not in post()


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("", "Write a question first"),
        (" \0\n", "Write a question first"),
        ("?!", "no words"),
        ("a" * 1001, "1001 characters; a question on a report has at most 1000"),
    ],
)
def test_what_is_no_question_is_refused_in_a_sentence(done: ResearchTask, question: str, sentence: str) -> None:
    with pytest.raises(actions.Refused, match=sentence):
        ask(done, question)
    assert not FollowUp.objects.exists()


def test_a_person_has_so_many_questions_an_hour_and_others_have_theirs(done: ResearchTask) -> None:
    limited(done, follow_ups_an_hour=2)
    grace = rows.person("grace", done.workspace, "reviewer")
    for _ in range(2):
        row = ask(done, "Who led the fire brigade?")
    with pytest.raises(actions.Refused, match="2 further questions within an hour"):
        ask(done, "Who led the fire brigade?")
    actions.ask_further(grace, done, "Who led the fire brigade?")
    FollowUp.objects.filter(pk=row.pk).update(created="2024-01-01T00:00Z")
    ask(done, "Who led the fire brigade?")


def test_a_report_under_way_takes_no_question_and_a_stranger_asks_nothing(done: ResearchTask) -> None:
    running = rows.task(done.workspace, done.owner)
    with pytest.raises(actions.Refused, match="once it is written"):
        ask(running, "Who led the fire brigade?")
    with pytest.raises(actions.Forbidden):
        actions.ask_further(rows.person("zoe", rows.room("Elsewhere")), done, "Who led the fire brigade?")
    assert [row.verb for row in Audit.objects.filter(verb="ask_further")] == []


def test_asking_stands_in_the_audit_trail(done: ResearchTask) -> None:
    ask(done, "Who led the fire brigade?")
    row = Audit.objects.get(verb="ask_further")
    assert (row.object, row.after) == (done.label, {"question": "Who led the fire brigade?", "look_up": False})


def test_the_reports_own_account_of_models_leaves_follow_ups_out(done: ResearchTask) -> None:
    from research.store.spend import annotated_quotations

    row = ask(done, "Who led the fire brigade?")
    ModelCall.objects.create(
        workspace=done.workspace, task=done, follow_up=row, role="reporter", endpoint="anthropic://strong",
        prompt="section", prompt_hash="0", state="settled", reserved_tokens=9,
    )  # fmt: skip
    assert annotated_quotations(done)
