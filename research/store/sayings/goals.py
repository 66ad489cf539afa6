"""What the engine says of goals, queries and the end of a search."""

from django.utils.translation import gettext_noop as _

from research.store.sayings.pattern import otherwise, same

ENDS = (
    *same(
        _("enough independent evidence"),
        _("a source that decides the matter itself says so"),
        _("answered by what is held already"),
        _("answered as far as found: %(limit)s"),
        _("sources disagree: %(limit)s"),
        _("sources disagree"),
        _("insufficient evidence: %(limit)s"),
        _("nothing could be reached in %(n)s rounds in a row"),
        _("%(n)s rounds in a row brought nothing new"),
        _("%(n)s rounds were spent on it"),
        _("%(n)s pages were read for it"),
        _("%(n)s pages were read in all"),
        _("No goal is open."),
        _("%(n)s steps taken."),
        _("The search had until %(time)s UTC."),
        _("%(n)s tokens are spent or reserved; the rest is the reporter's."),
        _("The next call could pass the budget of %(whose)s: %(amount)s."),
        _("There is a budget of money in %(currency)s, and no price of %(model)s in it."),
        _("this task"),
        _("this task's search"),
        _("this question"),
        _("this workspace for the month"),
        _("this person for the month"),
        _("%(n)s tokens"),
        _("%(n)s rounds without a new fact and %(m)s of the plan done."),
        _("A person asked for the report from what is there."),
        _("stopped by a person"),
        _("nothing could be reached"),
        _("this step ended its worker %(n)s times"),
        _("its worker was told to stop"),
        _("the database could not be reached"),
        _("the disk of the database is full"),
        _("the database takes nothing at present: it is read-only"),
        _("the database has no room for more at present"),
        _("longer than %(n)s s"),
    ),
    otherwise("answered by one source: (?P<limit>.+)", _("no second, independent source was found: %(limit)s")),
    otherwise(
        r"Every goal is answered or marked insufficient\.", _("Every goal is answered or marked as not answered.")
    ),
    otherwise("report asked for", _("the report was asked for")),
)
QUERIES = same(
    _("repeats query %(n)s"),
    _("the same words in this batch"),
    _("a branch that was given up: %(branch)s"),
)
TREE = (
    *same(
        _("brought up by the evidence of goal %(n)s"),
        _("goal %(n)s is thin: pursued further down"),
        _("overlooked so far"),
        _("overlooked so far: it comes first now"),
        _("gaps are open again: %(why)s"),
        _("its finer goals are answered"),
        _("%(n)s of %(m)s finer goals are answered"),
        _("all of its finer goals were given up"),
        _("led away from the question too often"),
        _("skipped by %(who)s"),
        _("planned again %(n)s times already"),
        _("planned again: %(why)s"),
        _("there is no room for more goals, or no budget"),
        _("not supported: %(why)s"),
        _("sources contradict each other about a first goal"),
        _("asked for by %(who)s"),
        _("its memory was full in %(n)s rounds"),
        _("its evidence diverges (%(ways)s)"),
        _("the search is over"),
        _("the goal tree is full"),
        _("the plan was made anew as often as it may be"),
        _("there is no such goal"),
        _("the goal is closed"),
        _("the budget for searching is spent"),
    ),
    otherwise("went off goal twice in a row", _("it led away from the question twice in a row")),
    otherwise("(?:went )?off goal: (?P<why>.+)", _("it led away from the question: %(why)s")),
    otherwise(
        r"(?P<one>[^,:]+): (?P<way>up|down), (?P<other>[^,:]+): (?P<turn>up|down)",
        _("%(one)s: %(way)s, %(other)s: %(turn)s"),
    ),
)
CHECKS = same(
    _("two goals have one number"),
    _("a goal hangs on one that is not there"),
    _("the goal tree is deeper than allowed"),
    _("a goal has more finer goals than allowed"),
    _("another goal is marked as in work than the one that is"),
    _("working memory holds what was found for another goal"),
    _("working memory holds more than allowed"),
    _("a goal that is closed was searched for"),
    _("a query names no gap"),
    _("one query was sent twice"),
    _("evidence below the bar was accepted"),
    _("a quote is not as long as its place"),
    _("what was found last has hardly a word in common with goal %(n)s"),
)
THOUGHTS = same(
    _("%(n)s of %(m)s goals have evidence."),
    _("%(n)s of %(m)s goals have evidence; the latest evidence shares no word with the question."),
)
"""Reflections of the builtin planner; a model's own are its words and stay so."""
LIMITS = same(
    _("unknown limit: %(names)s"),
    _("%(name)s must be a number"),
    _("%(name)s must be a whole number"),
    _("%(name)s must be between %(low)s and %(high)s %(unit)s"),
    _("the three weights of evidence must sum to 1, they sum to %(n)s"),
    _("the four weights of packing must sum to 1, they sum to %(n)s"),
    _("beat_seconds must be at most half of lease_seconds"),
    _("digest_tokens must not exceed digest_most"),
    _("first_goals must not exceed goals_in_all"),
)
"""Why a threshold was refused."""
