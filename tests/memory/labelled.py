"""The frozen set of labelled passages (retention/README.md), part by part."""

from functools import cache
from pathlib import Path

from research.management.measure.retention import Passage
from research.management.measure.retention import passages as read

HERE = Path(__file__).parent / "retention"


@cache
def passages(language: str, part: str) -> tuple[Passage, ...]:
    if part == "names":
        return tuple(read(HERE / f"{language}-names.jsonl"))
    return tuple(each for each in read(HERE / f"{language}.jsonl") if each.part == part)
