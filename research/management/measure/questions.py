"""Files of questions with the key points that a good report tells: one question, or a list of them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reach.words import is_chinese

SAMPLES = Path(__file__).resolve().parents[2] / "samples" / "manifest.json"

SAMPLE_SET = "samples"
"""What the samples' questions are called in lines of results: they are short, and their documents are few."""


class NoQuestions(ValueError):
    """The sentence names the file."""


@dataclass(frozen=True, slots=True)
class Question:
    id: str
    text: str
    language: str
    kind: str
    """industry, features, technology …: results are told apart by it (R131); empty where the file names none."""
    key_points: tuple[dict[str, Any], ...]
    file: str = ""
    """Where it stood."""


def read_questions(*paths: Path) -> list[Question]:
    return [question for path in paths for question in _of(path)]


def _of(path: Path) -> list[Question]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise NoQuestions(f"{path} can't be read as questions: {error}") from None
    listed = told["questions"] if isinstance(told, dict) and "questions" in told else told
    listed = listed if isinstance(listed, list) else [listed]
    if not listed or not all(
        isinstance(each, dict) and each.get("question") and each.get("key_points") for each in listed
    ):
        raise NoQuestions(f"{path} holds no questions with key points.")
    named = SAMPLE_SET if path.resolve() == SAMPLES else path.name
    return [_question(each, f"{path.stem}-{at}", named) for at, each in enumerate(listed, start=1)]


def _question(told: dict[str, Any], name: str, file: str) -> Question:
    text = told["question"]
    language = told.get("language") or ("zh" if is_chinese(text) else "en")
    return Question(told.get("id", name), text, language, told.get("kind", ""), tuple(told["key_points"]), file)
