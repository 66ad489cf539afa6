"""The cheap check after every step: what must hold whatever a role said (R027, C16). No call, no clock, no row.

It corrects nothing. What it finds stands in the journal and brings the next reflection forward.
"""

from collections.abc import Iterator, Sequence

from reach.words import content_terms, is_chinese
from research.engine.events import Event, EvidenceWeighed, QueriesWritten
from research.engine.limits import Limits
from research.engine.state import TaskState
from research.engine.stopping import depth
from research.engine.tree import children
from research.terms import Evidence, Goal, GoalState, Query


def findings(before: TaskState, events: Sequence[Event], now: TaskState, limits: Limits) -> tuple[str, ...]:
    """One sentence for each thing that is not as it must be; mostly none."""
    found = [*_of_tree(now, limits), *_of_memory(now, limits)]
    for event in events:
        if isinstance(event, QueriesWritten):
            found += _of_queries(before, [query for query in event.queries if not query.dropped])
        elif isinstance(event, EvidenceWeighed):
            found += _of_evidence(before, [piece for piece in event.evidence if piece.accepted], limits)
    return tuple(dict.fromkeys(found))


def _of_tree(now: TaskState, limits: Limits) -> Iterator[str]:
    goals = now.mind.goals
    numbers = [goal.number for goal in goals]
    if len(set(numbers)) < len(numbers):
        yield "two goals have one number"
    if any(goal.parent is not None and goal.parent not in numbers for goal in goals):
        yield "a goal hangs on one that is not there"
    elif any(depth(goals, goal) > limits.goal_depth for goal in goals):
        yield "the goal tree is deeper than allowed"
    if any(len(children(goals, number)) > limits.children_per_goal for number in numbers):
        yield "a goal has more finer goals than allowed"
    if any(goal.state is GoalState.ACTIVE and goal.number != now.mind.active for goal in goals):
        yield "another goal is marked as in work than the one that is"


def _of_memory(now: TaskState, limits: Limits) -> Iterator[str]:
    working = now.mind.working
    if any(entry.goal != working.goal for entry in working.entries):
        yield "working memory holds what was found for another goal"
    if len(working.entries) > limits.working_entries:
        yield "working memory holds more than allowed"


def _of_queries(before: TaskState, sent: Sequence[Query]) -> Iterator[str]:
    """A done goal is never queried again, every query names its gap, and no batch says one thing twice (R032, R189)."""
    closed = {goal.number for goal in before.mind.goals if goal.state.closed}
    if any(query.goal in closed for query in sent):
        yield "a goal that is closed was searched for"
    if any(not query.gap.strip() for query in sent):
        yield "a query names no gap"
    texts = [" ".join(query.text.casefold().split()) for query in sent]
    if len(set(texts)) < len(texts):
        yield "one query was sent twice"


def _of_evidence(before: TaskState, kept: Sequence[Evidence], limits: Limits) -> Iterator[str]:
    if any(piece.score.total < limits.accept_score for piece in kept):
        yield "evidence below the bar was accepted"
    if any(len(piece.quote) != piece.end - piece.start for piece in kept):
        yield "a quote is not as long as its place"
    goals = {goal.number: goal for goal in before.mind.goals}
    for number in {piece.goal for piece in kept} & goals.keys():
        shares = [nearness(goals[number], piece) for piece in kept if piece.goal == number]
        told = [share for share in shares if share is not None]
        if told and max(told) < limits.near_goal:
            yield f"what was found last has hardly a word in common with goal {number}"


def nearness(goal: Goal, piece: Evidence) -> float | None:
    """Share of the goal's words that a quote or its title holds; None across languages, where words tell nothing."""
    said = f"{piece.source.title} {piece.quote}"
    asked = set(content_terms(" ".join((goal.question, *goal.wanted))))
    if is_chinese(said) != is_chinese(goal.question) or not asked:
        return None
    return len(asked & set(content_terms(said))) / len(asked)
