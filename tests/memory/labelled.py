"""The frozen set of labelled passages (retention/README.md), and a writer that loses what it is told to lose."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from memory.figures.folding import fold
from memory.figures.particulars import stands, tight

HERE = Path(__file__).parent / "retention"
VAGUE = {"en": "some", "zh": "某些"}


@dataclass(frozen=True, slots=True)
class Labelled:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    id: str
    language: str
    text: str
    facts: tuple[Labelled, ...]

    def without(self, gone: Collection[str]) -> str:
        """Reworded by somebody who says "some" for what mattered; longest first, so that no half of one stays."""
        said = self.text
        for each in sorted(gone, key=len, reverse=True):
            said = _blurred(said, each, VAGUE[self.language])
        return said


def _blurred(text: str, gone: str, vague: str) -> str:
    """Each place where it stands whole: a 4 isn't taken out of 40. Where it never does, the first."""
    said, at = text, text.find(gone)
    while at >= 0:
        if stands(tight(fold(gone)), tight(fold(said[max(0, at - 2) : at + len(gone) + 2]))):
            said = f"{said[:at]}{vague}{said[at + len(gone) :]}"
        at = said.find(gone, at + len(vague))
    return said if said != text else text.replace(gone, vague, 1)


@cache
def passages(language: str, part: str) -> tuple[Passage, ...]:
    rows = (json.loads(line) for line in (HERE / f"{language}.jsonl").read_text(encoding="utf-8").splitlines())
    return tuple(
        Passage(row["id"], language, row["text"], tuple(Labelled(each["kind"], each["text"]) for each in row["facts"]))
        for row in rows
        if row["part"] == part
    )
