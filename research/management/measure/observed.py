"""What an agent with tools sees: a call, what came back, and the texts in it that can be quoted."""

from dataclasses import dataclass
from datetime import date

from research.roles.tokens import count_tokens

HITS = 10
"""Of a search in one observation: a page of results."""
OBSERVATION_TOKENS = 8_000
"""Of one observation: a longer page is cut there, as agents of this kind do."""


@dataclass(frozen=True, slots=True)
class Text:
    """Something that can be quoted: a hit's snippet or a whole page."""

    key: str
    title: str
    publisher: str
    published: date | None
    credibility: float
    text: str
    aims: tuple[tuple[int, str], ...] = ()
    """Goals and gaps for which it was looked at."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One call of a tool: what the model writes to make it, and what comes back."""

    action: str
    observation: str
    texts: tuple[Text, ...]


def within(text: str, tokens: int = OBSERVATION_TOKENS) -> str:
    """The text's beginning, of at most so many tokens."""
    while (counted := count_tokens(text)) > tokens:
        text = text[: min(len(text) - 1, len(text) * tokens // counted)]
    return text
