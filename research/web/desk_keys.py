"""The letters of the desk. Each person may choose others, or none at all (WCAG 2.1.4)."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from research.models import User

DESK_KEYS = {
    "a": gettext_lazy("approve"),
    "e": gettext_lazy("edit"),
    "r": gettext_lazy("reject"),
    "m": gettext_lazy("more evidence"),
    "s": gettext_lazy("skip"),
    "n": gettext_lazy("note"),
    "u": gettext_lazy("undo"),
    "t": gettext_lazy("assign"),
    "h": gettext_lazy("guidelines"),
    "w": gettext_lazy("careful wording"),
}
"""By the letter that is meant unless somebody chose another."""
TAKEN = "jlxbog"
"""Other letters of the same page, and those that begin a chord."""


def keys_of(person: User) -> dict[str, str]:
    """For a template: `keys.a` is the letter that approves. A letter that somebody gave to something else, before this
    program had a use for it, is theirs: what it usually does has none then."""
    own = person.desk_keys
    free = {letter: "" if letter in own.values() else letter for letter in DESK_KEYS}
    return {letter: own.get(letter, free[letter]) for letter in DESK_KEYS}


class DeskKeysForm(forms.Form):
    """One letter each, all different."""

    def __init__(self, person: User, data: Any = None) -> None:
        super().__init__(data)
        chosen = keys_of(person)
        for letter, does in DESK_KEYS.items():
            self.fields[f"key_{letter}"] = forms.RegexField(
                r"^[a-zA-Z]$", label=does, initial=chosen[letter], max_length=1, required=False
            )

    def clean(self) -> dict[str, Any]:
        keys = {letter: self.chosen(letter) for letter in DESK_KEYS}
        if len(set(keys.values())) < len(keys):
            raise forms.ValidationError(_("Each letter can do one thing only."))
        if set(keys.values()) & set(TAKEN):
            raise forms.ValidationError(_("The letters j, l, x, b, o and g have another meaning on this page."))
        return {"desk_keys": {letter: key for letter, key in keys.items() if key != letter}}

    def chosen(self, letter: str) -> str:
        """What is left empty means the usual letter again."""
        return str(self.cleaned_data.get(f"key_{letter}") or letter).lower()
