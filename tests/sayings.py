"""Whether a reader gets a sentence of engine or reach in their own language."""

from research.store.sayings import SAYINGS


def is_known(sentence: str) -> bool:
    return any(saying.pattern.fullmatch(sentence) for saying in SAYINGS)
