"""Brings the Chinese catalogue up to date: what is new gets an empty line to fill, what is gone goes, and the compiled
file is written. Needs no gettext tools, which a fresh machine doesn't have; polib comes with requirements-dev.txt."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

CATALOGUE = settings.BASE / "templates" / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURAL = {"ngettext", "ngettext_lazy"}
IN_CONTEXT = {"pgettext", "pgettext_lazy"}

Message = tuple[str, str, str]
"""Context, singular, plural; the first and the last may be empty."""

_LITERAL = r"""(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
_IN_TEMPLATE = re.compile(
    rf"\b(?P<name>n?p?gettext|_)\(u?(?P<one>{_LITERAL})(?:\s*,\s*u?(?P<two>{_LITERAL}))?(?:\s*,\s*u?(?P<three>{_LITERAL}))?"
)


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        missing = refresh(CATALOGUE, sorted(messages()))
        self.stdout.write(f"{missing} strings wait for their translation in {CATALOGUE.relative_to(settings.BASE)}")


def messages() -> set[Message]:
    """Every string that a reader may see and that is marked for translation."""
    found: set[Message] = set()
    for path in sorted((settings.BASE / "research").rglob("*.py")):
        found.update(in_python(path.read_text(encoding="utf-8")))
    for path in sorted((settings.BASE / "templates").rglob("*.html")):
        found.update(in_template(path.read_text(encoding="utf-8")))
    return found


def in_python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if message := _message(name, texts):
            yield message


def in_template(source: str) -> Iterator[Message]:
    """Django turns a template into something that looks like calls of gettext."""
    for call in _IN_TEMPLATE.finditer(templatize(source)):
        texts = [ast.literal_eval(text) for text in call.group("one", "two", "three") if text]
        if message := _message(call["name"], texts):
            yield message


def _message(name: str, texts: list[str]) -> Message | None:
    if name in PLAIN and texts:
        return "", texts[0], ""
    if name in PLURAL and len(texts) > 1:
        return "", texts[0], texts[1]
    if name in IN_CONTEXT and len(texts) > 1:
        return texts[0], texts[1], ""
    return None


def refresh(path: Path, wanted: list[Message]) -> int:
    import polib

    old = {(entry.msgctxt or "", entry.msgid): entry for entry in polib.pofile(str(path))} if path.exists() else {}
    catalogue = polib.POFile(wrapwidth=0)
    catalogue.metadata = {
        "Language": "zh_Hans",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=1; plural=0;",
    }
    for context, one, many in wanted:
        known = old.get((context, one))
        entry = polib.POEntry(msgctxt=context or None, msgid=one, msgid_plural=many)
        if many:
            entry.msgstr_plural = {0: (known.msgstr_plural.get(0) or known.msgstr) if known else ""}
        elif known:
            entry.msgstr = known.msgstr or known.msgstr_plural.get(0, "")
        catalogue.append(entry)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(path))
    catalogue.save_as_mofile(str(path.with_suffix(".mo")))
    return len(catalogue.untranslated_entries())
