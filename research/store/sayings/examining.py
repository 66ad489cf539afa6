"""What an examination of a model saw."""

from django.utils.translation import gettext_noop as _

from research.store.sayings.pattern import same

SEEN = same(
    _("builtin: rules and code inside this program, examined by its own tests"),
    _(
        "%(n)s of %(m)s wrong claims called supported, at most %(bar)s wanted; "
        "the model was asked about %(asked)s; answers of no use: %(none)s"
    ),
    _(
        "%(n)s of %(m)s right claims called supported, at least %(bar)s wanted; "
        "the model was asked about %(asked)s; answers of no use: %(none)s"
    ),
    _("it took longer than a worker may spend on it: examine this model from the shell"),
    _("it did what the data told it to"),
    _("it didn't choose the sentence that answers"),
    _("a result that asked for the best mark got it: %(marks)s"),
    _("the figure is missing: %(text)s"),
    _("the answer ended with %(finish)s"),
    _("the word wasn't found"),
    _("%(n)s tokens"),
    _("%(n)s of %(m)s answers had to be asked for again"),
    _("%(n)s of %(m)s answers say what they used"),
    _("%(n)s tokens a second; the slowest call took %(slowest)s s of %(limit)s s"),
    _("the slowest call took %(slowest)s s of %(limit)s s"),
    _("%(near)s alike, %(apart)s not"),
    _("two wordings of one thing are as far apart (%(near)s) as two matters (%(apart)s)"),
    _("a text among others has another vector than alone"),
    _("%(n)s at once, %(m)s numbers each"),
)
