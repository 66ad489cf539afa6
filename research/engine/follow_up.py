"""A question on a finished report: whether to look again, and otherwise the answer from its own evidence (R201, R264).

The same reporter writes it and the same checker checks it as the report itself; nothing is written from memory.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from reach.words import content_terms, is_chinese
from research.engine.asks import card_of
from research.engine.checking import against_its_quotes, against_the_others
from research.engine.citations import claims_of, only_known
from research.engine.limits import Limits
from research.engine.recalled import Near, bearing
from research.engine.trigger import Called, Rule, by_rules
from research.roles.briefs import Ask, ReportBrief, SectionBrief
from research.roles.builtin.question import take_apart
from research.roles.checker import Checker
from research.roles.reporter import Reporter
from research.roles.trigger import Trigger, TriggerBrief
from research.terms import Atom, Claim, Conflict, Goal, Language, Period, Section, SentenceKind, Verdict


@dataclass(frozen=True, slots=True)
class Further:
    """The question, with what of the report it is judged by."""

    question: str
    language: Language
    subject: str
    """The report's question."""
    period: Period
    today: date
    near: tuple[Near, ...]
    lacking: tuple[str, ...]
    """What it names and the evidence doesn't."""
    conflicts: tuple[Conflict, ...] = ()

    @property
    def ask(self) -> Ask:
        return Ask(self.question, self.language, self.period, self.today)


@dataclass(frozen=True, slots=True)
class Desk:
    """Who answers."""

    trigger: Trigger
    reporter: Reporter
    checker: Checker
    limits: Limits


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence of an answer with the checker's word on it."""

    text: str
    kind: SentenceKind
    evidence: tuple[int, ...]
    verdict: Verdict
    reason: str
    atoms: tuple[Atom, ...] = ()


async def decide(further: Further, desk: Desk) -> Called:
    """Rules, then whoever judges; who judges nothing leaves it to the evidence."""
    ruled = by_rules(further.question, further.subject, further.near, further.lacking, desk.limits)
    if ruled:
        return ruled
    cards = tuple(card_of(each.piece) for each in further.near)
    judged = await desk.trigger.judge(TriggerBrief(further.ask, further.subject, cards))
    return Called(judged.reach, Rule.MODEL, judged.reason) if judged.reason else Called(False, Rule.DEFAULT)


async def answer(further: Further, desk: Desk) -> tuple[Said, ...]:
    """Checked sentences. None: the report's evidence doesn't answer this, which is a result."""
    lost = {each.left + each.right - each.settled_for for each in further.conflicts if each.settled_for}
    standing = [each for each in further.near if each.piece.number not in lost]
    near = bearing(further.question, further.subject, standing, desk.limits)
    if not near:
        return ()
    pieces = {each.piece.number: each.piece for each in near}
    conflicts = tuple(each for each in further.conflicts if {each.left, each.right} <= pieces.keys())
    open_ones = tuple(each for each in conflicts if each.settled_for is None)
    drafted = await desk.reporter.write(_brief(further, near, open_ones, desk.limits))
    claims = claims_of(only_known(drafted, pieces))
    if not claims:
        return ()
    return await _checked(further, drafted, claims, near, desk)


def _brief(further: Further, near: Sequence[Near], conflicts: tuple[Conflict, ...], limits: Limits) -> ReportBrief:
    """One section, whose heading is the question: it isn't shown, so it takes nothing of the answer's length."""
    goal = Goal(1, None, further.question, (further.question,))
    section = SectionBrief(goal, None, tuple(card_of(each.piece) for each in near))
    return ReportBrief(further.ask, (section,), conflicts, limits.follow_up_answer + len(further.question))


async def _checked(
    further: Further, drafted: Sequence[Section], claims: Sequence[Claim], near: Sequence[Near], desk: Desk
) -> tuple[Said, ...]:
    """Speculation says itself that nothing carries it; it stands beside what was checked, never alone."""
    pieces = {each.piece.number: each.piece for each in further.near}
    titles = {number: piece.source.title for number, piece in pieces.items()}
    alone = await asyncio.gather(
        *(against_its_quotes(claim, pieces, further.language, desk.checker, desk.limits) for claim in claims)
    )
    made = {
        (claim.section, claim.position): against_the_others(checked, claim, further.conflicts, titles)
        for checked, claim in zip(alone, claims, strict=True)
    }
    known = only_known(drafted, {each.piece.number for each in near})
    said = []
    for s, section in enumerate(known):
        for p, sentence in enumerate(section.sentences):
            checked = made.get((s, p))
            verdict, reason = (checked.verdict, checked.reason) if checked else (Verdict.NOT_CHECKED, "")
            atoms = checked.atoms if checked else ()
            said.append(Said(sentence.text, sentence.kind, sentence.evidence, verdict, reason, atoms))
    return tuple(said)


def standalone(question: str, subject: str) -> str:
    """As it can be searched for: the report's matter named behind it, unless it names most of that itself (R204)."""
    about = _matter(subject)
    named, told = set(content_terms(about)), set(content_terms(question))
    if not named or len(named & told) * 2 >= len(named):
        return question
    bare = question.rstrip(" ?？。.")
    return f"{bare}（{about}）？" if is_chinese(question) else f"{bare} ({about})?"


_TO_A_TIME = re.compile(r"\s*(?:[到至在于]|截至|by|in|at|of|since|until)?\s*\d.*$", re.DOTALL)


def _matter(subject: str) -> str:
    """Without the time that the report asked about: the further question has its own."""
    return _TO_A_TIME.sub("", take_apart(subject).subject).strip()


def narrowed(limits: Limits) -> Limits:
    """Of a search for one further question: one goal, few rounds and pages, a budget of its own."""
    return replace(
        limits,
        first_goals=1,
        goals_in_all=1,
        rounds_per_goal=min(limits.rounds_per_goal, limits.follow_up_rounds),
        reads_in_all=min(limits.reads_in_all, limits.follow_up_reads),
        tokens=min(limits.tokens, limits.follow_up_tokens),
    )
