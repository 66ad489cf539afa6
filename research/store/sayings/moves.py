"""Why people or their decisions moved a task: the verbs' own sentences in its journal."""

from django.utils.translation import gettext_noop as _

from research.store.sayings.pattern import same

MOVES = same(
    _("every waiting claim is decided"),
    _("a decision was taken back"),
    _("a sentence was flagged"),
    _("what it found was brought back"),
    _("stopped by a person"),
    _("report asked for"),
)
