"""From rows to paper, in the report's language; quotes stay in their own."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reach.address import link
from reach.tongue import tongue
from research.models import Evidence, Reach, Report, ResearchTask, Source
from research.store.disagreements import ConflictView
from research.store.export import report_view
from research.store.exports.bibliography import ours
from research.store.exports.paper import Line, Paper, Part, Reference, Run, Style
from research.store.failures import failure
from research.store.moments import written
from research.store.report_views import Disputed, LineView, ReferenceView, ReportView, SectionView, Unanswered
from research.store.sayings import channel_word, said

INTERFACE = {"zh": "zh-hans", "en": "en"}
TAGS = {"zh": "zh-Hans", "en": "en"}
_LIST_MARK = re.compile(r"^\s*[-*+•·▪◦]\s+")
"""What stood before a quote because its page had it in a list; "-5" is a figure and keeps its sign."""
QUERIES_SHOWN = 3
"""Of those tried for a goal: a reader wants to know how it was tried, not every wording."""
WEAK_WORDS = {
    "partly": gettext_lazy("only partly carried by evidence"),
    "contradicted": gettext_lazy("contradicted by another source"),
    "not_found": gettext_lazy("not carried by evidence"),
    "not_checked": gettext_lazy("could not be checked"),
    "": gettext_lazy("not checked yet"),
}


def paper(task: ResearchTask, report: Report | None = None) -> Paper:
    """Head, sections, what is open, sources: of the newest version, or of the one asked for."""
    with translation.override(INTERFACE[task.language]):
        view = report_view(task, report)
        sections = tuple(part for section in view.sections if (part := _section(section)).lines)
        return Paper(
            title=_flat(view.task.question),
            language=TAGS[view.language],
            facts=f"{view.task.label} · {_status(view)}",
            draft=_("Draft") if view.draft else "",
            intro=tuple(_intro(view)),
            parts=(*sections, *_open_ends(view)),
            sources=_("Sources"),
            references=tuple(_reference(each) for each in view.references),
        )


def _tongue(words: str, source: Source) -> str:
    """Of a source's words, empty where it is the report's own."""
    spoken = tongue(words, source.language)
    tag = TAGS.get(spoken, spoken)
    return "" if tag.lower() == translation.get_language() else tag


def _flat(text: str) -> str:
    """One line, whatever a source or a person typed, without marks that no file format can hold."""
    return " ".join("".join(char for char in text if char >= " " or char.isspace()).split())


def _text(*texts: str) -> Line:
    return tuple(Run(_flat(text)) for text in texts if text)


def _intro(view: ReportView) -> list[Line]:
    lines: list[Line] = []
    if not view.answered:
        lines.append((Run(f"{_('Not answered')}.", Style.STRONG), Run(f" {_nothing(view)}")))
    if view.annotated:
        lines.append(_text(_("An annotated collection of quotations: no language model wrote this.")))
    return [*lines, _text(view.looked.line)]


def _nothing(view: ReportView) -> str:
    if view.looked.reached:
        return _("Nothing was found that could be quoted.")
    return _("Nothing could be reached, so nothing is known; no answer is given from memory.")


def _status(view: ReportView) -> str:
    version = _("version %(number)s") % {"number": view.version}
    if not view.answered:
        return " · ".join([_("not answered"), version])
    told = {"supported": view.supported, "total": view.claims}
    checked = _("%(supported)s of %(total)s claims supported") % told
    return " · ".join([_("draft: claims wait for review") if view.draft else _("final"), version, checked])


def _section(section: SectionView) -> Part:
    lines = tuple(_line(line) for line in section.lines if line.state != "removed")
    return Part(_flat(section.heading), lines, tuple(_of_heading(section)))


def _of_heading(section: SectionView) -> Iterator[Line]:
    """What is still to be decided about the heading, beneath it."""
    weak = [str(WEAK_WORDS[section.claim.verdict])] if section.claim and section.weak else []
    told = "; ".join([*weak, *_doubted(section)])
    if told:
        yield (Run(_("The heading: %(what)s") % {"what": told}, Style.SOFT),)


def _doubted(part: LineView | SectionView) -> list[str]:
    return [_("doubted by %(name)s; not decided yet") % {"name": part.doubted_by}] if part.flags else []


def _line(line: LineView) -> Line:
    words: Line = (Run(_flat(line.text)),)
    if line.title:
        named, quoted = (
            _tongue(words, line.citations[0].source) if line.citations else "" for words in (line.title, line.text)
        )
        said = Run(f"{_date(line)}: “{_bare(line.text)}”", language=quoted)
        words = (Run(_flat(line.title), Style.STRONG, language=named), said)
    numbers = dict.fromkeys(cited.number for cited in line.citations)
    marks = tuple(Run(_places(number, line), note=number) for number in numbers)
    return (*words, *marks, *_said_of(line))


def _places(number: int, line: LineView) -> str:
    """Where in the source the quotes stand: "p. 3, ¶ 12"."""
    return "; ".join(filter(None, dict.fromkeys(c.evidence.place for c in line.citations if c.number == number)))


def _bare(quote: str) -> str:
    return _flat(_LIST_MARK.sub("", quote))


def _date(line: LineView) -> str:
    published = line.citations[0].source.published if line.citations else None
    return f" ({published.isoformat()})" if published else ""


def _said_of(line: LineView) -> Line:
    who = {"name": line.decision.person.username if line.decision else ""}
    words = {
        "weak": str(WEAK_WORDS.get(line.verdict, line.verdict)),
        "speculation": _("speculation"),
        "approved": _("approved by %(name)s") % who,
        "edited": _("edited by %(name)s") % who,
        "rejected": _("rejected by %(name)s: evidence missing") % who,
    }
    shown = line.state in words and not (line.state == "approved" and line.verdict == "supported")
    moving = [_("as of %(time)s") % {"time": written(line.as_of)}] if line.as_of else []
    told = "; ".join([*moving, *([words[line.state]] if shown else []), *_doubted(line)])
    return (Run(f"({told})", Style.SOFT),) if told else ()


def _open_ends(view: ReportView) -> list[Part]:
    parts = []
    if view.conflicts or view.disputed:
        lines = (*(_disputed(each) for each in view.disputed), *(_disagreement(each) for each in view.conflicts))
        parts.append(Part(_("Disagreements"), lines))
    if view.by_one_source:
        parts.append(Part(_("Answered by one source alone"), tuple(_open(each) for each in view.by_one_source)))
    if view.unanswered:
        heading = _("Not answered, or only in part") if view.answered_in_part else _("Not answered")
        parts.append(Part(heading, tuple(_open(each) for each in view.unanswered)))
    if view.unread or view.looked.degraded:
        fallen = (_text(" ".join(view.looked.degraded)),) if view.looked.degraded else ()
        parts.append(Part(_("Could not read"), tuple(_unread(view.unread)), fallen))
    return parts


def _unread(rows: Sequence[Reach]) -> list[Line]:
    told: list[Line] = []
    for target, each in groupby(rows, key=lambda row: row.target):
        why = "; ".join(dict.fromkeys(_flat(failure(row.kind, row.detail)) for row in each))
        told.append((_address(target), Run(f": {why}")))
    return told


def _address(target: str) -> Run:
    """Whatever is no address that a reader could follow stands as text."""
    made = link(target)
    return Run(made or _flat(target), link=made)


def _open(each: Unanswered) -> Line:
    parts = [_flat(f"{said(each.why)}.")] if each.why else []
    if each.in_part and not each.goal.by_one_source:
        parts.insert(0, _("Answered only in part."))
    if each.queries:
        names = _(", ").join(map(channel_word, each.channels))
        where = _(" (in %(channels)s)") % {"channels": names} if names else ""
        parts.append(f"{_('Tried')}: {_flat(_first_few(each.queries) + where)}")
    return (Run(f"{_flat(each.goal.question)}: {' '.join(parts)}".rstrip(": ")),)


def _first_few(queries: tuple[str, ...]) -> str:
    rest = len(queries) - QUERIES_SHOWN
    more = [_("and %(count)s more") % {"count": rest}] if rest > 0 else []
    return "; ".join([*queries[:QUERIES_SHOWN], *more])


def _disputed(each: Disputed) -> Line:
    """A sentence that a person set here, and what speaks against it."""
    places = {cited.number: cited.evidence.place for cited in each.citations}
    marks = tuple(Run(place, note=number) for number, place in places.items())
    who = _("kept beside what contradicts it by %(name)s") % {"name": each.decision.person.username}
    sides = tuple(run for piece in each.against for run in (Run(" ↔ "), *_quoted(piece)))
    return (Run(_flat(each.text)), *marks, *sides, Run(f"({who})", Style.SOFT))


def _disagreement(each: ConflictView) -> Line:
    verdict = f". {_flat(each.verdict)}" if each.verdict else ""
    return (*_quoted(each.left), Run(" ↔ "), *_quoted(each.right), Run(f": {_flat(each.what)}{verdict}"))


def _quoted(evidence: Evidence) -> Line:
    """A side with what tells it from the other: publisher, day and place."""
    source = evidence.source
    day = source.published.isoformat() if source.published else ""
    facts = ", ".join(filter(None, [_flat(source.publisher), day, evidence.place]))
    title = Run(_flat(source.title), Style.STRONG, language=_tongue(source.title, source))
    return title, Run(f" ({facts}): “{_bare(evidence.quote)}”", language=_tongue(evidence.quote, source))


def _reference(each: ReferenceView) -> Reference:
    source = each.source
    dates = [f"{_('published')} {source.published.isoformat()}"] if source.published else []
    dates.append(f"{_('fetched')} {written(source.fetched)}")
    facts = ". ".join([_flat(source.publisher), ", ".join(dates)])
    address = Run(_own(source)) if ours(source) else _address(source.url)
    return Reference(each.number, _flat(source.title), facts, address.text, address.link, _tongue(source.title, source))


def _own(source: Source) -> str:
    """In place of an address that leads nowhere outside of this installation."""
    return _("document of the team's own") if source.url.lower().startswith("doc:") else _("row of the team's own")
