"""The report as DOCX with native footnotes, built as the parts that the format consists of.

python-docx, which reads such files here, can't write footnotes. Nothing in the file points outside but the hyperlinks
that a reader may follow: no template, no image, no field that is updated on opening.
"""

from collections.abc import Iterator
from pathlib import Path

from lxml import etree
from lxml.builder import ElementMaker

from research.store.exports.packed import packed
from research.store.exports.paper import Line, Paper, Reference, Run, Style

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
XML = "http://www.w3.org/XML/1998/namespace"
STYLES = Path(__file__).with_name("word_styles.xml")
TYPES = Path(__file__).with_name("word_types.xml")
FIRST_NOTE = 2
"""0 and 1 are the format's own lines above the footnotes."""

w = ElementMaker(namespace=W, nsmap={"w": W, "r": R})
relation = ElementMaker(namespace=PACKAGE, nsmap={None: PACKAGE})


def docx(made: Paper) -> bytes:
    return packed(_Document(made).parts())


def _q(name: str) -> str:
    return f"{{{W}}}{name}"


def _value(name: str, value: str) -> etree._Element:
    return w(name, {_q("val"): value})


def _words(text: str, style: str = "") -> etree._Element:
    look = [w.rPr(_value("rStyle", style))] if style else []
    return w.r(*look, w.t(text, {f"{{{XML}}}space": "preserve"}))


def _paragraph(style: str, *runs: etree._Element) -> etree._Element:
    return w.p(w.pPr(_value("pStyle", style)), *runs)


def _written(root: etree._Element) -> bytes:
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


class _Document:
    """Footnotes and links are numbered as the text meets them."""

    def __init__(self, made: Paper) -> None:
        self.made = made
        self.notes: list[etree._Element] = []
        self.links: list[str] = []

    def parts(self) -> dict[str, bytes]:
        body = _written(w.document(w.body(*self._body())))
        return {
            "[Content_Types].xml": TYPES.read_bytes(),
            "_rels/.rels": _written(self._relations(("officeDocument", "word/document.xml", False))),
            "word/document.xml": body,
            "word/footnotes.xml": _written(w.footnotes(*self._rules(), *self.notes)),
            "word/styles.xml": STYLES.read_bytes().replace(b"{{language}}", self._language()),
            "word/_rels/document.xml.rels": _written(
                self._relations(
                    ("styles", "styles.xml", False),
                    ("footnotes", "footnotes.xml", False),
                    *(("hyperlink", address, True) for address in self.links),
                )
            ),
        }

    def _language(self) -> bytes:
        return b"zh-CN" if self.made.language.startswith("zh") else b"en-GB"

    def _relations(self, *targets: tuple[str, str, bool]) -> etree._Element:
        made = relation.Relationships()
        for number, (kind, target, outside) in enumerate(targets, start=1):
            facts = {"Id": f"rId{number}", "Type": f"{R}/{kind}", "Target": target}
            made.append(relation.Relationship(facts | ({"TargetMode": "External"} if outside else {})))
        return made

    def _body(self) -> Iterator[etree._Element]:
        if self.made.draft:
            yield _paragraph("Draft", _words(self.made.draft))
        yield _paragraph("Title", _words(self.made.title))
        yield _paragraph("Facts", _words(self.made.facts))
        for line in self.made.intro:
            yield _paragraph("Normal", *self._runs(line))
        for part in self.made.parts:
            yield _paragraph("Heading1", _words(part.heading))
            for line in part.intro:
                yield _paragraph("Normal", *self._runs(line))
            for line in part.lines:
                yield _paragraph("Sentence", *self._runs(line))
        yield from self._references()
        yield w.sectPr(w.pgSz({_q("w"): "11906", _q("h"): "16838"}))

    def _references(self) -> Iterator[etree._Element]:
        if self.made.references:
            yield _paragraph("Heading1", _words(self.made.sources))
        for each in self.made.references:
            yield _paragraph("Reference", _words(f"[{each.number}] {each.title}. {each.facts}. "), self._where(each))

    def _where(self, each: Reference) -> etree._Element:
        return self._link(each.address, each.link) if each.link else _words(each.address)

    def _runs(self, line: Line) -> Iterator[etree._Element]:
        for run in line:
            yield self._run(run)

    def _run(self, run: Run) -> etree._Element:
        if run.note:
            return self._mark(self.made.reference(run.note).noted(run.text))
        if run.link:
            return self._link(run.text, run.link)
        look = {Style.STRONG: "Strong", Style.SOFT: "Soft", Style.PLAIN: ""}[run.style]
        return _words(f" {run.text}" if run.style is Style.SOFT else run.text, look)

    def _link(self, text: str, address: str) -> etree._Element:
        self.links.append(address)
        return w.hyperlink(_words(text, "Hyperlink"), {f"{{{R}}}id": f"rId{len(self.links) + 2}"})

    def _mark(self, text: str) -> etree._Element:
        number = {_q("id"): str(len(self.notes) + FIRST_NOTE)}
        own = w.r(w.rPr(_value("rStyle", "FootnoteReference")), w.footnoteRef())
        self.notes.append(w.footnote(number, _paragraph("FootnoteText", own, _words(f" {text}"))))
        return w.r(w.rPr(_value("rStyle", "FootnoteReference")), w.footnoteReference(number))

    def _rules(self) -> Iterator[etree._Element]:
        for number, kind in enumerate(("separator", "continuationSeparator")):
            yield w.footnote({_q("type"): kind, _q("id"): str(number)}, w.p(w.r(w(kind))))
