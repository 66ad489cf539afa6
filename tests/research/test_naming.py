"""User names: what two readers can't tell apart isn't two names."""

import pytest

from research import actions
from research.actions.naming import LONGEST_NAME, checked_username
from research.models import User

CHOICES_OF_GLYPH = ("\u180b", "\u180c", "\u180d", "\u180f", "\ufe00", "\ufe0f", "\U000e0100", "\U000e01ef")
UNSEEN = (*CHOICES_OF_GLYPH, "\u034f", "\u115f", "\u17b4", "\u180e", "\u2800", "\U0001d159", "\U00016fe4", "\uffa0")

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    [
        "ada",
        "王芳",
        "Ada Lovelace",
        "o'neill",
        "j.r@example.org",
        "Ольга",
        "Žofie",
        "7",
        "王芳 Fang",
        "山田タロウ",
        "김민수 Kim",
        "ᎠᏓ",
        "नेहा",
        "Ἀδά",
    ],
)
def test_names_of_all_the_world_are_taken_as_they_are(name):
    assert checked_username(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("Zoe\u0308", "Zo\u00eb"), ("ａｄａ", "ada"), ("王\u3000芳", "王 芳")],
    ids=["NFC", "wide", "space"],
)
def test_one_name_has_one_form(typed, kept):
    assert checked_username(typed) == kept


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("ad\x00a", "no invisible characters"),
        ("ad\na", "no invisible characters"),
        ("ada\u200b", "no invisible characters"),
        ("a\u00adda", "no invisible characters"),
        ("ada\u202e", "no invisible characters"),
        ("ada\u3164", "no invisible characters"),
        ("ada\ufe0f", "no invisible characters"),
        *((f"ada{unseen}", "no invisible characters") for unseen in UNSEEN),
        ("ada\u00a0b", "no invisible characters"),
        ("\U000e0061da", "no invisible characters"),
        (" ada", "begin or end with a space"),
        ("ada ", "begin or end with a space"),
        ("ada  b", "two in a row"),
        ("\u3000ada", "begin or end with a space"),
        ("...", "a letter or a digit"),
        ("", "a letter or a digit"),
        ("\u0430da", "one alphabet"),
        ("a\u13a0da", "one alphabet"),
        ("\u13a0\u13d3 ada", "one alphabet"),
        ("ad\ua4d0", "one alphabet"),
        ("\u0561da", "one alphabet"),
        ("\u13d3\u0430", "one alphabet"),
        ("\u1455王da", "one alphabet"),
        ("n" * (LONGEST_NAME + 1), "at most 150 characters"),
        ("ROOT", "somebody named root already"),
        ("ｒｏｏｔ", "somebody named root already"),
    ],
)
def test_a_name_that_looks_like_another_is_refused_in_words(typed, words):
    User.objects.create_user("root")
    with pytest.raises(actions.Refused, match=words):
        checked_username(typed)
