"""The cited sources for a reference manager: BibTeX and RIS, with the time each was read."""

import re
from collections.abc import Iterable, Iterator

from reach.library import SUFFIXES
from research.models import Report, ResearchTask, Source
from research.store.export import report_view
from research.store.moments import written

_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
_TEX_SPECIAL = re.compile("|".join(map(re.escape, _TEX)))


def bibtex(task: ResearchTask, report: Report | None = None) -> bytes:
    return bibtex_of(cited(task, report))


def bibtex_of(sources: Iterable[Source]) -> bytes:
    return "\n\n".join(_entry(each) for each in sources).encode() + b"\n"


def ris(task: ResearchTask, report: Report | None = None) -> bytes:
    return ris_of(cited(task, report))


def ris_of(sources: Iterable[Source]) -> bytes:
    """Lines end as the format wants them, with a carriage return."""
    return "".join(f"{line}\r\n" for each in sources for line in _tagged(each)).encode()


def cited(task: ResearchTask, report: Report | None = None) -> list[Source]:
    return [each.source for each in report_view(task, report).references]


def ours(source: Source) -> bool:
    """A document or a row of the team's own: nowhere on the web."""
    return source.url.lower().startswith(("doc://", "db://"))


def file_name(source: Source) -> str:
    """Of a document of the team's own that doesn't say who published it: its file's name then stands in that place, on
    pages. A reference manager must not take it for a publisher."""
    named = ours(source) and source.publisher.lower().endswith(SUFFIXES)
    return one_line(source.publisher) if named else ""


def publisher(source: Source) -> str:
    return "" if file_name(source) else one_line(source.publisher)


def note(source: Source) -> str:
    """When it was read, and of a file its name: addresses within this installation lead nowhere outside of it."""
    told = f"Fetched {written(source.fetched)}"
    return f"File {file_name(source)}. {told}" if file_name(source) else told


def _entry(source: Source) -> str:
    day = source.published
    fields = {
        "title": f"{{{_tex(source.title)}}}",
        "howpublished": _tex(publisher(source)),
        "year": str(day.year) if day else "",
        "month": str(day.month) if day else "",
        "date": day.isoformat() if day else "",
        "url": _braced(source.way_out),
        "urldate": source.fetched.date().isoformat(),
        "note": _tex(note(source)),
    }
    body = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@misc{{{source.label},\n{body}\n}}"


def _tex(text: str) -> str:
    return _TEX_SPECIAL.sub(lambda found: _TEX[found[0]], one_line(text))


def _braced(url: str) -> str:
    """A brace would end the field; an address may carry it as its number."""
    return url.replace("{", "%7B").replace("}", "%7D")


def one_line(text: str) -> str:
    """A line end in a title would begin a field of its own."""
    return " ".join("".join(char for char in text if char >= " " or char.isspace()).split())


def _tagged(source: Source) -> Iterator[str]:
    yield f"TY  - {'GEN' if ours(source) else 'ELEC'}"
    yield from _filled(
        ("ID", source.label),
        ("TI", one_line(source.title)),
        ("PB", publisher(source)),
        ("DA", source.published.strftime("%Y/%m/%d") if source.published else ""),
        ("PY", str(source.published.year) if source.published else ""),
        ("UR", source.way_out),
        ("Y2", source.fetched.strftime("%Y/%m/%d")),
        ("N1", note(source)),
        ("LA", source.language),
    )
    yield "ER  - "


def _filled(*fields: tuple[str, str]) -> Iterable[str]:
    return (f"{name}  - {value}" for name, value in fields if value)
