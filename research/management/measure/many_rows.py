"""A hundred thousand pieces of evidence with their vectors, written by the database itself and rolled back by whoever
asked for them."""

import hashlib
import uuid
from typing import Any

from asgiref.sync import async_to_sync
from django.db import connection
from django.utils import timezone

from memory.models import Notebook
from research.engine.events import VERSION
from research.engine.limits import Limits
from research.models import Blob, Goal, Query, ResearchTask, Source, Thresholds, User, Workspace
from research.store.load import first_state
from research.store.payloads import dumped
from research.terms import Period

TASKS = 100
PIECES = 1_000
"""Of each task: more than any has room to read (limits: reads_in_all)."""
WIDTH = 60
"""Characters of a piece and of its line in the page it is quoted from."""

_EVIDENCE = """
INSERT INTO research_evidence (task_id, number, goal_id, query_id, source_id, quote, "start", "end", relevance,
  credibility, timeliness, score, reason, accepted, dropped, paragraph)
SELECT %(task)s, at, %(goal)s, %(query)s, %(source)s,
  substr(text, 1 + (at - 1) * (%(width)s + 1), %(width)s), (at - 1) * (%(width)s + 1),
  (at - 1) * (%(width)s + 1) + %(width)s, 0.8, 0.8, 0.8, 0.8, '', true, false, at
FROM research_source, generate_series(1, %(pieces)s) AS at WHERE research_source.id = %(source)s
"""
_VECTORS = """
INSERT INTO research_embedding (text_hash, embedder, vector)
SELECT encode(sha256(convert_to(quote, 'UTF8')), 'hex'), %(embedder)s,
  (SELECT array_agg(random() - 0.5) FROM generate_series(1, %(places)s) WHERE evidence.id > 0)::vector
FROM research_evidence AS evidence WHERE task_id = %(task)s
"""


def filled(embedder: Any) -> tuple[ResearchTask, int]:
    """One of the tasks, and how many pieces all of them have. Inside a transaction that is rolled back."""
    person = User.objects.filter(memberships__role="admin").order_by("pk")[0]
    room = Workspace.objects.create(name=f"rows {uuid.uuid4().hex}")
    limits = Thresholds.objects.create(workspace=room, number=1, values=Limits().values(), reason="bench")
    places = len(async_to_sync(embedder.embed)(["any"])[0])
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('bench.kept', current_setting('statement_timeout'), true)")
        cursor.execute("SET LOCAL statement_timeout = 0")
    tasks = [_task(room, person, limits, number, embedder.name, places) for number in range(TASKS)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE research_evidence, research_embedding")
        cursor.execute("SELECT set_config('statement_timeout', current_setting('bench.kept'), true)")
    return tasks[TASKS // 2], TASKS * PIECES


def _task(room: Workspace, person: User, limits: Thresholds, number: int, embedder: str, places: int) -> ResearchTask:
    notebook = Notebook.objects.create(body=dumped(first_state("?", "en", Period(None, None))), v=VERSION)
    task = ResearchTask.objects.create(
        workspace=room, owner=person, question="?", language="en", notebook=notebook, thresholds=limits
    )
    goal = Goal.objects.create(task=task, number=1, question="?")
    query = Query.objects.create(task=task, number=1, goal=goal, batch=1, gap="?", text="?")
    told = {"task": task.pk, "goal": goal.pk, "query": query.pk, "source": _source(room, number).pk}
    with connection.cursor() as cursor:
        cursor.execute(_EVIDENCE, {**told, "width": WIDTH, "pieces": PIECES})
        cursor.execute(_VECTORS, {"task": task.pk, "embedder": embedder, "places": places})
    return task


def _source(room: Workspace, number: int) -> Source:
    text = "\n".join(f"Task {number} found piece {at} of its evidence".ljust(WIDTH, ".") for at in range(PIECES))
    digest = hashlib.sha256(text.encode()).hexdigest()
    blob, _new = Blob.objects.get_or_create(sha256=digest, defaults={"size": len(text), "body": text.encode()})
    return Source.objects.create(
        workspace=room,
        key=digest,
        url=f"https://rows.example/{number}",
        title=f"Rows {number}",
        publisher="rows.example",
        fetched=timezone.now(),
        credibility=0.8,
        text=text,
        text_sha256=digest,
        raw=blob,
    )
