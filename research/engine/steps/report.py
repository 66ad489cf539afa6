"""The report, once, from evidence and summaries alone. No evidence: nothing is written, and that is said (R154, P3)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from research.engine.asks import ask_of, card_of
from research.engine.citations import only_known
from research.engine.events import Event, ReportWritten, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import ReportBrief, SectionBrief
from research.terms import Evidence, Language, Section


async def write_report(state: TaskState, tools: Tools) -> Sequence[Event]:
    found = await tools.archive.evidence([goal.number for goal in state.mind.goals])
    if not found:
        return _nothing(state)
    evidence = [piece for piece in found if piece.same_as is None]
    witnesses = Counter(piece.same_as for piece in found if piece.same_as and not piece.reprint_of)
    sections = await _sections(state, evidence, witnesses, tools)
    drafted = await tools.reporter.write(
        ReportBrief(ask_of(state, tools), sections, await tools.archive.conflicts(), _longest(state, tools))
    )
    written = _with_words(only_known(drafted, {piece.number for piece in evidence}))
    count = sum(len(section.sentences) for section in written)
    return [ReportWritten(written), StepEnded(Phase.CLAIMS, f"{count} sentences")]


def _nothing(state: TaskState) -> list[Event]:
    """No writer is called: from no evidence it could only write what it remembers (B-037, decision 0005)."""
    blind = state.counts.missing > 0 and not state.counts.got
    why = "nothing could be reached" if blind else "nothing was found that could be quoted"
    return [ReportWritten((), blind), StepEnded(Phase.CLAIMS, why)]


async def _sections(
    state: TaskState, evidence: Sequence[Evidence], witnesses: Mapping[int, int], tools: Tools
) -> tuple[SectionBrief, ...]:
    """A section a goal that has evidence, in the order of the tree. Insufficient goals' evidence counts too; of several
    pieces on one matter only the most informative, with the number of the others (R240)."""
    summaries = {summary.goal: summary for summary in await tools.archive.summaries()}
    return tuple(
        SectionBrief(goal, summaries.get(goal.number), cards)
        for goal in state.mind.goals
        if (
            cards := tuple(
                card_of(piece, witnesses.get(piece.number, 0)) for piece in evidence if piece.goal == goal.number
            )
        )
    )


def _longest(state: TaskState, tools: Tools) -> int:
    limits = tools.limits
    return limits.report_characters_zh if state.language is Language.CHINESE else limits.report_characters_en


def _with_words(sections: Sequence[Section]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.sentences)
