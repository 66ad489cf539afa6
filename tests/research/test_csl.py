"""References as CSL-JSON: as they were once looked at, and of no field that the schema doesn't know."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from research.models import Source
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
)  # fmt: skip


def items() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(dumped(SOURCES))
    return found


def test_references_look_as_they_were_once_looked_at() -> None:
    assert dumped(SOURCES).decode() == GOLDEN.read_text()


def test_every_field_is_one_of_the_schema_and_holds_what_it_should() -> None:
    for item in items():
        assert isinstance(item.pop("id"), str) and item.pop("type") == "webpage"
        for name, value in item.items():
            if name in NAMES:
                assert value and all(set(each) <= NAME_PARTS and all(each.values()) for each in value)
            elif name in DATES:
                assert set(value) == {"date-parts"} and all(1 <= len(part) <= 3 for part in value["date-parts"])
                assert all(type(number) is int for part in value["date-parts"] for number in part)
            else:
                assert name in TEXT and isinstance(value, str) and value, name


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
