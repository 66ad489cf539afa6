"""What pages say of models: the tasks they are examined by, what was wrong with an answer, why a call failed."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from research.store.sayings import said

PROBE_WORDS = {
    "builtin": gettext_lazy("builtin"),
    "english": gettext_lazy("a task in English"),
    "chinese": gettext_lazy("a task in Chinese"),
    "orders": gettext_lazy("data that gives orders"),
    "contradiction": gettext_lazy("a sentence that its quote contradicts"),
    "context": gettext_lazy("a prompt of full length"),
    "wrong_pairs": gettext_lazy("wrong claims, labelled"),
    "right_pairs": gettext_lazy("right claims, labelled"),
    "order": gettext_lazy("many texts at once"),
    "form": gettext_lazy("form of the answers"),
    "usage": gettext_lazy("tells what it used"),
    "speed": gettext_lazy("speed"),
}
PAIR_WORDS = {
    "supported": gettext_lazy("right, in other words"),
    "wrong-number": gettext_lazy("wrong number"),
    "wrong-unit": gettext_lazy("wrong unit"),
    "wrong-entity": gettext_lazy("wrong name"),
    "wrong-year": gettext_lazy("wrong year"),
    "negated": gettext_lazy("denied"),
    "reversed-direction": gettext_lazy("the other direction"),
    "over-general": gettext_lazy("too general"),
    "stitched": gettext_lazy("stitched together"),
    "unrelated": gettext_lazy("of something else"),
}
"""Kinds of labelled claims."""
FLAW_WORDS = {
    "fenced": gettext_lazy("in a code fence"),
    "thoughts": gettext_lazy("with its thoughts"),
    "prose_around": gettext_lazy("with chatter around it"),
    "python_spelling": gettext_lazy("in Python's spelling"),
    "spelling_mended": gettext_lazy("with commas or quotes missing"),
    "wrong_top": gettext_lazy("another kind of value"),
    "wrong_shape": gettext_lazy("fields missing or wrong"),
    "double_key": gettext_lazy("one key with two values"),
    "not_finite": gettext_lazy("a number that is none"),
    "too_deep": gettext_lazy("nested too deep"),
    "unclosed": gettext_lazy("never closed"),
    "not_json": gettext_lazy("prose"),
    "empty": gettext_lazy("empty"),
    "blanks": gettext_lazy("white space up to the limit"),
    "wrong_language": gettext_lazy("in another language"),
    "broken_rule": gettext_lazy("broke a rule of the question"),
    "truncated_output": gettext_lazy("cut at the limit"),
    "refused": gettext_lazy("refused"),
    "prompt_too_long": gettext_lazy("the prompt was too long"),
}
TAKEN = frozenset({"fenced", "thoughts", "prose_around", "python_spelling", "spelling_mended"})
"""Read past: the answer was used."""
KIND_WORDS = {
    "unavailable": gettext_lazy("not reached"),
    "overloaded": gettext_lazy("busy"),
    "rate_limited": gettext_lazy("asked too often"),
    "not_authorised": gettext_lazy("no access"),
    "no_such_model": gettext_lazy("no such model"),
    "too_long": gettext_lazy("too long for the model"),
    "too_slow": gettext_lazy("too slow"),
    "budget": gettext_lazy("over budget"),
    "internal": gettext_lazy("not understood"),
    "dropped": gettext_lazy("parts left out"),
}
"""How a call failed, or what became of an answer beside its flaws."""


def kind_word(kind: str) -> str:
    return str(FLAW_WORDS.get(kind) or KIND_WORDS.get(kind) or kind)


def told(detail: str) -> str:
    """The sentence of a failed call, or of a task of an examination: some begin with the kind of the failure."""
    kind, _sep, rest = detail.partition(": ")
    if rest and (kind in FLAW_WORDS or kind in KIND_WORDS):
        return _("%(kind)s: %(why)s") % {"kind": kind_word(kind), "why": said(rest)}
    return said(detail)


def share(part: int, whole: int) -> str:
    return f"{part} / {whole} ({part / whole:.0%})" if whole else "–"
