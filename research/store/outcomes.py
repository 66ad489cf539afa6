"""How each earlier query of a goal ended, for its planner: found, empty, failed, dropped (R188, R192)."""

from research.models import Query, Reach, ResearchTask
from research.roles.briefs import FAILED
from research.store.nearest import LOST, unanswered


def query_outcomes(task: ResearchTask, goal: int, most: int) -> tuple[str, ...]:
    """The newest first. Each line ends in its outcome. A failure says nothing of the words: they may be sent again."""
    rows = list(Query.objects.filter(task=task, goal__number=goal).order_by("-number")[:most])
    failed = set(Query.objects.filter(unanswered(task), task=task, dropped="").values_list("number", flat=True))
    lost = _lost(task, [row.text for row in rows])
    return tuple(f"{row.text}: {_outcome(row, row.number in failed, lost.get(row.text, ''))}" for row in rows)


def _outcome(row: Query, failed: bool, lost: str) -> str:
    if row.dropped:
        return f"dropped, {row.dropped}"
    if failed:
        return f"{FAILED}, nobody answered{lost}"
    if row.kept:
        return f"found {row.kept}{lost}"
    return f"nothing worth keeping{lost}" if row.hits else f"empty{lost}"


def _lost(task: ResearchTask, texts: list[str]) -> dict[str, str]:
    """What each channel that was lost gave as its reason, by the query's text."""
    rows = Reach.objects.filter(LOST, task=task, purpose="search", target__in=texts).order_by("id")
    told: dict[str, dict[str, None]] = {}
    for target, channel, kind in rows.values_list("target", "channel", "kind"):
        told.setdefault(target, {})[f"{channel} {(kind or 'too_slow').replace('_', ' ')}"] = None
    return {target: f" ({', '.join(reasons)})" for target, reasons in told.items()}
