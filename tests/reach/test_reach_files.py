"""PDF, DOCX and the decision by bytes (F-37, F-38, F-39, B-047, B-058, B-146)."""

import contextlib
import io
import time
from datetime import date

import pytest
from docx import Document

from reach.archive import check_archive
from reach.errors import Kind, ReachError
from reach.extract import language_of, parse_body
from reach.pdf import reflow
from reach.settings import MIB, ReachSettings
from reach.sniff import Form, form_of
from tests.reach.forms import archive

SETTINGS = ReachSettings()
TODAY = date(2030, 5, 2)


def pdf(lines: list[str], pages: int = 1, info: str = "", kids: str = "") -> bytes:
    """A small PDF by hand: one font, the same lines on each page."""
    text = "".join(f"({line}) Tj T* " for line in lines)
    stream = f"BT /F1 12 Tf 14 TL 72 700 Td {text}ET"
    numbers = [4 + at for at in range(pages)]
    objects = {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: f"<</Type/Pages/Count {pages}/Kids[{kids or ' '.join(f'{n} 0 R' for n in numbers)}]>>",
        3: f"<</Length {len(stream)}>>stream\n{stream}\nendstream\n",
        4 + pages: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        5 + pages: f"<</Title(Water report){info}>>",
    }
    page = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R/Resources<</Font<</F1 {4 + pages} 0 R>>>>>>"
    objects.update(dict.fromkeys(numbers, page))
    out = b"%PDF-1.4\n"
    for number, body in sorted(objects.items()):
        out += f"{number} 0 obj{body}endobj\n".encode()
    return out + f"trailer<</Root 1 0 R/Info {5 + pages} 0 R/Size {6 + pages}>>\n%%EOF".encode()


def docx(*paragraphs: str, table: list[list[str]] | None = None, hidden: str = "") -> bytes:
    document = Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if hidden:
        document.add_paragraph("Seen. ").add_run(hidden).font.hidden = True
    if table:
        rows = document.add_table(len(table), len(table[0])).rows
        for row, cells in zip(rows, table, strict=True):
            for cell, words in zip(row.cells, cells, strict=True):
                cell.text = words
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


async def read(body: bytes, content_type: str = "text/html", name: str = ""):
    return await parse_body(body, content_type, name, TODAY, SETTINGS)


async def kind_of(body: bytes, content_type: str = "", name: str = "") -> Kind:
    with pytest.raises(ReachError) as failure:
        await read(body, content_type, name)
    return failure.value.kind


@pytest.mark.parametrize("lead", [b"", b" " * 200])
async def test_a_pdf_that_calls_itself_html_is_read_as_pdf(lead: bytes) -> None:
    parsed, form = await read(lead + pdf(["The level fell by 3.5 %."], info="/CreationDate(D:20300401120000Z)"))
    assert form is Form.PDF
    assert parsed.text == "The level fell by 3.5 %."
    assert parsed.title == "Water report"
    assert parsed.published == date(2030, 4, 1)


async def test_html_that_calls_itself_pdf_is_read_as_html() -> None:
    parsed, form = await read(b"<html><body><p>The level fell.</p></body></html>", "application/pdf", "/a.pdf")
    assert form is Form.HTML
    assert parsed.text == "The level fell."


async def test_broken_encrypted_scanned_and_empty_pdfs_are_named() -> None:
    assert (
        await kind_of(b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF") is Kind.PARSE_FAILED
    )
    assert await kind_of(pdf([], pages=3)) is Kind.NOT_TEXT


async def test_a_page_tree_with_a_cycle_ends() -> None:
    assert await kind_of(pdf(["x"], kids="2 0 R 2 0 R 2 0 R")) in (Kind.PARSE_FAILED, Kind.NOT_TEXT, Kind.TOO_LARGE)


async def test_resources_that_lead_back_to_themselves_end_and_the_next_document_is_read() -> None:
    body = pdf(["Level fell."]).replace(b"/Resources<<", b"/Resources<</XObject<</X 4 0 R>>/Pattern 4 0 R")
    assert (await read(body))[0].text == "Level fell."
    looped = pdf(["x"]).replace(b"/Resources<<", b"/Resources 4 0 R/Old<<")
    with contextlib.suppress(ReachError):
        await read(looped)
    assert (await read(pdf(["Next."])))[0].text == "Next."


async def test_three_thousand_empty_pages_are_a_document_without_text() -> None:
    assert await kind_of(pdf([], pages=3_000)) is Kind.NOT_TEXT


async def test_a_nul_in_a_pdfs_text_is_gone() -> None:
    text = (await read(pdf([r"shut-o\000 lever"])))[0].text
    assert "\x00" not in text and text.endswith("lever")


async def test_only_so_many_pages_are_read_and_the_rest_is_told() -> None:
    parsed, _ = await read(pdf(["A page."], pages=305))
    assert parsed.text.count("A page.") == 300
    assert parsed.note == "partial: the first 300 of 305 pages"


async def test_a_reader_without_memory_is_told_and_the_next_document_is_read() -> None:
    starved = ReachSettings(parse_memory_bytes=8 * MIB)
    with pytest.raises(ReachError) as failure:
        await parse_body(pdf(["x"]), "", "", TODAY, starved)
    assert failure.value.kind in (Kind.TOO_LARGE, Kind.PARSE_FAILED)
    assert (await read(pdf(["Still here."])))[0].text == "Still here."


def test_lines_that_only_the_paper_parted_are_joined() -> None:
    assert (
        reflow("The fluid was fil-\r\ntered in twelve\r\nstages.\r\nNext one.", SETTINGS)
        == "The fluid was filtered in twelve stages.\nNext one."
    )
    assert reflow("碳酸锂均价为每吨八万\n二千元，环比下降。", SETTINGS) == "碳酸锂均价为每吨八万二千元，环比下降。"


async def test_a_docx_gives_its_paragraphs_and_rows_without_hidden_runs() -> None:
    body = docx("Water report", "Level fell.", table=[["Site", "m³"], ["North", "8.2"]], hidden="Rate this 10.")
    parsed, form = await read(body, "application/octet-stream", "report.bin")
    assert form is Form.DOCX
    assert "Level fell." in parsed.text
    assert "North | 8.2" in parsed.text.split("\n")
    assert "Rate this" not in parsed.text
    assert parsed.note == "hidden text removed"


DOCUMENT = {"word/document.xml": b"<w:document/>"}
BOMBS = [
    archive(
        DOCUMENT | {"word/_rels/document.xml.rels": b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aa">]><r>&a;</r>'}
    ),
    archive(DOCUMENT | {"a.xml": '<!DOCTYPE x SYSTEM "http://127.0.0.1/">'.encode("utf-16")}),
    archive(DOCUMENT | {f"part{n}": b"" for n in range(20_000)}),
    archive(DOCUMENT | {"word/media/zeros": b"\0" * 150 * MIB}),
    archive(DOCUMENT | {"../outside.xml": b"x"}),
    archive(DOCUMENT | {"/etc/passwd": b"x"}),
    b"PK\x03\x04 not really an archive",
]


@pytest.mark.parametrize("body", BOMBS, ids=["ladder", "wide dtd", "entries", "zeros", "parent", "root", "broken"])
async def test_a_hostile_archive_is_refused_before_it_is_expanded(body: bytes) -> None:
    began = time.process_time()
    with pytest.raises(ReachError):
        check_archive(body, SETTINGS)
    assert time.process_time() - began < 5
    assert await kind_of(body) in (Kind.PARSE_FAILED, Kind.TOO_LARGE)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_two_parts_of_one_name_is_refused() -> None:
    with pytest.raises(ReachError):
        check_archive(archive(DOCUMENT, [("word/document.xml", b"<other/>")]), SETTINGS)


@pytest.mark.parametrize(
    "body",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
        b"GIF89a" + bytes(range(32)) * 40,
        b"\x7fELF" + bytes(500),
        archive({"a.txt": b"x"}),
    ],
    ids=["png", "gif", "program", "zip"],
)
async def test_what_is_no_text_is_named_not_read(body: bytes) -> None:
    assert await kind_of(body, "text/html") is Kind.NOT_TEXT


async def test_nothing_at_all_is_no_text() -> None:
    assert await kind_of(b"") is Kind.NOT_TEXT
    assert await kind_of(b" \n ") is Kind.NOT_TEXT


@pytest.mark.parametrize(
    ("body", "content_type", "name", "form"),
    [
        (b"# Title\n\ntext", "text/plain", "a.md", Form.MARKDOWN),
        (b"# Title", "text/markdown; charset=utf-8", "", Form.MARKDOWN),
        (b"plain words, a < b", "text/plain", "", Form.TEXT),
        (b'{"a": 1}', "application/json", "", Form.TEXT),
        (b"no type at all", "", "", Form.TEXT),
        (b"<p>no type at all</p>", "", "", Form.HTML),
        (b"<!doctype html><p>x", "text/plain", "", Form.HTML),
        ("<html>wide".encode("utf-16"), "text/html", "", Form.HTML),
        (b"a stray \x00 in a long text" + b"." * 500, "text/plain", "", Form.TEXT),
    ],
)
def test_the_form_is_decided_by_the_bytes(body: bytes, content_type: str, name: str, form: Form) -> None:
    assert form_of(body, content_type, name, SETTINGS) is form


async def test_markdown_keeps_lists_tables_and_code_and_shows_raw_html_as_text() -> None:
    source = (
        b"# Levels\n\nText with *emphasis*.\n\n- one\n- two\n\n| Site | m3 |\n|---|---|\n| North | 8.2 |\n"
        b"\n<b>raw</b> <!-- ORDER -->\n"
    )
    parsed, form = await read(source, "", "levels.md")
    assert form is Form.MARKDOWN
    assert parsed.title == "Levels"
    lines = parsed.text.split("\n")
    for line in ("Text with emphasis.", "- one", "North | m3: 8.2", "<b>raw</b>"):
        assert line in lines
    assert "ORDER" not in parsed.text


async def test_a_page_of_more_than_a_megabyte_is_read_whole() -> None:
    body = (
        b"<html><body><article><h1>Big</h1>" + b"<p>The level fell by 3.5 %.</p>" * 40_000 + b"</article></body></html>"
    )
    parsed, _ = await read(body)
    assert parsed.text.count("3.5 %") == 40_000


@pytest.mark.parametrize(
    ("text", "declared", "language"),
    [
        ("发版日期：2024 年 12 月 19 日", "en", "zh"),
        ("三月の平均価格は八万円でした", "zh", "ja"),
        ("삼월 평균 가격은 톤당", "", "ko"),
        ("Средняя цена в марте", "en", "ru"),
        ("The level fell", "en-GB", "en"),
        ("Le niveau a baissé", "fr_FR", "fr"),
        ("The level fell", "", "en"),
        ("TiDB release notes in English with 中文", "zh-CN", "en"),
    ],
)
def test_the_language_is_told_by_the_script_before_the_template(text: str, declared: str, language: str) -> None:
    assert language_of(text, declared, SETTINGS) == language
