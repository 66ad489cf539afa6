"""A finished task's searches and page reads in the order they happened: what every baseline is given to read (C26).

The decisions are the same for all systems, so what differs is only what each of them keeps in its prompt.
"""

import json
from dataclasses import dataclass, field, replace

from research.engine.events import Event, FindsSeen, PagesRead, QueriesWritten
from research.management.measure.observed import HITS, Text, Turn, within
from research.models import ResearchTask, Source
from research.store.entries import whole_payload
from research.store.payloads import revived_event
from research.terms import Find, Query


@dataclass(slots=True)
class _Trail:
    """Follows the journal. A page looked at again from the store is no new observation: who keeps all has it."""

    task: ResearchTask
    batch: tuple[Query, ...] = ()
    aims: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)

    def note(self, event: Event) -> None:
        match event:
            case QueriesWritten(queries):
                self.batch = queries
            case FindsSeen(finds):
                self.turns.append(_search(self.batch, finds))
            case PagesRead(sources, again):
                for key in dict.fromkeys(each.key for each in (*sources, *again)):
                    self.aims.setdefault(key, []).append((self.batch[0].goal, self.batch[0].gap))
                self.turns += [_reading(source) for source in self._rows([each.key for each in sources])]

    def _rows(self, keys: list[str]) -> list[Source]:
        return list(Source.objects.filter(workspace=self.task.workspace_id, key__in=keys).order_by("pk"))

    def told(self) -> tuple[Turn, ...]:
        return tuple(replace(turn, texts=tuple(map(self._aimed, turn.texts))) for turn in self.turns)

    def _aimed(self, text: Text) -> Text:
        return replace(text, aims=tuple(dict.fromkeys((*text.aims, *self.aims.get(text.key, ())))))


def turns_of(task: ResearchTask) -> tuple[Turn, ...]:
    trail = _Trail(task)
    kinds = [kind.__name__ for kind in (QueriesWritten, FindsSeen, PagesRead)]
    for row in task.entries.filter(kind__in=kinds).select_related("task").order_by("seq"):
        trail.note(revived_event(row.kind, whole_payload(row), row.v))
    return trail.told()


def _search(batch: tuple[Query, ...], finds: tuple[Find, ...]) -> Turn:
    sent = [query for query in batch if not query.dropped]
    shown = finds[:HITS]
    told = "\n\n".join(f"{find.title}\n{find.url}\n{find.published or ''}\n{find.snippet}" for find in shown)
    aim = ((batch[0].goal, batch[0].gap),)
    texts = tuple(Text(find.url, find.title, "", find.published, UNREAD, find.snippet, aim) for find in shown)
    return Turn(_call("search", [{"query": query.text, "because": query.hopes} for query in sent]), within(told), texts)


UNREAD = 0.6
"""Credibility of a hit's host before it is looked up: that of an unlisted one."""


def _reading(source: Source) -> Turn:
    head = f"{source.title}\n{source.url}\n{source.published or ''}"
    shown = within(source.text)
    page = Text(source.key, source.title, source.publisher, source.published, source.credibility, shown)
    return Turn(_call("read", source.url), f"{head}\n{shown}", (page,))


def _call(tool: str, argument: object) -> str:
    return json.dumps({"tool": tool, "argument": argument}, ensure_ascii=False)
