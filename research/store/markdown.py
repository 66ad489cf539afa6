"""The report as Markdown. Words of sources and people are escaped: they stand as text, whatever they contain."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reach.address import link
from research.models import Evidence, Reach, ResearchTask
from research.store.disagreements import ConflictView
from research.store.export import LineView, ReferenceView, ReportView, SectionView, Unanswered, report_view
from research.store.failures import failure
from research.store.moments import written
from research.store.sayings import channel_word, said

INTERFACE = {"zh": "zh-hans", "en": "en"}
_SPECIAL = re.compile(r"[\\`*_{}\[\]>|~$]|&(?=#?\w{1,40};)")
_LINE_START = re.compile(r"^([#>+-]|\d+(?=[.)]))")
"""What makes a heading, a quotation or a list of a line: a backslash goes before the mark, or before the dot."""
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


def markdown(task: ResearchTask) -> str:
    """Head, sections, what is open, sources. In the report's language; quotes stay in their own."""
    view = report_view(task)
    with translation.override(INTERFACE[view.language]):
        parts = [_head(view), *(_section(section) for section in view.sections), *_open_ends(view)]
        if view.references:
            parts.append(_sources(view.references))
        return "\n\n".join(part for part in parts if part) + "\n"


def escaped(text: str) -> str:
    """One line of plain text as Markdown that shows exactly it. No "<" is left to open a tag, not even behind a
    backslash: one that an address swallows escapes nothing."""
    line = _SPECIAL.sub(r"\\\g<0>", " ".join(text.split())).replace("<", "&lt;")
    return _LINE_START.sub(lambda mark: f"{mark[0]}\\" if mark[0].isdigit() else f"\\{mark[0]}", line)


def _head(view: ReportView) -> str:
    lines = [f"# {escaped(view.task.question)}", "", f"{view.task.label} · {_status(view)}"]
    if not view.answered:
        lines += ["", f"**{_('Not answered')}.** {_nothing(view)}"]
    if view.annotated:
        lines += ["", _("An annotated collection of quotations: no language model wrote this.")]
    return "\n".join([*lines, "", escaped(view.looked.line)])


def _nothing(view: ReportView) -> str:
    if view.looked.reached:
        return _("Nothing was found that could be quoted.")
    return _("Nothing could be reached, so nothing is known; no answer is given from memory.")


def _status(view: ReportView) -> str:
    version = _("version %(number)s") % {"number": view.version}
    if not view.answered:
        return " · ".join([_("not answered"), version])
    supported, total = view.counts.get("supported", 0), sum(view.counts.values())
    checked = _("%(supported)s of %(total)s claims supported") % {"supported": supported, "total": total}
    return " · ".join([_("draft: claims wait for review") if view.draft else _("final"), version, checked])


def _section(section: SectionView) -> str:
    lines = [_line(line) for line in section.lines if line.state != "removed"]
    return "\n".join([f"## {escaped(section.heading)}", "", *lines]) if lines else ""


def _line(line: LineView) -> str:
    marks = " ".join(_reference_mark(number, line) for number in dict.fromkeys(c.number for c in line.citations))
    words = escaped(line.text)
    if line.title:
        words = f"**{escaped(line.title)}**{_date(line)}: “{escaped(_bare(line.text))}”"
    return f"- {words} {marks}{_mark(line)}".rstrip()


def _reference_mark(number: int, line: LineView) -> str:
    """The reference with the places of its quotes: "[2] p. 3, ¶ 12"."""
    places = dict.fromkeys(c.evidence.place for c in line.citations if c.number == number)
    return " ".join([f"[{number}]", "; ".join(filter(None, places))]).rstrip()


def _bare(quote: str) -> str:
    return _LIST_MARK.sub("", quote)


def _date(line: LineView) -> str:
    published = line.citations[0].source.published if line.citations else None
    return f" ({published.isoformat()})" if published else ""


def _mark(line: LineView) -> str:
    words = {
        "weak": str(WEAK_WORDS.get(line.verdict, line.verdict)),
        "speculation": _("speculation"),
        "approved": _("approved by a reviewer"),
        "edited": _("edited by a reviewer"),
        "rejected": _("rejected by a reviewer: evidence missing"),
    }
    shown = line.state in words and not (line.state == "approved" and line.verdict == "supported")
    return f" *({words[line.state]})*" if shown else ""


def _open_ends(view: ReportView) -> list[str]:
    parts = []
    if view.conflicts:
        lines = [_disagreement(each) for each in view.conflicts]
        parts.append("\n".join([f"## {_('Disagreements')}", "", *lines]))
    if view.by_one_source:
        lines = [_open(each) for each in view.by_one_source]
        parts.append("\n".join([f"## {_('Answered by one source alone')}", "", *lines]))
    if view.unanswered:
        heading = _("Not answered, or only in part") if view.answered_in_part else _("Not answered")
        parts.append("\n".join([f"## {heading}", "", *(_open(each) for each in view.unanswered)]))
    if view.unread:
        lines = [f"- {_address(target)}: {why}" for target, why in _reasons(view.unread)]
        fallen = [" ".join(view.looked.degraded), ""] if view.looked.degraded else []
        parts.append("\n".join([f"## {_('Could not read')}", "", *fallen, *lines]))
    return parts


def _reasons(rows: Sequence[Reach]) -> Iterator[tuple[str, str]]:
    for target, each in groupby(rows, key=lambda row: row.target):
        yield target, "; ".join(dict.fromkeys(escaped(failure(row.kind, row.detail)) for row in each))


def _address(target: str) -> str:
    """Whatever is no address that a reader could follow stands as text."""
    return f"<{made}>" if (made := link(target)) else escaped(target)


def _open(each: Unanswered) -> str:
    parts = [escaped(f"{said(each.why)}.")] if each.why else []
    if each.in_part and not each.goal.by_one_source:
        parts.insert(0, _("Answered only in part."))
    if each.queries:
        names = _(", ").join(map(channel_word, each.channels))
        where = _(" (in %(channels)s)") % {"channels": names} if names else ""
        parts.append(f"{_('Tried')}: {escaped(_first_few(each.queries) + where)}")
    return f"- {escaped(each.goal.question)}: {' '.join(parts)}".rstrip(": ")


def _first_few(queries: tuple[str, ...]) -> str:
    rest = len(queries) - QUERIES_SHOWN
    more = [_("and %(count)s more") % {"count": rest}] if rest > 0 else []
    return "; ".join([*queries[:QUERIES_SHOWN], *more])


def _disagreement(each: ConflictView) -> str:
    sides = f"{_quoted(each.left)} ↔ {_quoted(each.right)}: {escaped(each.what)}"
    return f"- {sides}. {escaped(each.verdict)}".rstrip() if each.verdict else f"- {sides}"


def _quoted(evidence: Evidence) -> str:
    """A side with what tells it from the other: publisher, day and place."""
    source = evidence.source
    day = source.published.isoformat() if source.published else ""
    facts = ", ".join(filter(None, [escaped(source.publisher), day, evidence.place]))
    return f"**{escaped(source.title)}** ({facts}): “{escaped(_bare(evidence.quote))}”"


def _sources(references: tuple[ReferenceView, ...]) -> str:
    return "\n".join([f"## {_('Sources')}", "", *(_reference(each) for each in references)])


def _reference(each: ReferenceView) -> str:
    source = each.source
    dates = [f"{_('published')} {source.published.isoformat()}"] if source.published else []
    dates.append(f"{_('fetched')} {written(source.fetched)}")
    facts = [escaped(source.title), escaped(source.publisher), ", ".join(dates)]
    return f"{each.number}. {'. '.join(facts)}. {_address(source.url)}"
