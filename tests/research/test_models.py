"""What no code may break: the database refuses it, whoever asks (DESIGN §4, §5)."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Model

from memory.models import Snapshot
from research import actions
from research.models import (
    Audit,
    Citation,
    Claim,
    Decision,
    Entry,
    Evidence,
    Goal,
    Lease,
    ModelCall,
    Reach,
    Reply,
    Report,
    ResearchTask,
    Source,
    Step,
    Thresholds,
    Workspace,
)
from tests.web import rows
from tests.whole.tasks import Room, asked, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]


def claim_of(task: ResearchTask, number: int = 1) -> Claim:
    return Claim.objects.create(task=task, number=number, section=0, position=number, kind="fact", text="It has.")


def evidence_of(task: ResearchTask) -> Evidence:
    page = rows.source(task.workspace, "Lanwan had 1,240 MWh.")
    return rows.evidence(rows.goal(task), page, "1,240 MWh")


@pytest.fixture
def here() -> Room:
    return room()


def test_a_claim_cannot_cite_another_tasks_evidence_by_the_orm_or_by_sql(here: Room) -> None:
    mine, other = asked(here), asked(here)
    claim, foreign = claim_of(mine), evidence_of(other)
    for task in (mine, other):
        with pytest.raises(IntegrityError, match="of_same_task"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO research_citation (task_id, claim_id, evidence_id, position) VALUES (%s, %s, %s, 0)",
                [task.pk, claim.pk, foreign.pk],
            )
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    own = evidence_of(mine)
    Citation.objects.create(task=mine, claim=claim, evidence=own, position=0)
    with pytest.raises(IntegrityError, match="of_same_task"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE research_citation SET evidence_id = %s", [foreign.pk])
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def written_once(here: Room) -> Iterator[tuple[Model, str]]:
    task = asked(here)
    claim = claim_of(task)
    yield Audit.objects.order_by("id").last(), "verb"  # type: ignore[misc]
    yield Entry.objects.filter(task=task).first(), "kind"  # type: ignore[misc]
    yield Thresholds.objects.get(pk=task.thresholds_id), "reason"
    yield Snapshot.objects.create(notebook=task.notebook, number=1, goal=1, body={}, v=1), "goal"
    decision = Decision.objects.create(
        claim=claim, claim_version=1, person=here.grace, ruling="approved", text="x", verdict="partly"
    )
    yield decision, "note"


def test_history_is_written_once(here: Room) -> None:
    for row, column in written_once(here):
        table = type(row)._meta.db_table
        with pytest.raises(IntegrityError, match="written once"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE {table} SET {column} = {column} WHERE id = %s", [row.pk])


def test_an_audit_row_is_never_deleted(here: Room) -> None:
    asked(here)
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        Audit.objects.all().delete()


def test_a_version_of_the_limits_stays_while_a_task_began_with_it(here: Room) -> None:
    from django.db.models import ProtectedError

    task = asked(here)
    with pytest.raises(ProtectedError):
        task.thresholds.delete()


def tasks(task: ResearchTask) -> Any:
    return ResearchTask.objects.filter(pk=task.pk)


def claims(task: ResearchTask) -> Any:
    return Claim.objects.filter(pk=claim_of(task).pk)


def twice(row: type[Model], **values: Any) -> None:
    for _ in range(2):
        row._default_manager.create(**values)


def decide_twice(task: ResearchTask, here: Room) -> None:
    twice(Decision, claim=claim_of(task), claim_version=1, person=here.grace, ruling="approved", text="", verdict="x")


def decide_maybe(task: ResearchTask, here: Room) -> None:
    claim = claim_of(task)
    Decision.objects.create(claim=claim, claim_version=1, person=here.grace, ruling="maybe", text="", verdict="x")


def hope_for_a_call(task: ResearchTask, here: Room) -> None:
    names = {"role": "x", "endpoint": "x", "prompt": "x", "prompt_hash": ""}
    ModelCall.objects.create(workspace=here.workspace, task=task, state="hoped", reserved_tokens=1, **names)


def quote_nothing(task: ResearchTask, here: Room) -> None:
    Evidence.objects.filter(pk=evidence_of(task).pk).update(end=F("start"))


LINE = {"step": 0, "kind": "x", "payload": {}, "v": 1}
Deed = Callable[[ResearchTask, Room], Any]
ILLEGAL: dict[str, tuple[str, Deed]] = {
    "an unknown status": ("known_status", lambda t, r: tasks(t).update(status="paused_searching")),
    "an unknown phase": ("known_phase", lambda t, r: tasks(t).update(phase="dreaming")),
    "finished before it is done": ("finished_means_done", lambda t, r: tasks(t).update(status="finished")),
    "a desk without a review": ("desk_waits_in_review", lambda t, r: tasks(t).update(status="waiting_for_review")),
    "an empty question": ("question_is_not_empty", lambda t, r: tasks(t).update(question="")),
    "two outcomes of a step": ("one_outcome_a_step", lambda t, r: twice(Step, task=t, number=0, now=t.created)),
    "two lines with one number": ("one_entry_a_number", lambda t, r: twice(Entry, task=t, seq=99, **LINE)),
    "two replies to one request": ("one_reply_a_request", lambda t, r: twice(Reply, task=t, key="k", **LINE)),
    "two goals with one number": ("one_number_a_goal", lambda t, r: twice(Goal, task=t, number=1, question="q")),
    "two reports of one version": (
        "one_version_a_report",
        lambda t, r: twice(Report, task=t, version=1, sections=[], v=1),
    ),
    "a goal in no known state": ("known_goal_state", lambda t, r: twice(Goal, task=t, number=1, state="tired")),
    "an unknown verdict": ("known_verdict", lambda t, r: claims(t).update(verdict="sure")),
    "an unknown kind of sentence": ("known_kind", lambda t, r: claims(t).update(kind="poem")),
    "a quote without words": ("quote_has_words", quote_nothing),
    "two decisions on one version": ("one_decision_a_version", decide_twice),
    "an unknown ruling": ("known_ruling", decide_maybe),
    "two versions of limits": (
        "one_number_a_version",
        lambda t, r: twice(Thresholds, workspace=r.workspace, number=7, values={}),
    ),
    "two leases of a task": ("research_lease", lambda t, r: twice(Lease, task=t)),
    "a call in no known state": ("known_call_state", hope_for_a_call),
}


@pytest.mark.parametrize("state", ILLEGAL)
def test_an_illegal_state_is_refused_by_the_database(here: Room, state: str) -> None:
    constraint, deed = ILLEGAL[state]
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        deed(asked(here), here)


def test_a_source_that_is_quoted_is_not_deleted(here: Room) -> None:
    from django.db.models import ProtectedError

    piece = evidence_of(asked(here))
    with pytest.raises(ProtectedError):
        piece.source.delete()


def visible_models() -> list[type[Any]]:
    return [model for model in apps.get_models() if hasattr(getattr(model, "objects", None), "visible_to")]


def test_rows_of_a_workspace_are_seen_by_its_people_and_nobody_else(here: Room) -> None:
    """P9: every queryset that a door may begin with, over rows of two workspaces."""
    there = room("Another desk")
    for place in (here, there):
        task = asked(place)
        evidence_of(task)
        claim_of(task)
        rows.happened(task, "X")
        Reach.objects.create(
            task=task,
            step=0,
            goal_number=1,
            purpose="search",
            channel="x",
            target="x",
            outcome="ok",
            seconds=0,
            items=0,
        )
    seen = 0
    for model in visible_models():
        mine = list(model.objects.visible_to(here.ada))
        assert all(workspace_of(row) == here.workspace for row in mine), model
        assert not model.objects.visible_to(AnonymousUser()).exists()
        assert len(mine) == len({row.pk for row in mine})
        seen += bool(mine)
    assert seen >= 9


def workspace_of(row: Any) -> Any:
    if isinstance(row, Workspace):
        return row
    at = row
    for name in type(row).objects.all().path.split("__"):
        at = getattr(at, name)
    return at


DOORS = Path(actions.__file__).parents[1] / "web"
PARENTS = {
    "pk",
    "task",
    "task_id",
    "workspace",
    "workspace_id__in",
    "claim",
    "claim__in",
    "goal",
    "memberships__person",
}
"""What a queryset may hang on instead: a row that was found by visible_to, or the person's own membership."""
OF_NOBODY = {"User", "Workspace.none", "Evidence.standing", "KeptOut"}
"""Who signs in, nothing at all, what only narrows, and a task's mark by which a visible list is told apart."""
WITHIN_VISIBLE_TASKS = "counted"
"""The task list's sub-selects: each is filtered by the visible task around it."""


def loose_querysets(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, what) of every `Model.objects.…` that begins with neither visible_to nor a row which did."""
    held = {id(inner) for node in ast.walk(tree) if _named(node, WITHIN_VISIBLE_TASKS) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)) or id(node) in held:
            continue
        owner = node.func.value
        if not (isinstance(owner, ast.Attribute) and owner.attr == "objects" and isinstance(owner.value, ast.Name)):
            continue
        model, first = owner.value.id, node.func.attr
        scoped = PARENTS & {keyword.arg for keyword in node.keywords}
        if first != "visible_to" and not scoped and not {model, f"{model}.{first}"} & OF_NOBODY:
            yield node.lineno, f"{model}.objects.{first}"


def _named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def test_every_queryset_of_a_door_starts_with_what_the_person_may_see() -> None:
    loose = [
        f"{path.name}:{line} {what}"
        for path in sorted(DOORS.rglob("*.py"))
        for line, what in loose_querysets(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert loose == []


def test_a_queryset_that_starts_with_everything_is_seen_by_that_test() -> None:
    assert list(loose_querysets(ast.parse("rows = Evidence.objects.filter(number=1)"))) == [
        (1, "Evidence.objects.filter")
    ]
    assert not list(loose_querysets(ast.parse("rows = Evidence.objects.visible_to(user).filter(number=1)")))


def test_sources_of_two_workspaces_are_two_rows(here: Room) -> None:
    """A page that both read is kept twice: who may see it hangs on the workspace."""
    there = room("Another desk")
    one = rows.source(here.workspace, "The same words.")
    assert Source.objects.visible_to(here.ada).filter(pk=one.pk).exists()
    assert not Source.objects.visible_to(there.ada).exists()
