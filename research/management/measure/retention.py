"""How much of what matters survives rewording: measured on passages with labelled facts, one JSON object a line.

Thrice: each fact lost alone from words that are otherwise the passage's own, is that noticed? Would it be by the
extractors alone, which is what a true rewording is held against? And a writer that loses every labelled fact, and loses
it again when asked once more: what stands after the rewriting (R041, R077, R143)?
"""

import asyncio
import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memory.figures.folding import fold
from memory.figures.particulars import stands, tight
from memory.retention import lost
from memory.rewriting import Line, Retained, reworded_text

VAGUE = {"en": "some", "zh": "某些"}


@dataclass(frozen=True, slots=True)
class Labelled:
    kind: str
    text: str
    sort: str = ""
    """Of a name: person, organisation, product, place or work, where the file tells it."""


@dataclass(frozen=True, slots=True)
class Passage:
    id: str
    language: str
    part: str
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


def passages(file: Path) -> list[Passage]:
    """The file's name begins with its language."""
    rows = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    return [
        Passage(
            row["id"],
            file.stem.split("-")[0],
            row["part"],
            row["text"],
            tuple(Labelled(each["kind"], each["text"], each.get("sort", "")) for each in row["facts"]),
        )
        for row in rows
    ]


def unnoticed(passage: Passage, copies: bool = True) -> list[Labelled]:
    """Facts that may be lost alone without anybody seeing it; without `copies`, without an extractor telling it."""
    return [fact for fact in passage.facts if not _seen(passage, fact, copies)]


def _seen(passage: Passage, fact: Labelled, copies: bool) -> bool:
    gone = lost(passage.text, passage.without([fact.text]))
    return not (gone if copies else replace(gone, words=())).empty


def noticed(every: Sequence[Passage], copies: bool = True) -> tuple[dict[str, float], list[str]]:
    """The share of each kind, and what was not."""
    there = Counter(fact.kind for passage in every for fact in passage.facts)
    missed = [fact for passage in every for fact in unnoticed(passage, copies)]
    gone = Counter(fact.kind for fact in missed)
    return {kind: 1 - gone[kind] / there[kind] for kind in there}, [fact.text for fact in missed]


async def survived(every: Iterable[Passage]) -> tuple[int, Retained]:
    """Facts that stand after a writer lost them all twice, and what the rewriting counted."""
    standing, counts = 0, Retained()
    for passage in every:
        done = await reworded_text([Line(passage.text)], _loser(passage))
        standing += sum(fact.text in done.wording for fact in passage.facts)
        counts += done.retained
    return standing, counts


def _loser(passage: Passage) -> Any:
    async def write(told: tuple[str, ...]) -> str:
        return passage.without([fact.text for fact in passage.facts])

    return write


def measured(folder: Path) -> dict[str, Any]:
    return {file.stem: _of(passages(file)) for file in sorted(folder.glob("*.jsonl"))}


def _of(every: Sequence[Passage]) -> dict[str, Any]:
    standing, counts = asyncio.run(survived(every))
    facts = sum(len(passage.facts) for passage in every)
    shares, _ = noticed(every)
    told, _ = noticed(every, copies=False)
    return {
        "passages": len(every),
        "facts": facts,
        "noticed_alone": {kind: round(share, 4) for kind, share in shares.items()},
        "told_by_extractors": {kind: round(share, 4) for kind, share in told.items()},
        "survived_a_lossy_writer": round(standing / facts, 4),
        "asserted": counts.asserted,
        "saves": counts.saved,
    }
