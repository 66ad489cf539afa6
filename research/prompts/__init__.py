"""One text file a question: `$name` for what varies, one good answer beside it.

A file is two parts with a line of `===` between them. The first is the system part: it has no variables, so it is the
same bytes in every call and a server's prefix cache hits. The second is what varies, the steadiest first.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent
DIVIDER = "\n===\n"
HASH_LENGTH = 16
"""Hex digits: enough to tell versions of a prompt apart in the ledger."""


class PromptError(ValueError):
    """A prompt and the values given to it don't fit. The text names prompt and value."""


@dataclass(frozen=True, slots=True)
class Rendered:
    system: str
    prompt: str
    hash: str
    """Of the file, not of what was filled in: the ledger compares versions of a prompt by it."""


@dataclass(frozen=True, slots=True)
class _File:
    system: str
    template: Template
    placeholders: frozenset[str]
    hash: str


def render(name: str, /, **values: object) -> Rendered:
    """A missing or a spare value is an error with a name. Values go in as they are: braces and `$` stay (B-017)."""
    file = _read(name)
    if missing := sorted(file.placeholders - set(values)):
        raise PromptError(f"prompt {name!r} needs {', '.join(missing)}")
    if spare := sorted(set(values) - file.placeholders):
        raise PromptError(f"prompt {name!r} has no place for {', '.join(spare)}")
    prompt = file.template.substitute({key: str(value) for key, value in values.items()})
    return Rendered(file.system, prompt, file.hash)


def taken_apart(name: str, prompt: str) -> dict[str, str]:
    """The values of a rendered prompt, found by the fixed words between them. What was written behind it belongs to
    its last value; a prompt that isn't of this file has none."""
    words, *rest = re.split(r"\$\{?([a-z_]+)\}?", _read(name).template.template)
    if not prompt.startswith(words):
        return {}
    found, at = {}, len(words)
    for value, words in zip(rest[::2], rest[1::2], strict=True):
        end = prompt.find(words, at) if words else len(prompt)
        if end < 0:
            break
        found[value], at = prompt[at:end], end + len(words)
    return found


def placeholders(name: str) -> frozenset[str]:
    return _read(name).placeholders


def names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md")))


def example(name: str) -> str:
    """One good answer to this prompt, as JSON."""
    return (FOLDER / f"{name}.example.json").read_text(encoding="utf-8")


def fence(text: str) -> str:
    """The only way in for words from outside: between marks that name them as data.

    The mark is drawn from the text's own hash, so a page can't write the closing one: writing it would change it.
    The same text always gets the same mark, so a stored reply is found again after a crash.
    """
    mark = f"DATA-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:HASH_LENGTH]}"
    return f"<{mark}>\n{_without_marks(text)}\n</{mark}>"


_MARK = re.compile(r"</?\s*DATA-[0-9a-f]*\s*>?", re.IGNORECASE)


def _without_marks(text: str) -> str:
    """Until nothing is left to remove: taking one mark out may join two halves into another."""
    while (cleaned := _MARK.sub("", text)) != text:
        text = cleaned
    return text


@cache
def _read(name: str) -> _File:
    path = FOLDER / f"{name}.md"
    if not re.fullmatch(r"[a-z_]+", name) or not path.is_file():
        raise PromptError(f"there is no prompt {name!r}")
    text = path.read_text(encoding="utf-8")
    system, divider, asked = text.partition(DIVIDER)
    template = Template(asked.strip())
    if not divider or not template.is_valid() or Template(system).get_identifiers():
        raise PromptError(f"prompt {name!r} isn't a system part without variables, a line of ===, and a question")
    digest = hashlib.sha256(text.encode()).hexdigest()[:HASH_LENGTH]
    return _File(system.strip(), template, frozenset(template.get_identifiers()), digest)
