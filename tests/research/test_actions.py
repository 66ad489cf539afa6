"""What people do to tasks and claims: allowed or refused with a sentence, and never half done."""

import pytest
from django.utils import translation

from memory.models import Notebook
from research import actions
from research.actions.asking import clean_question, language_of, out_of_scope
from research.actions.tasks import plan_hash
from research.models import Blob, Claim, Decision, Lease, Membership, ResearchTask, Source
from research.terms import Verdict
from tests.research.test_lease import at_once
from tests.web import rows
from tests.whole.tasks import QUESTION, Room, advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]


@pytest.fixture
def here() -> Room:
    return room()


# --- asking

REFUSED = {
    "": ("Write a question first.", "先"),
    " \n\t ": ("Write a question first.", "先"),
    "\0\x07\u200b": ("Write a question first.", "先"),
    "?!… 。": ("The question has no words in it.", "问题"),
    "x" * 8001: ("The question has 8001 characters; at most 8000 fit.", "8001"),
    "Write me a poem about the sea": ("it writes no poems", "诗"),
    "写一首关于大海的诗": ("it writes no poems", "诗"),
    "Hello, how are you?": None,
    "hello": ("it doesn't chat", "闲聊"),
    "你好！": ("it doesn't chat", "闲聊"),
    "Write a Python script that sorts files": ("doesn't write code", "代码"),
    "帮我写个排序函数": ("doesn't write code", "代码"),
    "Summarize this text: once upon a time": ("upload it under Sources", "上传"),
    "请总结下面这段文字：从前有座山": ("upload it under Sources", "上传"),
}


@pytest.mark.parametrize("question", [text for text, said in REFUSED.items() if said])
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_question_that_is_none_is_turned_away_with_a_sentence(here: Room, question: str, language: str) -> None:
    english, chinese = REFUSED[question] or ("", "")
    with translation.override(language), pytest.raises(actions.Refused) as refused:
        actions.start(here.ada, here.workspace, question)
    assert (english if language == "en" else chinese) in refused.value.sentence
    assert not ResearchTask.objects.exists()


RESEARCH = [
    QUESTION,
    "澜湾 2024 年底的储能装机容量是多少？",
    "写实主义小说的起源是什么？",
    "作家余华的小说有哪些获奖？",
    "生成式人工智能写代码的能力如何？",
    "实现碳中和的法律程序有哪些？",
    "Summarise the evidence on heat pumps:\ncost, noise, lifetime",
    "Translate policy into practice: how did Lanwan's subsidy work?",
    "Why do people write poems about the sea?",
    "Which code of conduct does the grid operator follow?",
    "What did the story in the Lanwan Gazette of May 2024 say about the fire?",
    "How do you say hello in the Lanwan dialect?",
]


@pytest.mark.parametrize("question", RESEARCH)
def test_a_research_question_is_let_through(question: str) -> None:
    assert out_of_scope(question) == ""


def test_a_question_of_exactly_the_longest_length_fits(here: Room) -> None:
    question = ("How much storage " * 600)[:8000].strip().ljust(8000, "x")
    assert len(actions.start(here.ada, here.workspace, question).question) == 8000


def test_nothing_a_database_or_reader_cannot_take_is_kept_of_a_question() -> None:
    assert (
        clean_question("How\0 much\x07\u202e storage\r\ndid\rLanwan  have\ud800?")
        == "How much storage\ndid\nLanwan have\ufffd?"
    )


@pytest.mark.parametrize(
    ("question", "language"),
    [
        (QUESTION, "en"),
        ("澜湾有多少储能？", "zh"),
        ("TiDB 7.5 与 MySQL 8.0 的兼容性如何？", "zh"),
        ("What does 储能 mean in Lanwan's plan?", "en"),
    ],
)
def test_a_report_speaks_the_questions_language(here: Room, question: str, language: str) -> None:
    assert language_of(question) == language
    assert actions.start(here.ada, here.workspace, question).language == language
    assert actions.start(here.ada, here.workspace, question, language="zh").language == "zh"


def test_a_period_that_ends_before_it_begins_and_a_strange_language_are_refused(here: Room) -> None:
    from datetime import date

    with pytest.raises(actions.Refused, match="ends before it begins"):
        actions.start(here.ada, here.workspace, QUESTION, period_start=date(2024, 2, 1), period_end=date(2024, 1, 1))
    with pytest.raises(actions.Refused, match="English or Chinese"):
        actions.start(here.ada, here.workspace, QUESTION, language="fr")


def test_nobody_asks_in_a_workspace_that_is_not_theirs(here: Room) -> None:
    stranger = room("Another desk").ada
    with pytest.raises(actions.Forbidden):
        actions.start(stranger, here.workspace, QUESTION)
    with pytest.raises(actions.Forbidden):
        actions.pause(stranger, asked(here))


# --- the plan


def planned(here: Room) -> ResearchTask:
    task = asked(here, auto_approve=False)
    advance_until(task)
    assert fresh(task).status == "awaiting_approval"
    return task


def test_nothing_is_searched_before_the_plan_is_approved(here: Room) -> None:
    task = planned(here)
    assert actions.advance(task.pk) is False
    assert not task.queries.exists()
    actions.approve_plan(here.ada, task, seen_hash=task.plan_hash)
    assert advance_until(task).status in ("finished", "waiting_for_review")
    assert task.approved_by == here.ada


def test_an_edited_plan_is_the_one_that_is_researched(here: Room) -> None:
    task = planned(here)
    edited = [actions.GoalEdit("  storage capacity\0 of Lanwan ", ["2024", " "]), actions.GoalEdit(" ", [])]
    actions.approve_plan(here.ada, task, edited, seen_hash=task.plan_hash)
    (goal,) = task.goals.all()
    assert (goal.question, goal.wanted) == ("storage capacity of Lanwan", ["2024"])
    assert actions.advance(task.pk)
    assert {query.goal_id for query in task.queries.all()} == {goal.pk}


@pytest.mark.parametrize(
    ("goals", "words"),
    [
        ([], "at least one goal"),
        ([actions.GoalEdit("x", [])] * 2, "at most 1 goals"),
        ([actions.GoalEdit("x", [], 0)], "priority"),
        ([actions.GoalEdit("x", [], float("nan"))], "priority"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(here: Room, goals: list[actions.GoalEdit], words: str) -> None:
    task = planned(here)
    with pytest.raises(actions.Refused, match=words):
        actions.approve_plan(here.ada, task, goals, seen_hash=task.plan_hash)
    assert fresh(task).status == "awaiting_approval"


def test_a_plan_is_approved_once_and_only_as_it_was_seen(here: Room) -> None:
    task = planned(here)
    with pytest.raises(actions.Stale, match="changed since"):
        actions.approve_plan(here.ada, task, seen_hash="another")
    seen = task.plan_hash
    assert seen == plan_hash(task)
    ended = at_once(2, lambda at: _outcome(lambda: actions.approve_plan(here.ada, task, seen_hash=seen)))
    assert sorted(ended) == ["Stale", "done"]


def _outcome(deed):  # type: ignore[no-untyped-def]
    try:
        deed()
    except actions.Refused as refused:
        return type(refused).__name__
    return "done"


# --- steering

MOVES = {
    "pause": actions.pause,
    "resume": actions.resume,
    "step_once": actions.step_once,
    "retry": actions.retry,
    "stop": lambda person, task: actions.stop(person, task, write_report=False),
}
ALLOWED = {
    "running": {"pause": "paused", "stop": "stopped"},
    "paused": {"resume": "running", "step_once": "running", "stop": "stopped"},
    "failed": {"retry": "running", "stop": "stopped"},
    "awaiting_approval": {"stop": "stopped"},
    "stopped": {},
}


@pytest.mark.parametrize("verb", MOVES)
@pytest.mark.parametrize("status", ALLOWED)
def test_a_verb_moves_a_task_only_from_where_it_makes_sense(here: Room, status: str, verb: str) -> None:
    task = asked(here)
    ResearchTask.objects.filter(pk=task.pk).update(status=status)
    then = ALLOWED[status].get(verb)
    if then is None:
        with pytest.raises(actions.Refused):
            MOVES[verb](here.ada, fresh(task))
    else:
        MOVES[verb](here.ada, fresh(task))
    assert fresh(task).status == (then or status)


def test_a_task_is_steered_by_whoever_asked_it_and_by_admins(here: Room) -> None:
    task = asked(here)
    with pytest.raises(actions.Forbidden):
        actions.pause(here.grace, task)
    actions.pause(here.root, task)
    assert fresh(task).status == "paused"


@pytest.mark.parametrize(
    ("status", "phase", "allowed"),
    [
        ("running", "query", True),
        ("paused", "memory", True),
        ("failed", "evidence", True),
        ("awaiting_approval", "query", False),  # nothing is approved: there is nothing to report from
        ("running", "plan", False),
        ("running", "report", False),
        ("stopped", "query", False),
    ],
)
def test_a_report_from_what_is_there_needs_a_search(here: Room, status: str, phase: str, allowed: bool) -> None:
    task = asked(here)
    ResearchTask.objects.filter(pk=task.pk).update(status=status, phase=phase)
    if not allowed:
        with pytest.raises(actions.Refused, match="no search to end"):
            actions.stop(here.ada, task, write_report=True)
    else:
        actions.stop(here.ada, task, write_report=True)
    assert (fresh(task).status == "running", task.stop_asked) == (allowed or status == "running", allowed)


# --- deciding


def at_the_desk(here: Room, verdict: str = "partly", claims: int = 1) -> list[Claim]:
    """A task that waits for review, its claims resting on one quote."""
    task = asked(here)
    page = rows.source(here.workspace, "Lanwan had 1,240 MWh of storage.")
    piece = rows.evidence(rows.goal(task), page, "Lanwan had 1,240 MWh of storage.")
    notebook = Notebook.objects.get(pk=task.notebook_id)
    notebook.body = {**notebook.body, "phase": "review"}
    notebook.save()
    ResearchTask.objects.filter(pk=task.pk).update(phase="review", status="waiting_for_review")
    made = []
    for number in range(1, claims + 1):
        claim = Claim.objects.create(
            task=task,
            number=number,
            section=0,
            position=number - 1,
            kind="fact",
            text="It had much.",
            verdict=verdict,
            waits=True,
        )
        claim.citations.create(task=task, evidence=piece, position=0)
        made.append(claim)
    return made


def test_of_two_reviewers_at_once_one_decides_and_the_other_is_shown_what(here: Room) -> None:
    """B-132, F-74: nothing is overwritten; who was late sees the decision and may decide on the new version."""
    (claim,) = at_the_desk(here)
    heidi = rows.person("heidi", here.workspace, "reviewer")

    def decide(at: int) -> str | None:
        person, ruling = ((here.grace, "approved"), (heidi, "rejected"))[at]
        try:
            actions.decide_claim(person, claim, seen_version=1, ruling=ruling, reason_code="no_source")
        except actions.Stale as stale:
            return str(stale.current.ruling)
        return None

    ended = at_once(2, decide)
    (made,) = Decision.objects.filter(claim=claim)
    assert sorted(ended, key=str) == sorted([None, made.ruling], key=str)
    claim.refresh_from_db()
    assert (claim.version, claim.waits) == (2, False)
    late = heidi if made.person == here.grace else here.grace
    actions.decide_claim(late, claim, seen_version=2, ruling="edited", text="It had 1,240 MWh.", note="its own words")
    assert Decision.objects.filter(claim=claim).count() == 2


def test_a_decision_on_a_version_that_is_gone_changes_nothing(here: Room) -> None:
    (claim,) = at_the_desk(here)
    actions.decide_claim(here.grace, claim, seen_version=1, ruling="approved")
    with pytest.raises(actions.Stale) as stale:
        actions.decide_claim(here.root, claim, seen_version=1, ruling="rejected", reason_code="no_source")
    assert stale.value.current.person == here.grace
    assert Decision.objects.count() == 1


@pytest.mark.parametrize(
    ("verdict", "ruling", "more", "words"),
    [
        ("contradicted", "approved", {}, "Say in a note"),
        ("not_found", "approved", {"note": " \0"}, "Say in a note"),
        ("partly", "edited", {"text": "  "}, "Write the sentence"),
        ("partly", "edited", {"text": "?!"}, "Write the sentence"),
        ("partly", "rejected", {}, "Choose a reason"),
        ("partly", "rejected", {"reason_code": "other"}, "Say in the note what is wrong"),
        ("partly", "rejected", {"reason_code": "other", "effect": "burn"}, "Choose a reason"),
        ("partly", "maybe", {}, "Approve, edit or reject"),
    ],
)
def test_half_a_decision_is_none(here: Room, verdict: str, ruling: str, more: dict[str, str], words: str) -> None:
    (claim,) = at_the_desk(here, verdict)
    with pytest.raises(actions.Refused, match=words):
        actions.decide_claim(here.grace, claim, seen_version=1, ruling=ruling, **more)
    assert Claim.objects.get(pk=claim.pk).waits


@pytest.mark.parametrize(
    ("text", "note", "verdict"),
    [
        ("Lanwan had 1,240 MWh of storage.", "", "supported"),
        ("Lanwan had 1,420 MWh.", "the operator wrote to us", "contradicted"),
    ],
)
def test_edited_words_are_checked_again_by_code(here: Room, text: str, note: str, verdict: str) -> None:
    (claim,) = at_the_desk(here)
    made = actions.decide_claim(here.grace, claim, seen_version=1, ruling="edited", text=f" {text}\0 ", note=note)
    assert (made.text, Verdict(made.verdict)) == (text, Verdict(verdict))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Lanwan had 1,420 MWh.", "contradicted"),
        ("Nobody has ever heard of zebras.", "not found"),
        ("Lanwan had 1,240 MWh of storage, and a harbour.", "partly"),
    ],
)
def test_edited_words_that_no_quote_carries_are_a_persons_own_and_need_a_note(
    here: Room, text: str, verdict: str
) -> None:
    (claim,) = at_the_desk(here)
    edit = {"seen_version": 1, "ruling": "edited", "text": text}
    with pytest.raises(actions.NoteDue, match=f"checked: {verdict}.*Say in a note"):
        actions.decide_claim(here.grace, claim, **edit, note=" \0")
    assert not Decision.objects.exists() and Claim.objects.get(pk=claim.pk).waits
    made = actions.decide_claim(here.grace, claim, **edit, note="the operator wrote to us")
    assert (made.text, made.note) == (text, "the operator wrote to us")


def test_whoever_edits_too_late_is_told_so_and_not_asked_for_a_note(here: Room) -> None:
    (claim,) = at_the_desk(here)
    actions.decide_claim(here.grace, claim, seen_version=1, ruling="approved")
    claim.refresh_from_db()
    with pytest.raises(actions.Stale):
        actions.decide_claim(here.root, claim, seen_version=1, ruling="edited", text="Nobody has heard of zebras.")


def test_whoever_asked_may_not_approve_while_another_could(here: Room) -> None:
    Membership.objects.filter(person=here.ada).update(role="reviewer")
    one, two = at_the_desk(here, claims=2)
    with pytest.raises(actions.Refused, match="another reviewer"):
        actions.decide_claim(here.ada, one, seen_version=1, ruling="approved")
    actions.decide_claim(here.ada, one, seen_version=1, ruling="rejected", reason_code="no_source")
    Membership.objects.exclude(person=here.ada).delete()
    actions.decide_claim(here.ada, two, seen_version=1, ruling="approved")


def test_an_analyst_decides_nothing(here: Room) -> None:
    (claim,) = at_the_desk(here)
    with pytest.raises(actions.Forbidden):
        actions.decide_claim(here.ada, claim, seen_version=1, ruling="rejected", reason_code="no_source")


def test_the_task_goes_on_with_the_last_decision_and_not_before(here: Room) -> None:
    one, two = at_the_desk(here, claims=2)
    actions.decide_claim(here.grace, one, seen_version=1, ruling="approved")
    assert fresh(one.task).status == "waiting_for_review"
    actions.decide_claim(here.grace, two, seen_version=1, ruling="approved")
    assert fresh(one.task).status == "running"
    assert advance_until(one.task).status == "finished"


# --- deleting


def test_a_deleted_task_takes_its_pages_unless_another_needs_them(here: Room) -> None:
    first = advance_until(asked(here), "memory")
    read = set(Source.objects.values_list("key", flat=True))
    second = advance_until(asked(here), "memory")
    assert read
    for task in (first, second):
        actions.stop(here.ada, task, write_report=False)
    kept = {
        key for pages in second.replies.filter(kind="read").values_list("payload__pages", flat=True) for key, _ in pages
    }
    actions.delete_task(here.ada, fresh(first))
    assert set(Source.objects.values_list("key", flat=True)) == kept
    actions.delete_task(here.ada, fresh(second))
    assert not Source.objects.exists()
    assert not Blob.objects.exists()
    assert not Lease.objects.exists()
    assert not Notebook.objects.exists()


def test_a_running_task_is_not_deleted_under_its_worker(here: Room) -> None:
    task = asked(here)
    with pytest.raises(actions.Refused, match="Stop the task"):
        actions.delete_task(here.ada, task)


# --- people


def test_the_first_admin_is_made_once() -> None:
    password = actions.first_admin()
    assert password
    assert len(password) >= 12
    assert actions.first_admin() is None


def test_a_workspace_keeps_one_admin_and_a_name_is_given_once(here: Room) -> None:
    with pytest.raises(actions.Refused, match="at least one admin"):
        actions.change_role(here.root, here.workspace, here.root, "analyst")
    actions.change_role(here.root, here.workspace, here.grace, "admin")
    actions.change_role(here.root, here.workspace, here.root, "analyst")
    with pytest.raises(actions.Forbidden):
        actions.add_person(here.root, here.workspace, "x", "analyst")
    member, password = actions.add_person(here.grace, here.workspace, "new one", "analyst")
    assert (member.username, member.must_change_password, member.check_password(password)) == ("new one", True, True)
    for name, role, words in (("new one", "analyst", "already"), ("", "analyst", "user name"), ("x", "king", "role")):
        with pytest.raises(actions.Refused, match=words):
            actions.add_person(here.grace, here.workspace, name, role)
