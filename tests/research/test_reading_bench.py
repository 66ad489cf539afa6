"""What the reading benchmark reads, and that its ratio is one of the same pages."""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from research.management import reading

PAGE = "<html><head><title>T</title></head><body><p>The reservoir held 8.2 million cubic metres.</p></body></html>"


def test_pages_come_evenly_from_every_place(tmp_path: Path) -> None:
    lines = [json.dumps({"title": f"<{n}>", "html": f"<p>Words of record {n}.</p>"}) for n in range(500)]
    packed = tmp_path / "records.jsonl.gz"
    packed.write_bytes(gzip.compress("\n".join(lines).encode()))
    folder = tmp_path / "folder"
    folder.mkdir()
    for n in range(70):
        (folder / f"{n:02}.html").write_text(PAGE.replace("8.2", f"{n}.2"))
    pages = reading.pages_of([packed, folder])
    assert len(pages) == reading.PAGES == len(set(pages))
    assert "<title>&lt;0&gt;</title></head><body><p>Words of record 0.</p>" in pages[0]
    assert sum("Words of record" in page for page in pages) == 50
    assert "record 490." in pages[49]


def test_few_pages_are_read_again_and_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE)
    assert reading.pages_of([tmp_path]) == [PAGE] * reading.PAGES
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="no HTML"):
        reading.pages_of([tmp_path / "empty"])
    with pytest.raises(CommandError, match="no pages to read"):
        call_command("bench", reading_only=True, pages=[tmp_path / "nowhere"])


def test_the_command_prints_the_ratio_of_the_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "ROUNDS", 1)
    out = StringIO()
    call_command("bench", reading_only=True, stdout=out)
    told = json.loads(out.getvalue())["reading"]
    assert told["pages"] == 100
    assert told["ratio"] == pytest.approx(told["seconds"] / told["extractor_alone"], rel=0.05)
