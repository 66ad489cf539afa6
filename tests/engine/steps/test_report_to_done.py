"""The report, its claims, people's decisions, and the look back."""

from dataclasses import replace

from memory.summary import Summary
from research.engine.events import ClaimsChecked, ClaimsDrawn, CluesLearned, DecisionsFolded, DeskOpened, QueriesScored
from research.engine.lifecycle import Phase
from research.engine.steps.report import at_home
from research.roles.briefs import CheckBrief, ReportBrief
from research.roles.builtin.reporter import BuiltinReporter
from research.terms import Atom, Conflict, Decided, GoalState, Ruling, Section, Sentence, SentenceKind, Verdict
from tests.builders import (
    SaidExecutor,
    World,
    empty_report,
    evidence,
    goal,
    leaf,
    source,
    state,
    world,
)

MARKER = "XYZZY tentative idea"


class Recorder(BuiltinReporter):
    """The builtin reporter, with its briefs kept."""

    def __init__(self) -> None:
        self.briefs: list[ReportBrief] = []

    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        self.briefs.append(brief)
        return await super().write(brief)


class Writer:
    """Writes what the test gave it, whatever the evidence."""

    def __init__(self, *sentences: Sentence) -> None:
        self.sentences = sentences

    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        return (Section("Findings", 1, self.sentences),)


class Undecided:
    async def check(self, brief: CheckBrief) -> tuple[Verdict, str, tuple[Atom, ...]]:
        return Verdict.NOT_CHECKED, "the server was away", ()


def reporting(*pieces, **parts):  # type: ignore[no-untyped-def]
    begun = parts.pop("begun", None) or state(goal(1), goal(2), phase=Phase.REPORT, counts={"queries": 2})
    there = world(begun=begun, **parts)
    there.box.pieces = {piece.number: piece for piece in pieces}
    return there


QUOTE = "Lanwan had 1,240 MWh of storage."


async def test_without_evidence_the_reporter_is_never_asked() -> None:
    """B-037, F-50: all searches empty; what was searched stands in the rows, and no sentence is written."""
    reporter = Recorder()
    there = await reporting(evidence(accepted=False, total=0.2), reporter=reporter).until(Phase.DONE)
    assert reporter.briefs == []
    assert there.box.versions == [()]
    assert there.saw(ClaimsDrawn)[0].claims == ()
    assert not there.saw(DeskOpened)


async def test_of_a_summary_in_parts_the_report_is_told_the_one_that_concludes() -> None:
    reporter = Recorder()
    there = reporting(evidence(1), reporter=reporter)
    first = Summary(1, "capacity", "done", "Lanwan had 1,240 MWh.", (), ("one source alone",))
    there.box.summarised = {1: [first, replace(first, conclusion="", doubts=())]}
    await there.until(Phase.CLAIMS)
    assert reporter.briefs[0].sections[0].summary == first


async def test_a_task_that_finds_nothing_ends_unanswered_by_itself() -> None:
    reporter = Recorder()
    there = await world([], reporter=reporter).until(Phase.DONE)
    assert reporter.briefs == []
    assert there.state.mind.goal(1).state is GoalState.INSUFFICIENT
    assert there.shelf.searched


async def test_nothing_of_the_research_phase_reaches_the_reporter() -> None:
    """R154: a marker in gaps, hypotheses, drafts, tombstones and rejected quotes stays behind."""
    reporter = Recorder()
    mind = {"evolving": replace(empty_report(), draft=MARKER, gaps=(MARKER,))}
    begun = state(goal(1, wanted=("capacity",)), phase=Phase.REPORT, mind=mind, tombstones=(MARKER,))
    rejected = evidence(2, quote=MARKER, accepted=False, total=0.3)
    there = reporting(evidence(1, quote=QUOTE), rejected, begun=begun, reporter=reporter)
    await there.until(Phase.DONE)
    assert len(reporter.briefs) == 1
    assert MARKER not in str(reporter.briefs)
    assert MARKER not in str(there.box.versions)
    assert QUOTE in str(there.box.versions)


async def test_an_insufficient_goals_evidence_still_enters_the_report() -> None:
    begun = state(goal(1, state=GoalState.INSUFFICIENT), phase=Phase.REPORT)
    there = await reporting(evidence(1, quote=QUOTE), begun=begun).until(Phase.DONE)
    assert [each.text for section in there.box.versions[0] for each in section.sentences] == [QUOTE]


async def test_a_goal_answered_by_what_was_held_has_the_section_of_its_own_page() -> None:
    finer = goal(2, "PEP 703: main points, date", parent=1, state=GoalState.DONE)
    its_own = evidence(1, quote="It was accepted on 24 October 2023.", source=source("PEP 703 – Making it optional"))
    others = evidence(2, quote="PEP 703 was long awaited.", source=source("Notes on the lock"))
    homes = at_home([goal(1, state=GoalState.DONE), finer], [its_own, others])
    assert {number: [piece.number for piece in held] for number, held in homes.items()} == {2: [1], 1: [2]}
    kept = at_home([goal(1), replace(finer, state=GoalState.OPEN)], [its_own])
    assert list(kept) == [1], "an open goal takes nothing from where it was found"


async def test_a_number_that_the_writer_made_up_is_stripped_and_the_sentence_waits() -> None:
    """B-086, F-51: the sentence stands, uncited, and a person must decide."""
    made_up = Sentence("Prices rose sharply.", SentenceKind.FACT, (99,))
    there = await reporting(evidence(1, quote=QUOTE), reporter=Writer(made_up)).until(Phase.REVIEW)
    (claim,) = there.saw(ClaimsDrawn)[0].claims
    (checked,) = there.saw(ClaimsChecked)[0].checked
    assert claim.evidence == ()
    assert (checked.verdict, checked.reason) == (Verdict.NOT_FOUND, "No evidence is cited.")
    assert there.saw(DeskOpened)[0].waiting == 1


async def test_what_could_not_be_checked_is_never_supported() -> None:
    carried = Sentence(QUOTE, SentenceKind.QUOTE, (1,))
    there = await reporting(evidence(1, quote=QUOTE), reporter=Writer(carried), checker=Undecided()).until(Phase.REVIEW)
    assert there.saw(ClaimsChecked)[0].checked[0].verdict is Verdict.NOT_CHECKED
    assert there.saw(DeskOpened)[0].waiting == 1


async def test_a_figure_that_differs_from_its_quote_is_contradicted() -> None:
    wrong = Sentence("Lanwan had 1,420 MWh of storage.", SentenceKind.FACT, (1,))
    there = await reporting(evidence(1, quote=QUOTE), reporter=Writer(wrong)).until(Phase.REVIEW)
    assert there.saw(ClaimsChecked)[0].checked[0].verdict is Verdict.CONTRADICTED


async def test_a_report_whose_claims_all_hold_needs_no_desk() -> None:
    there = await reporting(evidence(1, quote=QUOTE)).until(Phase.DONE)
    assert not there.saw(DeskOpened)
    assert not there.saw(DecisionsFolded)


async def test_decisions_are_folded_into_a_new_version() -> None:
    sentences = (Sentence(QUOTE, SentenceKind.QUOTE, (1,)), Sentence("Rose.", SentenceKind.FACT, (9,)))
    there = await reporting(evidence(1, quote=QUOTE), reporter=Writer(*sentences)).until(Phase.REVIEW)
    there.box.decided = (Decided(2, Ruling.EDITED, "It had 1,240 MWh.", ""),)
    await there.until(Phase.DONE)
    first, second = there.box.versions
    assert [each.text for each in first[0].sentences] == [QUOTE, "Rose."]
    assert [each.text for each in second[0].sentences] == [QUOTE, "It had 1,240 MWh."]


async def test_each_query_is_scored_by_what_the_report_cites_of_its_finds() -> None:
    pieces = (evidence(1, quote=QUOTE), evidence(2, quote="Salt is white."), evidence(3, query=2, quote="Tide."))
    there = await reporting(*pieces, reporter=Writer(Sentence(QUOTE, SentenceKind.QUOTE, (1,)))).until(Phase.DONE)
    assert there.saw(QueriesScored)[0].yields == ((1, 2, 1), (2, 1, 0))
    assert there.saw(CluesLearned)[0].texts == (QUOTE,)


async def test_a_clue_whose_words_name_nothing_keeps_its_title() -> None:
    words = "the station holds 30 MWh."
    there = await reporting(evidence(1, quote=words)).until(Phase.DONE)
    assert there.saw(CluesLearned)[0].texts == (f"Source 1. {words}",)


async def test_what_a_person_rejected_or_something_contradicts_is_no_clue() -> None:
    """R176: an index of doubtful lines would make every later task chase them."""
    pieces = (evidence(1, quote=QUOTE), evidence(2, quote="Lanwan rose."), evidence(3, quote="Lanwan fell."))
    sentences = [Sentence(piece.quote, SentenceKind.QUOTE, (piece.number,)) for piece in pieces]
    made_up = Sentence("Prices tripled.", SentenceKind.FACT, (2,))
    there = await reporting(*pieces, reporter=Writer(*sentences[:1], sentences[2], made_up)).until(Phase.REVIEW)
    (waiting,) = [each.claim for each in there.saw(ClaimsChecked)[0].checked if each.verdict is not Verdict.SUPPORTED]
    there.box.decided = (Decided(waiting, Ruling.REJECTED, made_up.text, "mark"),)
    there.box.disputes = [Conflict(1, 3, "directions differ", 1, 1, "newer")]
    await there.until(Phase.DONE)
    assert there.saw(CluesLearned)[0].texts == (QUOTE,)


async def test_the_cited_evidence_of_a_removed_sentence_pays_no_query() -> None:
    made_up = Sentence("Rose to 5 MWh.", SentenceKind.FACT, (1,))
    there = await reporting(evidence(1, quote=QUOTE), reporter=Writer(made_up)).until(Phase.REVIEW)
    there.box.decided = (Decided(1, Ruling.REJECTED, made_up.text, "remove"),)
    await there.until(Phase.DONE)
    assert there.saw(QueriesScored)[0].yields == ((1, 1, 0), (2, 0, 0))


async def test_a_whole_task_ends_in_a_report_of_words_that_stand_in_its_pages() -> None:
    leaves = [
        leaf("Statistics", "Lanwan had 1,240 MWh of grid storage capacity at the end of 2024."),
        leaf("Yearbook", "The capacity of all storage on the grid of Lanwan came to 1,240 MWh by December 2024."),
        leaf("Recipes", "Boil the rice for ten minutes."),
    ]
    there: World = await world(leaves, executor=SaidExecutor({"Recipes": 0.1})).until(Phase.DONE)
    words = [each for section in there.box.versions[-1] for each in section.sentences]
    assert words
    for sentence in words:
        cited = [there.box.pieces[number] for number in sentence.evidence]
        assert any(sentence.text in there.box.texts[piece.source.key] for piece in cited)
    assert there.state.mind.goal(1).state is GoalState.DONE
    assert source("Statistics", leaves[0].text).key in there.box.texts
