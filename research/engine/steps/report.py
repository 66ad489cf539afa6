"""The report, once, from evidence and summaries alone. No evidence: nothing is written, and that is said (R154, P3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from memory.summary import Summary
from research.engine.asks import ask_of, card_of
from research.engine.citations import only_known
from research.engine.events import ConflictsSettled, Event, ReportWritten, StepEnded
from research.engine.lifecycle import Phase
from research.engine.recalled import worth_offering
from research.engine.settling import instead, settle
from research.engine.state import TaskState
from research.engine.stopping import decides_itself
from research.engine.tools import Tools
from research.roles.briefs import Card, ReportBrief, SectionBrief
from research.terms import Conflict, Evidence, Goal, GoalState, Language, Section


async def write_report(state: TaskState, tools: Tools) -> Sequence[Event]:
    found = await tools.archive.evidence([goal.number for goal in state.mind.goals])
    if not found:
        return _nothing(state)
    conflicts, evidence = await _settled(state, found, tools)
    witnesses = Counter(piece.same_as for piece in found if piece.same_as and not piece.reprint_of)
    sections = await _sections(state, evidence, witnesses, tools)
    open_ones = tuple(each for each in conflicts if each.settled_for is None)
    drafted = await tools.reporter.write(ReportBrief(ask_of(state, tools), sections, open_ones, _longest(state, tools)))
    written = _with_words(only_known(drafted, {piece.number for piece in evidence}))
    count = sum(len(section.sentences) for section in written)
    told: list[Event] = [ConflictsSettled(conflicts)] if conflicts else []
    return [*told, ReportWritten(written), StepEnded(Phase.CLAIMS, f"{count} sentences")]


async def _settled(
    state: TaskState, found: Sequence[Evidence], tools: Tools
) -> tuple[tuple[Conflict, ...], list[Evidence]]:
    """Each conflict decided or left open, and what is written from: a piece that lost gives way, in the section of its
    goal, to the one that prevails over it. "Disagreements" tells the other (R139)."""
    pieces = {piece.number: piece for piece in found}
    standing = [each for each in await tools.archive.conflicts() if {each.left, each.right} <= pieces.keys()]
    conflicts = settle(standing, pieces, tools.limits)
    prevails = instead(conflicts, pieces)
    heads = (piece for piece in found if piece.same_as is None)
    chosen = (replace(pieces[prevails.get(piece.number, piece.number)], goal=piece.goal) for piece in heads)
    return conflicts, list(dict.fromkeys(chosen))


def _nothing(state: TaskState) -> list[Event]:
    """No writer is called: from no evidence it could only write what it remembers (B-037, decision 0005)."""
    blind = state.counts.missing > 0 and not state.counts.got
    why = "nothing could be reached" if blind else "nothing was found that could be quoted"
    return [ReportWritten((), blind), StepEnded(Phase.CLAIMS, why)]


async def _sections(
    state: TaskState, evidence: Sequence[Evidence], witnesses: Mapping[int, int], tools: Tools
) -> tuple[SectionBrief, ...]:
    """A section a goal that has evidence, in the order of the tree. Insufficient goals' evidence counts too; of several
    pieces on one matter only the most informative, with the number of the others (R240). Of a summary in several parts
    the first one holds conclusion and doubts."""
    summaries: dict[int, Summary] = {}
    for summary in await tools.archive.summaries():
        summaries.setdefault(summary.goal, summary)
    homes = at_home(state.mind.goals, evidence)
    made: list[SectionBrief] = []
    for goal in state.mind.goals:
        if own := homes.get(goal.number):
            cards = tuple(card_of(piece, witnesses.get(piece.number, 0)) for piece in own)
            lent = await _lent(goal, own, evidence, tools)
            made.append(SectionBrief(goal, summaries.get(goal.number), cards, lent))
    return tuple(made)


def at_home(goals: Sequence[Goal], evidence: Sequence[Evidence]) -> dict[int, list[Evidence]]:
    """Pieces by the goal whose section they stand in: the one they were found for. A goal that was answered by what was
    held has none of its own, so what its own page says of itself stands under it, or its answer had no section."""
    found = {piece.goal for piece in evidence}
    carried = [goal for goal in goals if goal.state is GoalState.DONE and goal.number not in found]
    homes: dict[int, list[Evidence]] = {}
    for piece in evidence:
        home = next((goal.number for goal in carried if decides_itself(goal, piece)), piece.goal)
        homes.setdefault(home, []).append(piece)
    return homes


async def _lent(goal: Goal, own: Sequence[Evidence], evidence: Sequence[Evidence], tools: Tools) -> tuple[Card, ...]:
    """What other goals found and this section's question is near to; of what lost a conflict nothing."""
    open_to = {piece.number for piece in evidence}
    (vector,) = await tools.embedder.embed([goal.question])
    near = await tools.archive.near_evidence(vector, tools.limits.recalled, [piece.number for piece in own])
    offered = worth_offering((each for each in near if each.piece.number in open_to), tools.limits)
    return tuple(replace(card_of(each.piece), relevance=each.similarity) for each in offered)


def _longest(state: TaskState, tools: Tools) -> int:
    limits = tools.limits
    return limits.report_characters_zh if state.language is Language.CHINESE else limits.report_characters_en


def _with_words(sections: Sequence[Section]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.sentences)
