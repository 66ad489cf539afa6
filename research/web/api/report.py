"""The report as data: the same view of the rows that the page and the Markdown export show."""

from datetime import date

from ninja import Schema
from pydantic import Field

from research.store import report_views
from research.store.disagreements import ConflictView


class CitationOut(Schema):
    number: int = Field(description="Of the reference, as printed.")
    evidence: str = Field(alias="evidence.label")
    source: str = Field(alias="source.label")
    quote: str = Field(alias="evidence.quote")
    paragraph: int = Field(alias="evidence.paragraph", description="Of the source, from 1; 0 where it wasn't kept.")
    page: int | None = Field(alias="evidence.page", description="Of a paged document, from 1.")


class LineOut(Schema):
    text: str
    kind: str
    state: str
    verdict: str
    waits: bool
    title: str
    claim: str | None = None
    version: int | None = None
    citations: list[CitationOut]

    @staticmethod
    def resolve_claim(line: report_views.LineView) -> str | None:
        return line.claim.label if line.claim else None

    @staticmethod
    def resolve_version(line: report_views.LineView) -> int | None:
        return line.claim.version if line.claim else None


class SectionOut(Schema):
    heading: str
    goal: int | None = Field(alias="goal_number")
    lines: list[LineOut]


class UnansweredOut(Schema):
    goal: int = Field(alias="goal.number")
    question: str = Field(alias="goal.question")
    tried: list[str] = Field(alias="queries")
    why: str
    in_part: bool = Field(description="Evidence for it stands in the report, only not enough.")


class SideOut(Schema):
    evidence: str = Field(alias="label")
    source: str = Field(alias="source.label")
    quote: str
    paragraph: int
    page: int | None
    title: str = Field(alias="source.title")
    publisher: str = Field(alias="source.publisher")
    published: date | None = Field(alias="source.published")


class ConflictOut(Schema):
    left: SideOut
    right: SideOut
    reason: str
    settled_for: str | None = Field(None, description="The evidence that prevails; null: open, both stand.")
    because: str = Field(description="Why it prevails, or why nothing decides; empty while the search goes on.")

    @staticmethod
    def resolve_settled_for(conflict: ConflictView) -> str | None:
        return conflict.settled_for.label if conflict.settled_for else None


class DisputedOut(Schema):
    """A sentence that a person set among the disagreements."""

    claim: str = Field(alias="claim.label")
    text: str
    by: str = Field(alias="decision.person.username")
    citations: list[CitationOut]
    against: list[SideOut]


class UnreadOut(Schema):
    target: str
    channel: str
    kind: str
    detail: str


class LookedOut(Schema):
    """Where was looked and how much of it could be had."""

    channels: list[str]
    queries: int
    results: int = Field(description="As services answered: a page found twice counts twice.")
    hits: int = Field(description="Of these each page once, and at most as many a round as the limit allows.")
    pages: int = Field(description="Different pages that were read.")
    partly: int = Field(description="Rounds that lost a part and used the rest.")
    late: int = Field(description="Rounds that went on with what had arrived in time.")
    nothing: int = Field(description="Rounds in which nothing could be reached.")
    reached: bool = Field(description="False: everything that was asked failed; nothing is answered from memory.")


class ReferenceOut(Schema):
    number: int
    source: str = Field(alias="source.label")
    url: str = Field(alias="source.url")
    title: str = Field(alias="source.title")
    publisher: str = Field(alias="source.publisher")
    published: date | None = Field(alias="source.published")
    cited: int


class ReportOut(Schema):
    task: str = Field(alias="task.label")
    version: int
    language: str
    draft: bool = Field(description="Claims wait for a decision.")
    answered: bool
    counts: dict[str, int] = Field(description="Claims shown, by verdict, and those rejected.")
    sections: list[SectionOut]
    unanswered: list[UnansweredOut]
    by_one_source: list[UnansweredOut] = Field(
        description="Goals that one source alone answers in full: no second, independent one was found."
    )
    conflicts: list[ConflictOut]
    disputed: list[DisputedOut]
    unread: list[UnreadOut]
    looked: LookedOut
    only_sites: list[str] = Field(alias="task.only_sites")
    never_sites: list[str] = Field(alias="task.never_sites")
    documents_only: bool = Field(alias="task.documents_only")
    references: list[ReferenceOut]
