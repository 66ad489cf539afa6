"""What a user may be called: a name is typed to sign in and stands beside decisions, so two names that look the same
must be the same."""

import re
import unicodedata

from django.utils.translation import gettext as _

from research.actions.refusal import Refused
from research.models import User

LONGEST_NAME = 150
"""Characters: what Django's user table holds."""
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""Letters and marks that nobody sees: fillers, a blank braille cell, a note without a head, choices of a glyph."""
_EAST_ASIAN = frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Written together, and beside one alphabet, as in the stricter profiles of UTS 39."""


def checked_username(typed: str) -> str:
    """In the form that Django compares at the sign-in: NFKC, which is NFC with full-width letters made plain."""
    if any(_unseen(char) for char in typed):
        raise Refused(_("A user name has no invisible characters, and none but plain spaces between its words."))
    name = unicodedata.normalize("NFKC", typed)
    if name != " ".join(name.split()):
        raise Refused(_("A user name doesn't begin or end with a space, nor has it two in a row."))
    if not any(map(str.isalnum, name)):
        raise Refused(_("A user name needs a letter or a digit."))
    if len(name) > LONGEST_NAME:
        raise Refused(_("A user name has at most %(most)s characters.") % {"most": LONGEST_NAME})
    if len(_alphabets(name)) > 1:
        raise Refused(
            _("A user name keeps to one alphabet, such as Latin or Cyrillic, since letters of two look alike.")
        )
    if taken := User.objects.filter(username__iexact=name).first():
        raise Refused(_("There is somebody named %(name)s already.") % {"name": taken.username})
    return name


def _unseen(char: str) -> bool:
    """Control, format, private and unassigned characters; every space but the plain one and the ideographic one."""
    kind = unicodedata.category(char)
    return kind.startswith("C") or (kind.startswith("Z") and char not in " \u3000") or bool(_BLANK.match(char))


def _alphabets(name: str) -> set[str]:
    """By the first word of each letter's own name. Letters that only modify others belong to all."""
    letters = [char for char in name if unicodedata.category(char) in ("Lu", "Ll", "Lt", "Lo")]
    return {unicodedata.name(char, "").partition(" ")[0] for char in letters} - _EAST_ASIAN
