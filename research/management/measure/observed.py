"""What an agent with tools sees: a call, what came back, and the texts in it that can be quoted.

Every baseline is given a task's own searches and page reads in the order they happened (C26): the decisions are the
same for all systems, so what differs is only what each of them keeps in its prompt.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Protocol

from research.engine.events import Event, FindsRecalled, FindsSeen, GoalChosen, PagesRead, QueriesWritten
from research.roles.tokens import count_tokens
from research.terms import Find, Query

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


class Page(Protocol):
    """A page that was read, as rows and as values have it."""

    @property
    def key(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def publisher(self) -> str: ...
    @property
    def published(self) -> date | None: ...
    @property
    def credibility(self) -> float: ...


Pages = Callable[[Sequence[str]], Sequence[tuple[Page, str]]]
"""Pages and their texts by key."""


Hits = Callable[[Sequence[Query], Sequence[Find]], Sequence[Find]]
"""What a search tool gives for a batch of which our engine saw these finds: ten hits, with all of their extracts."""


def as_seen(_batch: Sequence[Query], finds: Sequence[Find]) -> Sequence[Find]:
    return finds


@dataclass(slots=True)
class Trail:
    """Follows the journal. A page looked at again from the store is no new observation: who keeps all has it."""

    pages: Pages
    hits: Hits = as_seen
    batch: tuple[Query, ...] = ()
    aim: tuple[int, str] = (0, "")
    """Goal and gap of the round."""
    aims: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)

    def note(self, event: Event) -> None:
        match event:
            case QueriesWritten(queries):
                self.batch, self.aim = queries, (queries[0].goal, queries[0].gap)
            case GoalChosen(goal=goal):
                self.aim = (goal, "")
            case FindsRecalled(gap=gap) if gap:
                self.aim = (self.aim[0], gap)
            case FindsSeen(finds):
                self.turns.append(_search(self.batch, self.hits(self.batch, finds)))
            case PagesRead(sources, again):
                for key in dict.fromkeys(each.key for each in (*sources, *again)):
                    self.aims.setdefault(key, []).append(self.aim)
                self.turns += [_reading(page, text) for page, text in self.pages([each.key for each in sources])]

    def told(self) -> tuple[Turn, ...]:
        return tuple(replace(turn, texts=tuple(map(self._aimed, turn.texts))) for turn in self.turns)

    def _aimed(self, text: Text) -> Text:
        return replace(text, aims=tuple(dict.fromkeys((*text.aims, *self.aims.get(text.key, ())))))


UNREAD = 0.6
"""Credibility of a hit's host before it is looked up: that of an unlisted one."""


def _search(batch: tuple[Query, ...], finds: Sequence[Find]) -> Turn:
    sent = [query for query in batch if not query.dropped]
    shown = finds[:HITS]
    told = "\n\n".join(f"{find.title}\n{find.url}\n{find.published or ''}\n{find.snippet}" for find in shown)
    aim = ((batch[0].goal, batch[0].gap),)
    texts = tuple(Text(find.url, find.title, "", find.published, UNREAD, find.snippet, aim) for find in shown)
    return Turn(_call("search", [{"query": query.text, "because": query.hopes} for query in sent]), within(told), texts)


def _reading(page: Page, text: str) -> Turn:
    head = f"{page.title}\n{page.url}\n{page.published or ''}"
    shown = within(text)
    held = Text(page.key, page.title, page.publisher, page.published, page.credibility, shown)
    return Turn(_call("read", page.url), f"{head}\n{shown}", (held,))


def _call(tool: str, argument: object) -> str:
    return json.dumps({"tool": tool, "argument": argument}, ensure_ascii=False)


def within(text: str, tokens: int = OBSERVATION_TOKENS) -> str:
    """The text's beginning, of at most so many tokens."""
    while (counted := count_tokens(text)) > tokens:
        text = text[: min(len(text) - 1, len(text) * tokens // counted)]
    return text
