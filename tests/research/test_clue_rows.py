"""Clues in rows: what a task leaves, whom it is told, how it is judged, and how people forget it (R172-R177, C28)."""

from datetime import date
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from memory.clues import Index
from memory.models import Clue, KeptOut
from research import actions
from research.engine import events as happened
from research.engine.limits import Limits
from research.models import Audit, Entry, ResearchTask, User, Workspace
from research.roles.builtin.embedder import HashingEmbedder
from research.store.archive import RowArchive
from research.store.clue_rows import index, shared
from research.store.embeddings import KeptEmbedder, text_hash
from research.store.load import load_state
from research.store.record import record
from tests.research.test_retrospect import finished
from tests.research.test_store import EXAMPLES, SEARCHED
from tests.research.test_store import task as a_task_with_a_page
from tests.whole.tasks import Room, advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post", "shelf")]
read = a_task_with_a_page
TEXTS = [f"Lanwan had {n} MWh of grid storage capacity in {2000 + n}." for n in range(8)]
QUESTION = "grid storage capacity of Lanwan"


def learned(task: ResearchTask, *texts: str) -> None:
    record(task, 9, [happened.CluesLearned(texts)])


def recalled(task: ResearchTask, question: str = QUESTION, **limits: float) -> Index:
    kept = KeptEmbedder(HashingEmbedder())
    (vector,) = async_to_sync(kept.embed)([question])
    archive = RowArchive(task, kept)
    return async_to_sync(archive.clues)(question, vector, Limits.of({"clue_near": 0.0, **limits}))


def texts_told(task: ResearchTask, **limits: float) -> set[str]:
    return {clue.text for clue in recalled(task, **limits).clues}


def test_a_later_task_is_told_what_is_near_and_from_which_task(read: ResearchTask) -> None:
    learned(read, *TEXTS, "Salt is white and the sea is deep.")
    later = beside(read)
    found = recalled(later, clues_told=3)
    assert len(found.clues) == 3 and {clue.text for clue in found.clues} <= set(TEXTS)
    assert {clue.task for clue in found.clues} == {read.label} and found.left_out == 0
    assert not recalled(later, "the price of butter", clue_near=0.3).clues


def beside(task: ResearchTask) -> ResearchTask:
    """Another one of the same workspace."""
    return actions.start(task.owner, task.workspace, QUESTION, auto_approve=True)


@pytest.fixture
def here() -> Room:
    return room()


def another(of: Room) -> ResearchTask:
    return asked(of, auto_approve=True)


def test_a_task_is_never_told_its_own_clues_nor_those_of_another_workspace(here: Room) -> None:
    first, second, stranger = another(here), another(here), asked(room("Other desk"))
    learned(first, TEXTS[0])
    learned(stranger, *TEXTS[1:])
    assert texts_told(first) == set()
    assert texts_told(second) == {TEXTS[0]}
    assert texts_told(stranger) == set()
    same = Clue.objects.filter(text_hash=text_hash(TEXTS[0]))
    learned(stranger, TEXTS[0])
    assert same.count() == 2 and not same.exclude(state="unverified").exists(), "the same words, each room's own"


def test_the_index_holds_the_newest_lines_and_says_how_many_it_doesnt(here: Room) -> None:
    first, second = another(here), another(here)
    learned(first, *TEXTS)
    Clue.objects.filter(text=TEXTS[7]).update(learned=date(2001, 1, 1))
    found = recalled(second, clue_lines=7, clues_told=30)
    assert found.left_out == 1
    assert {clue.text for clue in found.clues} == set(TEXTS[:7])
    one = len(found.clues[0].line().encode()) + 1
    assert recalled(second, clue_bytes=3 * one, clues_told=30).left_out == 5
    assert index(here.workspace.pk, Limits().clue_lines, Limits().clue_bytes).left_out == 0


def settle(task: ResearchTask, text: str, origin: str, borne_out: bool, evidence: int = 1) -> None:
    record(task, 5, [happened.HypothesisSettled(text, origin, borne_out, evidence)])


def test_a_contradicted_clue_is_marked_with_what_says_so_and_told_to_nobody_again(read: ResearchTask) -> None:
    """R176, R177: pytest was replaced by vitest since."""
    first = beside(read)
    learned(first, *TEXTS[:3])
    record(read, 3, SEARCHED)
    settle(read, TEXTS[0], first.label, borne_out=False)
    settle(read, TEXTS[1], first.label, borne_out=True)
    stale, borne_out, untouched = (Clue.objects.get(text=text) for text in TEXTS[:3])
    assert (stale.state, stale.judged_by, stale.judged_evidence) == ("contradicted", read.pk, 1)
    assert stale.judged_why == "Lanwan had 1,240 MWh." and stale.judged_at is not None
    assert (borne_out.state, untouched.state) == ("confirmed", "unverified")
    assert set(shared(read.workspace_id).values_list("text", flat=True)) == set(TEXTS[1:3])
    lines = [clue.line() for clue in recalled(read).clues]
    assert any(f"confirmed then by {read.label}" in line for line in lines)


def test_a_hypothesis_that_came_from_a_row_marks_no_clue(here: Room) -> None:
    first, second = another(here), another(here)
    learned(first, TEXTS[0])
    settle(second, TEXTS[0], "E-3", borne_out=False)
    settle(first, TEXTS[0], first.label, borne_out=False)
    assert Clue.objects.get().state == "unverified", "and no task judges its own"


def test_what_a_backtrack_threw_out_confirms_and_contradicts_nothing(read: ResearchTask) -> None:
    learned(read, TEXTS[0])
    Clue.objects.update(task=None)
    record(read, 3, SEARCHED)
    settle(read, TEXTS[0], "T-1", borne_out=False, evidence=2)
    assert Clue.objects.get().state == "contradicted"
    record(read, 6, [EXAMPLES["Backtracked"]])
    row = Clue.objects.get()
    assert (row.state, row.judged_by, row.judged_at) == ("unverified", None, None)


def test_words_learned_again_by_another_task_are_borne_out_and_stay_the_firsts(here: Room) -> None:
    first, second = another(here), another(here)
    learned(first, TEXTS[0])
    learned(first, TEXTS[0])
    assert Clue.objects.get().state == "unverified", "its own second word is no witness"
    learned(second, TEXTS[0])
    row = Clue.objects.get()
    assert (row.task_label, row.state, row.judged_by) == (first.label, "confirmed", second.pk)


def test_an_owner_keeps_a_task_out_and_takes_it_back(here: Room) -> None:
    first, second = another(here), another(here)
    learned(first, TEXTS[0])
    actions.keep_out(here.ada, first, True, reason="a client's matter")
    learned(first, TEXTS[1])
    assert texts_told(second) == set()
    with pytest.raises(actions.Refused, match="kept out already"):
        actions.keep_out(here.ada, first, True, reason="twice")
    actions.keep_out(here.root, first, False, reason="the matter is public")
    assert texts_told(second) == set(TEXTS[:2])
    assert list(Audit.objects.filter(verb="keep_out").values_list("object", flat=True)) == [first.label] * 2


def test_a_withheld_clue_is_told_to_nobody_until_it_is_shared_again(here: Room) -> None:
    first, second = another(here), another(here)
    learned(first, TEXTS[0])
    clue = Clue.objects.get()
    actions.withhold_clue(here.ada, here.workspace, clue, True, reason="not for others")
    assert texts_told(second) == set()
    learned(second, TEXTS[0])
    assert Clue.objects.get().withheld, "the same words again don't lift it"
    actions.withhold_clue(here.ada, here.workspace, clue, False, reason="public by now")
    assert texts_told(another(here)) == {TEXTS[0]}


def test_forgetting_takes_the_words_out_of_the_rows_and_the_trail_alike(here: Room) -> None:
    first, second = another(here), another(here)
    learned(first, TEXTS[0])
    actions.forget_clue(here.ada, here.workspace, Clue.objects.get(), reason="it was wrong", door="api")
    assert not Clue.objects.exists() and texts_told(second) == set()
    line = Audit.objects.get(verb="forget_clue")
    assert (line.person, line.door, line.reason) == (here.ada, "api", "it was wrong")
    assert line.before["text_hash"] == text_hash(TEXTS[0]) and TEXTS[0] not in str(line.before)
    with pytest.raises(actions.Refused, match="forgotten already"):
        actions.forget_clue(here.ada, here.workspace, Clue(pk=1, workspace_id=here.workspace.pk), reason="again")


def _verbs(person: User, of: Workspace, clue: Clue, task: ResearchTask) -> list[Any]:
    return [
        lambda: actions.forget_clue(person, of, clue, reason="x"),
        lambda: actions.withhold_clue(person, of, clue, True, reason="x"),
        lambda: actions.keep_out(person, task, True, reason="x"),
    ]


def test_only_whoever_asked_and_admins_rule_on_clues_and_always_with_a_reason(here: Room) -> None:
    first = another(here)
    learned(first, TEXTS[0])
    clue, stranger = Clue.objects.get(), room("Other desk").root
    for person in (here.grace, stranger):
        for verb in _verbs(person, here.workspace, clue, first):
            with pytest.raises(actions.Forbidden):
                verb()
        assert not actions.may_rule_on(person, here.workspace, clue)
    for verb in (actions.forget_clue, actions.withhold_clue):
        more = (True,) if verb is actions.withhold_clue else ()
        with pytest.raises(actions.Refused, match="Say why"):
            verb(here.ada, here.workspace, clue, *more, reason=" \u200b")  # type: ignore[operator]
    assert actions.may_rule_on(here.ada, here.workspace, clue) and actions.may_rule_on(here.root, here.workspace, clue)
    Clue.objects.update(task=None)
    assert not actions.may_rule_on(here.ada, here.workspace, Clue.objects.get()), "of a task that is gone: admins"
    assert not KeptOut.objects.exists() and Clue.objects.count() == 1


def test_a_clue_of_another_workspace_is_missing_even_to_an_admin_who_names_it(here: Room) -> None:
    other = room("Other desk")
    learned(asked(other), TEXTS[0])
    with pytest.raises(actions.Refused, match="forgotten already"):
        actions.forget_clue(here.root, here.workspace, Clue.objects.get(), reason="not mine")
    assert Clue.objects.exists()


def test_what_a_deleted_task_learned_goes_with_it(here: Room) -> None:
    first = another(here)
    learned(first, TEXTS[0])
    actions.keep_out(here.ada, first, True, reason="x")
    actions.stop(here.ada, first, write_report=False)
    actions.delete_task(here.ada, first)
    assert not Clue.objects.exists() and not KeptOut.objects.exists()
    assert not Entry.objects.filter(kind="CluesLearned").exists()


@pytest.mark.django_db(transaction=True)
def test_the_second_task_supposes_what_the_first_learned_and_its_own_evidence_settles_it() -> None:
    """From end to end: learned, told as a hypothesis, borne out by what the second task found itself, marked."""
    here = room()
    first = finished(here)
    left = set(Clue.objects.values_list("text", flat=True))
    assert left
    second = asked(here)
    advance_until(second, "query")
    told = load_state(fresh(second)).mind.evolving
    assert told.facts == () and {idea.text for idea in told.hypotheses} <= left
    assert {idea.origin for idea in told.hypotheses} == {first.label}
    advance_until(second, "report", "done", most=200)
    settled = [entry.payload for entry in Entry.objects.filter(task=second, kind="HypothesisSettled")]
    assert any(each["borne_out"] and each["origin"] == first.label for each in settled)
    borne_out = Clue.objects.filter(state="confirmed", judged_by=second.pk)
    assert borne_out and all(row.judged_why and row.task == first.pk for row in borne_out)
    assert not Clue.objects.filter(state="contradicted")
