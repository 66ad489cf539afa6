"""What a file of questions holds, and which key points a report tells."""

import json
from pathlib import Path

import pytest

from research.management.measure.coverage import PASSAGE, covered, passages
from research.management.measure.questions import SAMPLES, NoQuestions, read_questions

POINTS = [{"id": "k1", "all": ["1,240", "MWh"]}, {"id": "k2", "all": ["1,240", "1,420"]}]
REPORT = (
    "# Q\n\n## A\n\n- **T**: “1,240 MWh stood there.” [1]\n" + "- “" + "x" * 400 + "1,420 stood there.” [2]\n\n"
    "## Sources\n\n1. 1,420 1,240\n"
)


def test_a_key_point_counts_when_one_passage_holds_all_of_it() -> None:
    assert covered(REPORT, POINTS, "en") == ["k1"]


def test_two_short_neighbours_are_one_passage() -> None:
    assert covered("- 1,240 MWh\n- 1,420", POINTS, "en") == ["k1", "k2"]


def test_the_list_of_sources_does_not_count() -> None:
    for heading in ("Sources", "References", "来源", "参考文献"):
        assert covered(f"# Q\n\n## {heading}\n\n1. 1,240 MWh\n", POINTS, "zh") == []


def test_what_stands_beyond_the_longest_report_does_not_count() -> None:
    assert covered("x " * 3_000 + "\n\n1,240 MWh", POINTS, "zh") == []
    assert covered("x " * 3_000 + "\n\n1,240 MWh", POINTS, "en") == ["k1"]


def test_a_long_paragraph_is_cut_at_sentence_ends() -> None:
    parts = list(passages("一句话。" * 400))
    assert max(map(len, parts)) <= PASSAGE
    assert all(part.endswith("。") for part in parts)


def test_the_samples_bring_questions_of_their_own() -> None:
    questions = read_questions(SAMPLES)
    assert len(questions) >= 6
    assert {question.language for question in questions} == {"en", "zh"}


@pytest.mark.parametrize("text", ["", "[]", '[{"question": "x"}]', "{"])
def test_a_file_without_questions_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "questions.json"
    file.write_text(text)
    with pytest.raises(NoQuestions, match=r"questions\.json"):
        read_questions(file)


def test_a_single_question_is_a_file_too_and_its_language_is_told_from_its_words(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps({"question": "澜湾的储能有多少？", "key_points": POINTS, "kind": "industry"}))
    (question,) = read_questions(file)
    assert (question.id, question.language, question.kind) == ("one-1", "zh", "industry")


def test_the_samples_questions_are_of_the_three_kinds_that_results_are_told_apart_by() -> None:
    assert {question.kind for question in read_questions(SAMPLES)} == {"industry", "features", "technology"}
