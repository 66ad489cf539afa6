"""The report that the models read instead of a history: five sections, always under its cap (R160-R170, C12, C33).

The goal never changes. A fact needs evidence. What leaves for want of room leaves whole and stays on file by its row.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from memory.confirmed import ConfirmedFact as ConfirmedFact
from memory.confirmed import PromotionWithoutEvidence as PromotionWithoutEvidence
from memory.confirmed import merged as merged
from memory.figures.folding import plain
from memory.working import label

Count = Callable[[str], int]


class GoalIsImmutable(ValueError):
    """Somebody tried to write another goal over the first (R163)."""


class CapTooSmall(ValueError):
    """Not even the section headings fit: a setting is wrong, and no cutting can mend it."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """`since`: the round that last brought it forward. `origin`: where it comes from, as people see it: a row (E-7), an
    earlier task (T-128), or "" for a role's own."""

    text: str
    since: int
    origin: str = ""

    def line(self) -> str:
        return f"- {self.text} (unverified, from {self.origin})" if self.origin else f"- {self.text} (unverified)"


@dataclass(frozen=True, slots=True)
class EvolvingReport:
    """`archived`: the latest rows that left the text; `archived_count`: all that ever did; `left_out`: lines of the
    other sections that did. `goal_shown`: characters of an overlong goal that are printed, 0 for all of it."""

    goal: str
    facts: tuple[ConfirmedFact, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    gaps: tuple[str, ...] = ()
    draft: str = ""
    archived: tuple[int, ...] = ()
    archived_count: int = 0
    left_out: int = 0
    goal_shown: int = 0

    def updated(self, new: "EvolvingReport") -> "EvolvingReport":
        """`new` in the place of this one, if it pursues the same goal; the archive is carried on, never rewritten."""
        if new.goal != self.goal:
            raise GoalIsImmutable(f"the goal is {self.goal!r}, not {new.goal!r}")
        return replace(new, archived=self.archived, archived_count=self.archived_count)

    def confirmed(self, fact: ConfirmedFact) -> "EvolvingReport":
        """Adds a fact; a hypothesis of the same words has done its work and goes (R165)."""
        rest = tuple(idea for idea in self.hypotheses if idea.text != fact.text)
        return replace(self, facts=(*self.facts, fact), hypotheses=rest)

    def promoted(
        self, text: str, evidence: tuple[int, ...], confidence: float, round: int, goal: int = 0
    ) -> "EvolvingReport":
        """A hypothesis that evidence has borne out becomes a fact; without evidence this raises."""
        return self.confirmed(ConfirmedFact(text, evidence, confidence, round, goal))

    def supposing(self, ideas: Sequence[Hypothesis], most: int) -> "EvolvingReport":
        """With what is to be verified: nothing that is a fact or supposed already, and of `most` the newest."""
        known = {plain(fact.text) for fact in self.facts}
        held = {plain(idea.text): idea for idea in self.hypotheses}
        for idea in ideas:
            if plain(idea.text) and plain(idea.text) not in known:
                held.setdefault(plain(idea.text), idea)
        kept = sorted(held.values(), key=lambda idea: idea.since)[max(0, len(held) - most) :]
        return replace(self, hypotheses=tuple(kept))

    def concluded(self, goal: int, conclusion: ConfirmedFact | None, archive_ids: int) -> "EvolvingReport":
        """One entry in the place of a finished goal's fragments (R148): what it doesn't rest on itself leaves as a row
        in the archive line. Without a conclusion the goal leaves nothing but rows."""
        fragments = [fact for fact in self.facts if fact.goal == goal]
        kept = tuple(fact for fact in self.facts if fact.goal != goal)
        stands = conclusion.evidence if conclusion else ()
        gone = dict.fromkeys(row for fact in fragments for row in fact.evidence if row not in stands)
        left = replace(
            self,
            facts=(*kept, conclusion) if conclusion else kept,
            archived=(*self.archived, *gone),
            archived_count=self.archived_count + len(gone),
        )
        return _trimmed_archive(left, archive_ids)

    def text(self) -> str:
        """The rendering that a prompt gets and a cap is counted on."""
        return "\n".join(
            (
                f"Goal: {self._goal()}",
                "Confirmed facts (fact | source | confidence):",
                *(fact.line() for fact in self.facts),
                "Hypotheses to verify:",
                *(idea.line() for idea in self.hypotheses),
                "Gaps:",
                *(f"- {gap}" for gap in self.gaps),
                f"Draft conclusion: {self.draft}",
                *self._notes(),
            )
        )

    def _goal(self) -> str:
        return (
            f"{self.goal[: self.goal_shown]} … [goal shortened here, whole on file]" if self.goal_shown else self.goal
        )

    def _notes(self) -> tuple[str, ...]:
        notes = []
        if self.archived_count:
            rows = ", ".join(label(row) for row in self.archived)
            notes.append(f"Archive: {self.archived_count} rows on file, latest: {rows or 'none listed'}")
        if self.left_out:
            notes.append(f"Left out for want of room: {self.left_out} lines")
        return tuple(notes)


def fit(
    report: EvolvingReport,
    cap_tokens: int,
    count: Count,
    round: int,
    stale_rounds: int,
    alike: float,
    archive_ids: int,
    aim_tokens: int | None = None,
) -> EvolvingReport:
    """The report under its cap, by the mildest means that suffice: merge, drop stale guesses, archive, leave out.

    `alike`: share of the shorter fact's words that the longer must hold to be merged with it. `archive_ids`: row ids
    that the archive line may list. A report that fits comes back as it is, but for a too long archive line.
    `aim_tokens`: where it doesn't fit, as far as this, so that the next rounds have room; facts alone make it.
    """
    report = _trimmed_archive(report, archive_ids)
    if count(report.text()) > cap_tokens:
        report = _aimed(report, aim_tokens or cap_tokens, count, round, stale_rounds, alike, archive_ids)
    measures: tuple[Callable[[EvolvingReport], EvolvingReport], ...] = (
        lambda now: _shrunk(now, len(now.facts), _archive_oldest(archive_ids), cap_tokens, count),
        lambda now: _shrunk(now, len(now.hypotheses), _fewer_hypotheses, cap_tokens, count),
        lambda now: _shrunk(now, len(now.gaps), _fewer_gaps, cap_tokens, count),
        lambda now: replace(now, draft="", left_out=now.left_out + bool(now.draft)),
        lambda now: _shrunk(now, len(now.archived), _fewer_archived, cap_tokens, count),
        lambda now: _shrunk(now, len(now.goal), _shorter_goal, cap_tokens, count),
    )
    for measure in measures:
        if count(report.text()) <= cap_tokens:
            return report
        report = measure(report)
    if count(report.text()) > cap_tokens:
        raise CapTooSmall(f"{cap_tokens} tokens don't hold the headings of a report")
    return report


def _aimed(
    report: EvolvingReport, aim: int, count: Count, round: int, stale_rounds: int, alike: float, archive_ids: int
) -> EvolvingReport:
    """Merged, without stale guesses, and with the oldest facts archived as far as the aim asks; a report that is long
    by other things keeps its facts."""
    report = replace(report, facts=merged(report.facts, alike))
    if count(report.text()) <= aim:
        return report
    report = without_stale(report, round, stale_rounds)
    lighter = _shrunk(report, len(report.facts), _archive_oldest(archive_ids), aim, count)
    return lighter if lighter.facts else report


def without_stale(report: EvolvingReport, round: int, stale_rounds: int) -> EvolvingReport:
    alive = tuple(idea for idea in report.hypotheses if round - idea.since < stale_rounds)
    gone = len(report.hypotheses) - len(alive)
    return replace(report, hypotheses=alive, left_out=report.left_out + gone)


Lessen = Callable[[EvolvingReport, int], EvolvingReport]


def _shrunk(report: EvolvingReport, upper: int, lessen: Lessen, cap_tokens: int, count: Count) -> EvolvingReport:
    """The least reduction that fits, found by halving; the greatest one if none does.

    Halving needs a text that shrinks with each step. Where a note makes it grow instead, the result may be smaller
    than need be, never larger than the cap: the caller checks.
    """
    low, high = 0, upper
    while low < high:
        middle = (low + high) // 2
        if count(lessen(report, middle).text()) <= cap_tokens:
            high = middle
        else:
            low = middle + 1
    return lessen(report, low)


def _archive_oldest(archive_ids: int) -> Lessen:
    def lessen(report: EvolvingReport, many: int) -> EvolvingReport:
        if not many:
            return report
        by_age = sorted(
            range(len(report.facts)), key=lambda at: (report.facts[at].round, report.facts[at].confidence, at)
        )
        going = set(by_age[:many])
        rows = tuple(row for at in sorted(going) for row in report.facts[at].evidence)
        left = replace(
            report,
            facts=tuple(fact for at, fact in enumerate(report.facts) if at not in going),
            archived=(*report.archived, *rows),
            archived_count=report.archived_count + len(rows),
        )
        return _trimmed_archive(left, archive_ids)

    return lessen


def _trimmed_archive(report: EvolvingReport, archive_ids: int) -> EvolvingReport:
    """The latest ids only: a list that grew with every eviction would become the history it replaces."""
    return replace(report, archived=report.archived[max(0, len(report.archived) - archive_ids) :])


def _fewer_hypotheses(report: EvolvingReport, many: int) -> EvolvingReport:
    by_age = sorted(range(len(report.hypotheses)), key=lambda at: (report.hypotheses[at].since, at))
    going = set(by_age[:many])
    kept = tuple(idea for at, idea in enumerate(report.hypotheses) if at not in going)
    return replace(report, hypotheses=kept, left_out=report.left_out + many)


def _fewer_gaps(report: EvolvingReport, many: int) -> EvolvingReport:
    """The last ones go: the caller lists the most pressing first."""
    return replace(report, gaps=report.gaps[: len(report.gaps) - many], left_out=report.left_out + many)


def _fewer_archived(report: EvolvingReport, many: int) -> EvolvingReport:
    return replace(report, archived=report.archived[many:])


def _shorter_goal(report: EvolvingReport, many: int) -> EvolvingReport:
    """Only the printed form, and marked as such; `goal` itself stays."""
    shown = len(report.goal) - many
    return replace(report, goal_shown=max(shown, 1)) if many else report
