"""Memory at two points as lists in which what came and went is marked: of a step taken by hand (R156), of any two."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from research.models import Step
from research.web import sizes
from research.web.words import GOAL_WORDS

Read = Callable[[Mapping[str, Any]], list[str]]


@dataclass(frozen=True, slots=True)
class Item:
    text: str
    mark: str
    """'+' came, '−' went, '' stayed."""


@dataclass(frozen=True, slots=True)
class Side:
    """What came or went stands first; what stayed is folded away where it is much and something else changed."""

    items: list[Item]
    folded: bool

    @property
    def shown(self) -> list[Item]:
        return [item for item in self.items if item.mark] + ([] if self.rest else self._stayed)

    @property
    def rest(self) -> list[Item]:
        return self._stayed if self.folded and len(self._stayed) > sizes.STAYED_SHOWN else []

    @property
    def _stayed(self) -> list[Item]:
        return [item for item in self.items if not item.mark]


@dataclass(frozen=True, slots=True)
class Part:
    title: str
    before: list[Item]
    after: list[Item]

    @property
    def sides(self) -> tuple[list[Item], list[Item]]:
        return self.before, self.after

    @property
    def told(self) -> list[Side]:
        changes = any(item.mark for side in self.sides for item in side)
        return [Side(side, folded=changes) for side in self.sides]


def _mind(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """A notebook keeps the mind among other things; a snapshot is the mind itself."""
    inner = body.get("mind")
    return inner if isinstance(inner, Mapping) else body


def _goals(body: Mapping[str, Any]) -> list[str]:
    goals = _mind(body).get("goals", ())
    return [f"{goal['question']} · {GOAL_WORDS.get(goal['state'], goal['state'])} · {_many(goal)}" for goal in goals]


def _many(goal: Mapping[str, Any]) -> str:
    n = goal["accepted"]
    return ngettext("%(n)s piece accepted", "%(n)s pieces accepted", n) % {"n": n}


def _working(body: Mapping[str, Any]) -> list[str]:
    return [f"{entry['quote']} ({entry['source']})" for entry in _mind(body).get("working", {}).get("entries", ())]


def _evolving(name: str) -> Read:
    def read(body: Mapping[str, Any]) -> list[str]:
        value = _mind(body).get("evolving", {}).get(name) or ()
        items = [value] if isinstance(value, str) else value
        return [item if isinstance(item, str) else str(item.get("text", item)) for item in items]

    return read


def _digests(body: Mapping[str, Any]) -> list[str]:
    """A digest of one reach told by its conclusion; one without a conclusion by its names and figures."""
    made = _mind(body).get("digests", ())
    return [each["conclusion"] or "; ".join((*each["entities"], *each["numbers"])) for each in made]


def _tombstones(body: Mapping[str, Any]) -> list[str]:
    return list(body.get("tombstones", ()))


PARTS: list[tuple[Any, Read]] = [
    (gettext_lazy("Goals"), _goals),
    (gettext_lazy("Working memory"), _working),
    (gettext_lazy("Newest finding"), _digests),
    (gettext_lazy("Confirmed facts"), _evolving("facts")),
    (gettext_lazy("Hypotheses"), _evolving("hypotheses")),
    (gettext_lazy("Gaps"), _evolving("gaps")),
    (gettext_lazy("Draft conclusion"), _evolving("draft")),
    (gettext_lazy("Closed directions"), _tombstones),
]


def before_after(step: Step) -> list[Part]:
    return between(step.memory_before or {}, step.memory_after or {})


def between(was: Mapping[str, Any], now: Mapping[str, Any]) -> list[Part]:
    """Without the parts that are empty at both."""
    found = [_part(str(title), read(was), read(now)) for title, read in PARTS]
    return [part for part in found if part.before or part.after]


def _part(title: str, before: list[str], after: list[str]) -> Part:
    return Part(
        title,
        [Item(text, "" if text in after else "−") for text in before],
        [Item(text, "" if text in before else "+") for text in after],
    )
