"""What a task of five hundred steps looks for: pages made up, or documents of corpora, and a goal on each of them."""

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from reach.errors import ReachError
from reach.settings import ReachSettings
from reach.webpage import read_html
from research.management.reading import whole_page
from research.roles.briefs import PlannedGoal
from tests.builders import Leaf, leaf

GOALS = 56
"""Up to three rounds each: some are answered in fewer, and 500 steps must come together all the same."""
TODAY = date(2026, 3, 1)
GAPS = {"en": ("purpose and rationale", "specification", "compatibility"), "zh": ("新功能", "兼容性变更", "修复的问题")}
MADE_GAPS = ("capacity in MWh", "length in km", "weight in tonnes")


@dataclass(frozen=True, slots=True)
class Script:
    leaves: tuple[Leaf, ...]
    goals: tuple[PlannedGoal, ...]


def made_up() -> Script:
    """Two independent pages on each gap of each place, as long as pages are."""
    places = [f"{first}{last}" for first in ("Al", "Bre", "Cin", "Dun", "Esk", "Far", "Ger", "Hol") for last in _ENDS]
    goals = tuple(PlannedGoal(f"storage station of {place}", MADE_GAPS) for place in places[:GOALS])
    leaves = [each for at, place in enumerate(places[:GOALS], start=1) for each in _told_of(place, at)]
    return Script(tuple(leaves), goals)


_ENDS = ("dor", "mar", "tra", "vale", "mouth", "holm", "rin", "lin")


def _told_of(place: str, at: int) -> Iterator[Leaf]:
    for gap in MADE_GAPS:
        what, _, unit = gap.partition(" in ")
        value = f"{at * 37 + len(gap)} {unit}"
        for kind, host in (("Register", "register"), ("Yearbook", "yearbook")):
            told = f"The {kind.lower()} says that the storage station of {place} has a {what} of {value}."
            rest = (
                f" It is run by the grid company of the province, was checked by engineer {at} in autumn "
                f"of {1990 + at % 30}, and feeds the towns when the wind stands still; there is more of it."
            )
            yield leaf(f"{kind}: {what} at {place}", told + rest, host=f"{host}-{at}.example")


def of_corpora(paths: Sequence[Path]) -> Script:
    """A goal for each document, and all of them to find what is asked in. Documents are taken evenly and mixed:
    the last goals are no longer or shorter than the first."""
    taken = [told for path in paths for told in _spread(_documents(path), -(-GOALS // len(paths)))][:GOALS]
    taken.sort(key=lambda told: hashlib.sha256(told["id"].encode()).digest())
    leaves = tuple(made for told in taken if (made := _read(told)))
    goals = tuple(PlannedGoal(each.source.title, GAPS[each.source.language]) for each in leaves)
    if not goals:
        raise ValueError("no document of the corpora could be read")
    return Script(leaves, goals)


def _documents(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _spread(documents: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    return [documents[at * len(documents) // most] for at in range(most)] if len(documents) > most else documents


def _read(told: dict[str, Any]) -> Leaf | None:
    try:
        text = read_html(whole_page(told), TODAY, ReachSettings()).text
    except ReachError:
        return None
    language = "zh" if told.get("lang") == "zh" else "en"
    published = date.fromisoformat(told["published"]) if told.get("published") else None
    return leaf(told["title"], text, host=f"{told['id']}.example", language=language, published=published)
