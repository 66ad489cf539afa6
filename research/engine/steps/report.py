"""The report, once, from evidence and summaries alone. No evidence: nothing is written, and that is said (R154, P3)."""

from collections.abc import Sequence

from research.engine.asks import ask_of, card_of
from research.engine.citations import only_known
from research.engine.events import Event, ReportWritten, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import ReportBrief, SectionBrief
from research.terms import Evidence, Language, Section


async def write_report(state: TaskState, tools: Tools) -> Sequence[Event]:
    evidence = await tools.archive.evidence([goal.number for goal in state.mind.goals])
    if not evidence:
        return [ReportWritten(()), StepEnded(Phase.CLAIMS, "nothing was found that could be quoted")]
    sections = await _sections(state, evidence, tools)
    drafted = await tools.reporter.write(
        ReportBrief(ask_of(state, tools), sections, await tools.archive.conflicts(), _longest(state, tools))
    )
    written = _with_words(only_known(drafted, {piece.number for piece in evidence}))
    count = sum(len(section.sentences) for section in written)
    return [ReportWritten(written), StepEnded(Phase.CLAIMS, f"{count} sentences")]


async def _sections(state: TaskState, evidence: Sequence[Evidence], tools: Tools) -> tuple[SectionBrief, ...]:
    """A section a goal that has evidence, in the order of the tree. Insufficient goals' evidence counts too."""
    summaries = {summary.goal: summary for summary in await tools.archive.summaries()}
    return tuple(
        SectionBrief(goal, summaries.get(goal.number), cards)
        for goal in state.mind.goals
        if (cards := tuple(card_of(piece) for piece in evidence if piece.goal == goal.number))
    )


def _longest(state: TaskState, tools: Tools) -> int:
    limits = tools.limits
    return limits.report_characters_zh if state.language is Language.CHINESE else limits.report_characters_en


def _with_words(sections: Sequence[Section]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.sentences)
