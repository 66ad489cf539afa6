"""Other sentences of the same report that wait, and that say the same or rest on the same quote (CR12).

A suggestion only: whoever decides ticks each by hand. The builtin embedder is asked, whatever is bound: a page that is
looked at must not cost a call to a server.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asgiref.sync import async_to_sync

from memory.figures import content_words
from research.models import Citation, Claim, User
from research.roles.builtin.embedder import best_embedder
from research.store import desk
from research.store.embeddings import KeptEmbedder
from research.store.load import limits_of

COMPARED = 12
"""Sentences that are embedded for one page: those nearest in words. The rest has hardly one in common."""


@dataclass(frozen=True, slots=True)
class Similar:
    claim: Claim
    likeness: float
    """1: letter by letter."""
    same_quote: bool

    @property
    def pair(self) -> str:
        """What its box sends: the row, and the version that was seen."""
        return f"{self.claim.pk}@{self.claim.version}"


def similar_to(claim: Claim, person: User) -> list[Similar]:
    """Nearest first; those that rest on the same quote come after those that say the same."""
    limits = limits_of(claim.task)
    others = list(desk.open_claims(person).filter(task=claim.task_id).exclude(pk=claim.pk))
    if not others or not limits.similar_claims:
        return []
    quotes, near = _quotes([claim, *others]), _near(claim, others)
    mine = quotes.get(claim.pk, frozenset())
    found = [Similar(each, near.get(each.pk, 0.0), bool(mine & quotes.get(each.pk, frozenset()))) for each in others]
    alike = [each for each in found if each.likeness >= limits.similar_likeness or each.same_quote]
    return sorted(alike, key=lambda each: (-each.likeness, each.claim.number))[: limits.similar_claims]


def _quotes(claims: Sequence[Claim]) -> Mapping[int, frozenset[int]]:
    """What each cites; a reprint is the same quote as what it reprints."""
    rows = Citation.objects.filter(claim__in=claims).values_list("claim", "evidence", "evidence__reprint_of")
    cited: dict[int, set[int]] = {}
    for claim, piece, original in rows:
        cited.setdefault(claim, set()).add(original or piece)
    return {claim: frozenset(pieces) for claim, pieces in cited.items()}


def _near(claim: Claim, others: Sequence[Claim]) -> dict[int, float]:
    words = content_words(claim.text)
    shared = {each.pk: len(words & content_words(each.text)) for each in others}
    likely = sorted((each for each in others if shared[each.pk]), key=lambda each: (-shared[each.pk], each.number))
    chosen, embedder = likely[:COMPARED], KeptEmbedder(best_embedder())
    if not chosen:
        return {}
    aim, *vectors = async_to_sync(embedder.embed)([claim.text, *(each.text for each in chosen)])
    return {each.pk: embedder.similarity(aim, vector) for each, vector in zip(chosen, vectors, strict=True)}
