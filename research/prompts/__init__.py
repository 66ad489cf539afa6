"""One text file a question: `$name` for what varies, one good answer beside it.

A file is two parts with a line of `===` between them. The first is the system part: it has no variables, so it is the
same bytes in every call and a server's prefix cache hits. The second is what varies, the steadiest first.
A paragraph of the second part that begins with `? ` is left out, heading and all, where its value is `none`.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent
DIVIDER = "\n===\n"
NONE = "none"
"""What stands for a list that is empty."""
OPTIONAL = "? "
GAP = "\n\n"
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
class _Paragraph:
    """`fixed`: the words before, between and after its values, whose names are `values`."""

    template: Template
    optional: bool
    fixed: tuple[str, ...]
    values: tuple[str, ...]

    def filled(self, values: Mapping[str, str]) -> str | None:
        empty = self.optional and all(values[name] == NONE for name in self.values)
        return None if empty else self.template.substitute(values)


@dataclass(frozen=True, slots=True)
class _File:
    system: str
    paragraphs: tuple[_Paragraph, ...]
    placeholders: frozenset[str]
    hash: str


def render(name: str, /, **values: object) -> Rendered:
    """A missing or a spare value is an error with a name. Values go in as they are: braces and `$` stay (B-017)."""
    file = _read(name)
    if missing := sorted(file.placeholders - set(values)):
        raise PromptError(f"prompt {name!r} needs {', '.join(missing)}")
    if spare := sorted(set(values) - file.placeholders):
        raise PromptError(f"prompt {name!r} has no place for {', '.join(spare)}")
    written = {key: str(value) for key, value in values.items()}
    told = (paragraph.filled(written) for paragraph in file.paragraphs)
    return Rendered(file.system, GAP.join(text for text in told if text is not None), file.hash)


def taken_apart(name: str, prompt: str) -> dict[str, str]:
    """The values of a rendered prompt, found by the fixed words around them. What was written behind it belongs to its
    last value; a prompt that isn't of this file has none."""
    found: dict[str, str] = {}
    start, left = _next(_read(name).paragraphs, prompt, 0, "")
    while left and start >= 0:
        (paragraph, *rest), at = left, start + len(left[0].fixed[0])
        start, left = _next(rest, prompt, at, GAP)
        end_of_paragraph = start - len(GAP) if left else len(prompt)
        for value, words in zip(paragraph.values, paragraph.fixed[1:], strict=True):
            end = prompt.find(words, at, end_of_paragraph) if words else end_of_paragraph
            if end < 0:
                return found
            found[value], at = prompt[at:end], end + len(words)
    return found


def _next(paragraphs: Sequence[_Paragraph], prompt: str, at: int, gap: str) -> tuple[int, Sequence[_Paragraph]]:
    """Where the next paragraph that stands there begins, and what is left with it as the first: of those up to the
    first that always stands, the one found first."""
    seen: list[tuple[int, int]] = []
    for number, paragraph in enumerate(paragraphs):
        if (start := prompt.find(gap + paragraph.fixed[0], at)) >= 0:
            seen.append((start + len(gap), number))
        if not paragraph.optional:
            break
    start, number = min(seen, default=(-1, len(paragraphs)))
    return start, paragraphs[number:]


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
    paragraphs = tuple(map(_paragraph, asked.strip().split(GAP)))
    sound = divider and all(each.fixed[0] and each.template.is_valid() for each in paragraphs)
    if not sound or Template(system).get_identifiers():
        raise PromptError(f"prompt {name!r} isn't a system part without variables, a line of ===, and a question")
    digest = hashlib.sha256(text.encode()).hexdigest()[:HASH_LENGTH]
    names = frozenset(value for each in paragraphs for value in each.values)
    return _File(system.strip(), paragraphs, names, digest)


def _paragraph(text: str) -> _Paragraph:
    words = text.removeprefix(OPTIONAL)
    fixed, *rest = re.split(r"\$\{?([a-z_]+)\}?", words)
    return _Paragraph(Template(words), text.startswith(OPTIONAL), (fixed, *rest[1::2]), tuple(rest[::2]))
