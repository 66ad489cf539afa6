"""Tasks by the API: every address finds, checks, acts and shows, as a page does."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Router, Status

from research import actions
from research.models import Evidence, Goal, ResearchTask
from research.store import export
from research.store.markdown import markdown
from research.web.api.given import PAGE, Approval, Asking, Limit, Seen, Stopping, number_of
from research.web.api.problems import Problem, problem
from research.web.api.report import ReportOut
from research.web.api.session import person_of, room_for
from research.web.api.shapes import EventsOut, EvidencePageOut, GoalOut, TaskOut, TasksOut, page
from research.web.filters import plain

router = Router(tags=["tasks"])


def find(request: HttpRequest, label: str) -> ResearchTask:
    rows = ResearchTask.objects.visible_to(person_of(request)).select_related("owner", "workspace", "thresholds")
    found: ResearchTask = get_object_or_404(rows, pk=number_of(label, "T"))
    return found


def written(request: HttpRequest, label: str) -> ResearchTask:
    task = find(request, label)
    if not task.reports.exists():
        raise Problem("not_written")
    return task


@router.post("", response={202: TaskOut}, operation_id="start_task", summary="Ask a question")
def start(request: HttpRequest, response: HttpResponse, asked: Asking) -> Any:
    """The task is made and waits for a worker; its plan waits for approval unless auto_approve is set."""
    room = room_for(request, "ask", asked.workspace)
    scope = actions.checked_scope(asked.only_sites, asked.never_sites, asked.documents_only)
    given = asked.dict(exclude={"workspace", "question", "only_sites", "never_sites", "documents_only"})
    task = actions.start(person_of(request), room, asked.question, **given, scope=scope, door="api")
    response["Location"] = reverse("api:read_task", args=[task.label])
    return Status(202, task)


@router.get("", response=TasksOut, operation_id="list_tasks", summary="Tasks you may see, the newest first")
def list_tasks(request: HttpRequest, before: str = "", status: str = "", limit: Limit = PAGE) -> Any:
    rows = ResearchTask.objects.visible_to(person_of(request)).select_related("owner", "workspace", "thresholds")
    rows = rows.filter(pk__lt=number_of(before, "T")) if before else rows
    rows = rows.filter(status=plain(status)) if status else rows
    return page(rows.order_by("-pk"), limit)


@router.get("/{task}", response=TaskOut, url_name="read_task", operation_id="read_task", summary="One task")
def read_task(request: HttpRequest, task: str) -> Any:
    return find(request, task)


@router.delete("/{task}", response={204: None}, operation_id="delete_task", summary="Delete a task with its evidence")
def delete_task(request: HttpRequest, task: str) -> Any:
    actions.delete_task(person_of(request), find(request, task), door="api")
    return Status(204, None)


@router.get("/{task}/goals", response=list[GoalOut], operation_id="list_goals", summary="The goal tree")
def goals(request: HttpRequest, task: str) -> Any:
    return Goal.objects.filter(task=find(request, task)).select_related("parent")


@router.get("/{task}/evidence", response=EvidencePageOut, operation_id="list_evidence", summary="Quotes, kept or not")
def evidence(request: HttpRequest, task: str, kept: bool | None = None, after: Seen = 0, limit: Limit = PAGE) -> Any:
    """`kept=true`: accepted and not thrown out by a backtrack; `kept=false`: the others, each with its reason."""
    rows = Evidence.objects.filter(task=find(request, task), number__gt=after).select_related(
        "goal", "source", "same_as"
    )
    standing = Evidence.objects.standing()
    if kept is not None:
        rows = rows.filter(pk__in=standing) if kept else rows.exclude(pk__in=standing)
    return page(rows.defer("source__text").order_by("number"), limit, "number")


@router.get("/{task}/events", response=EventsOut, operation_id="list_events", summary="The journal after entry n")
def events(request: HttpRequest, task: str, after: Seen = 0, limit: Limit = PAGE) -> Any:
    """Entries are numbered without gaps: ask again with `last`, and nothing is missed."""
    rows = list(find(request, task).entries.filter(seq__gt=after).order_by("seq")[:limit])
    return {"items": rows, "last": rows[-1].seq if rows else after}


@router.get("/{task}/report", response=ReportOut, operation_id="read_report", summary="The report as data")
def report(request: HttpRequest, task: str) -> Any:
    return export.report_view(written(request, task))


@router.get("/{task}/report.md", operation_id="read_report_markdown", summary="The report as Markdown")
def report_markdown(request: HttpRequest, task: str) -> HttpResponse:
    return HttpResponse(markdown(written(request, task)), content_type="text/markdown; charset=utf-8")


@router.post("/{task}/approve", response=TaskOut, operation_id="approve_plan", summary="Approve the drafted plan")
def approve(request: HttpRequest, task: str, given: Approval) -> Any:
    """409 carries the task as it is now; its goals are the newer plan."""
    wishes = given.goals
    goals = None if wishes is None else [actions.GoalEdit(each.question, each.wanted, each.priority) for each in wishes]
    try:
        actions.approve_plan(person_of(request), find(request, task), goals, seen_hash=given.seen_hash, door="api")
    except actions.Stale as stale:
        current = TaskOut.from_orm(find(request, task)).model_dump(mode="json")
        return problem("stale", stale.sentence, yours=given.dict(), current=current)
    return find(request, task)


@router.post("/{task}/pause", response=TaskOut, operation_id="pause_task", summary="Pause after the step in work")
def pause(request: HttpRequest, task: str) -> Any:
    actions.pause(person_of(request), find(request, task), door="api")
    return find(request, task)


@router.post("/{task}/resume", response=TaskOut, operation_id="resume_task", summary="Go on with a paused task")
def resume(request: HttpRequest, task: str) -> Any:
    actions.resume(person_of(request), find(request, task), door="api")
    return find(request, task)


@router.post("/{task}/step", response={202: TaskOut}, operation_id="step_task", summary="One step of a paused task")
def step(request: HttpRequest, task: str) -> Any:
    actions.step_once(person_of(request), find(request, task), door="api")
    return Status(202, find(request, task))


@router.post("/{task}/retry", response=TaskOut, operation_id="retry_task", summary="Try a failed step again")
def retry(request: HttpRequest, task: str) -> Any:
    actions.retry(person_of(request), find(request, task), door="api")
    return find(request, task)


@router.post("/{task}/stop", response=TaskOut, operation_id="stop_task", summary="End the search")
def stop(request: HttpRequest, task: str, given: Stopping) -> Any:
    actions.stop(person_of(request), find(request, task), write_report=given.write_report, door="api")
    return find(request, task)
