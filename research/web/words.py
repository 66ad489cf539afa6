"""Closed sets as words in the reader's language. A code that has no word is shown as it is."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from research.models.claim import VERDICT_WORDS
from research.models.query import WORDING_WORDS
from research.models.task import STATUS_WORDS
from research.store.disagreements import DISPUTE_WORDS, worded
from research.store.failures import failure
from research.web.tree_words import TREE_REASONS

PHASE_WORDS = {
    "plan": gettext_lazy("planning"),
    "query": gettext_lazy("choosing what to ask"),
    "reach": gettext_lazy("searching"),
    "evidence": gettext_lazy("reading and weighing"),
    "memory": gettext_lazy("remembering"),
    "reflect": gettext_lazy("reflecting"),
    "report": gettext_lazy("writing"),
    "claims": gettext_lazy("checking"),
    "review": gettext_lazy("at the review desk"),
    "retrospect": gettext_lazy("looking back"),
    "done": gettext_lazy("done"),
}
STATUS_SHAPES = {
    "draft": ("pen", ""),
    "awaiting_approval": ("wait", "tone-warn"),
    "running": ("half", "tone-live"),
    "paused": ("pause", ""),
    "waiting_for_review": ("scale", "tone-warn"),
    "finished": ("check", "tone-good"),
    "stopped": ("stop", ""),
    "failed": ("alert", "tone-bad"),
}
"""Icon and tone; the word stands beside them."""
GOAL_WORDS = {
    "open": pgettext_lazy("state of a goal", "open"),
    "active": gettext_lazy("in work"),
    "done": gettext_lazy("answered"),
    "insufficient": gettext_lazy("not answered"),
    "abandoned": gettext_lazy("given up"),
}
GOAL_SHAPES = {
    "open": ("circle", ""),
    "active": ("half", "tone-live"),
    "done": ("check", "tone-good"),
    "insufficient": ("dash", "tone-warn"),
    "abandoned": ("cross", ""),
}
MOVE_WORDS = {
    "running": gettext_lazy("%(person)s set the task going"),
    "paused": gettext_lazy("%(person)s paused the task"),
    "stopped": gettext_lazy("%(person)s stopped the task"),
}
STOP_SENTENCES = {
    "plan_done": gettext_lazy("Search ended: every goal is answered or marked as not answered."),
    "dry": gettext_lazy("Search ended: the last rounds brought no new fact, and most of the plan is done."),
    "budget": gettext_lazy("Search ended: the budget for searching is spent; the rest is kept for the report."),
    "steps": gettext_lazy("Search ended: the largest number of steps was taken."),
    "nothing_left": gettext_lazy("Search ended: no goal is open any more."),
    "asked": gettext_lazy("Search ended: a person asked for the report from what is there."),
    "deadline": gettext_lazy("Search ended: the time given to it was over."),
}
RULING_WORDS = {
    "approved": gettext_lazy("approved"),
    "edited": gettext_lazy("edited"),
    "rejected": gettext_lazy("rejected"),
}
ROLE_WORDS = {
    "planner": gettext_lazy("planner"),
    "executor": gettext_lazy("executor"),
    "reporter": gettext_lazy("reporter"),
    "checker": gettext_lazy("checker"),
    "embedder": gettext_lazy("embedder"),
}
SOURCE_LANGUAGES = {"en": gettext_lazy("English"), "zh": gettext_lazy("Chinese")}
VERDICT_ORDER = tuple(verdict.value for verdict in VERDICT_WORDS)

CHANNEL_REASONS = [
    (
        r"asks about the team's own matters, which nobody outside knows",
        gettext_lazy("asks about the team's own matters, which nobody outside knows"),
    ),
    (r"asks for research papers", gettext_lazy("asks for research papers")),
    (
        r"asks what something is or how it came about",
        gettext_lazy("asks what something is or how it came about"),
    ),
    (
        r"asks about news, prices or how things stand now",
        gettext_lazy("asks about news, prices or how things stand now"),
    ),
    (r"the question names addresses", gettext_lazy("the question names addresses")),
    (
        r"an earlier round brought nothing, so every channel is asked",
        gettext_lazy("an earlier round brought nothing, so every channel is asked"),
    ),
    (
        r"nothing speaks for one channel, so all general ones are asked",
        gettext_lazy("nothing speaks for one channel, so all general ones are asked"),
    ),
    (
        r"the planner chose by their descriptions",
        gettext_lazy("the planner chose by their descriptions"),
    ),
    (
        r"the description shares words with what is missing: (?P<names>.+)",
        gettext_lazy("the description shares words with what is missing: %(names)s"),
    ),
]
GRADE_REASONS = [
    (r"marked by an admin: (?P<host>.+)", gettext_lazy("marked by an admin: %(host)s")),
    (r"in the product's table: (?P<host>.+)", gettext_lazy("in the product's table: %(host)s")),
    (r"a forum, by its name", gettext_lazy("a forum, by its name")),
    (r"a government, by its name", gettext_lazy("a government, by its name")),
    (r"a university, by its name", gettext_lazy("a university, by its name")),
    (r"a blog or newsroom, by its name", gettext_lazy("a blog or newsroom, by its name")),
    (r"in no table", gettext_lazy("in no table")),
    (r"says that it is: (?P<kind>.+)", gettext_lazy("says that it is: %(kind)s")),
    (
        r"the workspace's own: someone chose it",
        gettext_lazy("the workspace's own: someone chose it"),
    ),
]
REACH_REASONS = [
    (r"column", pgettext_lazy("where a day was found", "from its own column")),
    (r"meta|json-ld", pgettext_lazy("where a day was found", "from the page's own data")),
    (r"visible", pgettext_lazy("where a day was found", "as printed on the page")),
    (r"address", pgettext_lazy("where a day was found", "from its address")),
    (r"search", pgettext_lazy("where a day was found", "as the search service says")),
    (r"header", pgettext_lazy("where a day was found", "as its server says")),
    (r"nothing could be reached", gettext_lazy("nothing could be reached")),
    (
        r"nothing could be reached in (?P<n>\d+) rounds in a row",
        gettext_lazy("nothing could be reached in %(n)s rounds in a row"),
    ),
    (
        r"it takes no period: hits were filtered by their date",
        gettext_lazy("it takes no period: hits were filtered by their date"),
    ),
    (r"(?P<n>\d+) hits outside the period left out", gettext_lazy("%(n)s hits outside the period left out")),
    (
        r"mean trust in the publishers of (?P<n>\d+) hits",
        gettext_lazy("mean trust in the publishers of %(n)s hits"),
    ),
    (
        r"a list of which no hit was kept, believed as an unknown host",
        gettext_lazy("a list of which no hit was kept, believed as an unknown host"),
    ),
    (r"it gives orders to machines", gettext_lazy("it gives orders to machines")),
    (
        r"stored before labels were kept: the time of its row, believed as an unknown host",
        gettext_lazy("stored before labels were kept: the time of its row, believed as an unknown host"),
    ),
]
QUERY_REASONS = [
    (r"repeats query (?P<n>\d+)", gettext_lazy("repeats query %(n)s")),
    (r"the same words in this batch", gettext_lazy("the same words in this batch")),
    (r"a branch that was given up: (?P<branch>.+)", gettext_lazy("a branch that was given up: %(branch)s")),
]
_SAID = [
    *REACH_REASONS,
    *QUERY_REASONS,
    *TREE_REASONS,
    (r"enough independent evidence", gettext_lazy("enough independent evidence")),
    (r"answered as far as found: (?P<limit>.+)", gettext_lazy("answered as far as found: %(limit)s")),
    (r"sources disagree: (?P<limit>.+)", gettext_lazy("sources disagree: %(limit)s")),
    (r"(?P<n>\d+) rounds in a row brought nothing new", gettext_lazy("%(n)s rounds in a row brought nothing new")),
    (r"(?P<n>\d+) rounds were spent on it", gettext_lazy("%(n)s rounds were spent on it")),
    (r"(?P<n>\d+) pages were read for it", gettext_lazy("%(n)s pages were read for it")),
    (r"(?P<n>\d+) pages were read in all", gettext_lazy("%(n)s pages were read in all")),
    (
        r"answered by one source: (?P<limit>.+)",
        gettext_lazy("no second, independent source was found: %(limit)s"),
    ),
    (r"insufficient evidence: (?P<limit>.+)", gettext_lazy("insufficient evidence: %(limit)s")),
    (
        r"Every goal is answered or marked insufficient\.",
        gettext_lazy("Every goal is answered or marked as not answered."),
    ),
    (r"No goal is open\.", gettext_lazy("No goal is open.")),
    (r"(?P<n>\d+) steps taken\.", gettext_lazy("%(n)s steps taken.")),
    (r"The search had until (?P<time>[\d: -]+) UTC\.", gettext_lazy("The search had until %(time)s UTC.")),
    (
        r"(?P<n>\d+) tokens are spent or reserved; the rest is the reporter's\.",
        gettext_lazy("%(n)s tokens are spent or reserved; the rest is the reporter's."),
    ),
    (
        r"(?P<n>\d+) rounds without a new fact and (?P<share>\d+%) of the plan done\.",
        gettext_lazy("%(n)s rounds without a new fact and %(share)s of the plan done."),
    ),
    (
        r"A person asked for the report from what is there\.",
        gettext_lazy("A person asked for the report from what is there."),
    ),
    (r"stopped by a person", gettext_lazy("stopped by a person")),
    (r"report asked for", gettext_lazy("the report was asked for")),
    (r"this step ended its worker (?P<n>\d+) times", gettext_lazy("this step ended its worker %(n)s times")),
    (r"longer than (?P<n>[\d.]+) s", gettext_lazy("longer than %(n)s s")),
    (r"sources disagree", gettext_lazy("sources disagree")),
    *CHANNEL_REASONS,
    *GRADE_REASONS,
    *DISPUTE_WORDS,
]


def said(sentence: str) -> str:
    """A sentence of the engine in the reader's language. The engine speaks one, and knows no other."""
    return worded(sentence, _SAID)


def said_each(sentences: str) -> str:
    """Several of them, with "; " between."""
    return "; ".join(said(sentence) for sentence in sentences.split("; "))


def status_word(status: str) -> str:
    return next((str(word) for known, word in STATUS_WORDS.items() if known == status), status)


def phase_word(phase: str) -> str:
    return str(PHASE_WORDS.get(phase, phase))


def verdict_word(verdict: str) -> str:
    return next((str(word) for known, word in VERDICT_WORDS.items() if known == verdict), verdict)


def wording_word(wording: str) -> str:
    return next((str(word) for known, word in WORDING_WORDS.items() if known == wording), wording)


def figures(sentence: str) -> str:
    """What the engine's sentence adds to the words of a stop. One without a figure would only repeat them."""
    return said(sentence) if any(sign.isdecimal() for sign in sentence) else ""


def failure_word(outcome: Mapping[str, Any]) -> str:
    """The class of a failure in words, and what the other side said of it."""
    return failure(outcome["kind"] or "", outcome["detail"])
