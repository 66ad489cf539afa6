"""Why a quote was taken, and what the check of a sentence against its quotes found."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from research.store.sayings.pattern import otherwise, same

_KINDS = "date|status|version|number|name|cause|place|content"
REASONS = (
    *same(_("It gives orders to a machine instead of telling a reader something.")),
    *same(_("It stands in a page about the topic.")),
    *same(_("a reviewer brought this page")),
    otherwise(
        rf"It shares (?P<words>.+) and gives (?P<kinds>(?:{_KINDS})(?: and (?:{_KINDS}))*)\.",
        _("It shares %(words)s and gives %(kinds)s."),
    ),
    otherwise(rf"It gives (?P<kinds>(?:{_KINDS})(?: and (?:{_KINDS}))*)\.", _("It gives %(kinds)s.")),
    *same(_("It shares %(words)s.")),
    otherwise(rf"(?P<one>{_KINDS}) and (?P<other>(?:{_KINDS})(?: and (?:{_KINDS}))*)", _("%(one)s and %(other)s")),
    otherwise("date", pgettext_lazy("kind of answer", "date")),
    otherwise("status", pgettext_lazy("kind of answer", "status")),
    otherwise("version", pgettext_lazy("kind of answer", "version")),
    otherwise("number", pgettext_lazy("kind of answer", "number")),
    otherwise("name", pgettext_lazy("kind of answer", "name")),
    otherwise("cause", pgettext_lazy("kind of answer", "cause")),
    otherwise("place", pgettext_lazy("kind of answer", "place")),
    otherwise("content", pgettext_lazy("kind of answer", "content")),
)
_ATOMS = (
    "number|date|identifier|name|negation|direction|unit|hedge|condition|quantifier|up to|cause|rank|comparison|subject"
    "|opposite|wording|role"
)
VERDICTS = (
    *same(
        _("%(why)s (a model was asked and gave no usable answer)"),
        _("No evidence is cited."),
        _("The quoted words are not at hand."),
        _("The stored copy doesn't hold the quoted words."),
        _("The words stand in the quoted source."),
        _("The words were retyped; every figure is the same."),
        _("The content is carried, but these are not the source's words."),
        _("Every figure, date and name stands in the quotes, and so do its words."),
        _("Every figure, date and name stands in the quotes, and its wording reads alike."),
        _("Every figure, date and name stands in the quotes, but not told in this way: a reader must decide."),
        _("share of its words and figures that one sentence says in this order, turning nothing"),
        _("It is too long to be read as one sentence."),
        _("The quotes speak of something else."),
        _("The source says otherwise: %(why)s."),
        _("Not in the quotes: %(what)s."),
        _("%(n)s of its words"),
        _("%(n)s of the words in their order"),
        _("share of content words in the quotes"),
        _("it has %(held)s where the claim has %(claimed)s"),
        _("one of claim and quote denies what the other states"),
        _("the quote goes %(there)s where the claim goes %(here)s"),
    ),
    otherwise(rf"(?P<one>(?:{_ATOMS}) .+?), (?P<other>(?:{_ATOMS}) .+)", pgettext_lazy("list", "%(one)s, %(other)s")),
    otherwise("number (?P<what>.+)", _("number %(what)s")),
    otherwise("date (?P<what>.+)", _("date %(what)s")),
    otherwise("identifier (?P<what>.+)", _("identifier %(what)s")),
    otherwise("name (?P<what>.+)", _("name %(what)s")),
    otherwise("hedge (?P<what>.+)", _("left out: %(what)s")),
    otherwise("(?:condition|quantifier|up to) (?P<what>.+)", _("left out: %(what)s")),
    otherwise("cause (?P<what>.+)", _("cause %(what)s")),
    otherwise("rank (?P<what>.+)", _("rank %(what)s")),
    otherwise("comparison (?P<what>.+)", _("comparison %(what)s")),
    otherwise("(?:subject|role) (?P<what>.+)", _("of whom it is said: %(what)s")),
    otherwise("wording (?P<what>.+)", _("wording: %(what)s")),
    otherwise("(?:negation|direction|opposite) (?P<what>.+)", _("perhaps turned round: %(what)s")),
    otherwise("unit period", _("counted by another period")),
    otherwise("unit (?P<what>.+)", _("unit %(what)s")),
    *same(_("no words"), _("introduces what follows"), _("pointer"), _("speculation")),
    otherwise("heading", pgettext_lazy("asserts nothing", "heading")),
    otherwise("question", pgettext_lazy("asserts nothing", "question")),
    *same(
        _("the quote has it, the claim doesn't"),
        _("the quote doesn't link the two"),
        _("the quote doesn't rank it so"),
        _("the quote has the two the other way round"),
        _("only one of claim and quote denies it"),
        _("the two count by different periods"),
        _("%(held)s stands where the claim has %(claimed)s"),
        _("%(what)s stands beside other words"),
        _("%(what)s has another part in it"),
        _("%(what)s is not said"),
        _("the quote says it of %(whom)s"),
        _("the quote speaks of another than %(whom)s"),
        _("the quote speaks of %(whom)s"),
        _("the quote sets %(whom)s apart"),
        _("%(role)s %(there)s, not %(role_too)s %(here)s"),
    ),
)
