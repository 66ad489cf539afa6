"""The report as Markdown, with footnotes. Words of sources and people are escaped: they stand as text, whatever they
contain."""

import re
from collections.abc import Iterator

from research.models import Report, ResearchTask
from research.store.exports.paper import Line, Paper, Part, Reference, Run, Style
from research.store.exports.reading import paper

_SPECIAL = re.compile(r"[\\`*_{}\[\]>|~$]|&(?=#?\w{1,40};)")
_LINE_START = re.compile(r"^([#>+-]|\d+(?=[.)]))")
"""What makes a heading, a quotation or a list of a line: a backslash goes before the mark, or before the dot."""


def markdown(task: ResearchTask, report: Report | None = None) -> str:
    return rendered(paper(task, report))


def rendered(made: Paper) -> str:
    parts = [_head(made), *(_part(part) for part in made.parts)]
    if made.references:
        parts.append("\n".join([f"## {escaped(made.sources)}", "", *map(_footnote, made.references)]))
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """One line of plain text as Markdown that shows exactly it. No "<" is left to open a tag, not even behind a
    backslash: one that an address swallows escapes nothing."""
    line = _inner(" ".join(text.split()))
    return _LINE_START.sub(lambda mark: f"{mark[0]}\\" if mark[0].isdigit() else f"\\{mark[0]}", line)


def _inner(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text).replace("<", "&lt;")


def _head(made: Paper) -> str:
    lines = [f"# {escaped(made.title)}", "", escaped(made.facts)]
    for line in made.intro:
        lines += ["", _line(line)]
    return "\n".join(lines)


def _part(part: Part) -> str:
    above = [text for line in part.intro for text in (_line(line), "")]
    return "\n".join([f"## {escaped(part.heading)}", "", *above, *(f"- {_line(line)}" for line in part.lines)])


def _line(line: Line) -> str:
    return "".join(_pieces(line)).rstrip()


def _pieces(line: Line) -> Iterator[str]:
    for at, run in enumerate(line):
        if run.note:
            yield f" [^{run.note}] {_inner(run.text)}".rstrip()
        elif run.style is Style.STRONG:
            yield f"**{escaped(run.text)}**"
        elif run.style is Style.SOFT:
            yield f" *{_inner(run.text)}*"
        elif run.link:
            yield f"<{run.link}>"
        else:
            yield escaped(run.text) if at == 0 else _inner(run.text)


def _footnote(each: Reference) -> str:
    where = _line((Run(each.address, link=each.link),))
    return f"[^{each.number}]: {'. '.join([escaped(each.title), escaped(each.facts)])}. {where}"
