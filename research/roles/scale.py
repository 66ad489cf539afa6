"""Puts an embeddings endpoint on the scale where 0.85 means the same, with the lists of the builtin embedder."""

from collections.abc import Sequence

import numpy as np

from research.roles.briefs import Vector
from research.roles.builtin.calibrate import derive, read_background, read_pairs
from research.roles.builtin.embedder import Curve
from research.roles.embedder import EndpointEmbedder, Likeness
from research.roles.endpoints import VectorEndpoint


def embedder_of(endpoint: VectorEndpoint) -> EndpointEmbedder:
    return EndpointEmbedder(endpoint, read_background(), read_pairs(), fit)


def fit(background: Sequence[Vector], pairs: Sequence[tuple[bool, Vector, Vector]]) -> tuple[Vector, Likeness]:
    labelled = [(same, np.asarray(left, float), np.asarray(right, float)) for same, left, right in pairs]
    found = derive(np.asarray(background, float), labelled)
    return tuple(found["mean"]), Curve(found["curve"])
