"""What a search gives to an agent that holds nothing back: ten hits, each with the whole of its extract.

Our engine is shown fewer, and the beginning of each (R055), so what others would see is asked for once more. Extracts
of the workspace's own documents are as the engine sees them.
"""

from collections.abc import Sequence
from dataclasses import replace

from asgiref.sync import async_to_sync
from django.conf import settings

from reach import search
from reach.cache import NoCache
from reach.egress import Egress
from research.channels import HOUSE, channels
from research.engine.channels import own_language
from research.management.measure.observed import HITS, Hits
from research.models import ResearchTask
from research.store.load import limits_of, load_state
from research.store.looking import hits_inside, scope_of
from research.terms import Find, Language, Query
from research.wiring import outside_for, reach_settings

EXTRACT = 2_000
"""Characters: above all that search services give."""


def full_hits(task: ResearchTask) -> Hits:
    """Those that were recorded, where the channels give fewer now."""
    numbers = replace(reach_settings(), results=HITS, snippet_chars=EXTRACT)
    outside = outside_for(task.workspace_id, limits_of(task), scope_of(task))
    house = [each for each in outside.providers if each.name in HOUSE]
    all_of_them = channels(settings, Egress(numbers), house, NoCache(), outside.pace)
    open_to_it = [outside.documents] if outside.scope.documents_only else all_of_them
    period = load_state(task).period
    span = period if period.bounded else None

    async def asked(batch: search.Batch) -> Sequence[Find]:
        await outside.documents.prepare()
        answer = await search.search(batch, open_to_it, settings=numbers, cache=NoCache(), pace=outside.pace)
        inside, _ = hits_inside(outside.scope, answer.hits)
        return [
            Find(0, hit.channel, hit.title, hit.snippet, hit.url, hit.published, hit.rank, hit.other_urls)
            for hit in inside
        ]

    def full(batch: Sequence[Query], finds: Sequence[Find]) -> Sequence[Find]:
        sent = [query for query in batch if not query.dropped]
        found = async_to_sync(asked)(search.Batch(tuple(_variant(query, task.language) for query in sent), span))
        return found if len(found) >= len(finds) else finds

    return full


def _variant(query: Query, language: str) -> search.Variant:
    chosen = frozenset(query.channels) if query.channels else None
    return search.Variant(query.text, own_language(query.text, Language(language)), chosen)
