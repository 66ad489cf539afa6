"""Whether a search text asks what was asked before: near on the calibrated scale, and nothing speaks against it (R085,
R086). Directions that were given up count as asked."""

import re
import unicodedata
from collections.abc import Sequence

from memory.figures import contrast
from research.engine.limits import Limits
from research.engine.tools import Tools
from research.roles.briefs import DraftQuery, Vector
from research.terms import Query


def same_search(one: str, other: str, similarity: float, limits: Limits) -> bool:
    """Nearness alone can't tell 2023 from 2024, nor the same words who sells to whom: a contrast has the last word."""
    near = similarity >= limits.query_similarity or plain(one) == plain(other)
    return near and not contrast(one, other)


async def without_repeats(
    first: Query, drafts: Sequence[DraftQuery], tombstones: Sequence[str], tools: Tools
) -> tuple[Query, ...]:
    """Each draft as a query, numbered from `first` on; one that repeats keeps the number of its twin and is never sent.

    Variants of one rewrite may be near each other (that is their purpose): among themselves only equal ones go.
    """
    texts = [draft.text.strip() for draft in drafts]
    vectors = await tools.embedder.embed([*texts, *tombstones])
    buried = list(zip(tombstones, vectors[len(texts) :], strict=True))
    queries: list[Query] = []
    for draft, text, vector in zip(drafts, texts, vectors, strict=False):
        number = first.number + len(queries)
        twin, why = await _repeats(text, vector, queries, buried, tools)
        queries.append(Query(number, first.goal, first.gap, text, draft.hopes, first.batch, twin, why))
    return tuple(queries)


async def _repeats(
    text: str, vector: Vector, batch: Sequence[Query], buried: Sequence[tuple[str, Vector]], tools: Tools
) -> tuple[int | None, str]:
    for query in batch:
        if plain(query.text) == plain(text) and not contrast(query.text, text):
            return query.number, "the same words in this batch"
    for earlier in await tools.archive.nearest_queries(text, vector, tools.limits.known_facts):
        if same_search(text, earlier.text, earlier.similarity, tools.limits):
            return earlier.number, f"repeats query {earlier.number}"
    for tombstone, grave in buried:
        if same_search(text, tombstone, tools.embedder.similarity(vector, grave), tools.limits):
            return None, f"a branch that was given up: {tombstone}"
    return None, ""


def plain(text: str) -> str:
    """Width, case, order of spaces and punctuation make no new query (B-011)."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(sorted(re.findall(r"\w+", folded)))
