"""More evidence for one claim: a small search of its own, whose finds come back to the claim (M on the desk).

The search is a task with one goal and the budget of a further question, so it is as durable as any. Its report is
nobody's: what it found is judged beside the claim it was sent for. A challenge asks for what speaks against the claim.
"""

from typing import Any

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.db.models import Manager
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from reach.clean import clean
from research.actions.holding import give_back, need_free
from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.tasks import call_worker, locked, set_status, start, tell
from research.actions.trail import audit
from research.actions.tuning import current_thresholds
from research.engine.asks import card_of
from research.engine.checking import brief_of
from research.engine.lifecycle import Status
from research.models import Claim, Errand, Evidence, Goal, Query, ResearchTask, User
from research.roles.builtin.claims.checker import best_checker
from research.store.archive import claims_of_report
from research.store.load import limits_of
from research.store.looking import scope_of
from research.store.values import evidence_values
from research.terms import GoalState, Language, Verdict

ENDED = (Status.WAITING_FOR_REVIEW.value, Status.FINISHED.value, Status.STOPPED.value, Status.FAILED.value)
"""Nothing more will be found."""

# What a planner makes queries from: no words of ours but those that a refutation would use.
QUESTIONS = {
    (Language.ENGLISH, False): "{claim}",
    (Language.ENGLISH, True): "What refutes, denies or corrects that {claim}",
    (Language.CHINESE, False): "{claim}",
    (Language.CHINESE, True): "有哪些资料否认、反驳或更正：{claim}",
}


def send_for(person: User, claim: Claim, *, about: str = "", refute: bool = False, door: str = "page") -> Errand:
    """`about`: what is missing, in the reviewer's words; empty, the claim itself is asked about."""
    need(person, "decide", claim.task.workspace)
    need_free(person, claim)
    try:
        with transaction.atomic():
            task = locked(claim.task)
            child = _search(person, task, _question(claim, about, refute))
            errand = Errand.objects.create(claim=claim, person=person, child=child, refute=refute)
            Claim.objects.filter(pk=claim.pk).update(waits=True)
            give_back(person, claim)
            tell(task, [("SentForMore", {"claim": claim.number, "by": person.username, "refute": refute})])
            after = {"search": child.label, "question": child.question, "refute": refute}
            audit(person, task.workspace, door, "send_for_evidence", claim.label, after=after)
            return errand
    except IntegrityError:
        raise Refused(_("More evidence for this sentence is being looked for already.")) from None


def _question(claim: Claim, about: str, refute: bool) -> str:
    told = " ".join(clean(about).split()) or claim.text
    asked = QUESTIONS[Language(claim.task.language), refute].format(claim=told.rstrip(" .?。？！!"))
    most = int(current_thresholds(claim.task.workspace).values["question_characters"])
    return asked[: most - 1] + ("？" if claim.task.language == Language.CHINESE.value else "?")


def _search(person: User, task: ResearchTask, question: str) -> ResearchTask:
    """Under the scope and period of the report's task; nobody need approve a plan of one goal."""
    return start(
        person,
        task.workspace,
        question,
        language=task.language,
        period_start=task.period_start,
        period_end=task.period_end,
        scope=scope_of(task),
        auto_approve=True,
        parent=task,
        door="desk",
    )


def bring_back(child: ResearchTask) -> None:
    """What the search found, into the task that sent for it, once. Expects the child's row to be locked."""
    errand = Errand.objects.out().filter(child=child).select_related("claim__task__workspace").first()
    if errand is None or child.status not in ENDED:
        return
    task = locked(errand.claim.task)
    if not Errand.objects.out().filter(pk=errand.pk).update(back=Now()):
        return
    pieces = _brought(child, errand.claim)
    offer(errand.claim, pieces)
    Errand.objects.filter(pk=errand.pk).update(brought=len(pieces))
    tell(task, [("CameBack", {"claim": errand.claim.number, "brought": len(pieces), "refute": errand.refute})])
    _closed(child)


def overdue() -> list[ResearchTask]:
    """Searches that ended while nobody brought their finds back: stopped, failed, or their worker died just then."""
    rows = Errand.objects.out().filter(child__status__in=ENDED).select_related("child")
    return [row.child for row in rows]


def _closed(child: ResearchTask) -> None:
    """The search's own report waits for nobody."""
    Claim.objects.filter(task=child).update(waits=False)
    if child.status == Status.WAITING_FOR_REVIEW.value:
        set_status(child, Status.RUNNING, "", "what it found was brought back")
        call_worker(child)


def _brought(child: ResearchTask, claim: Claim) -> list[Evidence]:
    """Quotes of the workspace's sources, so only rows are copied. One that the task had already is offered as it is."""
    found = Evidence.objects.filter(task=child, reprint_of=None).standing().select_related("query", "source")
    rows = Evidence.objects.filter(task=claim.task).standing()
    held = {(row.source_id, row.start, row.end): row for row in rows}
    cited = set(claim.citations.values_list("evidence", flat=True))
    places = [(piece, held.get((piece.source_id, piece.start, piece.end))) for piece in found]
    again = [row for _piece, row in places if row is not None and row.pk not in cited]
    return [*_copied([piece for piece, row in places if row is None], child, claim.task), *again]


def _copied(fresh: list[Evidence], child: ResearchTask, task: ResearchTask) -> list[Evidence]:
    if not fresh:
        return []
    goal = _goal(child, task)
    queries = {query.pk: _query(query, goal) for query in {piece.query for piece in fresh}}
    return [_piece(piece, goal, queries[piece.query_id]) for piece in fresh]


def _goal(child: ResearchTask, task: ResearchTask) -> Goal:
    number = next_number(task.goals)
    return Goal.objects.create(task=task, number=number, question=child.question, state=GoalState.DONE.value, rounds=1)


def _query(query: Query, goal: Goal) -> Query:
    fields = {name: getattr(query, name) for name in ("gap", "text", "hopes", "channels", "channel_reason", "hits")}
    return Query.objects.create(task=goal.task, goal=goal, number=next_number(goal.task.queries), batch=1, **fields)


_KEPT = ("source", "quote", "start", "end", "relevance", "credibility", "timeliness", "score", "reason", "accepted")


def _piece(piece: Evidence, goal: Goal, query: Query) -> Evidence:
    fields = {name: getattr(piece, name) for name in (*_KEPT, "paragraph", "page")}
    number = next_number(goal.task.evidence)
    return Evidence.objects.create(task=goal.task, number=number, goal=goal, query=query, **fields)


def next_number(rows: Manager[Any]) -> int:
    return (rows.order_by("-number").values_list("number", flat=True).first() or 0) + 1


def offer(claim: Claim, pieces: list[Evidence]) -> None:
    """Each by itself, by code: a hint to the person who asked, not a verdict."""
    value = next(each for each in claims_of_report(claim.task) if each.number == claim.number)
    language, limits = Language(claim.task.language), limits_of(claim.task)
    values = {each.number: each for each in evidence_values(Evidence.objects.filter(pk__in=[row.pk for row in pieces]))}
    offers: list[dict[str, Any]] = []
    for piece in pieces:
        brief = brief_of(value, (card_of(values[piece.number]),), language, limits)
        verdict, reason, _atoms = async_to_sync(best_checker().check)(brief)
        offers.append({"evidence": piece.number, "verdict": verdict.value, "reason": reason})
    order = list(Verdict)
    offers.sort(key=lambda offer: order.index(Verdict(offer["verdict"])))
    earlier = [offer for offer in claim.offered if offer["evidence"] not in {piece.number for piece in pieces}]
    Claim.objects.filter(pk=claim.pk).update(offered=[*offers, *earlier])
