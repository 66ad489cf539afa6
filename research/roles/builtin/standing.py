"""A part of a question as a question that stands by itself."""

import re

from reach.words import content_terms
from research.roles.builtin.question import Part, Question
from research.roles.builtin.references import resolved, speaks_of_the_matter, tells_the_matter

_ASKED = re.compile(r"[?？]\W*\Z")
"""It asks already, inside a quotation or brackets at its end: one mark is enough."""


def as_asked(part: Part, question: Question) -> str:
    """A part as a question that stands by itself, with the name in the place of "it", or the subject behind (R204)."""
    text = part.text.strip(" ,，?？")
    name = question.subject if speaks_of_the_matter(text) else question.name
    text = resolved(text, name, question.chinese) if part.points and not tells_the_matter(text) else text
    named, told = set(content_terms(question.name)), set(content_terms(text))
    if len(named & told) * 2 < len(named):
        text = f"{text}（{question.subject}）" if question.chinese else f"{text} ({question.subject})"
    return f"{text[:1].upper()}{text[1:]}{'' if _ASKED.search(text) else '？' if question.chinese else '?'}"
