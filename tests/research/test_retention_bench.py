"""bench prints what rewording keeps, of any folder of labelled passages."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

PASSAGE = {
    "id": "en-1",
    "part": "open",
    "text": "Skarvholm raised 412 MW on 14 March 2024 [S3]; Ugglas called it the third in a row.",
    "facts": [
        {"kind": "name", "text": "Skarvholm"},
        {"kind": "number", "text": "412 MW"},
        {"kind": "date", "text": "14 March 2024"},
        {"kind": "source", "text": "[S3]"},
        {"kind": "name", "text": "Ugglas"},
        {"kind": "number", "text": "third"},
    ],
}


def test_what_rewording_keeps_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "en.jsonl").write_text(json.dumps(PASSAGE), encoding="utf-8")
    out = StringIO()
    call_command("bench", retention_only=True, labelled=tmp_path, stdout=out)
    (line,) = out.getvalue().splitlines()
    told = json.loads(line)["retention"]["en"]
    assert (told["passages"], told["facts"], told["survived_a_lossy_writer"]) == (1, 6, 1.0)
    assert told["noticed_alone"] == {"name": 1.0, "number": 1.0, "date": 1.0, "source": 1.0}
    assert told["asserted"] >= told["saves"] >= 6


def test_passages_that_are_none_are_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "en.jsonl").write_text('{"id": 1}', encoding="utf-8")
    with pytest.raises(CommandError, match="no labelled passages"):
        call_command("bench", retention_only=True, labelled=tmp_path)
