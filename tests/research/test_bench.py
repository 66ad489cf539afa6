"""What the benchmark counts."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError

from research.management.commands.bench import SAMPLES, covered, read_questions

POINTS = [{"id": "k1", "all": ["1,240", "MWh"]}, {"id": "k2", "all": ["1,240", "1,420"]}]
REPORT = (
    "# Q\n\n## A\n\n- **T**: “1,240 MWh stood there.” [1]\n- “1,420 stood there.” [2]\n\n## Sources\n\n1. 1,420 1,240\n"
)


def test_a_key_point_counts_when_one_passage_holds_all_of_it() -> None:
    assert covered(REPORT, POINTS) == ["k1"]


def test_the_list_of_sources_does_not_count() -> None:
    assert covered("# Q\n\n## Sources\n\n1. 1,240 MWh\n", POINTS) == []


def test_the_samples_bring_questions_of_their_own() -> None:
    assert len(read_questions(SAMPLES)) >= 6


@pytest.mark.parametrize("text", ["", "[]", '[{"question": "x"}]', "{"])
def test_a_file_without_questions_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "questions.json"
    file.write_text(text)
    with pytest.raises(CommandError, match=r"questions\.json"):
        read_questions(file)


def test_a_single_question_is_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps({"id": "a", "question": "Q?", "key_points": POINTS}))
    assert [each["id"] for each in read_questions(file)] == ["a"]
