"""What a user may be called: a name is typed to sign in and stands beside decisions, so two names that look the same
must be the same."""

import re
import unicodedata

from django.utils.translation import gettext as _

from research.actions.refusal import Refused
from research.models import User

LONGEST_NAME = 150
"""Characters: what Django's user table holds."""
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that nobody sees: fillers, a blank braille cell, choices of a glyph."""
_ALPHABETS = ("LATIN", "GREEK", "CYRILLIC")
"""Whose letters pass for each other's."""


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
    if len({alphabet for char in name for alphabet in _ALPHABETS if _is_of(alphabet, char)}) > 1:
        raise Refused(_("A user name keeps to one alphabet: Latin, Greek and Cyrillic letters look alike."))
    if taken := User.objects.filter(username__iexact=name).first():
        raise Refused(_("There is somebody named %(name)s already.") % {"name": taken.username})
    return name


def _unseen(char: str) -> bool:
    """Control, format, private and unassigned characters; every space but the plain one and the ideographic one."""
    kind = unicodedata.category(char)
    return kind.startswith("C") or (kind.startswith("Z") and char not in " \u3000") or bool(_BLANK.match(char))


def _is_of(alphabet: str, char: str) -> bool:
    return unicodedata.name(char, "").startswith(alphabet)
