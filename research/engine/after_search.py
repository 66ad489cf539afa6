"""What happens once the search is over: the last classes of the closed set in `events`."""

from dataclasses import dataclass

from research.terms import Checked, Claim, Decided, Section, Unclaimed


@dataclass(frozen=True, slots=True)
class ReportWritten:
    sections: tuple[Section, ...]
    unreached: bool = False
    """Empty because nothing at all could be reached, which says nothing of the world (R260)."""


@dataclass(frozen=True, slots=True)
class ClaimsDrawn:
    claims: tuple[Claim, ...]
    unclaimed: tuple[Unclaimed, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimsChecked:
    checked: tuple[Checked, ...]


@dataclass(frozen=True, slots=True)
class DeskOpened:
    waiting: int


@dataclass(frozen=True, slots=True)
class DecisionsFolded:
    """The report as it stands after people decided: a new version."""

    sections: tuple[Section, ...]
    decisions: tuple[Decided, ...]


@dataclass(frozen=True, slots=True)
class QueriesScored:
    """(query, evidence it brought, of which the report cites) (R073)."""

    yields: tuple[tuple[int, int, int], ...]
    wordings: tuple[tuple[str, int, int], ...] = ()
    """(wording pattern, queries that were answered, of which the report cites)."""


@dataclass(frozen=True, slots=True)
class CluesLearned:
    """What a later task may be told, to verify and never to believe (R176)."""

    texts: tuple[str, ...]
