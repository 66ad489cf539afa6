"""One task of five hundred steps through a worker of its own, and what each process holds in memory on the way.

Runs in a process of its own, since broker and channels are chosen when a process begins (`manage.py bench --endured`).
Sources are a made-up web on loopback, so pages are searched, fetched and read in children as they always are; a reader
has the task's page open all the time, so the web server works, too.
"""

import time
import uuid
from collections import defaultdict
from collections.abc import Sequence
from statistics import mean
from typing import Any

from research import actions
from research.engine.lifecycle import Status
from research.engine.limits import Limits
from research.management.commands.up import listen
from research.management.measure.made_up_web import PLACES
from research.management.measure.onlooker import watched
from research.management.measure.slope import slope
from research.management.measure.team import MB, READERS, Held, Team, working
from research.management.supervise import web_part
from research.models import Membership, ResearchTask, Thresholds, User, Workspace
from research.worker import JOBS_PER_PROCESS, MEMORY_BYTES

STEPS = 500
EVERY = 10
"""Steps between two samples."""
WARM = 100
"""Steps until each process has loaded what it loads once: models, readers, templates."""
ROOM_NAME = "endurance"
LOOK_SECONDS = 0.1
STEP_SECONDS = 8
"""Of patience a step: above all of them together the measurement ends with what it has."""
ROOM = {
    "first_goals": 8,
    "goals_in_all": 64,
    "children_per_goal": 16,
    "replans": 20,
    "rounds_per_goal": 6,
    "reads_per_goal": 12,
    "reads_in_all": 500,
    "enough_evidence": 40,
    "independent_sources": 5,
    "dry_rounds": 4,
    "no_new_goals_after": 1.0,
    "tokens": 10_000_000,
    "hard_tokens": 10_000_000,
}
"""Nothing but room for so many steps: every cap of memory and of prompts has its default."""


def measured(steps: int) -> dict[str, Any]:
    with listen("127.0.0.1", None) as listener, working(1, web_part(listener.fileno(), False)) as team:
        task = _asked(steps)
        began = time.monotonic()
        with watched(task, listener.getsockname()[1]) as heard:
            samples = _sampled(task, steps, team)
        seconds = time.monotonic() - began
    task.refresh_from_db()
    if samples and not (heard.pages and heard.news):
        raise RuntimeError("the task's page was never shown: the web server had nothing to do")
    return {
        "steps": task.steps.count(),
        "status": task.status,
        "pages_read": task.reaches.filter(purpose="read", outcome="ok").count(),
        "seconds": round(seconds, 1),
        "pages_shown": heard.pages,
        "news_shown": heard.news,
        "every": EVERY,
        "warm": WARM,
        "begun_anew": team.begun_anew,
        "most_jobs": JOBS_PER_PROCESS,
        "most_mb": MEMORY_BYTES // MB,
        "processes": [_told(name, samples) for name in dict.fromkeys(name for each in samples for name in each)],
    }


def _asked(steps: int) -> ResearchTask:
    """Alone: what an earlier measurement left unfinished would be found by the sweeper, and take half of the steps."""
    for left in ResearchTask.objects.filter(status=Status.RUNNING.value).select_related("owner", "workspace"):
        if left.workspace.name.startswith(ROOM_NAME):
            actions.stop(left.owner, left, write_report=False, door="command")
    person = User.objects.filter(memberships__role=Membership.Role.ADMIN).order_by("pk")[0]
    room = Workspace.objects.create(name=f"{ROOM_NAME} {uuid.uuid4().hex}")
    Membership.objects.create(workspace=room, person=person, role=Membership.Role.ADMIN)
    values = Limits.of({**Limits().values(), **ROOM, "steps": steps}).values()
    Thresholds.objects.create(workspace=room, number=1, values=values, reason="bench")
    named = ", ".join(PLACES[:-1])
    question = f"How many MWh do the storage stations of {named} and {PLACES[-1]} hold, and when was each opened?"
    return actions.start(person, room, question, language="en", auto_approve=True, door="command")


Sample = dict[str, list[Held]]


def _sampled(task: ResearchTask, steps: int, team: Team) -> list[Sample]:
    """One at every tenth step, until the task rests."""
    samples: list[Sample] = []
    end = time.monotonic() + STEP_SECONDS * steps
    while time.monotonic() < end:
        team.look()
        if task.steps.count() >= EVERY * (len(samples) + 1):
            samples.append(team.sizes())
        if not ResearchTask.objects.filter(pk=task.pk, status=Status.RUNNING.value).exists():
            break
        time.sleep(LOOK_SECONDS)
    return samples


def _told(name: str, samples: Sequence[Sample]) -> dict[str, Any]:
    """MB at each sample, of children together; and the slopes over those of the process that lived longest."""
    held = [each.get(name, []) for each in samples]
    sizes = [round(sum(one.mb for one in each), 1) for each in held]
    life = _longest_life(held) if name != READERS else held[WARM // EVERY :]
    warm = [sum(one.mb for one in each) for each in life]
    return {
        "process": name,
        "mb": sizes,
        "own_mb": [round(sum(one.own for one in each), 1) for each in held],
        "processes": max((len(each) for each in held), default=0),
        "begun": len({one.pid for each in held for one in each}),
        "peak_mb": max(sizes, default=0.0),
        "warm_mean_mb": round(mean(warm), 1) if warm else None,
        "mb_per_100_steps": _per_100_steps(warm),
        "own_mb_per_100_steps": _per_100_steps([sum(one.own for one in each) for each in life]),
        "over_steps": len(life) * EVERY,
    }


def _per_100_steps(sizes: Sequence[float]) -> list[float] | None:
    if len(sizes) <= 2:
        return None
    told = slope(sizes)
    return [round(each * 100 / EVERY, 2) for each in (told.value, told.low, told.high)]


def _longest_life(held: Sequence[Sequence[Held]]) -> list[Sequence[Held]]:
    """Of a part that is one process at a time, after it has warmed up: a new number is a new life."""
    lives = defaultdict(list)
    for each in held:
        if each:
            lives[each[0].pid].append(each)
    return max((life[WARM // EVERY :] for life in lives.values()), key=len, default=[])
