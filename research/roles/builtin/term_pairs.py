"""Terms that a held text gives in two languages, 碳酸锂（lithium carbonate）: the only translation that a planner
without a model may trust (R051)."""

import re
from collections.abc import Iterable, Mapping

from memory.figures.lexicon import NOTIONS
from reach.words import CJK, STOP_WORDS, is_chinese
from research.roles.builtin.ask_words import LABELS
from research.roles.builtin.references import ATTRIBUTES_ZH

_HAN = re.compile(rf"[{CJK}]")
_HAN_RUN = rf"[{CJK}]{{2,12}}"
_LATIN_RUN = r"(?<![A-Za-z])[A-Za-z][A-Za-z0-9'’.&/-]*(?: [A-Za-z0-9'’.&/-]+){0,5}"
"""Looked for from a word's first letter alone: a run that fits from its second fits from the first."""
_HAN_FIRST = re.compile(
    rf"({_HAN_RUN})[”」》]?\s*[（(]\s*(?:英文|英语|简称|即|又称)?[:：]?\s*({_LATIN_RUN})\s*(?:[,，;；][^）)]*)?[)）]"
)
_LATIN_FIRST = re.compile(rf"({_LATIN_RUN})\s*[（(]\s*(?:Chinese)?[:：]?\s*({_HAN_RUN})\s*(?:[,，;；][^）)]*)?[)）]")
_LEAST = 2
"""Characters or words of a Chinese term: one sign alone stands in too many others."""


def term_pairs(texts: Iterable[str], about: str) -> dict[str, str]:
    """Terms of `about` and what they are called in the other language, as the texts say it; the first that says so
    counts. Only what stands in brackets has clear ends: before them the term is what `about` has of the run's end."""
    pairs: dict[str, str] = {}
    own_first, own_last = (_HAN_FIRST, _LATIN_FIRST) if is_chinese(about) else (_LATIN_FIRST, _HAN_FIRST)
    ending = _ending if is_chinese(about) else _last_words
    for text in filter(_HAN.search, texts):
        for own, other in own_first.findall(text):
            if term := ending(own, about):
                pairs.setdefault(term, other.strip())
        for other, own in own_last.findall(text):
            if own.lower() in about.lower() and (name := _name(other)):
                pairs.setdefault(own, name)
    return pairs


def _ending(run: str, about: str) -> str:
    return next((run[at:] for at in range(len(run) - _LEAST + 1) if run[at:] in about), "")


def _last_words(run: str, about: str) -> str:
    words, low = run.split(), f" {about.lower()} "
    endings = (" ".join(words[at:]) for at in range(len(words)))
    return next((each for each in endings if f" {each.lower()} " in low and each.lower() not in STOP_WORDS), "")


def _name(run: str) -> str:
    """What stands behind the last word that joins, before the bracket; a Chinese run has no such end, so none."""
    if _HAN.search(run):
        return ""
    words = run.split()
    joins = [at for at, word in enumerate(words) if word.lower() in STOP_WORDS]
    return " ".join(words[joins[-1] + 1 :] if joins else words)


def _nouns() -> dict[str, str]:
    """Our own nouns for what is asked of things: each line of notions has them in both languages."""
    known: dict[str, str] = {}
    for line in NOTIONS:
        words = [word.replace("_", " ") for word in line.split()]
        latin, han = [word for word in words if word.isascii()], [word for word in words if not word.isascii()]
        if latin and han:
            usual = next((word for word in han if word in ATTRIBUTES_ZH), han[0])
            known |= dict.fromkeys(latin, usual) | dict.fromkeys(han, latin[0])
    return known | dict(LABELS.values()) | {zh: en for en, zh in LABELS.values()}


_NOUNS = _nouns()


def in_other_language(line: str, pairs: Mapping[str, str]) -> str:
    """The line with its terms exchanged; empty if a word of it has no counterpart, since half a translation finds
    neither language's pages. Names, versions and figures in Latin script stay."""
    if not any(term.lower() in line.lower() for term in pairs):
        return ""
    known = {**_NOUNS, **{term.lower(): other for term, other in pairs.items()}}
    said = re.compile("|".join(map(_whole, sorted(known, key=len, reverse=True))), re.IGNORECASE)
    changed = said.sub(lambda found: f" {known[found[0].lower()]} ", line)
    rest = said.sub(" ", line)
    left = bool(_HAN.search(rest)) if is_chinese(line) else bool(re.search(r"\b[a-z]{2,}\b", rest))
    return "" if left else " ".join(changed.split())


def _whole(term: str) -> str:
    return re.escape(term) if _HAN.search(term) else rf"\b{re.escape(term)}\b"
