"""Events into rows and journal, and back: nothing is lost on the way, and what is newer is refused by name."""

import json
from dataclasses import fields, is_dataclass, replace
from datetime import date
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import transaction

from memory.clues import Clue
from memory.digest import Digest, Origin
from memory.evolving import ConfirmedFact, EvolvingReport, Hypothesis
from memory.models import Notebook
from memory.rewriting import Retained
from memory.summary import Summary, Support
from memory.working import Entry as MemoryEntry
from memory.working import WorkingMemory
from reach.errors import Kind
from reach.pages import Outcome, Status
from research import actions
from research.engine import events as happened
from research.engine.degrading import Level
from research.engine.events import EVENTS, VERSION
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.loop import apply
from research.engine.state import Gain, Mind, TaskState
from research.engine.wishes import Steer, Wish
from research.models import (
    Blob,
    Claim,
    Conflict,
    Entry,
    Evidence,
    Fact,
    Goal,
    Hit,
    Query,
    Reach,
    ResearchTask,
    Source,
    SummaryRow,
)
from research.roles.builtin.embedder import HashingEmbedder
from research.store.archive import RowArchive
from research.store.embeddings import BadVector, KeptEmbedder
from research.store.entries import event_of
from research.store.load import load_state
from research.store.payloads import UnknownVersion, dumped, revived, revived_event
from research.store.record import WRITERS, record
from research.terms import (
    Atom,
    Checked,
    Decided,
    Find,
    GoalState,
    Offered,
    PageSeen,
    Place,
    Reflection,
    Ruling,
    Section,
    Sentence,
    SentenceKind,
    Stop,
    Unclaimed,
    Verdict,
)
from research.terms import Claim as ClaimValue
from research.terms import Conflict as ConflictValue
from research.terms import Fact as FactValue
from tests.builders import evidence, goal, leaf, query
from tests.whole.tasks import advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]

PAGE = leaf("Statistics 统计", "Lanwan had 1,240 MWh. 澜湾 1240 兆瓦时。")
PIECE = evidence(1, quote="Lanwan had 1,240 MWh.", source=PAGE.source)
OTHER = evidence(
    2, quote="澜湾 1240 兆瓦时。", source=PAGE.source, start=22, end=34, reprint_of=1, same_as=1, paragraph=1, page=2
)
FIND = Find(1, "documents", "Statistics", "Lanwan had", PAGE.source.url, date(2024, 12, 31), 1, ("https://b.example/",))
MEMORY = WorkingMemory(1, (MemoryEntry(1, 1, "quote", "Statistics", "2024-12-31", 0.8, 3),), 2)
REPORT = EvolvingReport(
    "the goal", (ConfirmedFact("a fact", (1,), 0.8, 1),), (Hypothesis("perhaps", 2),), ("gap",), "draft", (3,), 1
)
MIND = Mind((goal(1), goal(2, parent=1)), 1, MEMORY, REPORT)
DIGEST = Digest(
    "“Lanwan had 1,240 MWh.” [E-1]",
    ("Lanwan",),
    ("1,240 MWh",),
    (Origin(1, "Statistics", PAGE.source.url),),
    (Support(2, "澜湾"),),
    (3,),
)
SECTIONS = (
    Section("Heading", 1, (Sentence("Lanwan had 1,240 MWh.", SentenceKind.QUOTE, (1,)),)),
    Section("", None, (Sentence("Perhaps.", SentenceKind.SPECULATION, ()),)),
)
WISH = Wish(Steer.EDIT, 2, "reworded", ("capacity",), 0.5, 1)
SUMMARY = Summary(1, "question", "done", "conclusion [E-1]", (Support(1, "“quote”"),), ("doubt",), (2,), 1)

EXAMPLES: dict[str, happened.Event] = {
    type(event).__name__: event
    for event in (
        happened.PlanDrafted((goal(1), goal(2))),
        happened.CluesOffered((Clue("Lanwan had 1,240 MWh.", date(2025, 1, 2), "T-7", "T-9"),), 3),
        happened.PlanApproved((goal(1), goal(2)), "ada"),
        happened.GoalsAdded((goal(3, parent=1),), "brought up"),
        happened.GoalSplit(goal(1), (goal(4, parent=1), goal(5, parent=1)), "its memory was full in 2 rounds"),
        happened.Steered(WISH, "ada", (goal(2, "reworded"),), "asked for by ada", "the goal is closed"),
        happened.PlanInDoubt("off goal: it is about additives"),
        happened.PlannedAgain("asked for by ada", "planned again 3 times already"),
        happened.CheckFailed(("a query names no gap",)),
        happened.GoalChosen(1, (Gain(1, 0.5), Gain(2, 0.25))),
        happened.SnapshotTaken(1, 1, MIND),
        happened.QueriesWritten((query(1), query(2, text="again", twin=1, dropped="repeats query 1"))),
        happened.Reached(
            "search", 1, (Outcome("q", "documents", Status.FAILED, Kind.TOO_SLOW, "late", 1.5, 0, 3.0, 9),)
        ),
        happened.RoundDegraded(1, Level.PARTLY, 2, 5, 12.0),
        happened.FindsSeen((FIND,)),
        happened.FindsRecalled((FIND,), "the date", True, (0.8,)),
        happened.FindsTriaged(((PAGE.source.url, 0.75),), (PAGE.source.url,)),
        happened.PagesRead((PAGE.source,), (PAGE.source,), (PageSeen(PAGE.source.url, PAGE.source.key, 30, 45),)),
        happened.EvidenceWeighed((PIECE, OTHER), ((2, 1),), (replace(PIECE, accepted=False),)),
        happened.FactsNoted((FactValue("Lanwan", "had", "1,240 MWh", 1, 0.9),)),
        happened.ConflictsFound((ConflictValue(1, 2, "values differ", 1),)),
        happened.ConflictsSettled((ConflictValue(1, 2, "values differ", 1, 2, "more trusted (0.80 against 0.60)"),)),
        happened.Remembered(MEMORY),
        happened.GoalChanged(replace(goal(1), state=GoalState.DONE, accepted=2, publishers=("a",)), "enough"),
        happened.RoundClosed(1, "capacity", 2, closed_by=(1, 2)),
        happened.Digested(1, (DIGEST,), True, 1, Retained(5, 2, 1, 1)),
        happened.HypothesisSettled("perhaps", "T-7", True, 1),
        happened.Summarised(SUMMARY, True, 1, Retained(5, 2, 1, 1), 2),
        happened.ReportEvolved(REPORT),
        happened.Reflected(Reflection(True, False, "", "good"), 1),
        happened.Backtracked(1, MIND, (2,), "a branch", ("an earlier one",)),
        happened.SearchEnded(Stop.PLAN_DONE, "Every goal is answered."),
        happened.ReportWritten(SECTIONS, unreached=True),
        happened.ClaimsDrawn(
            (ClaimValue(1, 0, 0, "1,240 MWh", SentenceKind.QUOTE, (1,), Place.CELL, 3, 12, "2024, storage"),),
            (Unclaimed(0, 1, "What remains open?", "question"),),
        ),
        happened.ClaimsChecked(
            (
                Checked(
                    1,
                    Verdict.PARTLY,
                    "why",
                    (Atom("number", "1,240", True, "note"),),
                    (Offered(2, Verdict.SUPPORTED, "it says so"),),
                ),
            )
        ),
        happened.DeskOpened(1),
        happened.DecisionsFolded(SECTIONS, (Decided(1, Ruling.EDITED, "text", ""),)),
        happened.QueriesScored(((1, 2, 1), (2, 0, 0)), (("name", 1, 1), ("facet", 1, 0))),
        happened.CluesLearned(("Statistics: Lanwan had 1,240 MWh.",)),
        happened.StepEnded(Phase.QUERY, "go on", 5.0),
    )
}
"""One of each, with every field set to something, in an order in which they could happen."""


@pytest.fixture
def task() -> ResearchTask:
    made = asked(room())
    raw = Blob.objects.create(sha256="0" * 64, size=1, body=b"x")
    Source.objects.create(
        workspace=made.workspace,
        key=PAGE.source.key,
        url=PAGE.source.url,
        title=PAGE.source.title,
        publisher=PAGE.source.publisher,
        published=PAGE.source.published,
        credibility=PAGE.source.credibility,
        language=PAGE.source.language,
        fetched=made.created,
        content_type="text/html",
        text=PAGE.text,
        text_sha256="0" * 64,
        raw=raw,
    )
    return made


def test_there_is_an_example_of_every_event() -> None:
    assert set(EXAMPLES) == set(EVENTS)


def test_no_example_leaves_a_field_at_nothing() -> None:
    """Else a field that is lost on the way would not be missed."""
    for name, event in EXAMPLES.items():
        for each in fields(event):
            assert getattr(event, each.name) not in ((), None), f"{name}.{each.name}"


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_survives_json(kind: str) -> None:
    event = EXAMPLES[kind]
    payload = json.loads(json.dumps(dumped(event), allow_nan=False))
    assert revived_event(kind, payload, VERSION) == event


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_of_a_newer_program_is_refused_by_name(kind: str) -> None:
    with pytest.raises(UnknownVersion, match=f"{kind} was stored as version {VERSION + 1}"):
        revived_event(kind, dumped(EXAMPLES[kind]), VERSION + 1)


def test_every_writer_belongs_to_an_event() -> None:
    assert set(WRITERS) <= set(EVENTS)


def test_all_events_in_a_row_become_a_journal_that_reads_back_the_same(task: ResearchTask) -> None:
    record(task, 3, list(EXAMPLES.values()))
    rows = Entry.objects.filter(task=task, step=3).order_by("seq")
    assert [row.v for row in rows] == [VERSION] * len(EXAMPLES)
    assert [event_of(row) for row in rows] == list(EXAMPLES.values())


def told(task: ResearchTask, *events: happened.Event) -> None:
    record(task, 0, events)


SEARCHED = [EXAMPLES[kind] for kind in list(EXAMPLES)[: list(EXAMPLES).index("EvidenceWeighed") + 1]]


def test_goals_become_a_tree_and_an_approved_plan_replaces_the_draft(task: ResearchTask) -> None:
    told(task, happened.PlanDrafted((goal(1), goal(2), goal(3))), happened.PlanApproved((goal(1, "mine"),), "ada"))
    assert list(Goal.objects.filter(task=task).values_list("number", "question")) == [(1, "mine")]
    told(task, happened.GoalsAdded((goal(2, parent=1),), "why"))
    assert Goal.objects.get(task=task, number=2).parent.number == 1  # type: ignore[union-attr]


def test_the_goal_in_work_is_shown_so_until_its_search_ends(task: ResearchTask) -> None:
    told(task, happened.PlanDrafted((goal(1),)), happened.GoalChosen(1, ()))
    told(task, happened.GoalChanged(goal(1, state=GoalState.ACTIVE), "goes on"))
    assert Goal.objects.get(task=task).state == "active"
    told(task, happened.SearchEnded(Stop.ASKED, "A person asked."))
    assert Goal.objects.get(task=task).state == "open"


def test_queries_hits_and_reaches_are_rows_with_their_counts(task: ResearchTask) -> None:
    told(task, *SEARCHED)
    one, two = Query.objects.filter(task=task)
    assert (one.hits, one.kept, one.twin) == (1, 2, None)
    assert (two.twin, two.dropped) == (one, "repeats query 1")
    hit = Hit.objects.get(task=task)
    assert (hit.relevance, hit.read, hit.published) == (0.75, True, date(2024, 12, 31))
    reach = Reach.objects.get(task=task)
    assert (reach.outcome, reach.kind, reach.detail, reach.goal_number) == ("failed", "too_slow", "late", 1)


def test_evidence_comes_back_as_the_value_that_went_in(task: ResearchTask) -> None:
    told(task, *SEARCHED)
    archive = RowArchive(task, HashingEmbedder())
    assert set(async_to_sync(archive.evidence)([1])) == {PIECE, OTHER}
    assert async_to_sync(archive.evidence_by_number)([2]) == (OTHER,)
    assert async_to_sync(archive.evidence)([2]) == ()
    assert async_to_sync(archive.source_text)(PAGE.source.key) == PAGE.text
    assert async_to_sync(archive.evidence_by_query)() == ((1, 1), (1, 2))


def test_everything_else_comes_back_from_the_archive_too(task: ResearchTask) -> None:
    told(task, *[event for kind, event in EXAMPLES.items() if kind != "Backtracked"])
    archive = RowArchive(task, HashingEmbedder())

    def asked_for(question: str, *args: Any) -> Any:
        return async_to_sync(getattr(archive, question))(*args)

    assert asked_for("summaries") == (SUMMARY,)
    assert asked_for("conflicts") == EXAMPLES["ConflictsSettled"].conflicts  # type: ignore[union-attr]
    assert asked_for("facts_of", [1, 2]) == EXAMPLES["FactsNoted"].facts  # type: ignore[union-attr]
    assert asked_for("facts_of", [2]) == ()
    assert asked_for("snapshot", 1) == MIND
    assert asked_for("sections") == SECTIONS
    assert asked_for("claims") == EXAMPLES["ClaimsDrawn"].claims  # type: ignore[union-attr]
    assert asked_for("in_place", {1, 2}) == (1, 2), "each quote stands where it was taken"
    Evidence.objects.filter(task=task, number=2).update(start=21)
    assert asked_for("in_place", {1, 2, 9}) == (1,)
    assert [
        (row.number, row.verdict, row.reason, row.atoms) for row in Claim.objects.filter(task=task).order_by("number")
    ] == [
        (made.claim, made.verdict.value, made.reason, [dumped(atom) for atom in made.atoms])
        for made in EXAMPLES["ClaimsChecked"].checked  # type: ignore[union-attr]
    ]
    assert list(Hit.objects.filter(task=task, read=True).values_list("url", flat=True)) == [PAGE.source.url]
    assert asked_for("query_outcomes", 1, 5) == ("again: dropped, repeats query 1", f"{query().text}: found 2")
    assert asked_for("known_facts", "", [1.0], 5) == ("Lanwan had 1,240 MWh",)


def test_a_goal_that_ends_again_has_one_summary_in_use_however_many_parts_it_has(task: ResearchTask) -> None:
    told(task, happened.PlanDrafted((goal(1),)), happened.Summarised(SUMMARY, False, 0))
    again = replace(SUMMARY, conclusion="anew")
    told(task, happened.Summarised(again, False, 0), happened.Summarised(again, False, 0, part=2))
    held = async_to_sync(RowArchive(task, HashingEmbedder()).summaries)()
    assert [each.conclusion for each in held] == ["anew", "anew"]
    assert SummaryRow.objects.filter(task=task).count() == 3


def test_a_backtrack_drops_its_own_branch_and_touches_no_other(task: ResearchTask) -> None:
    told(task, happened.PlanDrafted((goal(1), goal(2), goal(3))), *SEARCHED[3:])
    told(task, happened.GoalChanged(goal(2, state=GoalState.DONE), "enough independent evidence"))
    told(task, happened.Summarised(SUMMARY, False, 0))
    abandoned = Mind((goal(1, state=GoalState.ABANDONED), goal(2, state=GoalState.DONE)), None, MEMORY, REPORT)
    told(task, happened.Backtracked(1, abandoned, (1, 2), "electrolytes"))
    assert not Evidence.objects.filter(task=task).standing().exists()
    assert SummaryRow.objects.get(task=task).dropped
    rows = {row.number: (row.state, row.closed_because) for row in Goal.objects.filter(task=task)}
    assert rows == {
        1: ("abandoned", "led away from the question too often"),
        2: ("done", "enough independent evidence"),
        3: ("abandoned", ""),
        4: ("abandoned", ""),
        5: ("abandoned", ""),
    }
    archive = RowArchive(task, HashingEmbedder())
    assert async_to_sync(archive.summaries)() == ()
    assert async_to_sync(archive.evidence)([1, 2]) == ()


def test_claims_wait_unless_they_are_supported(task: ResearchTask) -> None:
    told(task, *SEARCHED, EXAMPLES["ClaimsDrawn"])
    for verdict in Verdict:
        told(task, happened.ClaimsChecked((Checked(1, verdict, "why", ()),)))
        assert Claim.objects.get(task=task).waits is (verdict is not Verdict.SUPPORTED)


def test_a_conflict_and_a_fact_are_rows_once(task: ResearchTask) -> None:
    told(task, *SEARCHED, EXAMPLES["FactsNoted"], EXAMPLES["ConflictsFound"], EXAMPLES["ConflictsFound"])
    assert (Conflict.objects.count(), Fact.objects.count()) == (1, 1)
    assert Conflict.objects.filter(settled_for=None, because="").exists()


def test_a_conflict_keeps_what_prevails_and_why_and_one_left_open_keeps_why(task: ResearchTask) -> None:
    told(task, *SEARCHED, EXAMPLES["ConflictsFound"], EXAMPLES["ConflictsSettled"])
    row = Conflict.objects.get(task=task)
    assert row.settled_for is not None
    assert (row.settled_for.number, row.because) == (2, "more trusted (0.80 against 0.60)")
    told(task, happened.ConflictsSettled((ConflictValue(1, 2, "values differ", 1, None, "nothing decides"),)))
    row.refresh_from_db()
    assert (row.settled_for, row.because) == (None, "nothing decides")


@pytest.mark.django_db(transaction=True)
def test_a_state_comes_back_from_its_notebook_after_every_step() -> None:
    """Whatever phase it is in: what the next step sees is what the last one left."""
    task = asked(room())
    while actions.advance(task.pk):
        state = load_state(fresh(task))
        assert revived(TaskState, json.loads(json.dumps(dumped(state))), VERSION) == state
        replayed = [event_of(row) for row in Entry.objects.filter(task=task, kind__in=EVENTS).order_by("seq")]
        from research.store.load import first_state
        from research.terms import Period

        first = first_state(task.question, task.language, Period(None, None))
        assert apply(first, tuple(replayed)) == replace(state, spent_tokens=0)
    assert task.phase in ("review", "done")


def test_a_later_task_is_told_the_clues_of_an_earlier_one() -> None:
    """R176: what a report cites is found again by meaning, with where it comes from."""
    here = room()
    first = advance_until(asked(here))
    from research.models import Claim as ClaimRow

    for claim in ClaimRow.objects.filter(task=first).waiting():
        actions.decide_claim(
            here.grace, claim, seen_version=1, ruling="rejected", reason_code="no_source", effect="mark"
        )
    advance_until(first)
    assert fresh(first).phase == "done"
    archive = RowArchive(asked(here), KeptEmbedder(HashingEmbedder()))
    vectors = async_to_sync(archive.embedder.embed)([first.question])
    clues = async_to_sync(archive.clues)(first.question, vectors[0], Limits()).clues
    assert clues
    assert all(clue.task == first.label for clue in clues)


class Broken(HashingEmbedder):
    async def embed(self, texts: Any) -> Any:
        return [[float("nan")] * 3 for _ in texts]


def test_a_vector_that_is_no_number_is_refused_and_not_kept() -> None:
    """B-135: one bad vector would poison every comparison with it."""
    from research.models import Embedding

    with pytest.raises(BadVector, match="some text"):
        async_to_sync(KeptEmbedder(Broken()).embed)(["some text"])
    assert not Embedding.objects.exists()


def test_vectors_of_two_embedders_are_never_mixed() -> None:
    one, other = KeptEmbedder(HashingEmbedder()), KeptEmbedder(HashingEmbedder())
    other.name = "another"
    (vector,) = async_to_sync(one.embed)(["storage"])
    async_to_sync(other.embed)(["storage"])
    from research.models import Embedding

    assert set(Embedding.objects.values_list("embedder", flat=True)) == {one.name, "another"}
    assert async_to_sync(one.embed)(["storage", "storage"])[0] == pytest.approx(vector, abs=1e-6)


def test_the_notebook_is_written_with_the_step_or_not_at_all(task: ResearchTask) -> None:
    before = Notebook.objects.get(pk=task.notebook_id).body
    with pytest.raises(Query.DoesNotExist), transaction.atomic():
        told(task, happened.FindsSeen(()))
        Query.objects.get(task=task, number=99)
    assert Notebook.objects.get(pk=task.notebook_id).body == before
    assert not Entry.objects.filter(task=task, kind="FindsSeen").exists()


def test_every_value_that_is_stored_is_frozen() -> None:
    for event in EXAMPLES.values():
        assert is_dataclass(event)
        with pytest.raises((AttributeError, TypeError)):
            setattr(event, fields(event)[0].name, None)
