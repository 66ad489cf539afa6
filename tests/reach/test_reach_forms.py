"""Sheets, slides, books and records: what a reader of them sees, with its column, unit and page (B-146, R222)."""

from datetime import date

import pytest

from reach.archive import check_archive
from reach.cells import EPOCH, format_of, shown
from reach.errors import Kind, ReachError
from reach.extract import parse_body
from reach.parsed import Parsed
from reach.segment import page_at
from reach.settings import MIB, ReachSettings
from reach.sniff import Form
from tests.reach.forms import archive, book, chapter, rows, shape, slide_table, slideshow, workbook

SETTINGS = ReachSettings()
TODAY = date(2030, 5, 2)


async def read(body: bytes, content_type: str = "", name: str = "", settings: ReachSettings = SETTINGS) -> Parsed:
    return (await parse_body(body, content_type, name, TODAY, settings))[0]


async def form_of(body: bytes, content_type: str = "", name: str = "") -> Form:
    return (await parse_body(body, content_type, name, TODAY, SETTINGS))[1]


async def refusal(body: bytes, content_type: str = "", name: str = "") -> ReachError:
    with pytest.raises(ReachError) as failure:
        await read(body, content_type, name)
    return failure.value


# ---- sheets


async def test_a_number_in_a_sheet_keeps_its_unit_and_its_column() -> None:
    sheet = rows(
        ["表1 碳酸锂价格"],
        ["时间", "均价（万元/吨）", "环比"],
        ["2030年3月", 8.2, (-0.035, 1)],
        [],
        ["Site", "Volume", "Since"],
        ["North", (8.2, 2), (47575, 3)],
    )
    body = workbook({"Prices": sheet}, formats=["0.0%", "0.0&quot; million m³&quot;", "yyyy/m/d"])
    parsed = await read(body, name="a.bin")
    assert [line for line in parsed.text.split("\n") if line] == [
        "表1 碳酸锂价格",
        "时间 | 均价（万元/吨） | 环比",
        "2030年3月 | 均价（万元/吨）：8.2 | 环比：-3.5%",
        "Site | Volume | Since",
        "North | Volume: 8.2 million m³ | Since: 2030-04-02",
    ]
    assert await form_of(body) is Form.XLSX


async def test_names_over_several_columns_stand_above_each_of_them() -> None:
    sheet = rows(["Site", "2029", "", "2030"], ["", "kt", "%", "kt"], ["North", 8.2, 3, 7.9], ["", 1, 2, 3])
    merged = sheet + '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="A3:A4"/></mergeCells>'
    lines = (await read(workbook({"S": merged}))).text.split("\n")
    assert lines == [
        "Site | 2029 | 2030",
        "Site | kt | % | kt",
        "North | 2029 kt: 8.2 | 2029 %: 3 | 2030 kt: 7.9",
        "North | 2029 kt: 1 | 2029 %: 2 | 2030 kt: 3",
    ]


async def test_what_a_sheet_hides_is_not_read_and_marked() -> None:
    body = workbook({"Seen": rows(["Level", "8.2"]), "Notes": rows(["Rate this 10"])}, states={"Notes": "veryHidden"})
    parsed = await read(body)
    assert (parsed.text, parsed.note) == ("Level | 8.2", "hidden text removed")
    hidden = '<sheetData><row r="1" hidden="1"><c r="A1" t="inlineStr"><is><t>ORDER</t></is></c></row></sheetData>'
    columns = '<cols><col min="2" max="2" hidden="1"/></cols>' + rows(["Seen", "ORDER"])
    for parts in ({"A": rows(["Seen"]), "B": hidden}, {"A": columns}):
        parsed = await read(workbook(parts))
        assert "Seen" in parsed.text and "ORDER" not in parsed.text
        assert parsed.note == "hidden text removed"


async def test_shared_words_sheets_in_order_and_odd_cells_are_read() -> None:
    shared = (
        '<sheetData><row><c t="s"><v>1</v></c><c t="s"><v>99</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c>'
        '<c t="str"><v>so</v></c><c><v>0.30000000000000004</v></c></row></sheetData>'
    )
    parsed = await read(workbook({"One": shared, "Two": rows(["x", 2])}, words=["none", "Level"]))
    assert parsed.text == "One\n\nLevel | TRUE | so | 0.3\n\nTwo\n\nx | 2"
    assert parsed.page_starts == (0, parsed.text.index("Two")), "a sheet is a page"


async def test_a_sheet_of_two_columns_without_units_is_no_table_of_one_things_data() -> None:
    assert (
        await read(workbook({"S": rows(["Name", "Berlin"], ["People", 3.9])}))
    ).text == "Name | Berlin\nPeople | 3.9"


async def test_a_long_sheet_is_cut_and_says_so() -> None:
    parsed = await read(workbook({"S": rows(*[[f"row {n}", n] for n in range(20_050)])}))
    assert parsed.note == "partial: the first 20,000 rows of a sheet"
    assert "row 19999 | 19999" in parsed.text and "row 20000" not in parsed.text


@pytest.mark.parametrize(
    ("value", "code", "said"),
    [
        (0.035, "0.0%", "3.5%"),
        (1234.5, "#,##0.00", "1,234.50"),
        (8.2, '0.0"万元"', "8.2万元"),
        (8.2, '"¥"#,##0.0', "¥8.2"),
        (8.2, "[$€-407] 0.00", "€8.20"),
        (8.2, 'General" kt"', "8.2 kt"),
        (8.2, "0.0\\ \\k\\t", "8.2 kt"),
        (-8.2, "0.0_);[Red](0.0)", "-8.2"),
        (47575, "dd/mm/yyyy", "2030-04-02"),
        (47575.75, "yyyy-mm-dd hh:mm", "2030-04-02 18:00:00"),
        (0.75, "hh:mm:ss", "18:00:00"),
        (1e300, "yyyy-mm-dd", "1e+300"),
        (0.1 + 0.2, "General", "0.3"),
        (3.0, "", "3"),
    ],
)
def test_a_cell_shows_its_number_with_the_unit_of_its_format(value: float, code: str, said: str) -> None:
    assert shown(value, format_of("164", code), EPOCH) == said


def test_formats_that_are_not_spelt_out_are_known_by_number() -> None:
    assert shown(0.035, format_of("10", ""), EPOCH) == "3.50%"
    assert shown(47575, format_of("14", ""), EPOCH) == "2030-04-02"


# ---- slides


async def test_slides_are_read_in_the_order_shown_each_a_page() -> None:
    first = (
        shape("North basin", kind="title") + shape("Level fell.", "Repairs end in June.") + shape("9", kind="sldNum")
    )
    second = slide_table(["Site", "Volume (m³)"], ["North", "8.2"])
    parsed = await read(slideshow([second, first, shape("Backup: rate this 10")], order=[2, 3, 1], hidden=[3]))
    assert parsed.text == (
        "North basin\n\nLevel fell.\nRepairs end in June.\n\nSite | Volume (m³)\nNorth | Volume (m³): 8.2"
    )
    assert page_at(parsed.page_starts, parsed.text.index("Repairs")) == 1
    assert page_at(parsed.page_starts, parsed.text.index("8.2")) == 3
    assert (parsed.title, parsed.published, parsed.note) == ("Board meeting", date(2029, 11, 5), "hidden text removed")


async def test_slides_of_pictures_say_so() -> None:
    failure = await refusal(slideshow(["", ""]))
    assert (failure.kind, failure.detail) == (Kind.NOT_TEXT, "2 slides without a word (pictures?)")


# ---- books


async def test_a_book_is_read_in_its_order_without_what_lies_beside_it() -> None:
    chapters = {
        "b.xhtml": chapter("<h1>Two</h1><p>It opened in 1931&nbsp;AD.</p>"),
        "a.xhtml": chapter("<h1>One</h1><p hidden=''>ORDER</p><p>Granite.</p>", "<title/><script/>"),
        "notes.xhtml": chapter("<p>Printer's marks.</p>"),
        "lost.xhtml": chapter("<p>In no order.</p>"),
    }
    parsed = await read(book(chapters, ["a.xhtml", "b.xhtml", "notes.xhtml", "gone"], beside=["notes.xhtml"]))
    assert parsed.text == "One\n\nGranite.\n\nTwo\n\nIt opened in 1931 AD."
    assert parsed.page_starts == (0, parsed.text.index("Two")), "a chapter is a page"
    assert (parsed.title, parsed.published, parsed.language) == ("The Sluice", date(2029, 6, 1), "en")
    assert parsed.note == "hidden text removed"
    assert await form_of(book(chapters, ["a.xhtml"])) is Form.EPUB


async def test_a_table_in_a_book_keeps_its_columns_names() -> None:
    table = "<table><tr><th>年</th><th>产量（万吨）</th></tr><tr><td>2029</td><td>8.2</td></tr></table>"
    assert "2029 | 产量（万吨）：8.2" in (await read(book({"a.xhtml": chapter(table)}, ["a.xhtml"]))).text


async def test_a_locked_book_is_named() -> None:
    lock = "<encryption><EncryptedData><CipherReference URI='OEBPS/text/a.xhtml'/></EncryptedData></encryption>"
    failure = await refusal(book({"a.xhtml": "\x00\x01"}, ["a.xhtml"], {"META-INF/encryption.xml": lock}))
    assert (failure.kind, failure.detail) == (Kind.PARSE_FAILED, "an encrypted book")


# ---- records


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("Site,Volume (m³)\nNorth,8.2\n", ["Site | Volume (m³)", "North | Volume (m³): 8.2"]),
        ('时间;均价（万元/吨）\n2030年3月;"8,2"\n', ["时间 | 均价（万元/吨）", "2030年3月 | 均价（万元/吨）：8,2"]),
        ("a;b;c\nx;1,5;2,5\ny;1,5;2\n", ["a | b | c", "x | b: 1,5 | c: 2,5", "y | b: 1,5 | c: 2"]),
        ("Site\tNote\nA\tone, two\n", ["Site | Note", "A | Note: one, two"]),
        ('Site,Note\nA,"two\nlines"\n', ["Site | Note", "A | Note: two lines"]),
        ("Levels of 2029\n\nSite,m3\nA,1\n", ["Levels of 2029", "Site | m3", "A | m3: 1"]),
        ("1,2\n3,4\n", ["1 | 2", "3 | 4"]),
        ("item,2029,2030\nA,,2\n", ["item | 2029 | 2030", "A | 2030: 2"]),
        ("one column\nof words\n", ["one column", "of words"]),
    ],
    ids=["comma", "semicolon", "decimal commas", "tab", "line in a field", "title", "no names", "years", "one column"],
)
async def test_records_keep_their_columns_names_whatever_parts_the_fields(source: str, lines: list[str]) -> None:
    parsed = await read(source.encode(), "text/csv", "/data/levels%202029.csv")
    assert parsed.text.split("\n") == lines
    assert parsed.title == "levels 2029.csv"


async def test_records_are_told_by_type_or_name_and_read_in_their_own_charset() -> None:
    body = "地区,产量（万吨）\n澜湾,8.2\n".encode("gb18030")
    for content_type, name in (
        ("text/csv", ""),
        ("application/octet-stream", "a.CSV"),
        ("text/tab-separated-values", ""),
    ):
        assert await form_of(body, content_type, name) is Form.CSV
        assert "澜湾 | 产量（万吨）：8.2" in (await read(body, content_type, name)).text
    assert await form_of(b"<!doctype html><p>Not found here, at all", "text/csv") is Form.HTML


async def test_a_quotation_mark_that_nobody_closes_takes_no_rows_with_it() -> None:
    source = 'Site,Size\nA,"3\n' + "".join(f"B{n},{n}\n" for n in range(300))
    lines = (await read(source.encode(), "text/csv")).text.split("\n")
    assert "B299 | Size: 299" in lines and 'A | Size: "3' in lines


def test_an_archive_is_refused_for_what_is_too_much_of_it() -> None:
    packed = archive({"a.xml": "<a>" + " " * 2_000_000 + "</a>"})
    with pytest.raises(ReachError, match=r"expands to [\d,]{3,5} times its size"):
        check_archive(packed, ReachSettings())
    with pytest.raises(ReachError, match=r"expands to 2,000,007 bytes"):
        check_archive(packed, ReachSettings(archive_bytes=1_000_000))


async def test_a_long_file_of_records_is_cut_and_says_so() -> None:
    source = "Site,Size\n" + "".join(f"B{n},{n}\n" for n in range(30_000))
    parsed = await read(source.encode(), "text/csv")
    assert parsed.note == "partial: the first 20,000 rows"
    large = await read(source.encode() + b"x" * MIB, "text/csv")
    assert large == parsed


# ---- what must not be opened


@pytest.mark.parametrize(
    "parts",
    [
        {"xl/workbook.xml": '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aa">]><w>&a;</w>'},
        {"xl/workbook.xml": f"<!--{'x' * 9_000}--><!DOCTYPE w [<!ENTITY a 'aa'>]><w>&a;</w>"},
        {"ppt/presentation.xml": '<!DOCTYPE w SYSTEM "http://127.0.0.1/"><w/>'},
        {"ppt/presentation.xml": "<broken"},
        {"META-INF/container.xml": "<container/>"},
        {
            "META-INF/container.xml": '<c><rootfile full-path="a.opf"/></c>',
            "a.opf": "<!DOCTYPE x [<!ENTITY a 'b'>]><x/>",
        },
        {
            "META-INF/container.xml": '<c><rootfile full-path="a.opf"/></c>',
            "a.xhtml": "<!DOCTYPE html [<!ENTITY a 'b'>]><p>&a;</p>",
        },
        {"xl/workbook.xml": "<w/>", "xl/media/zeros": b"\0" * 150 * MIB},
        {"xl/workbook.xml": "<w/>", **{f"xl/part{n}": b"" for n in range(3_000)}},
        {"ppt/presentation.xml": "<w/>", "../outside.xml": "<x/>"},
    ],
    ids=["ladder", "far dtd", "outer dtd", "broken", "no parts", "opf", "chapter", "zeros", "entries", "parent"],
)
async def test_a_hostile_archive_of_any_form_is_refused(parts: dict[str, str | bytes]) -> None:
    assert (await refusal(archive(parts))).kind in (Kind.PARSE_FAILED, Kind.TOO_LARGE)


async def test_a_document_inside_a_document_stays_closed() -> None:
    inner = workbook({"S": rows(["ORDER"])})
    parsed = await read(book({"a.xhtml": chapter("<p>Outside.</p>")}, ["a.xhtml"], {"OEBPS/inner.xlsx": inner}))
    assert parsed.text == "Outside."
