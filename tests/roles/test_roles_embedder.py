"""An embeddings endpoint on our scale."""

import hashlib
import math

import pytest

from research.roles.builtin.calibrate import fit, read_background, read_pairs
from research.roles.embedder import EndpointEmbedder
from research.roles.endpoints import EndpointError, Vectors

PLACES = 16


def embedder_of(endpoint: "Far") -> EndpointEmbedder:
    return EndpointEmbedder(endpoint, read_background(), read_pairs(), fit)


class Far:
    """Raw vectors that all point one way, as those of real models do."""

    name = "http://127.0.0.1:1/v1/e5"

    def __init__(self, spoil: float | None = None) -> None:
        self.asked: list[int] = []
        self.spoil = spoil

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        self.asked.append(len(texts))
        return Vectors(tuple(self._vector(text) for text in texts), 1, False, 0.0, "e5")

    def _vector(self, text: str) -> tuple[float, ...]:
        digest = hashlib.sha256(text.encode()).digest()[:PLACES]
        return tuple(self.spoil or 10 + part / 255 for part in digest)


async def test_vectors_are_of_unit_length_and_finite_and_the_scale_is_fitted_once():
    far = Far()
    made = embedder_of(far)
    vectors = await made.embed(["one", "another", "储能"])
    assert all(math.isclose(sum(part * part for part in vector), 1) for vector in vectors)
    before = len(far.asked)
    await made.embed(["more"])
    assert len(far.asked) == before + 1
    assert max(far.asked) <= 32


async def test_the_same_text_is_the_same_and_raw_nearness_is_not():
    made = embedder_of(Far())
    left, right = await made.embed(["how tall is the tower", "price of copper in 2021"])
    assert made.similarity(left, left) == pytest.approx(1)
    assert made.similarity(left, right) < 0.85


async def test_vectors_are_not_compared_before_the_scale_is_known():
    with pytest.raises(RuntimeError, match="embed before"):
        embedder_of(Far()).similarity((1.0,), (1.0,))


@pytest.mark.parametrize("spoil", [float("nan"), float("inf"), 1.0])
async def test_vectors_that_mean_nothing_are_a_failure(spoil):
    made = EndpointEmbedder(Far(spoil), ["a"], [], lambda background, pairs: (background[0], lambda a, b: 0.0))
    with pytest.raises(EndpointError):
        await made.embed(["x"])


def test_its_name_tells_its_vectors_from_those_of_others():
    assert embedder_of(Far()).name.startswith(Far.name)
