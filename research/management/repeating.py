"""How far a finished task went in circles: searches that repeat an earlier one, rounds with something new (R191)."""

from asgiref.sync import async_to_sync

from research.engine.events import QueriesWritten, RoundClosed
from research.engine.limits import Limits
from research.engine.repeats import same_search
from research.models import Entry, Query, ResearchTask
from research.roles.embedder import Embedder
from research.store.embeddings import KeptEmbedder
from research.wiring import embedder_for


def repeated_share(task: ResearchTask) -> float:
    """Of the queries sent, those that repeat one sent before them in another batch. The variants of one rewrite go out
    together, as one request, and may be near each other: that is what they are for (R051, R053)."""
    sent = list(task.queries.filter(dropped="").order_by("number"))
    repeats = async_to_sync(_repeats)(sent, KeptEmbedder(embedder_for()))
    return repeats / len(sent) if sent else 0.0


async def _repeats(sent: list[Query], embedder: Embedder) -> int:
    vectors = dict(zip([query.pk for query in sent], await embedder.embed([query.text for query in sent]), strict=True))
    limits = Limits()

    def repeats(query: Query, earlier: Query) -> bool:
        near = embedder.similarity(vectors[query.pk], vectors[earlier.pk])
        return earlier.batch < query.batch and same_search(query.text, earlier.text, near, limits)

    return sum(any(repeats(query, earlier) for earlier in sent[:at]) for at, query in enumerate(sent))


def fresh_share(task: ResearchTask) -> float:
    """Of the rounds that searched, those that brought a new fact: accepted, to the point, not an earlier one's matter.

    Where every phrasing repeats an earlier one nothing is sent, and what is held is weighed again: no round of search.
    """
    kinds = [QueriesWritten.__name__, RoundClosed.__name__]
    searched, rounds = True, list[bool]()
    for kind, payload in Entry.objects.filter(task=task, kind__in=kinds).order_by("seq").values_list("kind", "payload"):
        if kind == QueriesWritten.__name__:
            searched = any(not query["dropped"] for query in payload["queries"])
        elif searched:
            rounds.append(bool(payload["valuable"]))
    return sum(rounds) / len(rounds) if rounds else 0.0
