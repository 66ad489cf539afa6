"""Sentences of engine and reach in a reader's language: one table, held whole by a test that walks their sources."""

from collections.abc import Sequence

from django.utils.translation import gettext

from research.store.sayings import (
    answers,
    channels,
    disputes,
    examining,
    forms,
    goals,
    moves,
    quotes,
    reaching,
    servers,
)
from research.store.sayings.pattern import Saying, worded

SAYINGS: Sequence[Saying] = (
    *goals.ENDS,
    *goals.QUERIES,
    *goals.TREE,
    *goals.CHECKS,
    *goals.THOUGHTS,
    *goals.LIMITS,
    *disputes.DISPUTES,
    *channels.CHOICES,
    *channels.GRADES,
    *channels.DAYS,
    *quotes.REASONS,
    *quotes.VERDICTS,
    *reaching.ALL,
    *forms.FORMS,
    *examining.SEEN,
    *servers.ANSWERS,
    *moves.MOVES,
    *channels.HEALTH,
    *channels.QUOTAS,
    *channels.ABILITIES,
    *servers.SERVERS,
    *answers.FAULTS,
    *answers.FORMS,
)
"""The first that fits decides: what is said most comes first, and what fits widely last."""


def said(sentence: str) -> str:
    return worded(sentence, SAYINGS)


def channel_word(name: str) -> str:
    return str(channels.NAMES.get(name, name))


def said_each(sentences: str) -> str:
    """Several of them, with "; " between, which may stand inside one, too."""
    whole = said(sentences)
    return whole if whole != sentences else gettext("; ").join(said(sentence) for sentence in sentences.split("; "))
