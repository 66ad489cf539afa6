"""What the engine says of the goal tree: why a goal was split, raised, closed with its parts, or why a wish failed."""

from django.utils.translation import gettext_lazy

TREE_REASONS = [
    (r"goal (?P<n>\d+) is thin: pursued further down", gettext_lazy("goal %(n)s is thin: pursued further down")),
    (r"overlooked so far", gettext_lazy("overlooked so far")),
    (r"overlooked so far: it comes first now", gettext_lazy("overlooked so far: it comes first now")),
    (r"gaps are open again: (?P<why>.+)", gettext_lazy("gaps are open again: %(why)s")),
    (r"its finer goals are answered", gettext_lazy("its finer goals are answered")),
    (r"(?P<n>\d+) of (?P<m>\d+) finer goals are answered", gettext_lazy("%(n)s of %(m)s finer goals are answered")),
    (r"all of its finer goals were given up", gettext_lazy("all of its finer goals were given up")),
    (r"went off goal twice in a row", gettext_lazy("it led away from the question twice in a row")),
    (r"went off goal: (?P<why>.+)", gettext_lazy("it led away from the question: %(why)s")),
    (r"led away from the question too often", gettext_lazy("it led away from the question too often")),
    (r"skipped by (?P<who>.+)", gettext_lazy("skipped by %(who)s")),
    (r"planned again (?P<n>\d+) times already", gettext_lazy("planned again %(n)s times already")),
    (r"planned again: (?P<why>.+)", gettext_lazy("planned again: %(why)s")),
    (r"there is no room for more goals, or no budget", gettext_lazy("there is no room for more goals, or no budget")),
    (r"off goal: (?P<why>.+)", gettext_lazy("it led away from the question: %(why)s")),
    (r"not supported: (?P<why>.+)", gettext_lazy("not supported: %(why)s")),
    (
        r"sources contradict each other about a first goal",
        gettext_lazy("sources contradict each other about a first goal"),
    ),
    (r"asked for by (?P<who>.+)", gettext_lazy("asked for by %(who)s")),
    (r"its memory was full in (?P<n>\d+) rounds", gettext_lazy("its memory was full in %(n)s rounds")),
    (r"its evidence diverges \((?P<ways>.+)\)", gettext_lazy("its evidence diverges (%(ways)s)")),
    # the check after a step
    (r"two goals have one number", gettext_lazy("two goals have one number")),
    (r"a goal hangs on one that is not there", gettext_lazy("a goal hangs on one that is not there")),
    (r"the goal tree is deeper than allowed", gettext_lazy("the goal tree is deeper than allowed")),
    (r"a goal has more finer goals than allowed", gettext_lazy("a goal has more finer goals than allowed")),
    (
        r"another goal is marked as in work than the one that is",
        gettext_lazy("another goal is marked as in work than the one that is"),
    ),
    (
        r"working memory holds what was found for another goal",
        gettext_lazy("working memory holds what was found for another goal"),
    ),
    (r"working memory holds more than allowed", gettext_lazy("working memory holds more than allowed")),
    (r"a goal that is closed was searched for", gettext_lazy("a goal that is closed was searched for")),
    (r"a query names no gap", gettext_lazy("a query names no gap")),
    (r"one query was sent twice", gettext_lazy("one query was sent twice")),
    (r"evidence below the bar was accepted", gettext_lazy("evidence below the bar was accepted")),
    (r"a quote is not as long as its place", gettext_lazy("a quote is not as long as its place")),
    (
        r"what was found last has hardly a word in common with goal (?P<n>\d+)",
        gettext_lazy("what was found last has hardly a word in common with goal %(n)s"),
    ),
    # wishes that came too late
    (r"the search is over", gettext_lazy("the search is over")),
    (r"the goal tree is full", gettext_lazy("the goal tree is full")),
    (
        r"the plan was made anew as often as it may be",
        gettext_lazy("the plan was made anew as often as it may be"),
    ),
    (r"there is no such goal", gettext_lazy("there is no such goal")),
    (r"the goal is closed", gettext_lazy("the goal is closed")),
    (r"the budget for searching is spent", gettext_lazy("the budget for searching is spent")),
]
