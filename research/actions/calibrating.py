"""The bound embedder's scale, fitted anew by whoever has the shell."""

from collections.abc import Sequence

from asgiref.sync import async_to_sync
from django.db import transaction

from research.actions.trail import audit
from research.roles.builtin.calibrate import fitted
from research.roles.embedder import Embedder, Scale
from research.roles.embedder import Source as VectorSource
from research.store.scales import keep_scale
from research.wiring import embedder_for, vectors


def calibrate_embedder(background: Sequence[str], pairs: Sequence[tuple[bool, str, str]]) -> tuple[Embedder, bool]:
    """The embedder as it is bound from now on, and whether its scale is another than before. What is the same, the one
    that came with the embedder included, keeps its name: no vector is made anew for nothing."""
    before, source = embedder_for(), vectors()
    scale = async_to_sync(_fitted)(source, background, pairs)
    if before.name == f"{source.base}#{scale.name}" or (before is source and scale == source.own):
        return before, False
    with transaction.atomic():
        keep_scale(source.base, scale, "calibrate similarity")
        after = embedder_for()
        audit(None, None, "command", "calibrate_embedder", source.base[:OBJECT], before.name, after.name)
    return after, True


OBJECT = 80
"""Characters of the audit's column."""


async def _fitted(source: VectorSource, background: Sequence[str], pairs: Sequence[tuple[bool, str, str]]) -> Scale:
    return await fitted(source, background, pairs)
