"""Rows of a task on its way, for the pages that ask and watch. Real rows, written as verbs and workers write them."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import count
from typing import Any

from django.test import Client

from memory.models import Clue, Notebook
from research.actions import current_thresholds
from research.actions.tasks import plan_hash, tell
from research.engine.lifecycle import Phase
from research.models import (
    Blob,
    Conflict,
    Evidence,
    FollowUp,
    Goal,
    Lease,
    Membership,
    Query,
    ResearchTask,
    Source,
    User,
    Workspace,
)
from research.store.embeddings import text_hash
from research.store.load import first_state
from research.store.payloads import dumped
from research.terms import Goal as GoalValue
from research.terms import Language, Period

PASSWORD = "a long pass phrase"
FETCHED = datetime(2026, 3, 4, 14, 2, tzinfo=UTC)
_serial = count(1)


def door(person: User) -> Client:
    """The pages and the API as this person has them."""
    client = Client()
    client.force_login(person)
    return client


def room(name: str = "Energy desk") -> Workspace:
    return Workspace.objects.create(name=name)


def person(name: str, of: Workspace | None = None, role: str = "analyst", **more: Any) -> User:
    made = User.objects.create_user(name, password=PASSWORD, **more)
    if of is not None:
        Membership.objects.create(workspace=of, person=made, role=role)
    return made


def task(of: Workspace, owner: User, question: str = "What did the Red Cape fire change?", **more: Any) -> ResearchTask:
    state = first_state(question, Language(more.get("language", "en")), Period(None, None))
    fields = {"language": "en", "phase": "query", "status": "running", **more}
    made = ResearchTask.objects.create(
        workspace=of,
        owner=owner,
        question=question,
        thresholds=current_thresholds(of),
        notebook=Notebook.objects.create(body=dumped(state), v=1),
        **fields,
    )
    Lease.objects.create(task=made)
    return made


def goal(of: ResearchTask, question: str = "What burned?", **more: Any) -> Goal:
    fields = {"wanted": ["the rack"], "gaps": ["the rack"], **more}
    return Goal.objects.create(task=of, number=of.goals.count() + 1, question=question, **fields)


def searching(of: ResearchTask, *questions: str, **more: Any) -> ResearchTask:
    """A search under way: the goals stand in the notebook, which the verbs read, and as rows, which the pages show."""
    state = first_state(of.question, Language(of.language), Period(None, None))
    goals = tuple(GoalValue(n, None, text, ("the rack",), gaps=("the rack",)) for n, text in enumerate(questions, 1))
    mind = replace(state.mind, goals=goals)
    counts = replace(state.counts, goals=len(goals))
    Notebook.objects.filter(pk=of.notebook_id).update(
        body=dumped(replace(state, mind=mind, counts=counts, phase=Phase.QUERY))
    )
    for question in questions:
        goal(of, question, **more)
    return of


def planned(of: ResearchTask, *questions: str) -> ResearchTask:
    """A drafted plan that waits for approval, with the hash that its page carries."""
    for question in questions:
        goal(of, question, wanted=["a date", "a figure"])
    ResearchTask.objects.filter(pk=of.pk).update(status="awaiting_approval", plan_hash=plan_hash(of))
    of.refresh_from_db()
    return of


def query(of: Goal, text: str = "Red Cape fire cause", **more: Any) -> Query:
    fields = {"batch": 1, "gap": "the cause", **more}
    return Query.objects.create(task=of.task, number=of.task.queries.count() + 1, goal=of, text=text, **fields)


def source(of: Workspace, text: str, title: str = "Investigation report", **more: Any) -> Source:
    key = hashlib.sha256(f"{title}{next(_serial)}".encode()).hexdigest()
    body = text.encode()
    raw, _new = Blob.objects.get_or_create(
        sha256=hashlib.sha256(body).hexdigest(), defaults={"size": len(body), "body": body}
    )
    fields = {
        "url": f"https://fire.lanwan.example/{key[:6]}",
        "publisher": "Fire Institute",
        "published": date(2024, 12, 10),
        "fetched": FETCHED,
        "language": "en",
        "credibility": 0.9,
        "content_type": "text/html",
        **more,
    }
    digest = hashlib.sha256(body).hexdigest()
    return Source.objects.create(workspace=of, key=key, title=title, text=text, text_sha256=digest, raw=raw, **fields)


def evidence(of: Goal, page: Source, quote: str, **more: Any) -> Evidence:
    """The quote must stand in the page: its position is looked up, as it is in life."""
    start = page.text.index(quote)
    fields = {
        "relevance": 0.82,
        "credibility": page.credibility,
        "timeliness": 1.0,
        "score": 0.87,
        "reason": "names the cause",
        "accepted": True,
        **more,
    }
    return Evidence.objects.create(
        task=of.task,
        number=of.task.evidence.count() + 1,
        goal=of,
        query=of.queries.first() or query(of),
        source=page,
        quote=quote,
        start=start,
        end=start + len(quote),
        **fields,
    )


def asked_further(of: ResearchTask, question: str = "How long did it burn?", **more: Any) -> FollowUp:
    """As a worker leaves it: answered from the first piece of evidence."""
    said = {"text": of.evidence.first().quote, "kind": "quote", "evidence": [1], "verdict": "supported", "reason": ""}
    answered = {"state": "answered", "decision": "answer", "rule": "held", "reason": "It is held.", "sentences": [said]}
    fields = {"person": of.owner, "thresholds": of.thresholds, "question": question, "language": "en", **answered}
    return FollowUp.objects.create(task=of, **{**fields, **more})


def clue(of: ResearchTask, text: str = "The Red Cape fire burned for 38 minutes.", **more: Any) -> Clue:
    fields = {"task": of.pk, "task_label": of.label, "learned": FETCHED.date(), "text_hash": text_hash(text), **more}
    return Clue.objects.create(workspace_id=of.workspace_id, text=text, **fields)


def conflict(one: Evidence, other: Evidence, reason: str = "1,240 MWh against 1,420 MWh") -> Conflict:
    return Conflict.objects.create(task=one.task, left=one, right=other, reason=reason)


def happened(of: ResearchTask, kind: str, **payload: Any) -> None:
    tell(of, [(kind, payload)])


def searched(of: ResearchTask, hits: int) -> None:
    """The shortest entry with a number in its sentence: tests tell entries apart by it."""
    happened(of, "Reached", purpose="search", goal=1, outcomes=[outcome(items=hits)])


def outcome(status: str = "ok", **more: Any) -> dict[str, Any]:
    fields = {"target": "Red Cape fire", "channel": "documents", "kind": None, "detail": "", "seconds": 0.1, "items": 3}
    return {**fields, "status": status, **more}


def a_plan(*questions: str) -> Sequence[dict[str, Any]]:
    return [
        {"number": number, "parent": None, "question": question, "state": "open"}
        for number, question in enumerate(questions, start=1)
    ]
