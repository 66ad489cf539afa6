"""Nobody meets a page in half a language."""

import re

import polib
import pytest
from django.utils import translation

from research.management.commands.translate import CATALOGUE, in_python, in_template, messages

HOLE = re.compile(r"%\(\w+\)s|\{\w+\}")


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def test_every_string_is_translated_and_none_is_left_over(catalogue: polib.POFile) -> None:
    known = {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in catalogue}
    assert known == messages(), "run: manage.py translate"
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []


def test_a_translation_keeps_what_is_filled_in(catalogue: polib.POFile) -> None:
    for entry in catalogue:
        said = entry.msgstr_plural[0] if entry.msgid_plural else entry.msgstr
        assert sorted(set(HOLE.findall(said))) == sorted(set(HOLE.findall(entry.msgid))), entry.msgid


def test_the_compiled_catalogue_is_the_written_one(catalogue: polib.POFile) -> None:
    compiled = {(entry.msgctxt, entry.msgid): entry for entry in polib.mofile(str(CATALOGUE.with_suffix(".mo")))}
    for entry in catalogue:
        twin = compiled[entry.msgctxt, entry.msgid]
        assert (twin.msgstr, twin.msgstr_plural) == (entry.msgstr, entry.msgstr_plural), entry.msgid


def test_django_finds_it() -> None:
    with translation.override("zh-hans"):
        assert translation.gettext("New task") == "新任务"
        assert translation.ngettext("%(n)s quote", "%(n)s quotes", 3) == "%(n)s 条引文"


def test_strings_are_found_in_every_spelling() -> None:
    source = '_("a" "b"); gettext_lazy("c"); ngettext("d", "e", 2); pgettext("where", "f"); _(name); other("g")'
    assert set(in_python(source)) == {("", "ab", ""), ("", "c", ""), ("", "d", "e"), ("where", "f", "")}
    template = (
        "{% translate 'h' %}{% translate \"i\" context 'there' %}{{ x|default:_('j') }}"
        "{% blocktranslate with k=l %}m {{ k }}{% endblocktranslate %}"
        "{% blocktranslate count n=2 %}o{% plural %}p {{ n }}{% endblocktranslate %}"
    )
    assert set(in_template(template)) == {
        ("", "h", ""), ("there", "i", ""), ("", "j", ""), ("", "m %(k)s", ""), ("", "o", "p %(n)s"),
    }  # fmt: skip
