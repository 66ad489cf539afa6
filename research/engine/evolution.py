"""The evolving report after a round: facts with their sources, hypotheses held against them, gaps, a draft (R160-R171).

Near its cap a model says which facts are one, under the assertion that the words lose nothing; the rule that merges,
drops idle hypotheses and archives the oldest facts works after it in any case (C21).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.confirmed import ConfirmedFact, merged_as
from memory.evolving import EvolvingReport, Hypothesis, fit
from memory.rewriting import Line, Retained, reworded
from memory.summary import Summary
from memory.supposing import Found, weigh
from memory.working import label
from research.engine.asks import ask_of
from research.engine.changes import after
from research.engine.events import NOTHING_LOST, Event, HypothesisSettled, ReportEvolved, Summarised
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import EvolveBrief, Evolved
from research.terms import Evidence, Goal


async def evolved(
    state: TaskState,
    goal: Goal,
    fresh: Sequence[Evidence],
    held: Sequence[Evidence],
    events: Sequence[Event],
    tools: Tools,
) -> list[Event]:
    """`held`: the goal's evidence with the fresh pieces; `events`: those of the step so far. A goal that ended in them
    leaves one conclusion in the place of its fragments."""
    for event in events:
        state = after(state, event)
    heads, limits = [piece for piece in fresh if piece.same_as is None], tools.limits
    found = [_found(piece) for piece in heads]
    report, settled = weigh(state.mind.evolving, found, state.counts.rounds, limits.same_matter)
    report = replace(report, facts=(*report.facts, *(_fact(piece, state) for piece in heads)))
    most = max(limits.hypotheses, len(report.hypotheses))
    report = report.supposing(_ideas(state, events), most)
    report = replace(report, gaps=_gaps(state), draft=_draft(report, heads))
    if made := [event.summary for event in events if isinstance(event, Summarised)]:
        report = concluded(report, goal, made, held, state.counts.rounds, tools)
    told: list[Event] = [
        HypothesisSettled(each.hypothesis.text, each.hypothesis.origin, each.borne_out, each.evidence)
        for each in settled
    ]
    return [*told, await _compressed(state, report, tools)]


def concluded(
    report: EvolvingReport, goal: Goal, made: Sequence[Summary], held: Sequence[Evidence], round: int, tools: Tools
) -> EvolvingReport:
    """The summary's conclusion as one fact; as a draft, too, until something better is known."""
    summary = made[0]
    scores = {piece.number: piece.score.total for piece in held}
    named = tuple(number for number in scores if f"[{label(number)}]" in summary.conclusion)
    rows = named or tuple(dict.fromkeys(line.evidence for part in made for line in part.support))
    entry = None
    if summary.conclusion and rows:
        best = max((scores[row] for row in rows if row in scores), default=0.0)
        entry = ConfirmedFact(summary.conclusion, rows, best, round)
    report = report.concluded(goal.number, entry, tools.limits.archived_ids)
    return replace(report, draft=entry.text) if entry else report


def _found(piece: Evidence) -> Found:
    source = piece.source
    return Found(piece.number, piece.quote, _told(piece), piece.score.total, piece.goal, source.published)


def _told(piece: Evidence) -> str:
    return f"{piece.source.title}: {piece.quote}"


def _fact(piece: Evidence, state: TaskState) -> ConfirmedFact:
    return ConfirmedFact(_told(piece), (piece.number,), piece.score.total, state.counts.rounds, piece.goal)


def _ideas(state: TaskState, events: Sequence[Event]) -> list[Hypothesis]:
    """What sources below the bar say, and what the writer of a summary doubts beside the gaps it was told of."""
    now, known = state.counts.rounds, {gap for goal in state.mind.goals for gap in goal.wanted}
    doubts = (doubt for event in events if isinstance(event, Summarised) for doubt in event.summary.doubts)
    weak = (Hypothesis(_told(piece), now, label(piece.number)) for piece in state.round.doubtful)
    return [*weak, *(Hypothesis(doubt, now) for doubt in doubts if doubt not in known)]


def _gaps(state: TaskState) -> tuple[str, ...]:
    """Of the goals that are open now."""
    return tuple(gap for goal in state.mind.goals if not goal.state.closed for gap in goal.gaps)


def _draft(report: EvolvingReport, fresh: Sequence[Evidence]) -> str:
    """The best words found last stand as the draft conclusion until better ones come."""
    best = max(fresh, key=lambda piece: piece.score.total, default=None)
    return _told(best) if best else report.draft


@dataclass(frozen=True, slots=True)
class _Shorter:
    report: EvolvingReport
    retained: Retained = NOTHING_LOST
    kept_raw: int = 0


async def _compressed(state: TaskState, report: EvolvingReport, tools: Tools) -> ReportEvolved:
    limits, now = tools.limits, state.counts.rounds
    done = _Shorter(report)
    if tools.count(report.text()) > limits.report_tokens:
        done = await _by_role(state, report, tools)
    fitted = fit(
        done.report,
        cap_tokens=limits.report_tokens,
        count=tools.count,
        round=now,
        stale_rounds=limits.stale_rounds,
        alike=limits.same_matter,
        archive_ids=limits.archived_ids,
        aim_tokens=int(limits.report_room * limits.report_tokens),
    )
    return ReportEvolved(fitted, done.retained, done.kept_raw)


async def _by_role(state: TaskState, report: EvolvingReport, tools: Tools) -> _Shorter:
    """A merge that loses something is told what, once; then those facts stay as they are."""
    idle = tuple(
        at for at, idea in enumerate(report.hypotheses) if state.counts.rounds - idea.since >= tools.limits.stale_rounds
    )
    texts = tuple(fact.text for fact in report.facts)
    brief = EvolveBrief(ask_of(state, tools), texts, tuple(each.text for each in report.hypotheses), idle, report.draft)

    async def write(lost: tuple[str, ...]) -> Evolved:
        return await tools.executor.evolve(replace(brief, lost=lost))

    def keep(made: Evolved, raw: Sequence[Line]) -> Evolved:
        whole = {at for at, text in enumerate(texts) if any(line.text == text for line in raw)}
        return replace(made, merges=tuple(each for each in made.merges if not whole & set(each.facts)))

    lines = [Line(text) for text in texts]
    done = await reworded(lines, write, lambda made: _worded(report.facts, made), keep)
    gone = set(done.wording.idle) & set(idle)
    shorter = replace(
        report,
        facts=merged_as(report.facts, [(each.facts, each.text) for each in done.wording.merges]),
        hypotheses=tuple(idea for at, idea in enumerate(report.hypotheses) if at not in gone),
        draft=done.wording.draft or report.draft,
    )
    return _Shorter(shorter, done.retained, len(done.raw))


def _worded(facts: Sequence[ConfirmedFact], made: Evolved) -> str:
    """As the proposal has it, before it is judged merge by merge: what it would lose is what is asserted."""
    gone = {at for each in made.merges for at in each.facts}
    kept = (fact.text for at, fact in enumerate(facts) if at not in gone)
    return "\n".join((*kept, *(each.text for each in made.merges)))
