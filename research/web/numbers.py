"""Numbers as people type them: in full-width digits, with spaces or commas between thousands, with a decimal comma."""

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import Truncator
from django.utils.translation import gettext as _

SHOWN = 24
"""Characters of what was typed that a sentence about it repeats."""
UNREADABLE = "?"
"""Stands for what was typed and can be neither a number nor a name, so that it is refused as one that is wrong."""
_MINUS = str.maketrans("−–", "--")
_GROUPED = re.compile(r"-?[1-9]\d{0,2}(?:([ ,])\d{3})(?:\1\d{3})*")
_GROUPED_FRACTION = re.compile(r"-?[1-9]\d{0,2}(?:([ ,])\d{3})(?:\1\d{3})*\.\d+")
_COMMA = re.compile(r"(-?\d+),(\d+)")
_ONE_GROUP = re.compile(r"-?[1-9]\d{0,2},\d{3}")
"""1,500: fifteen hundred here, one and a half there."""


def whole(typed: str) -> int:
    text = _plain(typed)
    text = re.sub("[ ,]", "", text) if _GROUPED.fullmatch(text) else text
    try:
        return int(text)
    except ValueError:
        raise _wrong(_("“%(typed)s” is no whole number. Write digits alone, like 1500."), typed) from None


def decimal(typed: str) -> str:
    """The same number as Python writes it, so that no digit is lost before a `Decimal` is made of it."""
    text = _plain(typed)
    if _ONE_GROUP.fullmatch(text):
        raise _wrong(_("“%(typed)s” can be read in two ways. Write 1500 or 1.5, without a comma."), typed)
    if _GROUPED.fullmatch(text) or _GROUPED_FRACTION.fullmatch(text):
        text = re.sub("[ ,]", "", text)
    elif comma := _COMMA.fullmatch(text):
        text = f"{comma[1]}.{comma[2]}"
    try:
        float(text)
    except ValueError:
        raise _wrong(_("“%(typed)s” is no number. Write digits and a dot, like 0.7."), typed) from None
    return text


def _plain(typed: str) -> str:
    """Digits that mean more than their value (², ①) and marks that only programs write are left for the parser to
    refuse."""
    if any(unicodedata.category(sign) == "No" or sign == "_" for sign in typed):
        return UNREADABLE
    return " ".join(unicodedata.normalize("NFKC", typed).translate(_MINUS).split())


def _wrong(sentence: str, typed: str) -> ValidationError:
    return ValidationError(sentence % {"typed": Truncator(" ".join(typed.split())).chars(SHOWN)}, code="invalid")


class WholeField(forms.IntegerField):
    widget = forms.TextInput

    def to_python(self, value: Any) -> int | None:
        typed = value.strip() if isinstance(value, str) else value
        return super().to_python(whole(typed) if typed and isinstance(typed, str) else typed)


class FractionField(forms.FloatField):
    widget = forms.TextInput

    def to_python(self, value: Any) -> Any:
        typed = value.strip() if isinstance(value, str) else value
        return super().to_python(decimal(typed) if typed and isinstance(typed, str) else typed)


class AmountField(forms.DecimalField):
    widget = forms.TextInput

    def to_python(self, value: Any) -> Any:
        typed = value.strip() if isinstance(value, str) else value
        return super().to_python(decimal(typed) if typed and isinstance(typed, str) else typed)
