"""How much of the outside a round reached, in four levels. Decided here and nowhere else: tools only report (R263).

What each level means for the task: PARTLY uses what succeeded, LATE goes on with what had arrived, NOTHING is said so,
and no goal is answered from what a model remembers (R260 to R262).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from reach.errors import Kind
from reach.pages import Outcome, Status


class Level(StrEnum):
    FULL = "full"
    PARTLY = "partly"
    LATE = "late"
    NOTHING = "nothing"


class End(StrEnum):
    """How one target counts."""

    GOT = "got"
    LATE = "late"
    """Cut by the clock, or its turn never came."""
    LOST = "lost"
    ASIDE = "aside"
    """Nobody tried: the same page twice, or outside the task's sites. The team's own documents, which hold nothing
    of the matter, say nothing of the outside either."""


OWN = "documents"
PACED = "pace:"
"""How reach begins the reason of a target that was skipped for want of time (R253)."""


def end_of(status: str, kind: str, detail: str, channel: str, items: int) -> End:
    if status in (Status.OK, Status.CACHED):
        return End.ASIDE if channel == OWN and not items else End.GOT
    if status == Status.SKIPPED and detail.startswith(PACED):
        return End.LATE
    if status == Status.SKIPPED:
        return End.LOST if kind else End.ASIDE
    return End.LATE if kind == Kind.TOO_SLOW else End.LOST


@dataclass(frozen=True, slots=True)
class Tally:
    """The targets of one excursion, counted: of one size, whatever was asked for."""

    got: int = 0
    late: int = 0
    lost: int = 0
    wait: float = 0.0
    """Seconds: the shortest wait that somebody named, 0 for none."""

    def plus(self, outcomes: Iterable[Outcome]) -> "Tally":
        tally = self
        for each in outcomes:
            end = end_of(each.status, each.kind or "", each.detail, each.channel, each.items)
            tally = replace(
                tally,
                got=tally.got + (end is End.GOT),
                late=tally.late + (end is End.LATE),
                lost=tally.lost + (end is End.LOST),
                wait=min(filter(None, (tally.wait, each.retry_after)), default=0.0),
            )
        return tally

    @property
    def missing(self) -> int:
        return self.late + self.lost

    @property
    def asked(self) -> int:
        return self.got + self.missing

    @property
    def level(self) -> Level:
        if not self.missing:
            return Level.FULL
        if not self.got:
            return Level.NOTHING
        return Level.PARTLY if self.lost else Level.LATE


NONE_YET = Tally()


def level_of(searched: Tally, opened: Tally) -> Level:
    """Of a round. Hits whose pages could none be opened are nothing: quotes come from pages alone."""
    both = Tally(searched.got + opened.got, searched.late + opened.late, searched.lost + opened.lost)
    return Level.NOTHING if Level.NOTHING in (searched.level, opened.level) else both.level
