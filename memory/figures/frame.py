"""One sentence with a word exchanged says another thing, however alike the two read: "the upper lock is closed"."""

import re
from difflib import SequenceMatcher

from memory.figures.folding import fold
from memory.figures.lexicon import EMPTY, EMPTY_ZH

# A word, or one Chinese character: in the order they stand.
_TOKEN = re.compile(r"[a-zà-ɏ][a-z0-9à-ɏ+#'-]*|[\u3400-\u4dbf\u4e00-\u9fff〇]")
_DENIALS = frozenset({"not", "no", "never", "without", "不", "未", "没", "无", "非", "勿", "莫"})
# Share of tokens that two texts have in one order: above it they are one sentence, below it two wordings.
_SAME_SENTENCE = 0.75


def exchanged(left: str, right: str) -> str | None:
    """The words that stand in each other's place, or a denial that only one has; None for two wordings."""
    ours, theirs = _TOKEN.findall(fold(left).lower()), _TOKEN.findall(fold(right).lower())
    match = SequenceMatcher(None, ours, theirs, autojunk=False)
    if match.ratio() < _SAME_SENTENCE:
        return None
    for kind, a, b, c, d in match.get_opcodes():
        mine, yours = ours[a:b], theirs[c:d]
        if (kind == "replace" and _says(mine) and _says(yours)) or _DENIALS & (set(mine) ^ set(yours)):
            return f"{' '.join(mine) or 'nothing'} / {' '.join(yours) or 'nothing'}"
    return None


def _says(tokens: list[str]) -> bool:
    return any(token not in EMPTY and token not in EMPTY_ZH for token in tokens)
