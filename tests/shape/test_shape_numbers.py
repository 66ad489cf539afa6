"""R230: a number that somebody might want to change has one home, with its unit and its reason."""

import ast
import re
from types import SimpleNamespace
from typing import Any

import pytest

from research.engine.limits import Limits
from tests.shape.numbers import Found, loose_numbers
from tests.shape.tree import ROOT, File, files

PLACES = [
    "research/engine",
    "research/roles",
    "research/prompts",
    "research/store",
    "research/actions",
    "research/terms",
    "reach",
    "memory",
]
SINGLE = ["research/jobs.py", "research/worker.py", "research/broadcast.py", "research/wiring.py"]

HOMES = {
    **{f"{group.__module__.replace('.', '/')}.py": "what an admin tunes" for group in Limits.__bases__},
    "reach/settings.py": "what concerns looking outside alone",
    "research/roles/builtin/tuning.py": "weights fitted on labelled lists, which change with the lists",
}

ALLOWED: dict[str, tuple[set[float], str]] = {
    "memory/models.py": ({12, 20, 64}, "widths of columns: a state, a label, a SHA-256"),
    "memory/figures/calendar_words.py": (
        {-2, 3, 4, 5, 6, 7, 9, 12, 31},
        "months, quarters, halves and weeks of a year",
    ),
    "memory/figures/dates.py": ({3, 4, 6, 9, 12, 31, 2000}, "months, quarters, decades; 2000 is a leap year"),
    "memory/figures/numerals.py": ({3, 4, 5, 6, 8, 9, 10, 12, 1000}, "what numerals of two languages mean"),
    "memory/figures/measuring.py": ({4, 6, 8, 9, 10, 12, 1000}, "what words of scale mean"),
    "memory/figures/quantities.py": ({3, 5, 10}, "tenths and halves in Chinese; the two figures that follow one"),
    "memory/figures/folding.py": (
        {0x21, 0x5E, 0xFF01},
        "where full-width characters begin in Unicode, and how many there are",
    ),
    "research/roles/builtin/embedder.py": (
        {4, 16},
        "bytes of a digest: enough to place a word, enough to tell texts apart",
    ),
    "research/roles/endpoints/failures.py": (
        {400, 401, 402, 403, 404, 408, 413, 422, 429, 451, 500, 503, 529, 600, 1000},
        "statuses as HTTP and the vendors define them; milliseconds of a second",
    ),
}
"""Facts of a format, a calendar or a language. A new entry needs a reason that no admin could argue with."""


def searched() -> list[File]:
    single = [file for file in files("research") if file.name in SINGLE]
    assert len(single) == len(SINGLE)
    return [file for file in (*files(*PLACES), *single) if file.name not in HOMES]


def unexplained(found: Found) -> bool:
    return float(found.number) not in ALLOWED.get(found.file, (set(), ""))[0]


def test_no_number_stands_outside_its_home() -> None:
    loose = [str(found) for file in searched() for found in loose_numbers(file) if unexplained(found)]
    assert not loose, "give these a field in engine/limits or reach/settings.py:\n" + "\n".join(loose)


def test_every_exception_is_still_needed() -> None:
    used: dict[str, set[float]] = {}
    for file in searched():
        used.setdefault(file.name, set()).update(float(found.number) for found in loose_numbers(file))
    spare = {name: numbers - used.get(name, set()) for name, (numbers, _why) in ALLOWED.items()}
    assert not {name: numbers for name, numbers in spare.items() if numbers}


def code(text: str) -> File:
    made: Any = SimpleNamespace(name="made.py", text=text, tree=ast.parse(text), lines=text.splitlines())
    return made


@pytest.mark.parametrize(
    "line",
    [
        "await fetch(url, timeout=15)",
        "kept = hits[:8]",
        "shown = rows[:100]",
        "if score > 0.5: keep(score)",
        "if len(words) < 3: drop(words)",
        "def ask(text, *, retries=2): ...",
        "total = 0.6 * relevance",
        "LIMIT = 40",
        "time.sleep(1.5)",
        "wait(seconds=1)",
        "class Page:\n    size: int = 25",
    ],
)
def test_a_number_in_the_flow_is_found(line: str) -> None:
    assert list(loose_numbers(code(line)))


@pytest.mark.parametrize(
    "line",
    [
        "LIMIT = 40  # rows; what a screen shows",
        'LIMIT = 40\n"""Rows; what a screen shows."""',
        "# Rows: what two screens show.\nFIRST = 40\nSECOND = 80",
        "share = done / len(all) * 100",
        "first, rest = rows[0], rows[1:]",
        "day = found[3]",
        "tail = parts[-2:]",
        "half = total / 2",
        "PATTERN = re.compile('[0-9]{1,3}')",
        "wait(seconds=limits.wait_seconds)",
    ],
)
def test_a_number_with_a_reason_or_without_a_choice_is_left_alone(line: str) -> None:
    assert not list(loose_numbers(code(line)))


def test_every_limit_has_unit_range_and_reason() -> None:
    for limit in Limits.__dataclass_fields__.values():
        about = limit.metadata
        assert about["unit"], limit.name
        assert len(about["reason"]) > len(limit.name) // 2, limit.name
        assert about["low"] <= limit.default <= about["high"], limit.name


@pytest.mark.parametrize("home", [name for name, why in HOMES.items() if why != "what an admin tunes"])
def test_every_number_in_a_home_says_what_it_is_for(home: str) -> None:
    """A comment beside it, or above the run that it belongs to; a heading of a section says nothing of a number."""
    lines = (ROOT / home).read_text().splitlines()
    silent, told = [], False
    for line in lines:
        text = line.strip()
        if text.startswith("#"):
            told = not text.startswith("# ---")
        elif not text:
            told = False
        elif re.match(r"\w+: (int|float) = .*\d", text):
            silent += [] if told or "#" in text else [text]
            told = told and "#" not in text
    assert not silent
