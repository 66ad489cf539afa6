"""Why a question on a report was answered so, in the reader's language. The row keeps the same sentence in English."""

from django.utils.translation import gettext_lazy as _

from research.models import FollowUp

RULE_WORDS = {
    "creates": _("It asks for a text to be made of what is there."),
    "of_report": _("It asks what the report says."),
    "changes": _("It asks how things stand now: %(named)s."),
    "names": _("It names what the report's evidence doesn't hold: %(named)s."),
    "held": _("The report's evidence speaks of it."),
    "dear": _("A wrong answer would be dear, and the evidence doesn't settle it: %(named)s."),
    "version": _("The answer depends on a version, and the evidence doesn't settle it: %(named)s."),
    "model": _("The planner's model decided: %(named)s"),
    "default": _("Nothing in it calls for another look."),
    "asked": _("A person asked for another look."),
}


def why(row: FollowUp) -> str:
    """A rule that has no words yet shows as it was stored."""
    return str(RULE_WORDS[row.rule]) % {"named": row.named} if row.rule in RULE_WORDS else row.reason
