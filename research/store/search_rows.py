"""Rows of the search: goals, queries, hits, reaches, evidence, facts, conflicts, snapshots."""

from collections.abc import Iterable
from typing import Any

from django.db.models import F

from memory.store import take
from reach.labels import label_of
from reach.pages import Outcome
from research.engine.events import VERSION
from research.models import Conflict, Evidence, Fact, Goal, Hit, Query, Reach, ResearchTask, Source, SummaryRow
from research.roles.patterns import wording_of
from research.store.clue_rows import unjudge
from research.store.embeddings import text_hash
from research.store.payloads import dumped
from research.terms import Goal as GoalValue


def _goal_row(task: ResearchTask, goal: GoalValue, why: str = "") -> None:
    parent = Goal.objects.get(task=task, number=goal.parent) if goal.parent else None
    fields = {
        "parent": parent,
        "question": goal.question,
        "wanted": list(goal.wanted),
        "gaps": list(goal.gaps),
        "priority": goal.priority,
        "state": goal.state.value,
        "accepted": goal.accepted,
        "rounds": goal.rounds,
        "reads": goal.reads,
        "closed_because": why if goal.state.closed else "",
    }
    Goal.objects.update_or_create(task=task, number=goal.number, defaults=fields)


def _plan(task: ResearchTask, step: int, event: Any) -> None:
    Goal.objects.filter(task=task).exclude(number__in=[goal.number for goal in event.goals]).delete()
    for goal in event.goals:
        _goal_row(task, goal)


def _goals_added(task: ResearchTask, step: int, event: Any) -> None:
    for goal in event.goals:
        _goal_row(task, goal)


def _goal_split(task: ResearchTask, step: int, event: Any) -> None:
    for goal in (event.goal, *event.children):
        _goal_row(task, goal)


def _steered(task: ResearchTask, step: int, event: Any) -> None:
    for goal in event.goals:
        _goal_row(task, goal, f"skipped by {event.by}")


def _goal_chosen(task: ResearchTask, step: int, event: Any) -> None:
    Goal.objects.filter(task=task, number=event.goal).update(state="active")


def _search_ended(task: ResearchTask, step: int, event: Any) -> None:
    Goal.objects.filter(task=task, state="active").update(state="open")


def _goal_changed(task: ResearchTask, step: int, event: Any) -> None:
    _goal_row(task, event.goal, event.why)


def _snapshot(task: ResearchTask, step: int, event: Any) -> None:
    take(task.notebook, event.number, event.goal, dumped(event.mind), VERSION)


def _queries(task: ResearchTask, step: int, event: Any) -> None:
    goals = dict(Goal.objects.filter(task=task).values_list("number", "pk"))
    for query in event.queries:
        twin = Query.objects.filter(task=task, number=query.twin).first() if query.twin else None
        Query.objects.create(
            task=task,
            number=query.number,
            goal_id=goals[query.goal],
            batch=query.batch,
            gap=query.gap,
            text=query.text,
            hopes=query.hopes,
            channels=list(query.channels),
            channel_reason=query.channel_reason,
            twin=twin,
            dropped=query.dropped,
            embedding_hash=text_hash(query.text),
            wording=wording_of(query.text, task.question).value,
        )


def reached(task: ResearchTask, step: int, event: Any) -> None:
    Reach.objects.bulk_create(_reach(task, step, event, outcome) for outcome in event.outcomes)


def _reach(task: ResearchTask, step: int, event: Any, outcome: Outcome) -> Reach:
    """A result without its label is no row: the step fails, and says which (R199)."""
    label = label_of(outcome)
    return Reach(
        task=task,
        step=step,
        goal_number=event.goal,
        purpose=event.purpose,
        channel=outcome.channel,
        target=outcome.target,
        outcome=outcome.status.value,
        kind=outcome.kind.value if outcome.kind else "",
        detail=outcome.detail,
        host=outcome.host,
        seconds=outcome.seconds,
        received=outcome.received,
        fetched_at=label.fetched_at if label else None,
        confidence=label.confidence if label else None,
        confidence_from=label.computed if label else "",
        items=outcome.items,
        tokens=outcome.tokens,
    )


def _numbered(task: ResearchTask, numbers: Iterable[int]) -> dict[int, int]:
    """Of the queries that are meant alone: a task has thousands."""
    return dict(Query.objects.filter(task=task, number__in=set(numbers)).values_list("number", "pk"))


def _finds(task: ResearchTask, step: int, event: Any) -> None:
    queries = _numbered(task, (find.query for find in event.finds))
    for find in event.finds:
        Query.objects.filter(pk=queries[find.query]).update(hits=F("hits") + 1)
    Hit.objects.bulk_create(
        Hit(
            task=task,
            query_id=queries[find.query],
            channel=find.channel,
            title=find.title,
            snippet=find.snippet,
            url=find.url,
            published=find.published,
            rank=find.rank,
        )
        for find in event.finds
    )


def _triaged(task: ResearchTask, step: int, event: Any) -> None:
    """Only this round's hits are still without a number. What an earlier round left unread and this one reads is read
    wherever it was found."""
    chosen = set(event.chosen)
    waiting = {hit.url: hit for hit in Hit.objects.filter(task=task, relevance=None)}
    for url, relevance in event.relevance:
        if hit := waiting.get(url):
            hit.relevance, hit.read = relevance, url in chosen
    Hit.objects.bulk_update(waiting.values(), ["relevance", "read"])
    Hit.objects.filter(task=task, url__in=chosen, read=False).update(read=True)


def _weighed(task: ResearchTask, step: int, event: Any) -> None:
    goals = dict(Goal.objects.filter(task=task).values_list("number", "pk"))
    queries = _numbered(task, (piece.query for piece in event.evidence))
    for piece in event.evidence:
        score = piece.score
        Evidence.objects.create(
            task=task,
            number=piece.number,
            goal_id=goals[piece.goal],
            query_id=queries[piece.query],
            source=Source.objects.get(workspace=task.workspace_id, key=piece.source.key),
            quote=piece.quote,
            start=piece.start,
            end=piece.end,
            relevance=score.relevance,
            credibility=score.credibility,
            timeliness=score.timeliness,
            score=score.total,
            reason=score.reason,
            accepted=piece.accepted,
            reprint_of=_evidence(task, piece.reprint_of) if piece.reprint_of else None,
            paragraph=piece.paragraph,
            page=piece.page,
        )
        if piece.accepted:
            Query.objects.filter(pk=queries[piece.query]).update(kept=F("kept") + 1)
    for number, kept in [*event.outdone, *((piece.number, piece.same_as) for piece in event.evidence if piece.same_as)]:
        Evidence.objects.filter(task=task, number=number).update(same_as=_evidence(task, kept))


def _evidence(task: ResearchTask, number: int) -> Evidence:
    return Evidence.objects.get(task=task, number=number)


def _facts(task: ResearchTask, step: int, event: Any) -> None:
    for fact in event.facts:
        words = f"{fact.subject} {fact.relation} {fact.object}"
        Fact.objects.create(
            task=task,
            evidence=_evidence(task, fact.evidence),
            subject=fact.subject,
            relation=fact.relation,
            object=fact.object,
            relevance=fact.relevance,
            embedding_hash=text_hash(words),
        )


def _conflicts(task: ResearchTask, step: int, event: Any) -> None:
    for conflict in event.conflicts:
        pair = {"left": _evidence(task, conflict.left), "right": _evidence(task, conflict.right)}
        Conflict.objects.get_or_create(task=task, **pair, defaults={"reason": conflict.reason})


def _settled(task: ResearchTask, step: int, event: Any) -> None:
    for each in event.conflicts:
        prevails = _evidence(task, each.settled_for) if each.settled_for else None
        rows = Conflict.objects.filter(task=task, left__number=each.left, right__number=each.right)
        rows.update(settled_for=prevails, because=each.because)


def _backtracked(task: ResearchTask, step: int, event: Any) -> None:
    Evidence.objects.filter(task=task, number__in=event.dropped).update(dropped=True)
    unjudge(task, event.dropped)
    SummaryRow.objects.filter(task=task, goal__number=event.goal).update(dropped=True)
    _goal_row(task, event.mind.goal(event.goal), "led away from the question too often")
    kept = [goal.number for goal in event.mind.goals]
    Goal.objects.filter(task=task).exclude(number__in=kept).update(state="abandoned")


WRITERS = {
    "Backtracked": _backtracked,
    "PlanDrafted": _plan,
    "PlanApproved": _plan,
    "GoalsAdded": _goals_added,
    "GoalSplit": _goal_split,
    "Steered": _steered,
    "GoalChosen": _goal_chosen,
    "GoalChanged": _goal_changed,
    "SearchEnded": _search_ended,
    "SnapshotTaken": _snapshot,
    "QueriesWritten": _queries,
    "Reached": reached,
    "FindsSeen": _finds,
    "FindsTriaged": _triaged,
    "EvidenceWeighed": _weighed,
    "FactsNoted": _facts,
    "ConflictsFound": _conflicts,
    "ConflictsSettled": _settled,
}
