"""Questions that the sample library can answer, in the reader's language: what a first visit begins with."""

import json
from functools import cache
from pathlib import Path

from django.utils.translation import get_language

from research.wiring import samples_are_searched

MANIFEST = Path(__file__).resolve().parents[1] / "samples" / "manifest.json"


@cache
def _questions() -> tuple[tuple[str, str], ...]:
    """(language, question). A library of one's own may stand in the samples' place: then there are none."""
    if not MANIFEST.exists():
        return ()
    listed = json.loads(MANIFEST.read_text(encoding="utf-8")).get("questions", [])
    return tuple((each["language"], each["question"]) for each in listed)


def example_questions() -> list[str]:
    """None where the samples aren't searched: they would be asked of a library that can't answer them."""
    if not samples_are_searched():
        return []
    mine = (get_language() or "en").partition("-")[0]
    return [question for language, question in _questions() if language == mine]
