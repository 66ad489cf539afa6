"""What was wrong with a model's answer, as the model was told and as the journal keeps it: the faults of its form,
place by place, and those of what it says."""

from django.utils.translation import gettext_noop as _

from research.store.sayings.pattern import otherwise, same

_FAULT = (
    r"Field required|(?:Input|String|List) should [^;]+"
    r"|must [^;]+|at most [^;]+ characters|has no word [^;]+|the year .+; today is .+"
    r"|there is no quotation \d+|.+ doesn't stand in quotation \d+"
)
"""What may be said of a place. Any words at all would make a place of whatever stands before a colon."""
FAULTS = same(
    _("the object doesn't stand in quotation %(n)s"),
    _("%(what)s doesn't stand in quotation %(n)s"),
    _("%(what)s in the draft stands in no fact"),
    _("the year %(what)s is named by nothing; today is %(day)s"),
    _("facts have numbers from 1 to %(n)s"),
    _("first and last are sentence numbers from 1 to %(n)s, first not after last; reason speaks of that passage"),
    _("a sentence is about the subject, without addresses"),
    _("%(n)s tokens; at most %(m)s are allowed"),
    _("write in English"),
    _("write in Simplified Chinese (简体中文)"),
    _("the prompt '%(name)s' has no room for a sentence of the page"),
    _("the prompt '%(name)s' has no room for one of its %(what)s"),
)
FORMS = (
    *same(
        _("Field required"),
        _("Input should be a valid boolean"),
        _("Input should be a valid integer"),
        _("Input should be a valid list"),
        _("Input should be a valid string"),
        _("Input should be greater than or equal to %(n)s"),
        _("Input should be less than or equal to %(n)s"),
        _("String should have at most %(n)s characters"),
        _("List should have at most %(n)s items after validation, not %(m)s"),
    ),
    otherwise(r"Input should be a valid dictionary or instance of \w+", _("an object belongs here")),
    otherwise(r"String should have at least \d+ characters?", _("a text belongs here; it is empty")),
    otherwise(
        r"List should have at least (?P<n>\d+) items? after validation, not (?P<m>\d+)",
        _("at least %(n)s entries belong here, not %(m)s"),
    ),
    otherwise(r"Input should be (?P<values>'.+')", _("one of these belongs here: %(values)s")),
    otherwise(rf"the answer: (?P<why>{_FAULT})", _("the answer as a whole: %(why)s")),
    otherwise(rf"(?P<place>[a-z_]+(?:\.(?:\d+|[a-z_]+))*): (?P<why>{_FAULT})", _("at %(place)s: %(why)s")),
)
"""Of a form, as the library that checks it words them (pydantic). A place is a name in the answer and stays."""
