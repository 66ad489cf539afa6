"""What a task has in mind stands on its page: working memory, newest digest, the report in five sections, summaries."""

from dataclasses import replace

import pytest
from django.test import Client

from memory.digest import Digest, Origin
from memory.evolving import ConfirmedFact, EvolvingReport, Hypothesis
from memory.models import Notebook
from memory.summary import Summary, Support
from memory.working import Entry as Fragment
from memory.working import WorkingMemory
from research.models import Entry, Goal, ResearchTask, SummaryRow, User, Workspace
from research.store.load import load_state
from research.store.payloads import dumped
from research.web import watched
from research.web.sentences import told
from tests.web import rows

pytestmark = pytest.mark.django_db
FRAGMENT = Fragment(1, 1, "The rack in hall 3 burned.", "Fire report", "2025-01-02", 0.9, 3, link="https://f.example/1")
REPORT = EvolvingReport(
    "What did the Red Cape fire change?",
    facts=(ConfirmedFact("Fire report: The rack in hall 3 burned.", (1,), 0.9, 1, 1),),
    hypotheses=(Hypothesis("The rule of 2026 names racks.", 1, "T-12"),),
    gaps=("the new distance",),
    draft="The rack in hall 3 burned.",
    archived=(7, 8),
    archived_count=2,
)
DIGEST = Digest(
    "The rack burned at 03:40.", ("Red Cape",), ("03:40",), (Origin(1, "Fire report", "https://f.example/1"),)
)
SUMMARY = Summary(1, "What burned?", "done", "The rack burned.", (Support(1, "“It burned.”"),), ("one source",), (4, 5))


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def task(room: Workspace, ada: User) -> ResearchTask:
    made = rows.searching(rows.task(room, ada), "What burned?")
    state = load_state(made)
    mind = replace(
        state.mind, working=WorkingMemory(1, (FRAGMENT,), evicted=3), evolving=REPORT, digests=(DIGEST,), active=1
    )
    Notebook.objects.filter(pk=made.notebook_id).update(body=dumped(replace(state, mind=mind)))
    paper = rows.source(made.workspace, f"Night of 2 January. {FRAGMENT.quote} Nobody was hurt.", "Fire report")
    rows.evidence(Goal.objects.get(task=made), paper, FRAGMENT.quote)
    return ResearchTask.objects.get(pk=made.pk)


@pytest.fixture
def client(ada: User) -> Client:
    made = Client()
    made.force_login(ada)
    return made


def page(client: Client, task: ResearchTask) -> str:
    text = client.get(f"/tasks/T-{task.pk}").content.decode()
    return " ".join(text[text.index('id="mind"') : text.index('id="rounds"')].split())


def test_working_memory_and_digest_stand_there_with_their_sources(client: Client, task: ResearchTask) -> None:
    shown = page(client, task)
    assert "1 fragment of the goal in work, of at most 30 in a prompt. 3 left for want of room" in shown
    source = task.evidence.get(number=1).source_id
    assert f'{FRAGMENT.quote} <a class="label" href="/sources/S-{source}#E-1">E-1</a>' in shown
    assert "The rack burned at 03:40." in shown
    assert "Red Cape" in shown


def test_the_report_stands_there_in_its_five_sections(client: Client, task: ResearchTask) -> None:
    Entry.objects.create(
        task=task, seq=1, step=1, kind="RoundClosed", v=1, payload={"goal": 1, "gap": "", "report_tokens": 812}
    )
    shown = page(client, task)
    for section in ("Goal", "Confirmed facts", "Hypotheses", "Gaps", "Draft conclusion"):
        assert f">{section}</dt>" in shown
    assert "0.90" in shown and "unverified, from T-12" in shown and "the new distance" in shown
    assert "812 of at most 2,400 tokens in a prompt. 2 rows stand in its archive line alone." in shown


def test_a_finished_goal_shows_its_summary_in_three_parts(client: Client, task: ResearchTask) -> None:
    goal = Goal.objects.get(task=task)
    SummaryRow.objects.create(task=task, goal=goal, body=dumped(SUMMARY), v=1)
    shown = page(client, task)
    assert "The rack burned." in shown and "“It burned.”" in shown and "one source" in shown
    assert "2 more pieces of evidence are on file." in shown
    assert "The search went back from here" not in shown


def test_the_summary_of_a_branch_that_was_left_says_so_and_a_replaced_one_is_gone(
    client: Client, task: ResearchTask
) -> None:
    goal = Goal.objects.get(task=task)
    left = replace(SUMMARY, outcome="abandoned", conclusion="It went astray.")
    SummaryRow.objects.create(task=task, goal=goal, body=dumped(left), v=1, dropped=True)
    SummaryRow.objects.create(task=task, goal=goal, body=dumped(replace(SUMMARY, conclusion="Old.")), v=1, dropped=True)
    shown = page(client, task)
    assert "It went astray." in shown and "The search went back from here" in shown
    assert "Old." not in shown


def test_a_task_that_has_nothing_in_mind_says_so(client: Client, room: Workspace, ada: User) -> None:
    shown = page(client, rows.task(room, ada))
    assert "Empty: a goal that ended left its summary instead." in shown
    assert "No goal has ended yet." in shown


def test_words_from_outside_stay_words(client: Client, task: ResearchTask) -> None:
    state = load_state(task)
    evil = replace(FRAGMENT, quote="<script>alert(1)</script>")
    mind = replace(state.mind, working=WorkingMemory(1, (evil,)))
    Notebook.objects.filter(pk=task.notebook_id).update(body=dumped(replace(state, mind=mind)))
    shown = page(client, task)
    assert "<script>" not in shown and "&lt;script&gt;" in shown


def test_news_bring_it_anew_when_memory_changed_and_only_then(client: Client, task: ResearchTask) -> None:
    Entry.objects.create(task=task, seq=1, step=1, kind="StepEnded", v=1, payload={})
    assert not watched.news(task, 0).minded
    Entry.objects.create(task=task, seq=2, step=1, kind="ReportEvolved", v=1, payload={})
    assert watched.news(task, 1).minded
    fragment = client.get(f"/tasks/T-{task.pk}/news?after=1").content.decode()
    assert 'id="mind"' in fragment and 'hx-swap-oob="true"' in fragment


def settled(borne_out: bool, origin: str = "T-12") -> object:
    payload = {"text": "The rule names racks.", "origin": origin, "borne_out": borne_out, "evidence": 7}
    return told(Entry(kind="HypothesisSettled", payload=payload), {})


def test_the_journal_says_which_supposition_was_borne_out_or_contradicted_and_by_what() -> None:
    good, bad = settled(True), settled(False, "")
    assert (good.text, good.details) == (  # type: ignore[attr-defined]
        "Borne out by E-7: a supposition is a fact now",
        ("The rule names racks.", "from T-12"),
    )
    assert (bad.text, bad.tone, bad.details) == (  # type: ignore[attr-defined]
        "Contradicted by E-7: a supposition is dropped",
        "warn",
        ("The rule names racks.",),
    )
