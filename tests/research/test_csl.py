"""References as CSL-JSON: as they were once looked at, and of no field that the schema doesn't know."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from research.models import Source
from research.store.exports.bibliography import bibtex_of, ris_of
from research.store.exports.csl import dumped

GOLDEN = Path(__file__).with_name("golden") / "references.csl.json"
FETCHED = datetime(2026, 3, 4, 14, 2, tzinfo=UTC)

TEXT = {
    "abstract", "annote", "archive", "archive_collection", "archive_location", "archive-place", "authority",
    "call-number", "chapter-number", "citation-key", "citation-label", "citation-number", "collection-number",
    "collection-title",
    "container-title", "container-title-short", "dimensions", "DOI", "edition", "event", "event-place", "event-title",
    "first-reference-note-number", "genre", "ISBN", "ISSN", "issue", "journalAbbreviation", "jurisdiction", "keyword",
    "language", "locator", "medium", "note", "number", "number-of-pages", "number-of-volumes", "original-publisher",
    "original-publisher-place", "original-title", "page", "page-first", "part", "part-title", "PMCID", "PMID",
    "printing", "publisher", "publisher-place", "references", "reviewed-genre", "reviewed-title", "scale", "section",
    "shortTitle",
    "source", "status", "supplement", "title", "title-short", "URL", "version", "volume", "volume-title",
    "volume-title-short", "year-suffix",
}  # fmt: skip
NAMES = {
    "author", "chair", "collection-editor", "compiler", "composer", "container-author", "contributor", "curator",
    "director", "editor", "editorial-director", "executive-producer", "guest", "host", "illustrator", "interviewer",
    "narrator", "organizer", "original-author", "performer", "producer", "recipient", "reviewed-author",
    "script-writer", "series-creator", "translator",
}  # fmt: skip
TYPES = {"webpage", "document"}
"""Of the schema's kinds those that a row tells apart: a page of the web, and what is nowhere on it."""
DATES = {"accessed", "available-date", "event-date", "issued", "original-date", "submitted"}
NAME_PARTS = {
    "family", "given", "dropping-particle", "non-dropping-particle", "suffix", "comma-suffix", "static-ordering",
    "literal", "parse-names",
}  # fmt: skip
"""The variables of csl-data.json (CSL 1.0.2), by what they hold."""


def source(number: int, title: str, publisher: str, **more: Any) -> Source:
    fields = {"url": f"https://a.test/{number}", "published": date(2024, 12, 10), "fetched": FETCHED, "language": "en"}
    return Source(pk=number, title=title, publisher=publisher, **{**fields, **more})


SOURCES = (
    source(9, "Investigation report of the Red Cape fire", "Fire Institute"),
    source(10, "澜湾新型储能补贴办法（2023年修订）", "欧阳储能研究院", language="zh", url="https://澜湾.test/办法?a=1&b=2"),
    source(11, "A title\nof two lines\x00 {and} \"marks\"", "", published=None, url="javascript:alert(1)"),
    source(12, "会议纪要.docx", "内部文件", language="zh", published=None, url="doc://会议纪要.docx"),
    source(13, "Minutes of the board", "minutes {draft}.DOCX", published=None, url="doc://upload-3"),
    source(14, "Readings", "meter.example", published=None, url="db://plant/readings"),
)  # fmt: skip


def items() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(dumped(SOURCES))
    return found


def test_references_look_as_they_were_once_looked_at() -> None:
    assert dumped(SOURCES).decode() == GOLDEN.read_text()


def test_every_field_is_one_of_the_schema_and_holds_what_it_should() -> None:
    for item in items():
        assert isinstance(item.pop("id"), str) and item.pop("type") in TYPES
        for name, value in item.items():
            if name in NAMES:
                assert value and all(set(each) <= NAME_PARTS and all(each.values()) for each in value)
            elif name in DATES:
                assert set(value) == {"date-parts"} and all(1 <= len(part) <= 3 for part in value["date-parts"])
                assert all(type(number) is int for part in value["date-parts"] for number in part)
            else:
                assert name in TEXT and isinstance(value, str) and value, name


def test_what_stands_nowhere_on_the_web_is_a_document_without_an_address() -> None:
    kept = {item["id"]: item for item in items()}
    assert [kept[each]["type"] for each in ("S-9", "S-12", "S-13", "S-14")] == ["webpage", *["document"] * 3]
    assert not any({"URL", "container-title"} & set(kept[each]) for each in ("S-12", "S-13", "S-14"))
    for told in (dumped(SOURCES), bibtex_of(SOURCES), ris_of(SOURCES)):
        assert b"doc://" not in told and b"db://" not in told and b"https://a.test/9" in told


def test_the_name_of_a_file_is_no_publisher_and_is_told_all_the_same() -> None:
    kept = {item["id"]: item for item in items()}
    assert kept["S-12"]["publisher"] == "内部文件", "one that the document itself declares"
    assert "publisher" not in kept["S-13"]
    assert kept["S-13"]["note"] == "File minutes {draft}.DOCX. Fetched 2026-03-04 14:02 UTC"
    entry = next(each for each in bibtex_of(SOURCES).decode().split("\n\n") if "S-13" in each)
    assert "howpublished" not in entry and "note = {File minutes \\{draft\\}.DOCX. Fetched" in entry
    record = next(each for each in ris_of(SOURCES).decode().split("ER  - ") if "S-13" in each)
    assert "TY  - GEN" in record and "PB  - " not in record and "N1  - File minutes {draft}.DOCX. Fetched" in record


def test_a_publisher_makes_no_author_and_chinese_letters_stay_letters() -> None:
    assert all(not NAMES & set(item) for item in items()), "nobody's name is made up"
    assert items()[1]["publisher"] == items()[1]["container-title"] == "欧阳储能研究院"
    assert items()[1]["title"] == "澜湾新型储能补贴办法（2023年修订）"
    assert "欧阳储能研究院" in dumped(SOURCES).decode() and b"\\u" not in dumped(SOURCES[:2])


def test_what_is_not_known_or_not_sound_is_left_out() -> None:
    assert not {"URL", "issued", "container-title", "publisher"} & set(items()[2])
    assert items()[2]["title"] == 'A title of two lines {and} "marks"'
    assert items()[0]["accessed"] == {"date-parts": [[2026, 3, 4]]}
    assert items()[0]["note"] == "Fetched 2026-03-04 14:02 UTC"
