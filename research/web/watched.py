"""What the live page shows of a task, as it stands now: for the page, the polled fragment and the socket alike."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext

from research.models import Conflict, Entry, Evidence, Goal, ResearchTask, Step
from research.store.disagreements import ConflictView, disagreements
from research.store.hours import WAITING, hours
from research.store.load import limits_of
from research.store.sayings import said
from research.store.speaking import written
from research.web import sizes
from research.web.sentences import PROBLEMS, Line, told
from research.web.sentences.steering import wished
from research.web.words import STOP_SENTENCES, figures

MOVING = frozenset(
    {"StatusChanged", "PlanDrafted", "PlanApproved", "SearchEnded", "ReportWritten", "DeskOpened", "StepFailed"}
)
"""Kinds of entries after which other things may be done with the task than before."""


MINDFUL = frozenset(
    {"PlanDrafted", "GoalChosen", "Remembered", "Digested", "Summarised", "ReportEvolved", "Backtracked"}
)
"""Kinds after which the task has something else in mind."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The header: everything by the database's clock, since a browser's may be wrong."""

    worked: timedelta
    waited: timedelta
    """For people: to approve, to go on, to decide."""
    silent: timedelta | None
    tokens: int
    cap: int | None
    goals: int
    closed: int
    kept: int
    waiting: int
    step: int
    empty: bool
    """A report is written, and no sentence of it could be: nothing was answered."""
    written: int
    """Characters of what the reporter is writing now."""

    awaits_people: bool
    """Now."""

    @property
    def too_silent(self) -> bool:
        return self.silent is not None and self.silent.total_seconds() > sizes.SILENT_SECONDS


@dataclass(frozen=True, slots=True)
class Node:
    goal: Goal
    gain: float | None
    disputes: list[ConflictView] = field(default_factory=list)
    """Sources that cannot both be right about it, shown while the task runs (R139)."""
    children: list["Node"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Card:
    evidence: Evidence
    against: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Told:
    entry: Entry
    line: Line


@dataclass(frozen=True, slots=True)
class News:
    """Entries in one piece: from `after`, exclusive, to `seq`. `moved`: other buttons than before may be in place."""

    after: int
    seq: int
    lines: list[Told]
    moved: bool
    more: bool
    rounds: bool = False
    """A round closed: its table has a row more."""
    minded: bool = False
    """Something was remembered, summed up or let go."""


def last_seq(task: ResearchTask) -> int:
    last: int = task.entries.aggregate(last=Coalesce(Max("seq"), 0))["last"]
    return last


def news(task: ResearchTask, after: int) -> News:
    """Newest first, as the page shows them; in pieces, so that no absence is too long to be caught up."""
    entries = list(task.entries.filter(seq__gt=after).order_by("seq")[: sizes.ENTRIES_A_MESSAGE])
    seq = entries[-1].seq if entries else after
    moved = any(entry.kind in MOVING for entry in entries)
    lines = _told(task, reversed(entries))
    more, closed = len(entries) == sizes.ENTRIES_A_MESSAGE, any(entry.kind == "RoundClosed" for entry in entries)
    return News(after, seq, list(lines), moved, more, closed, any(entry.kind in MINDFUL for entry in entries))


def lines(task: ResearchTask, group: str = "", before: int | None = None) -> list[Told]:
    """The newest lines of one group. Entries that have no line don't count against the number shown."""
    entries = task.entries.order_by("-seq")
    if before is not None:
        entries = entries.filter(seq__lt=before)
    found: list[Told] = []
    for each in _told(task, entries.iterator()):
        if not group or group in each.line.groups:
            found.append(each)
        if len(found) == sizes.LINES_SHOWN:
            break
    return found


def problems(task: ResearchTask) -> int:
    kinds = [
        "Reached",
        "RoundDegraded",
        "StepFailed",
        "RoleFellBack",
        "AskedElsewhere",
        "ConflictsFound",
        "StepStarted",
        "LeaseTaken",
        "StatusChanged",
        "GoalChanged",
        "ReportWritten",
    ]
    entries = task.entries.filter(kind__in=kinds).iterator()
    return sum(1 for each in _told(task, entries) if PROBLEMS in each.line.groups)


def _told(task: ResearchTask, entries: Iterable[Entry]) -> Iterable[Told]:
    names = dict(task.goals.values_list("number", "question"))
    for entry in entries:
        if line := told(entry, names):
            yield Told(entry, line)


def facts(task: ResearchTask) -> Facts:
    clock = (
        ResearchTask.objects.filter(pk=task.pk)
        .annotate(told=Max("entries__at"))
        .annotate(now=Now(), silent=Now() - F("told"))
        .values("now", "silent")
        .get()
    )
    spent_time = hours(task, clock["now"])
    spent = task.model_calls.aggregate(
        reserved=Coalesce(Sum("reserved_tokens", filter=Q(state="reserved")), 0),
        used=Coalesce(Sum(F("input_tokens") + F("output_tokens"), filter=~Q(state="reserved")), 0),
    )
    goals = task.goals.aggregate(all=Count("id"), closed=Count("id", filter=~Q(state__in=["open", "active"])))
    return Facts(
        worked=spent_time.working,
        waited=spent_time.waiting,
        silent=clock["silent"],
        tokens=spent["reserved"] + spent["used"],
        cap=limits_of(task).tokens,
        goals=goals["all"],
        closed=goals["closed"],
        kept=task.evidence.standing().count(),
        waiting=task.claims.waiting().count(),
        step=task.steps.aggregate(last=Coalesce(Max("number"), 0))["last"],
        empty=task.reports.exists() and not task.claims.exists(),
        written=written(task.pk) if task.status == "running" else 0,
        awaits_people=task.status in WAITING,
    )


def tree(task: ResearchTask) -> list[Node]:
    """Nested as the goals are; a goal whose parent is gone stands at the top rather than nowhere."""
    gains = {each["goal"]: each["gain"] for each in latest_gains(task)}
    nodes = {goal.pk: Node(goal, gains.get(goal.number)) for goal in _counted(task)}
    tops: list[Node] = []
    for node in nodes.values():
        above = nodes.get(node.goal.parent_id or 0)
        (above.children if above else tops).append(node)
    for dispute in disagreements(task):
        for goal in {dispute.left.goal_id, dispute.right.goal_id}:
            nodes[goal].disputes.append(dispute)
    return tops


def _counted(task: ResearchTask) -> QuerySet[Goal]:
    kept = Count("evidence", filter=Q(evidence__accepted=True, evidence__dropped=False))
    return task.goals.annotate(kept=kept).order_by("number")


def latest_gains(task: ResearchTask) -> list[dict[str, Any]]:
    """The estimates of the last choice: the answer to "why this one?" (R033)."""
    chosen = task.entries.filter(kind="GoalChosen").order_by("-seq").first()
    return list(chosen.payload["gains"]) if chosen else []


def choice(task: ResearchTask) -> dict[str, Any] | None:
    """The last choice with every goal it weighed, best first."""
    chosen = task.entries.filter(kind="GoalChosen").order_by("-seq").first()
    if chosen is None:
        return None
    names = dict(task.goals.values_list("number", "question"))
    most = max((each["gain"] for each in chosen.payload["gains"]), default=0) or 1
    weighed = [
        {
            "question": names.get(each["goal"], ""),
            "gain": each["gain"],
            "share": max(each["gain"], 0) / most,
            "parts": each if each.get("gaps") else None,
            "chosen": each["goal"] == chosen.payload["goal"],
        }
        for each in sorted(chosen.payload["gains"], key=lambda each: -each["gain"])
    ]
    return {"at": chosen.at, "step": chosen.step, "weighed": weighed}


def searching(task: ResearchTask) -> bool:
    """Whether its goals can still be steered."""
    phases = ("query", "reach", "evidence", "memory", "reflect")
    return task.status in ("running", "paused") and task.phase in phases


def wishes(task: ResearchTask) -> list[str]:
    """What people asked for since the last step, in the order in which the next one takes it up."""
    names = dict(task.goals.values_list("number", "question"))
    waiting = task.wishes.waiting().select_related("person")
    text = gettext("%(person)s: %(wish)s")
    return [text % {"person": wish.person.username, "wish": wished(wish.body, names)} for wish in waiting]


def cards(task: ResearchTask, kind: str = "kept") -> list[Card]:
    """Newest first. `kind`: kept, or the ones that were not (below the bar, or dropped by a step back)."""
    rows = task.evidence.standing() if kind == "kept" else task.evidence.filter(Q(accepted=False) | Q(dropped=True))
    shown = list(rows.select_related("source", "goal").order_by("-number")[: sizes.CARDS_SHOWN])
    against = _against(task, shown)
    return [Card(piece, tuple(against[piece.pk])) for piece in shown]


def _against(task: ResearchTask, shown: Sequence[Evidence]) -> dict[int, list[Evidence]]:
    ids = [piece.pk for piece in shown]
    pairs = Conflict.objects.filter(Q(left__in=ids) | Q(right__in=ids), task=task).select_related("left", "right")
    found: dict[int, list[Evidence]] = defaultdict(list)
    for pair in pairs:
        found[pair.left_id].append(pair.right)
        found[pair.right_id].append(pair.left)
    return found


def hand_step(task: ResearchTask) -> Step | None:
    """The last step that a person took by hand: its row keeps memory before and after (R156)."""
    return task.steps.filter(memory_before__isnull=False, memory_after__isnull=False).order_by("-number").first()


def ending(task: ResearchTask) -> tuple[str, str]:
    """Why the search ended, as one sentence and its figures (V11). Both empty while it goes on."""
    ended = task.entries.filter(kind="SearchEnded").order_by("-seq").first()
    if ended is None:
        return "", said(task.ended_because)
    if not (sentence := STOP_SENTENCES.get(ended.payload["stop"])):
        return said(task.ended_because), ""
    return str(sentence), figures(ended.payload["sentence"])
