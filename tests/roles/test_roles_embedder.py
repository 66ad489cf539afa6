"""An embeddings endpoint on our scale."""

import hashlib
import math
from collections.abc import Awaitable, Callable

import pytest

from research.roles.builtin.calibrate import BadPairs, fitted, pairs_of, read_background, read_pairs
from research.roles.embedder import FIRST, EndpointVectors, Scale, ScaledEmbedder, Source
from research.roles.endpoints import EndpointError, Vectors

PLACES = 16


async def fit(source: Source) -> Scale:
    return await fitted(source, read_background(), read_pairs())


def embedder_of(
    endpoint: "Far", scale: Scale | None = None, fitting: Callable[[Source], Awaitable[Scale]] = fit
) -> ScaledEmbedder:
    return ScaledEmbedder(EndpointVectors(endpoint), scale, fitting)


class Far:
    """Raw vectors that all point one way, as those of real models do."""

    name = "http://127.0.0.1:1/v1/e5"

    def __init__(self, spoil: float | None = None, places: int = PLACES) -> None:
        self.asked: list[int] = []
        self.spoil = spoil
        self.places = places

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        self.asked.append(len(texts))
        return Vectors(tuple(self._vector(text) for text in texts), 1, False, 0.0, "e5")

    def _vector(self, text: str) -> tuple[float, ...]:
        digest = hashlib.sha256(text.encode()).digest()[: self.places]
        return tuple(self.spoil or 10 + part / 255 for part in digest)


async def test_vectors_are_of_unit_length_and_finite_and_the_scale_is_fitted_once() -> None:
    far = Far()
    made = embedder_of(far)
    vectors = await made.embed(["one", "another", "储能"])
    assert all(math.isclose(sum(part * part for part in vector), 1) for vector in vectors)
    before = len(far.asked)
    await made.embed(["more"])
    assert len(far.asked) == before + 1
    assert max(far.asked) <= 32


async def test_a_scale_that_was_kept_is_not_fitted_again() -> None:
    """Every process and every step builds the embedder anew."""
    scale = await fit(EndpointVectors(Far()))
    far = Far()
    assert len(await embedder_of(far, scale).embed(["one"])) == 1
    assert far.asked == [1]


async def test_the_same_text_is_the_same_and_raw_nearness_is_not() -> None:
    made = embedder_of(Far())
    left, right = await made.embed(["how tall is the tower", "price of copper in 2021"])
    assert made.similarity(left, left) == pytest.approx(1)
    assert made.similarity(left, right) < 0.85


async def test_vectors_are_not_compared_before_the_scale_is_known() -> None:
    with pytest.raises(RuntimeError, match="embed before"):
        embedder_of(Far()).similarity((1.0,), (1.0,))


@pytest.mark.parametrize("spoil", [float("nan"), float("inf"), 1.0])
async def test_vectors_that_mean_nothing_are_a_failure(spoil: float) -> None:
    with pytest.raises(EndpointError):
        await embedder_of(Far(spoil), Scale("k", (1.0,) * PLACES, ((-1.0, 0.0), (1.0, 1.0)))).embed(["x"])


async def test_a_model_that_was_exchanged_behind_its_name_is_refused_at_the_door() -> None:
    """B-135: vectors of another length never reach a row; the message says what to do."""
    scale = await fit(EndpointVectors(Far()))
    with pytest.raises(EndpointError, match=r"a vector of 8 numbers came.*16.*calibrate similarity"):
        await embedder_of(Far(places=8), scale).embed(["x"])


async def test_its_name_tells_its_vectors_from_those_of_others_and_of_other_scales() -> None:
    one, other = await fit(EndpointVectors(Far())), Scale.fitted((0.0,) * PLACES, ((-1.0, 0.0), (1.0, 1.0)))
    names = {embedder_of(Far(), scale).name for scale in (None, one, other)}
    assert len(names) == 3
    assert all(name.startswith(Far.name) for name in names)
    assert f"{Far.name}#{FIRST}" in names
    assert Scale.fitted(one.mean, one.curve) == one


@pytest.mark.parametrize(
    ("text", "line"),
    [("1\ta\tb\n2\ta\tb", "line 2"), ("1\ta", "line 1"), ("1\ta\t", "line 1"), ("1\ta\tb\n\n0\tc\td\te", "line 3")],
)
def test_a_list_of_pairs_that_cannot_be_read_names_its_line(text: str, line: str) -> None:
    with pytest.raises(BadPairs, match=line):
        pairs_of(text)


def test_a_list_of_pairs_may_have_a_heading_and_empty_lines() -> None:
    assert pairs_of("same\tfirst\tsecond\n1\ta\tb\n\n0\tc\td\n") == [(True, "a", "b"), (False, "c", "d")]
