"""Snapshots as rows: immutable, exact to the byte, cheap by the hundred; and memory as it was after any step."""

from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import IntegrityError, connection, transaction

from memory.models import Notebook, Part, Snapshot
from memory.parts import Damaged, written
from memory.store import restored, take
from memory.working import WorkingMemory
from research import actions
from research.engine import events as happened
from research.engine.events import EVENTS, VERSION
from research.engine.going_back import go_back
from research.engine.loop import apply
from research.engine.state import Mind
from research.models import Entry, Goal, ResearchTask
from research.roles.builtin.embedder import HashingEmbedder
from research.store.archive import RowArchive
from research.store.entries import event_of
from research.store.load import load_state
from research.store.memories import last_step, points, remembered
from research.store.payloads import dumped, revived
from research.terms import GoalState
from tests.builders import SaidPlanner, World, goal, world
from tests.engine.test_thousand_steps import ONE_DEEP_GOAL, EndlessShelf, SparingExecutor, _Remembering
from tests.research.test_store import EXAMPLES, MIND, told
from tests.research.test_store import task as a_task_with_a_page
from tests.whole.tasks import asked, fresh, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post", "shelf")]
read = a_task_with_a_page
HARD = {"text": 'nul \0, quote " and 1e22 万', "figures": [1e22, -0.0, 1.0, 1], "none": None}


@pytest.fixture
def notebook() -> Notebook:
    return Notebook.objects.create(body={}, v=VERSION)


def test_what_was_taken_comes_back_byte_for_byte(notebook: Notebook) -> None:
    for number, body in enumerate((dumped(MIND), HARD, [], "", {"a": {"b": ["c"]}}), start=1):
        take(notebook, number, 1, body, VERSION)
        assert written(restored(Snapshot.objects.get(number=number))) == written(body)


def test_a_mind_comes_back_as_the_same_value(notebook: Notebook) -> None:
    take(notebook, 1, 1, dumped(MIND), VERSION)
    assert revived(Mind, restored(Snapshot.objects.get()), VERSION) == MIND


def test_neither_a_snapshot_nor_a_part_of_it_can_be_changed(notebook: Notebook) -> None:
    take(notebook, 1, 1, dumped(MIND), VERSION)
    for rows in (Snapshot.objects.all(), Part.objects.all()):
        with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
            rows.update(body=None if rows.model is Snapshot else "{}")


def test_a_snapshot_whose_part_is_gone_or_another_is_refused_and_not_nearly_restored(notebook: Notebook) -> None:
    kept = take(notebook, 1, 1, dumped(MIND), VERSION)
    with pytest.raises(Damaged, match="don't add up"):
        restored(Snapshot(notebook=notebook, frame=kept.frame.replace('"active":1', '"active":2'), digest=kept.digest))
    Part.objects.filter(notebook=notebook).first().delete()  # type: ignore[union-attr]
    with pytest.raises(Damaged, match="is gone"):
        restored(kept)


def test_the_parts_of_one_task_are_nobody_elses(notebook: Notebook) -> None:
    """A task that is deleted takes its memory with it, and names no row of another."""
    other = Notebook.objects.create(body={}, v=VERSION)
    for each in (notebook, other):
        take(each, 1, 1, dumped(MIND), VERSION)
    many = Part.objects.filter(notebook=other).count()
    notebook.delete()
    assert Part.objects.count() == many
    assert restored(Snapshot.objects.get()) == dumped(MIND)


def test_a_snapshot_of_an_older_program_is_read_as_it_was_taken(notebook: Notebook) -> None:
    Snapshot.objects.create(notebook=notebook, number=1, goal=1, body=dumped(MIND), v=1)
    assert revived(Mind, restored(Snapshot.objects.get()), 1) == MIND


def test_what_stays_the_same_is_kept_once(notebook: Notebook) -> None:
    take(notebook, 1, 1, dumped(MIND), VERSION)
    before = Part.objects.count()
    take(notebook, 2, 1, dumped(replace(MIND, active=2)), VERSION)
    assert Part.objects.count() == before
    take(notebook, 3, 1, dumped(MIND.with_goal(goal(1, "another question"))), VERSION)
    assert Part.objects.count() == before + 1


SNAPSHOT_BYTES = 1500
"""Of one among five hundred, rows and indexes counted; measured: 1,327 where the whole body has 5,678."""


def test_five_hundred_snapshots_of_a_long_task_cost_little(notebook: Notebook) -> None:
    there = _five_hundred_steps()
    whole = 0
    while there.state.step < 500:
        async_to_sync(there.step)()
        there.happened.clear()
        body = dumped(there.state.mind)
        whole += len(written(body).encode())
        take(notebook, there.state.step, 1, body, VERSION)
    assert Snapshot.objects.count() >= 499
    spent, each = _bytes(), _bytes() / Snapshot.objects.count()
    print(f"{each:.0f} bytes a snapshot of {whole / Snapshot.objects.count():.0f}; {Part.objects.count()} parts")
    assert each <= SNAPSHOT_BYTES
    assert spent * 3 <= whole


def _five_hundred_steps() -> World:
    """One deep goal, under the caps of memory that hold by default."""
    tight = ("report_tokens", "archived_ids", "working_entries")
    limits = {name: value for name, value in ONE_DEEP_GOAL.items() if name not in tight}
    planner = SaidPlanner(queries=lambda brief: [f"station {there.state.counts.queries + 1:04d} capacity"])
    there = world(planner=planner, executor=SparingExecutor(), **limits)
    object.__setattr__(there.tools, "library", EndlessShelf([]))
    there.box.texts = _Remembering()
    return there


def _bytes() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('memory_part') + pg_total_relation_size('memory_snapshot')")
        return int(cursor.fetchone()[0])


def test_going_back_restores_memory_and_the_goal_to_the_byte_and_leaves_a_tombstone(read: ResearchTask) -> None:
    """R047, R048: what is restored is what was taken, but for the goal's mark that it was taken back, and what lies
    outside the branch."""
    chosen = Mind((goal(1, state=GoalState.ACTIVE), goal(2, parent=1)), 1, MIND.working, MIND.evolving, dry=1)
    told(read, happened.PlanDrafted(chosen.goals), happened.SnapshotTaken(1, 1, chosen))
    state = load_state(read)
    later = replace(chosen.goal(1), rounds=3, accepted=5, reads=4, dry=1, publishers=("a", "b"), gaps=())
    strayed = replace(MIND, evolving=replace(MIND.evolving, facts=()), working=WorkingMemory(1)).with_goal(later)
    state = replace(state, mind=strayed, counts=replace(state.counts, snapshots=1))
    tools = replace(world().tools, archive=RowArchive(read, HashingEmbedder()))
    saved, back, *_ = async_to_sync(go_back)(state, later, "it is about additives", tools)
    assert isinstance(back, happened.Backtracked) and isinstance(saved, happened.SnapshotTaken)
    whole = replace(chosen, active=None).with_goal(replace(chosen.goal(1), state=GoalState.OPEN, backtracks=1))
    whole = replace(whole, goals=(whole.goal(1),))
    assert written(dumped(back.mind)) == written(dumped(whole))
    told(read, saved, back)
    row = Goal.objects.get(task=read, number=1)
    assert (row.rounds, row.reads, row.accepted, row.state) == (0, 0, 0, "open")
    assert event_of(Entry.objects.get(task=read, kind="SnapshotTaken", payload__number=saved.number)) == saved
    then = remembered(read, 0)
    assert then.mind == whole
    assert then.tombstones == (back.tombstone,) and back.tombstone


def test_the_journal_names_a_snapshot_and_doesnt_repeat_it(read: ResearchTask) -> None:
    told(read, EXAMPLES["PlanDrafted"], EXAMPLES["SnapshotTaken"])
    entry = Entry.objects.get(task=read, kind="SnapshotTaken")
    assert entry.payload == {"number": 1, "goal": 1}
    assert event_of(entry) == EXAMPLES["SnapshotTaken"]
    older = Entry(task=read, kind="SnapshotTaken", payload=dumped(EXAMPLES["SnapshotTaken"]), v=VERSION)
    assert event_of(older) == EXAMPLES["SnapshotTaken"]


@pytest.mark.django_db(transaction=True)
def test_memory_after_any_step_is_what_the_worker_had_then() -> None:
    task = asked(room())
    minds = []
    while actions.advance(task.pk):
        minds.append(load_state(fresh(task)))
    for step, state in enumerate(minds):
        then = remembered(task, step)
        assert (then.mind, then.tombstones) == (state.mind, state.tombstones), step
    assert last_step(task) == len(minds) - 1
    taken = points(task, 100)
    assert taken and [point.number for point in taken] == sorted((point.number for point in taken), reverse=True)
    assert any(remembered(task, step).since for step in range(len(minds)))
    replayed = [event_of(row) for row in Entry.objects.filter(task=task, kind__in=EVENTS).order_by("seq")]
    assert apply(_first(task), tuple(replayed)).mind == minds[-1].mind


def _first(task: ResearchTask) -> Any:
    from research.store.load import first_state
    from research.terms import Period

    return first_state(task.question, task.language, Period(None, None))
