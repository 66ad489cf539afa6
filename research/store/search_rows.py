"""Rows of the search: goals, queries, hits, reaches, evidence, facts, conflicts, snapshots."""

from collections import Counter
from collections.abc import Sequence
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
from research.store.numbers import numbered
from research.store.payloads import dumped
from research.terms import Evidence as EvidenceValue
from research.terms import Goal as GoalValue
from research.terms import Query as QueryValue


def _goals(task: ResearchTask, goals: Sequence[GoalValue], why: str = "") -> None:
    """Those whose parent comes with them are written after it."""
    coming = {goal.number for goal in goals}
    first, later = ([goal for goal in goals if (goal.parent in coming) is last] for last in (False, True))
    parents = numbered(Goal, task, (goal.parent for goal in first if goal.parent))
    rows = [_goal(task, goal, parents[goal.parent] if goal.parent else None, why) for goal in first]
    changed = [field.name for field in Goal._meta.fields if field.name not in ("id", "task", "number")]
    Goal.objects.bulk_create(rows, update_conflicts=True, unique_fields=["task", "number"], update_fields=changed)
    if later:
        _goals(task, later, why)


def _goal(task: ResearchTask, goal: GoalValue, parent: int | None, why: str) -> Goal:
    return Goal(
        task=task,
        number=goal.number,
        parent_id=parent,
        question=goal.question,
        wanted=list(goal.wanted),
        gaps=list(goal.gaps),
        priority=goal.priority,
        state=goal.state.value,
        accepted=goal.accepted,
        rounds=goal.rounds,
        reads=goal.reads,
        closed_because=why if goal.state.closed else "",
    )


def _plan(task: ResearchTask, step: int, event: Any) -> None:
    Goal.objects.filter(task=task).exclude(number__in=[goal.number for goal in event.goals]).delete()
    _goals(task, event.goals)


def _goals_added(task: ResearchTask, step: int, event: Any) -> None:
    _goals(task, event.goals)


def _goal_split(task: ResearchTask, step: int, event: Any) -> None:
    _goals(task, (event.goal, *event.children))


def _steered(task: ResearchTask, step: int, event: Any) -> None:
    _goals(task, event.goals, f"skipped by {event.by}")


def _goal_chosen(task: ResearchTask, step: int, event: Any) -> None:
    Goal.objects.filter(task=task, number=event.goal).update(state="active")


def _search_ended(task: ResearchTask, step: int, event: Any) -> None:
    Goal.objects.filter(task=task, state="active").update(state="open")


def _goal_changed(task: ResearchTask, step: int, event: Any) -> None:
    _goals(task, [event.goal], event.why)


def _snapshot(task: ResearchTask, step: int, event: Any) -> None:
    take(task.notebook, event.number, event.goal, dumped(event.mind), VERSION)


def _queries(task: ResearchTask, step: int, event: Any) -> None:
    goals = numbered(Goal, task, (query.goal for query in event.queries))
    Query.objects.bulk_create(_query(task, query, goals[query.goal]) for query in event.queries)
    twins = numbered(Query, task, (query.twin for query in event.queries if query.twin))
    for query in event.queries:
        if query.twin in twins:
            Query.objects.filter(task=task, number=query.number).update(twin=twins[query.twin])


def _query(task: ResearchTask, query: QueryValue, goal: int) -> Query:
    return Query(
        task=task,
        number=query.number,
        goal_id=goal,
        batch=query.batch,
        gap=query.gap,
        text=query.text,
        hopes=query.hopes,
        channels=list(query.channels),
        channel_reason=query.channel_reason,
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


def _finds(task: ResearchTask, step: int, event: Any) -> None:
    queries = numbered(Query, task, (find.query for find in event.finds))
    for number, hits in Counter(find.query for find in event.finds).items():
        Query.objects.filter(pk=queries[number]).update(hits=F("hits") + hits)
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
    goals = numbered(Goal, task, (piece.goal for piece in event.evidence))
    queries = numbered(Query, task, (piece.query for piece in event.evidence))
    keys = {piece.source.key for piece in event.evidence}
    sources = dict(Source.objects.filter(workspace=task.workspace_id, key__in=keys).values_list("key", "pk"))
    Evidence.objects.bulk_create(
        _piece(task, piece, goals[piece.goal], queries[piece.query], sources[piece.source.key])
        for piece in event.evidence
    )
    for number, kept in Counter(piece.query for piece in event.evidence if piece.accepted).items():
        Query.objects.filter(pk=queries[number]).update(kept=F("kept") + kept)
    _linked(task, [(piece.number, "reprint_of", piece.reprint_of) for piece in event.evidence])
    _linked(task, [(number, "same_as", kept) for number, kept in event.outdone])
    _linked(task, [(piece.number, "same_as", piece.same_as) for piece in event.evidence])


def _piece(task: ResearchTask, piece: EvidenceValue, goal: int, query: int, source: int) -> Evidence:
    score = piece.score
    return Evidence(
        task=task,
        number=piece.number,
        goal_id=goal,
        query_id=query,
        source_id=source,
        quote=piece.quote,
        start=piece.start,
        end=piece.end,
        relevance=score.relevance,
        credibility=score.credibility,
        timeliness=score.timeliness,
        score=score.total,
        reason=score.reason,
        accepted=piece.accepted,
        paragraph=piece.paragraph,
        page=piece.page,
    )


def _linked(task: ResearchTask, links: Sequence[tuple[int, str, int | None]]) -> None:
    """One piece to another, by their numbers and the name of what ties them."""
    others = numbered(Evidence, task, (other for _, _, other in links if other))
    for number, name, other in links:
        if other:
            Evidence.objects.filter(task=task, number=number).update(**{f"{name}_id": others[other]})


def _facts(task: ResearchTask, step: int, event: Any) -> None:
    pieces = numbered(Evidence, task, (fact.evidence for fact in event.facts))
    Fact.objects.bulk_create(
        Fact(
            task=task,
            evidence_id=pieces[fact.evidence],
            subject=fact.subject,
            relation=fact.relation,
            object=fact.object,
            relevance=fact.relevance,
            embedding_hash=text_hash(f"{fact.subject} {fact.relation} {fact.object}"),
        )
        for fact in event.facts
    )


def _conflicts(task: ResearchTask, step: int, event: Any) -> None:
    pieces = numbered(Evidence, task, (number for each in event.conflicts for number in (each.left, each.right)))
    Conflict.objects.bulk_create(
        (
            Conflict(task=task, left_id=pieces[each.left], right_id=pieces[each.right], reason=each.reason)
            for each in event.conflicts
        ),
        ignore_conflicts=True,
    )


def _settled(task: ResearchTask, step: int, event: Any) -> None:
    pieces = numbered(Evidence, task, (each.settled_for for each in event.conflicts if each.settled_for))
    for each in event.conflicts:
        rows = Conflict.objects.filter(task=task, left__number=each.left, right__number=each.right)
        rows.update(settled_for=pieces[each.settled_for] if each.settled_for else None, because=each.because)


def _backtracked(task: ResearchTask, step: int, event: Any) -> None:
    Evidence.objects.filter(task=task, number__in=event.dropped).update(dropped=True)
    unjudge(task, event.dropped)
    SummaryRow.objects.filter(task=task, goal__number=event.goal).update(dropped=True)
    _goals(task, [event.mind.goal(event.goal)], "led away from the question too often")
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
