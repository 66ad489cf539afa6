"""A report in every format: the same words in both languages, inert whatever sources wrote (B-139, B-144, B-149)."""

import io
import re
import zipfile
from pathlib import Path

import docx as reader
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from lxml import etree, html
from markdown_it import MarkdownIt

from research.store.exports.paper import Paper, Part, Reference, Run, Style
from research.store.exports.typeset import pdf
from research.store.exports.webpage import html as webpage
from research.store.exports.wordfile import W, docx
from research.store.markdown import rendered
from tests.research.papers import CHINESE, ENGLISH, HOSTILE, hostile

GOLDEN = Path(__file__).with_name("golden")
PAPERS = {"en": ENGLISH, "zh": CHINESE}


def part(body: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return archive.read(name)


def spread(xml: bytes) -> bytes:
    """A line an element, so that a difference can be read."""
    root = etree.fromstring(xml)
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8") + b"\n"


RENDERED = {
    "md": lambda made: rendered(made).encode(),
    "html": webpage,
    "document.xml": lambda made: spread(part(docx(made), "word/document.xml")),
    "footnotes.xml": lambda made: spread(part(docx(made), "word/footnotes.xml")),
    "pdf.txt": lambda made: printed(pdf(made)).encode(),
}


def printed(body: bytes) -> str:
    document = pypdfium2.PdfDocument(body)
    pages = [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]
    return "\n\f\n".join(pages) + "\n"


@pytest.mark.parametrize("language", PAPERS)
@pytest.mark.parametrize("format", RENDERED)
def test_a_report_looks_as_it_was_once_looked_at(format: str, language: str) -> None:
    """Golden files: after a change on purpose, look at what the new one shows, then keep it."""
    assert RENDERED[format](PAPERS[language]).decode() == (GOLDEN / f"{language}.{format}").read_text(encoding="utf-8")


@pytest.mark.parametrize("made", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("render", [docx, pdf, webpage])
def test_the_same_report_is_the_same_file(render, made: Paper) -> None:
    assert render(made) == render(made)


def test_markdown_resolves_every_footnote_and_keeps_no_loose_one() -> None:
    text = rendered(ENGLISH)
    assert set(re.findall(r"\[\^(\d+)\](?!:)", text)) == set(re.findall(r"^\[\^(\d+)\]:", text, re.M)) == {"1", "2"}


def test_html_starts_nothing_and_asks_for_nothing() -> None:
    page = html.fromstring(webpage(hostile()))
    assert {node.tag for node in page.iter() if isinstance(node.tag, str)} <= {
        "html", "head", "meta", "title", "style", "body", "main", "header", "section", "h1", "h2", "p", "ul", "ol",
        "li", "sup", "a", "span", "strong", "cite",
    }  # fmt: skip
    attributes = {name for node in page.iter() for name in node.attrib}
    assert not [name for name in attributes if name.startswith(("on", "hx-", "src", "srcset", "background"))]
    assert {node.get("href") for node in page.iter("a")} == {"#ref-1"}
    assert "default-src 'none'" in page.xpath("//meta[@http-equiv]/@content")[0]
    for payload in HOSTILE:
        assert payload in page.text_content()


def test_markdown_of_hostile_words_shows_them_and_nothing_else() -> None:
    page = html.fromstring(MarkdownIt("commonmark").render(rendered(hostile())))
    tags = {node.tag for node in page.iter() if isinstance(node.tag, str)}
    assert tags <= {"div", "h1", "h2", "p", "ul", "li", "strong", "em"}
    for payload in HOSTILE:
        assert payload in page.text_content()


def test_docx_has_native_footnotes_that_a_word_processor_reads() -> None:
    body = docx(ENGLISH)
    paragraphs = [each.text for each in reader.Document(io.BytesIO(body)).paragraphs]
    assert paragraphs[0] == "Draft" and "The fire" in paragraphs
    marks = etree.fromstring(part(body, "word/document.xml")).iter(f"{{{W}}}footnoteReference")
    notes = etree.fromstring(part(body, "word/footnotes.xml")).findall(f"{{{W}}}footnote")
    told = {note.get(f"{{{W}}}id"): "".join(note.itertext()).strip() for note in notes}
    assert [told[mark.get(f"{{{W}}}id")] for mark in marks] == [
        "[1] Investigation report · p. 3, ¶ 12", "[2] Spot prices", "[1] Investigation report · ¶ 4",
    ]  # fmt: skip


def test_docx_links_nowhere_but_to_sound_addresses() -> None:
    relations = etree.fromstring(part(docx(ENGLISH), "word/_rels/document.xml.rels"))
    outside = [each.get("Target") for each in relations if each.get("TargetMode") == "External"]
    assert outside == ["http://slow.test/", "https://red.test/r?a=1&b=2"]
    assert "External" not in part(docx(hostile()), "word/_rels/document.xml.rels").decode()
    for payload in HOSTILE:
        assert payload in "".join(etree.fromstring(part(docx(hostile()), "word/document.xml")).itertext())


def test_pdf_is_tagged_titled_and_says_its_language() -> None:
    for made, language in ((ENGLISH, b"en"), (CHINESE, b"zh")):
        body = pdf(made)
        assert b"/StructTreeRoot" in body and b"/Marked true" in body and b"/Lang(" + language in body
        assert pypdfium2.PdfDocument(body).get_metadata_dict()["Title"] == made.title


def test_pdf_takes_hostile_words_for_words() -> None:
    """B-144: the template has no word of a source in it, so nothing is imported, read or linked."""
    body = pdf(hostile())
    shown = re.sub(r"\s", "", printed(body))
    for payload in HOSTILE:
        assert re.sub(r"\s", "", payload) in shown
    assert b"/URI" not in body and b"/JavaScript" not in body and b"/EmbeddedFile" not in body


def test_pdf_has_a_letter_for_every_chinese_character() -> None:
    shown = printed(pdf(CHINESE))
    for words in (CHINESE.title, "每千瓦时0.25元", "分歧", "《公告》"):
        assert words in shown.replace("\n", "")


def saying(words: str) -> Paper:
    """In every place that has a look of its own."""
    line = (Run(words, Style.STRONG), Run(words), Run(words, note=1), Run(words, Style.SOFT), Run(words, link=LINK))
    return Paper(words, "en", words, "", (line,), (Part(words, (line,)),), "Sources",
                 (Reference(1, words, words, words, LINK),))  # fmt: skip


LINK = "https://a.test/한국어?q=🧵"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Red 🧵 cape", "Red [spool of thread] cape"),
        ("👩‍🚀😀", "[woman, rocket, grinning face]"),
        ("step 1️⃣ of 2", "step 1[combining enclosing keycap] of 2"),
        ("한국 and ไทย", "[U+D55C, U+AD6D] and [U+0E44, U+0E17, U+0E22]"),
        ("𠮷野家", "[U+20BB7]野家"),
        ("a\ufeffb", "ab"),
    ],
)
def test_pdf_spells_out_what_no_font_can_show_and_keeps_all_else(words: str, told: str) -> None:
    body = pdf(saying(words))
    document = pypdfium2.PdfDocument(body)
    assert document.get_metadata_dict()["Title"] == told
    assert body == pdf(saying(told)), "as if it had been written so; where links lead stays"


@settings(max_examples=40, deadline=None)
@given(some.text(some.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_no_words_cost_the_pdf(words: str) -> None:
    assert pdf(saying(f"- {words}")).startswith(b"%PDF")
