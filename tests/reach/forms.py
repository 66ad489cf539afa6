"""Office files and books by hand: the parts that a reader opens, and no more."""

import io
import zipfile
from collections.abc import Mapping, Sequence

_SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_LINKS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
_DRAWN = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
_SHOWN = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'


def archive(parts: Mapping[str, bytes | str], extra: Sequence[tuple[str, bytes]] = ()) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, body in [*parts.items(), *extra]:
            made.writestr(name, body)
    return stream.getvalue()


def _relations(kind: str, paths: Sequence[str]) -> str:
    links = "".join(f'<Relationship Id="rId{n}" Type="x/{kind}" Target="{path}"/>' for n, path in enumerate(paths, 1))
    return f"<Relationships {_RELATIONS}>{links}</Relationships>"


def core(title: str = "", created: str = "") -> str:
    return (
        '<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t">'
        f"<dc:title>{title}</dc:title><dcterms:created>{created}</dcterms:created></cp:coreProperties>"
    )


def workbook(
    sheets: Mapping[str, str],
    formats: Sequence[str] = (),
    words: Sequence[str] = (),
    states: Mapping[str, str] | None = None,
) -> bytes:
    """`sheets`: the XML inside each worksheet. `formats`: number formats; a cell's style is their place, from 1."""
    states = states or {}
    listed = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}" state="{states.get(name, "visible")}"/>'
        for n, name in enumerate(sheets, 1)
    )
    codes = "".join(f'<numFmt numFmtId="{163 + n}" formatCode="{code}"/>' for n, code in enumerate(formats, 1))
    styles = "".join(f'<xf numFmtId="{163 + n}"/>' for n in range(1, len(formats) + 1))
    parts = {
        "xl/workbook.xml": f"<workbook {_SHEET} {_LINKS}><sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _relations(
            "worksheet", [f"worksheets/sheet{n}.xml" for n in range(1, len(sheets) + 1)]
        ),
        "xl/styles.xml": (
            f'<styleSheet {_SHEET}><numFmts>{codes}</numFmts><cellXfs><xf numFmtId="0"/>{styles}</cellXfs></styleSheet>'
        ),
        "xl/sharedStrings.xml": f"<sst {_SHEET}>{''.join(f'<si><t>{word}</t></si>' for word in words)}</sst>",
    }
    parts |= {
        f"xl/worksheets/sheet{n}.xml": f"<worksheet {_SHEET}>{body}</worksheet>"
        for n, body in enumerate(sheets.values(), 1)
    }
    return archive(parts)


def rows(*lines: Sequence[str | float | tuple[float, int]]) -> str:
    """Words as they stand, numbers, and numbers with a style."""
    return f"<sheetData>{''.join(_row(n, line) for n, line in enumerate(lines, 1) if line)}</sheetData>"


def _row(number: int, line: Sequence[str | float | tuple[float, int]]) -> str:
    cells = (_cell(f"{'ABCDEFGH'[at]}{number}", value) for at, value in enumerate(line) if value != "")
    return f'<row r="{number}">{"".join(cells)}</row>'


def _cell(place: str, value: str | float | tuple[float, int]) -> str:
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    number, style = value if isinstance(value, tuple) else (value, 0)
    return f'<c r="{place}" s="{style}"><v>{number}</v></c>'


def slideshow(slides: Sequence[str], order: Sequence[int] = (), hidden: Sequence[int] = ()) -> bytes:
    """`slides`: the XML of each one's shapes; `order`: in which they are shown, from 1."""
    order = order or range(1, len(slides) + 1)
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="rId{n}"/>' for n in order)
    parts = {
        "ppt/presentation.xml": f"<p:presentation {_SHOWN} {_LINKS}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": _relations(
            "slide", [f"slides/slide{n}.xml" for n in range(1, len(slides) + 1)]
        ),
        "docProps/core.xml": core("Board meeting", "2029-11-05T08:00:00Z"),
    }
    for n, shapes in enumerate(slides, 1):
        show = ' show="0"' if n in hidden else ""
        parts[f"ppt/slides/slide{n}.xml"] = (
            f"<p:sld {_SHOWN} {_DRAWN}{show}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"
        )
    return archive(parts)


def shape(*paragraphs: str, kind: str = "") -> str:
    place = f'<p:nvPr><p:ph type="{kind}"/></p:nvPr>' if kind else ""
    said = "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in paragraphs)
    return f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/>{place}</p:nvSpPr><p:txBody>{said}</p:txBody></p:sp>'


def slide_table(*lines: Sequence[str]) -> str:
    cells = "".join(
        "<a:tr>"
        + "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{cell}</a:t></a:r></a:p></a:txBody></a:tc>" for cell in line)
        + "</a:tr>"
        for line in lines
    )
    table = f'<a:tbl><a:tblPr firstRow="1"/>{cells}</a:tbl>'
    return f"<p:graphicFrame><a:graphic><a:graphicData>{table}</a:graphicData></a:graphic></p:graphicFrame>"


def book(
    chapters: Mapping[str, str],
    spine: Sequence[str],
    more: Mapping[str, bytes | str] | None = None,
    beside: Sequence[str] = (),
) -> bytes:
    """`chapters`: file names and their source; `spine`: their order; `beside`: those that lie beside it."""
    items = "".join(f'<item id="{name}" href="text/{name}" media-type="application/xhtml+xml"/>' for name in chapters)
    order = "".join(
        f'<itemref idref="{name}"{" linear=" + chr(34) + "no" + chr(34) if name in beside else ""}/>' for name in spine
    )
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        "<dc:title>The Sluice</dc:title><dc:language>en</dc:language><dc:date>2029-06-01</dc:date></metadata>"
        f"<manifest>{items}</manifest><spine>{order}</spine></package>"
    )
    root = '<rootfile full-path="OEBPS/book.opf"/>'
    parts: dict[str, bytes | str] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": f"<container><rootfiles>{root}</rootfiles></container>",
        "OEBPS/book.opf": package,
    }
    parts |= {f"OEBPS/text/{name}": source for name, source in chapters.items()}
    return archive(parts | dict(more or {}))


def chapter(body: str, head: str = "<title>x</title>") -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x.dtd">'
        f'<html xmlns="http://www.w3.org/1999/xhtml"><head>{head}</head><body>{body}</body></html>'
    )
