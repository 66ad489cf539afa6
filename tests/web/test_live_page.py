"""The live page as a page: what it says, to whom, and what may be done on it."""

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.evolving import ConfirmedFact
from research.engine.events import EVENTS
from research.models import Entry, ResearchTask, Step, User, Workspace
from research.store.payloads import dumped
from research.web import watched
from research.web.sentences import told
from research.web.sentences.line import TELLERS
from research.web.sentences.planning import untold
from tests.web import rows

# A confirmed fact without evidence can't exist: drawing one would test the drawing.
st.register_type_strategy(
    ConfirmedFact,
    st.builds(
        ConfirmedFact,
        text=st.text(),
        evidence=st.tuples(st.integers(1)),
        confidence=st.floats(0, 1),
        round=st.integers(0),
    ),
)
TOLD = sorted(kind for kind in EVENTS if TELLERS[kind] is not untold)
WRITTEN_BY_VERBS = {
    "SteerAsked",
    "StepStarted",
    "StepFailed",
    "StatusChanged",
    "RoleFellBack",
    "AskedElsewhere",
    "Escalated",
    "ClaimDecided",
    "ClaimCited",
    "ClaimFlagged",
    "FlagClosed",
    "PageBrought",
    "SentForMore",
    "CameBack",
    "Published",
    "LeaseTaken",
}


@pytest.fixture
def room(db: None) -> Workspace:
    return rows.room()


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def task(room: Workspace, ada: User) -> ResearchTask:
    return rows.task(room, ada)


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def page(client: Client, task: ResearchTask, query: str = "") -> str:
    return client.get(f"/tasks/T-{task.pk}{query}").content.decode().replace("&#x27;", "'")


def test_every_kind_of_entry_has_its_sentence() -> None:
    assert set(EVENTS) | WRITTEN_BY_VERBS == set(TELLERS)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data(), kind=st.sampled_from(TOLD), language=st.sampled_from(["en", "zh-hans"]))
def test_whatever_the_engine_writes_can_be_told(data: st.DataObject, kind: str, language: str) -> None:
    """A field that was renamed in the engine fails here, and not on somebody's page."""
    payload = dumped(data.draw(st.from_type(EVENTS[kind])))
    with translation.override(language):
        line = told(Entry(kind=kind, payload=payload), {1: "What burned?"})
    assert line is None or line.text


def test_an_entry_of_another_version_costs_its_sentence_and_not_the_page(client: Client, task: ResearchTask) -> None:
    rows.happened(task, "Reached", purpose="search")
    rows.searched(task, 14)
    shown = page(client, task)
    assert "14 results" in shown and "<p>Reached</p>" in shown


def test_a_kind_that_nobody_knows_is_shown_by_its_name() -> None:
    line = told(Entry(kind="Teleported", payload={}), {})
    assert line is not None and line.text == "Teleported"


@pytest.mark.parametrize(
    ("kind", "payload", "english", "chinese"),
    [
        ("Reached", {"purpose": "search", "goal": 1, "outcomes": [rows.outcome(items=14)]}, "14 results", "14"),
        (
            "Reached",
            {"purpose": "read", "goal": 1, "outcomes": [rows.outcome("failed", kind="too_slow", target="a.example")]},
            "1 failed",
            "失败",
        ),
        ("StatusChanged", {"was": "running", "now": "paused", "by": "ada", "why": ""}, "ada paused", "ada"),
        ("GoalChanged", {"goal": {"question": "Q", "state": "insufficient"}, "why": ""}, "Not answered: “Q”", "Q"),
        ("Backtracked", {"goal": 1, "dropped": [4, 5], "tombstone": "electrolyte"}, "2 quotes were dropped", "2"),
        ("SearchEnded", {"stop": "dry", "sentence": ""}, "brought no new fact", "新"),
        (
            "StepFailed",
            {"phase": "reach", "step": 3, "sentence": "longer than 200 s", "again_in": 10},
            "failed",
            "失败",
        ),
    ],
)
def test_an_entry_is_told_from_its_fields_in_both_languages(
    kind: str, payload: dict[str, object], english: str, chinese: str
) -> None:
    entry = Entry(kind=kind, payload=payload)
    with translation.override("en"):
        line = told(entry, {1: "What burned?"})
        assert line is not None and english in line.text
    with translation.override("zh-hans"):
        other = told(entry, {1: "What burned?"})
        assert other is not None and chinese in other.text and other.text != line.text


def test_a_failed_target_is_named_among_the_problems(client: Client, task: ResearchTask) -> None:
    down = rows.outcome("failed", target="searx.example", kind="provider_unavailable", detail="refused")
    rows.happened(task, "Reached", purpose="search", goal=1, outcomes=[down])
    rows.searched(task, 14)
    shown = page(client, task, "?show=problems")
    assert "searx.example: it did not answer (refused)" in shown
    assert "14 results" not in shown


def test_the_page_says_status_goals_gaps_evidence_and_contradictions(
    client: Client, room: Workspace, task: ResearchTask
) -> None:
    goal = rows.goal(task, "How much storage?", state="active", gaps=["the date of the count"])
    child = rows.goal(task, "Below 10 MW?", parent=goal)
    one = rows.evidence(goal, rows.source(room, "It was 1,240 MWh."), "1,240 MWh")
    other = rows.evidence(child, rows.source(room, "We count 1,420 MWh."), "1,420 MWh")
    rows.evidence(child, rows.source(room, "Old news."), "Old news", accepted=False, reason="speaks of 2019")
    rows.conflict(one, other)
    shown = page(client, task)
    for words in ("running", "How much storage?", "the date of the count", "1,240 MWh", f"Contradicts {other.label}"):
        assert words in shown
    assert shown.index("How much storage?") < shown.index("Below 10 MW?")
    assert "speaks of 2019" not in shown and "speaks of 2019" in page(client, task, "?evidence=rejected")


def test_why_this_one_shows_the_gain_of_every_open_goal(client: Client, task: ResearchTask) -> None:
    rows.goal(task, "First?"), rows.goal(task, "Second?")
    rows.happened(task, "GoalChosen", goal=2, gains=[{"goal": 1, "gain": 0.4}, {"goal": 2, "gain": 0.71}])
    weighed = watched.choice(task)
    assert weighed is not None
    assert [(each["question"], each["chosen"]) for each in weighed["weighed"]] == [("Second?", True), ("First?", False)]
    assert "0.71" in page(client, task)


def test_news_is_what_is_newer_than_the_number_and_says_its_own(client: Client, task: ResearchTask) -> None:
    for hits in (11, 12, 13):
        rows.searched(task, hits)
    shown = client.get(f"/tasks/T-{task.pk}/news?after=2").content.decode()
    assert "13 results" in shown and "12 results" not in shown
    assert 'data-after="2" data-seq="3"' in shown
    for odd in ("nonsense", "-1", "9" * 5000, "²"):
        assert client.get(f"/tasks/T-{task.pk}/news?after={odd}").status_code == 200
        assert client.get(f"/tasks/T-{task.pk}?before={odd}").status_code == 200


def test_a_page_shows_the_newest_lines_and_leads_to_the_earlier_ones(
    client: Client, task: ResearchTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("research.web.sizes.LINES_SHOWN", 2)
    for hits in (11, 12, 13):
        rows.searched(task, hits)
    shown = page(client, task)
    assert "13 results" in shown and "11 results" not in shown and "before=2" in shown
    assert "11 results" in page(client, task, "?before=2")


@pytest.mark.parametrize(
    ("status", "verb", "then"),
    [("running", "pause", "paused"), ("paused", "resume", "running"), ("paused", "step", "running"),
     ("failed", "retry", "running")],
)  # fmt: skip
def test_the_buttons_do_what_they_say(client: Client, task: ResearchTask, status: str, verb: str, then: str) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(status=status, failure="longer than 200 s")
    assert f"/{verb}" in page(client, task)
    client.post(f"/tasks/T-{task.pk}/{verb}")
    task.refresh_from_db()
    assert (task.status, task.one_step) == (then, verb == "step")


def test_stopping_asks_which_way(client: Client, task: ResearchTask) -> None:
    client.post(f"/tasks/T-{task.pk}/stop", {"write": "report"})
    task.refresh_from_db()
    assert (task.status, task.stop_asked) == ("running", True)
    client.post(f"/tasks/T-{task.pk}/stop", {"write": "keep"})
    task.refresh_from_db()
    assert task.status == "stopped"


def test_a_move_that_is_not_possible_any_more_is_said_and_harms_nothing(client: Client, task: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(status="stopped")
    answer = client.post(f"/tasks/T-{task.pk}/resume", follow=True)
    assert "note-error" in answer.content.decode()


def test_a_colleague_watches_but_does_not_steer(room: Workspace, task: ResearchTask) -> None:
    client = Client()
    client.force_login(rows.person("bob", room))
    assert "/pause" not in page(client, task)
    assert client.post(f"/tasks/T-{task.pk}/pause").status_code == 403
    task.refresh_from_db()
    assert task.status == "running"


def test_deleting_needs_the_number_typed(client: Client, task: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(status="stopped")
    client.post(f"/tasks/T-{task.pk}/delete", {"label": "T-0"})
    assert ResearchTask.objects.filter(pk=task.pk).exists()
    client.post(f"/tasks/T-{task.pk}/delete", {"label": f"t-{task.pk} "})
    assert not ResearchTask.objects.filter(pk=task.pk).exists()


def test_a_step_by_hand_shows_memory_before_and_after(client: Client, task: ResearchTask) -> None:
    before = {"goals": [], "working": {"entries": []}, "evolving": {"gaps": ["the cause"], "facts": [], "draft": ""}}
    entry = {"quote": "Rack 14 burned.", "source": "Report"}
    after = {**before, "working": {"entries": [entry]}, "evolving": {"gaps": [], "facts": [], "draft": "Rack 14"}}
    Step.objects.create(task=task, number=4, phase="memory", now=rows.FETCHED, memory_before=before, memory_after=after)
    shown = page(client, task)
    assert '<li class="came">+ Rack 14 burned. (Report)</li>' in shown
    assert '<li class="went">− the cause</li>' in shown


def test_a_failure_is_told_with_its_reason_and_a_way_on(client: Client, task: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(status="failed", failure="longer than 200 s")
    shown = page(client, task)
    assert "longer than 200 s" in shown and "Try again from there" in shown


def test_why_it_ended_is_one_sentence_in_the_readers_language(client: Client, task: ResearchTask) -> None:
    sentence = "2 rounds without a new fact and 86% of the plan done."
    rows.happened(task, "SearchEnded", stop="dry", sentence=sentence)
    assert sentence in page(client, task)
    chinese = client.get(f"/tasks/T-{task.pk}", headers={"Accept-Language": "zh-CN"}).content.decode()
    assert sentence not in chinese and "86%" in chinese


def test_foreign_tasks_answer_like_missing_ones_at_every_address(task: ResearchTask) -> None:
    client = Client()
    client.force_login(rows.person("eve", rows.room("other"), "admin"))
    for path in ("", "/plan", "/news", "/buttons"):
        assert client.get(f"/tasks/T-{task.pk}{path}").status_code == 404, path
    for path in ("/pause", "/resume", "/step", "/retry", "/stop", "/delete"):
        assert client.post(f"/tasks/T-{task.pk}{path}").status_code == 404, path


def test_the_page_costs_the_same_number_of_queries_however_much_it_shows(
    client: Client, room: Workspace, task: ResearchTask, django_assert_max_num_queries: object
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def cost() -> int:
        with CaptureQueriesContext(connection) as seen:
            page(client, task)
        return len(seen)

    goal = rows.goal(task)
    rows.evidence(goal, rows.source(room, "One."), "One.")
    rows.searched(task, 1)
    page(client, task)
    few = cost()
    for number in range(6):
        more = rows.goal(task, f"Goal {number}?", parent=goal)
        rows.evidence(more, rows.source(room, f"Text {number}."), f"Text {number}.")
        rows.searched(task, number)
    assert cost() == few


def test_an_ending_without_figures_is_told_once(client: Client, task: ResearchTask) -> None:
    rows.happened(task, "SearchEnded", stop="plan_done", sentence="Every goal is answered or marked insufficient.")
    shown = client.get(f"/tasks/T-{task.pk}").content.decode()
    assert "Search ended: every goal is answered" in shown and "Every goal is answered" not in shown
